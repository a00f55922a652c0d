import { textFor, texts } from './texts.ts'

// A refusal is a rule saying no to a request: expected, explained, and answered as RFC 9457 problem details. A module has a
// table of its refusals, `refusals.rules.ts`: the only place with their statuses and sentences.

/** What a sentence may tell of the case: `{ available: 3 }`. */
export type Details = Record<string, string | number | boolean>
export type RefusalEntry = { status: number; title: string; message: string | ((details: Details) => string) }
/** By codes, which are stable: clients switch on them. */
export type RefusalTable = Record<string, RefusalEntry>
export type FieldError = { field: string; message: string }

/** A rule's no. Thrown by verbs, answered by the HTTP mount. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string
  readonly status: number
  readonly title: string
  readonly details: Details
  readonly errors: FieldError[]

  constructor(
    code: string,
    entry: RefusalEntry,
    { details = {}, errors = [] }: Partial<Pick<Refusal, 'details' | 'errors'>>,
  ) {
    super(typeof entry.message === 'function' ? entry.message(details) : entry.message)
    this.code = code
    this.status = entry.status
    this.title = entry.title
    this.details = details
    this.errors = errors
  }
}

/** What any call may refuse: its input, its session, its uploads, its haste. What a module refuses stands in its own table. */
export const commonRefusals = texts('refusals', {
  'invalid-input': { status: 400, title: 'Invalid input', message: 'Please check the marked fields.' },
  'malformed-request': {
    status: 400,
    title: 'Malformed request',
    message: 'The request could not be read. Check its address, its headers and its body, and send it again.',
  },
  'head-too-large': {
    status: 431,
    title: 'Address or headers too long',
    message: 'The address and the headers of this request are too long together. Ask for less at once.',
  },
  'request-too-slow': {
    status: 408,
    title: 'Too slow',
    message: 'The request did not arrive in time. Send it again.',
  },
  'unknown-id': { status: 400, title: 'Malformed id', message: 'That is not the id of anything in this shop.' },
  'body-too-large': { status: 413, title: 'Too large', message: 'That is more than this call takes.' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type', message: 'Send the body as JSON.' },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    message: 'Too many requests. Wait a minute and try again.',
  },
  'too-many-tries': {
    status: 429,
    title: 'Too many tries',
    message: ({ minutes }) =>
      `Too many attempts. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
  },
  'no-such-call': {
    status: 404,
    title: 'No such call',
    message: 'No call has this address and method. Check both.',
  },
  'not-ready': {
    status: 503,
    title: 'Not ready',
    message: 'The shop or its database is starting or stopping. Try again in a few seconds.',
  },
  'storage-full': {
    status: 503,
    title: 'No room left',
    message: 'The shop has no room left to save anything, so nothing was changed. Try again in a few minutes.',
  },
  'upload-expected': {
    status: 415,
    title: 'Upload expected',
    message: ({ field }) => `Send one file as multipart/form-data, in the field ${field}.`,
  },
  'file-too-large': {
    status: 413,
    title: 'File too large',
    message: ({ megabytes }) => `This file is larger than ${megabytes} MB. Choose a smaller one.`,
  },
  'export-too-long': {
    status: 409,
    title: 'Too long for a workbook',
    message: 'This has more rows than a workbook can hold here, which are 500,000. Take the CSV file.',
  },
  'uploads-busy': {
    status: 503,
    title: 'Busy with other uploads',
    message: 'Many files are being uploaded at the moment. Try again in a minute.',
  },
  'own-uploads-busy': {
    status: 429,
    title: 'Your other uploads first',
    message: 'Your other files are still being worked on. Wait until they are done, and send this one again.',
  },
  'table-unclear': {
    status: 422,
    title: 'File unclear',
    message: 'This file can be read in more than one way. Say how to read it, and send it again.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'Idempotency key reused',
    message: 'This Idempotency-Key came with another body before. Send a new key with another body.',
  },
  'changed-meanwhile': {
    status: 409,
    title: 'Changed meanwhile',
    message: 'Someone else has changed this since you opened it. Load the latest version and check your changes.',
  },
  'sign-in-needed': { status: 401, title: 'Sign-in needed', message: 'Log in to do this.' },
  'token-expired': { status: 401, title: 'Session expired', message: 'Your session has ended. Log in again.' },
  'not-yours': { status: 403, title: 'Not yours', message: 'This belongs to another account.' },
  'not-permitted': {
    status: 403,
    title: 'Not permitted',
    message: 'Your account may not do this. An owner of the shop can give it a role that may.',
  },
  'columns-not-permitted': {
    status: 403,
    title: 'Not permitted',
    message: ({ columns }) =>
      `Your account may not change this: ${columns}. Leave it out, or have somebody do it whose role may.`,
  },
} satisfies RefusalTable)

export type CommonCode = keyof typeof commonRefusals

type CodeOf<Table> = Table extends unknown ? keyof Table & string : never

/**
 * Makes a module's `refuse`, which knows its tables and the refusals of any call:
 * `throw refuse('not-enough-stock', { available: 3 })`. `errors` name the fields that caused it.
 */
export function refusing<Tables extends RefusalTable[]>(...tables: Tables) {
  return (code: CodeOf<Tables[number]> | CommonCode, details: Details = {}, errors: FieldError[] = []): Refusal => {
    const entry = [commonRefusals, ...tables].reduce<RefusalEntry | undefined>(
      (entry, table: RefusalTable) => textFor(table, code) ?? entry,
      undefined,
    )
    if (!entry) throw new Error(`no table has the refusal ${code}`)
    return new Refusal(code, entry, { details, errors })
  }
}

/** Makes a refusal of any call's. */
export const refuse = refusing()

/** Makes the refusal of an input whose fields break their rules. */
export const refuseFields = (errors: FieldError[]): Refusal => refuse('invalid-input', {}, errors)

/** How a refusal answers, for the reference of the calls: its sentence has `{name}` where a number or name will stand. */
export function describeRefusal(
  code: string,
  entry: RefusalEntry,
): Pick<Refusal, 'code' | 'status' | 'title' | 'message'> {
  const details: Details = new Proxy({}, { get: (_, name) => `{${String(name)}}` })
  return new Refusal(code, entry, { details })
}
