import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Upload, WaitingFile } from '#kernel/endpoint'
import { Refusal, refuse, refuseFields } from '#kernel/refusals'
import type { Context } from '../context.server.ts'
import { dropUnneeded, takeFile } from '../files/waiting.server.ts'
import { requestTexts } from './http.texts.ts'

/** Files that no job waits for are held in memory until they are checked, so only so many are read at a time. */
const mostAtOnce = 16
/** Of those, one sender's: whoever sends slowly on purpose must not keep everybody else out. */
const mostOfOne = 4
/** Of those, the customers' of one network: whoever makes several accounts must not either. A workshop's people may share one. */
const mostOfNetwork = 8
/** Of those, the ones that no customer gets: several who send slowly must not keep the shop's staff out. */
const keptForStaff = 4

/** What a multipart body may hold beside its file: boundaries, headers, a few fields of a form. */
const frameBytes = 64 * 1024

/** How many times the allowed size is still read, and thrown away, so that the sender gets to read its refusal. */
const patience = 4

/** How many files are being read, by sender and by network. */
const reading = new Map<string, number>()
let all = 0

/** Lets the calls of a scope take files. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { throwFileSizeLimit: false })
  scope.addHook('onError', async request => readOn(request))
}

/**
 * A refusal is answered while the file is still on its way. What follows is read and thrown away, up to a bound: a
 * connection that closes on a sender takes the answer with it.
 */
function readOn({ raw, routeOptions }: FastifyRequest): void {
  const most = patience * (routeOptions.bodyLimit ?? 0)
  let seen = 0
  raw.unpipe()
  raw.on('error', () => undefined)
  raw.on('data', (chunk: Uint8Array) => {
    seen += chunk.length
    if (seen > most) raw.destroy()
  })
  raw.resume()
}

/** What the route of an upload tells the server framework. */
export const uploadBodyLimit = (upload: Upload) => upload.mostBytes + frameBytes

/** A file that was sent: its bytes, or where it waits for a job. */
export type Uploaded = Uint8Array | WaitingFile

type By = { ctx: Context; sender: Sender }

/**
 * The one file of a request, in the field that the contract names. Refuses: upload-expected, malformed-request,
 * file-too-large, uploads-busy, own-uploads-busy, and as fields' complaints a missing, an empty and a second file.
 */
export async function readUpload(request: FastifyRequest, upload: Upload, { ctx, sender }: By): Promise<Uploaded> {
  if (!request.isMultipart()) throw refuse('upload-expected', { field: upload.field })
  if (Number(request.headers['content-length'] ?? 0) > uploadBodyLimit(upload)) throw tooLarge(upload)
  if (!boundaryPattern.test(request.headers['content-type'] ?? '')) throw refuse('malformed-request')
  return inTurn(sender, async () => {
    try {
      return await readFile(request, upload, ctx)
    } catch (error) {
      throw error instanceof Refusal ? error : (refusalOf(error, upload) ?? error)
    }
  })
}

/** Behind the call: what it has given to no job goes at once; where that cannot be done, after a day. */
export async function leaveUpload(ctx: Context, file: Uploaded): Promise<void> {
  if ('id' in file) await dropUnneeded(ctx, file.id).catch(() => undefined)
}

/** At most 70 characters (RFC 2046); the parser fails on longer ones. */
const boundaryPattern = /;\s*boundary=(?:"[^"]{1,70}"|[^\s";]{1,70})\s*(?:;|$)/i

/** Who sends: an account, or a visitor's address. */
type Sender = { id: string; network: string; isStaff: boolean }

async function inTurn<T>({ id, network, isStaff }: Sender, work: () => Promise<T>): Promise<T> {
  const own = reading.get(id) ?? 0
  const ofNetwork = reading.get(network) ?? 0
  if (own >= mostOfOne) throw refuse('own-uploads-busy')
  if (ofNetwork >= mostOfNetwork && !isStaff) throw refuse('uploads-busy')
  if (all >= mostAtOnce - (isStaff ? 0 : keptForStaff)) throw refuse('uploads-busy')
  all += 1
  for (const who of [id, network]) reading.set(who, (reading.get(who) ?? 0) + 1)
  try {
    return await work()
  } finally {
    all -= 1
    for (const who of [id, network]) {
      const left = (reading.get(who) ?? 1) - 1
      if (left > 0) reading.set(who, left)
      else reading.delete(who)
    }
  }
}

async function readFile(request: FastifyRequest, upload: Upload, ctx: Context): Promise<Uploaded> {
  const { field, mostBytes, waits } = upload
  const limits = { fileSize: mostBytes, files: 1, fields: 10, fieldSize: 4096, parts: 12 }
  let taken: Uploaded | undefined
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') continue
      if (part.fieldname !== field) throw wrong(field, requestTexts.otherField(field, part.fieldname))
      taken = waits ? await takeFile(ctx, part.file as AsyncIterable<Buffer>) : await part.toBuffer()
      if (part.file.truncated) throw tooLarge(upload)
    }
    if (!taken) throw wrong(field, requestTexts.noFile(field))
    if (bytesOf(taken) === 0) throw wrong(field, requestTexts.emptyFile)
    return taken
  } catch (error) {
    if (taken) await leaveUpload(ctx, taken)
    throw error
  }
}

const bytesOf = (file: Uploaded) => ('id' in file ? file.bytes : file.length)

function wrong(field: string, message: string): Refusal {
  return refuseFields([{ field, message: message.slice(0, 200) }])
}

function tooLarge({ mostBytes }: Upload): Refusal {
  return refuse('file-too-large', { megabytes: Math.floor(mostBytes / 1024 ** 2) })
}

/** What the parser itself refuses, in the shop's words; undefined for what is no fault of the sender. */
function refusalOf(error: unknown, { field }: Upload): Refusal | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_FILES_LIMIT') return wrong(field, requestTexts.severalFiles)
  if (code.startsWith('FST_') || code === 'ECONNRESET') return refuse('malformed-request')
  // The parser of the multipart format has errors without a code: "Unexpected end of multipart data" and its like.
  return error instanceof Error && /multipart|boundary|header/i.test(error.message)
    ? refuse('malformed-request')
    : undefined
}
