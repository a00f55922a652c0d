import { type ToolValues, emptyTool } from './tool-values.ts'

/**
 * What an admin has typed of a new tool: kept for this tab and this account, so that a reload does not ask for it again.
 * A browser that keeps nothing is no reason to fail.
 */
const keyOf = (email: string) => `tool-draft:${email}`

export function readToolDraft(email: string): ToolValues {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(email)) ?? '{}')
    const fields = new Map<string, unknown>(Object.entries(kept ?? {}))
    const values = { ...emptyTool }
    for (const name of Object.keys(emptyTool) as (keyof ToolValues)[]) {
      const value = fields.get(name)
      if (typeof value === 'string') values[name] = value
    }
    return values
  } catch {
    return emptyTool
  }
}

export function keepToolDraft(email: string, typed: object): void {
  try {
    sessionStorage.setItem(keyOf(email), JSON.stringify(typed))
  } catch {
    // Storage is full or switched off: the form works without.
  }
}
