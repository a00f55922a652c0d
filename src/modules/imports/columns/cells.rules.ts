import { isCellError } from '#kernel/tables/cells'
import { type Problem, type ProblemCode, importLimits, newestYear, oldestYear } from '../import.rules.ts'

export type RecordAt = { line: number; record: string | null }

export type Cells = ReturnType<typeof cellsOf>

/**
 * The cells of one record by their columns, read as what they have to be; what is wrong with them is collected. `silent`: columns that are
 * meant to say nothing; `notes`: what somebody should know of what is right.
 */
export function cellsOf(values: ReadonlyMap<string, string>, at: RecordAt, silent: readonly string[] = []) {
  const problems: Problem[] = []
  const notes: Problem[] = []
  const tell = (code: ProblemCode, field: string, value: string): void => void notes.push({ ...at, field, code, value })
  const complain = (code: ProblemCode, field: string, value: string | null = null): null => {
    problems.push({ ...at, field, code, value: value?.slice(0, importLimits.text) ?? null })
    return null
  }
  const text = (name: string, most: number = importLimits.text): string | null => {
    const value = values.get(name)
    if (!value) return null
    if (isCellError(value)) return complain('cell-error', name, value)
    return value.length > most ? complain('value-too-long', name, value) : value
  }
  return {
    values,
    silent,
    problems,
    notes,
    tell,
    complain,
    text,
    required(name: string, most: number = importLimits.text): string {
      if (!values.get(name)) complain('value-missing', name)
      return text(name, most) ?? ''
    },
    whole(name: string, { least, most }: { least: number; most: number }): number | null {
      const value = values.get(name)
      if (!value) return null
      const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
      return number >= least && number <= most ? number : complain('number-expected', name, value)
    },
    year(name: string): number | null {
      const value = values.get(name)
      if (!value) return null
      const year = /^\d{4}$/.test(value) ? Number(value) : 0
      return year >= oldestYear && year <= newestYear ? year : complain('year-implausible', name, value)
    },
    /** Blank is the answer that goes without saying. */
    yes(name: string): boolean | null {
      const value = values.get(name)?.toLowerCase()
      if (!value) return null
      if (['yes', 'y', 'true', '1', 'fits'].includes(value)) return true
      if (['no', 'n', 'false', '0', 'does not fit'].includes(value)) return false
      return complain('choice-unknown', name, value)
    },
  }
}
