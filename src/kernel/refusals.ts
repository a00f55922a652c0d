import { type Details, type Entry } from './refusal-table.accounts.ts'
import { refusalTable } from './refusal-table.ts'

// A refusal is a rule saying no to a request: expected, explained, and answered as RFC 9457 problem details. Its status
// and its sentence stand in refusal-table.ts.

export type RefusalCode = keyof typeof refusalTable
export type FieldError = { field: string; message: string }

/** A rule's no. Thrown by verbs, answered by the HTTP mount; `code` picks status, title and sentence from the table. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly status: number
  readonly title: string
  readonly details: Details
  readonly errors: FieldError[]

  constructor(code: RefusalCode, details: Details, errors: FieldError[]) {
    const entry: Entry = refusalTable[code]
    super(typeof entry.message === 'function' ? entry.message(details) : entry.message)
    this.code = code
    this.status = entry.status
    this.title = entry.title
    this.details = details
    this.errors = errors
  }
}

/** Makes the refusal to throw: `throw refuse('not-enough-stock', { available: 3 })`. `errors` name the fields that caused it. */
export function refuse(code: RefusalCode, details: Details = {}, errors: FieldError[] = []): Refusal {
  return new Refusal(code, details, errors)
}

/** Makes the refusal of an input whose fields break their rules. */
export function refuseFields(errors: FieldError[]): Refusal {
  return new Refusal('invalid-input', {}, errors)
}

/** How a refusal answers, for the reference of the calls: its sentence has `{name}` where a number or name will stand. */
export function refusalEntry(code: RefusalCode): { status: number; title: string; message: string } {
  const placeholders: Details = new Proxy({}, { get: (_, name) => `{${String(name)}}` })
  const { status, title, message } = new Refusal(code, placeholders, [])
  return { status, title, message }
}

export const refusalCodes = Object.keys(refusalTable) as RefusalCode[]
