/**
 * What somebody has typed into a form: kept for this tab, so that a reload, a failure or an ended session does not ask
 * for it again. A browser that keeps nothing is no reason to fail. End the key with whose it is: `profile:a@b.example`.
 */
export function readDraft<Name extends string>(key: string, names: readonly Name[]): Partial<Record<Name, string>> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    const fields = new Map(Object.entries(stored ?? {}))
    const texts = names.flatMap(name => (typeof fields.get(name) === 'string' ? [[name, fields.get(name)]] : []))
    return Object.fromEntries(texts)
  } catch {
    return {}
  }
}

/** Only texts are kept: a file is the browser's to keep, and it does not. */
export function keepDraft(key: string, typed: Record<string, unknown>): void {
  const texts = Object.entries(typed).filter(([, value]) => typeof value === 'string')
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(texts)))
  } catch {
    // Storage is full or switched off: the form works without.
  }
}

/** It has been sent, or given up. */
export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // What cannot be reached was not kept either.
  }
}

/** Everything in this tab that ends with whose it is. */
export function dropDraftsOf(email: string): void {
  try {
    const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index) ?? '')
    for (const key of keys) if (key.endsWith(`:${email}`)) sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}
