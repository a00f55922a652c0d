import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Changes } from '../changes.server.ts'

/** An answer as it was made: the same for everyone who asks for its address. */
export type Answer = {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** Some of it could not be read just now: it is sent, and not kept. */
  isPartial?: boolean
}

/** An answer that can be sent, with the tag of its bytes, and packed once for each encoding that is asked for. */
export type Sealed = Omit<Answer, 'body'> & {
  etag: string
  /** Its bytes are packed, unless they are so few that packing gains nothing. */
  isPackable: boolean
  /**
   * Its bytes: as they are, where no encoding is said. From the first packing by brotli on, it lets go of the plain ones, which
   * few ask for and which are five times as many; whoever does gets them unpacked.
   */
  bytes: (encoding?: Encoding) => Promise<Buffer>
  /** How many bytes it holds. */
  held: () => number
}

/** What an answer is made of; whoever makes it adds to it (`Changes`). */
export type Topics = Set<string>

export type ResponseCache = {
  /**
   * The answer to `key`: the kept one, as long as nothing that it is made of has changed since, or what `make` makes. Many
   * who ask at once wait for one making. Only answers of status 200 are kept, and whole ones. `accepted` is what the caller
   * says in `Accept-Encoding`.
   */
  answer(key: string, make: (topics: Topics) => Promise<Answer>, accepted?: string): Promise<Sealed>
}

type Encoding = 'br' | 'gzip'

/** Shorter ones gain nothing by packing. */
const leastPacked = 1000

/**
 * Where brotli packs a page in a fifth of a millisecond, about as small as gzip usually does. Most pages are asked for once while they
 * are kept: two steps on they are an eighth smaller, and cost four times as much. A window of 64 kB sees most pages whole, and is made in
 * less time than a larger one.
 */
const brotliQuality = 3
const brotliWindow = 16

/** The most that an answer is kept: some of what is shown depends on the day. */
const mostMs = 10 * 60_000

type Entry = { sealed: Sealed; held: number; topics: Topics; since: number; at: number }

type CacheOptions = {
  changes: Pick<Changes, 'latest' | 'hasChanged' | 'isFollowing'>
  now: () => Date
  mostBytes: number
  /** Hears of each answer whether it was a kept one. */
  onAnswer: (from: 'kept' | 'made') => void
}

/** Keeps answers until something that they are made of changes, the latest used ones of at most `mostBytes` together. */
export function createResponseCache({ changes, now, mostBytes, onAnswer }: CacheOptions): ResponseCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: mostBytes,
    // Its headers and topics are a thousand bytes or so.
    sizeCalculation: ({ held }, key) => held + key.length + 1000,
  })
  const underway = new Map<string, Promise<Sealed>>()

  async function makeOnce(key: string, make: (topics: Topics) => Promise<Answer>, accepted?: string): Promise<Sealed> {
    // What changes while it is made counts as later.
    const since = changes.latest()
    const topics: Topics = new Set()
    onAnswer('made')
    const sealed = seal(await make(topics))
    if (sealed.status !== 200 || sealed.isPartial || !isFresh({ topics, since })) return sealed
    // Packed before it is kept, so that it takes the room that it needs.
    if (sealed.isPackable) await sealed.bytes(bestEncoding(accepted))
    entries.set(key, { sealed, held: sealed.held(), topics, since, at: now().getTime() })
    return sealed
  }

  const isFresh = ({ topics, since }: Pick<Entry, 'topics' | 'since'>) =>
    changes.isFollowing() && !changes.hasChanged(topics, since)

  return {
    async answer(key, make, accepted) {
      const existing = entries.get(key)
      if (existing && isFresh(existing) && Math.abs(now().getTime() - existing.at) < mostMs) {
        onAnswer('kept')
        const held = existing.sealed.held()
        // Somebody has asked for another encoding since.
        if (held !== existing.held) entries.set(key, { ...existing, held })
        return existing.sealed
      }
      // Whoever asks after a change does not wait for a making that began before it.
      const flight = `${changes.latest()} ${key}`
      const making = underway.get(flight)
      if (making) return making
      const begun = makeOnce(key, make, accepted).finally(() => underway.delete(flight))
      underway.set(flight, begun)
      return begun
    },
  }
}

/** An address with only those parameters that decide its answer, sorted: the same answer is kept once. */
export function addressWith(address: string, names: Pick<ReadonlySet<string>, 'has'>): string {
  const [path = '', ...rest] = address.split('?')
  const query = new URLSearchParams([...new URLSearchParams(rest.join('?'))].filter(([name]) => names.has(name)))
  query.sort()
  return query.size > 0 ? `${path}?${query}` : path
}

/** An entity tag of these bytes. */
export const tagOf = (bytes: string | Uint8Array): string =>
  `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

export function seal({ body, ...answer }: Answer): Sealed {
  const isPackable = body.length >= leastPacked
  const etag = `W/${tagOf(body)}`
  // What is called later knows the body by this name alone, or it would never be let go.
  let plain: Buffer | undefined = body
  const packed = new Map<Encoding, Promise<Buffer>>()
  let packedBytes = 0

  async function pack(encoding: Encoding): Promise<Buffer> {
    const bytes = await packings[encoding](await unpacked())
    packedBytes += bytes.length
    // By itself: in a buffer that it shares with others, as Node makes them, it would hold all of that.
    const alone = Buffer.allocUnsafeSlow(bytes.length)
    bytes.copy(alone)
    if (encoding === 'br') plain = undefined
    return alone
  }
  const unpacked = async () => plain ?? unbrotli(await inEncoding('br'))
  function inEncoding(encoding: Encoding): Promise<Buffer> {
    const existing = packed.get(encoding)
    if (existing) return existing
    const begun = pack(encoding)
    packed.set(encoding, begun)
    return begun
  }

  return {
    ...answer,
    isPackable,
    // Weak: the packed forms share it.
    etag,
    bytes: encoding => (encoding ? inEncoding(encoding) : unpacked()),
    held: () => packedBytes + (plain?.length ?? 0),
  }
}

/** Sends an answer, packed as the caller takes it, or says that what the caller has is still right. */
export async function sendSealed(request: FastifyRequest, reply: FastifyReply, sealed: Sealed): Promise<FastifyReply> {
  const { status, headers, etag, isPackable } = sealed
  const encoding = isPackable ? bestEncoding(request.headers['accept-encoding']) : undefined
  const before = reply.getHeader('vary')
  const vary = before === undefined ? 'accept-encoding' : [before, 'accept-encoding'].flat().join(', ')
  reply.headers(headers).header('etag', etag).header('vary', vary)
  if (status === 200 && matches(request.headers['if-none-match'], etag)) return reply.status(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.status(status).send(await sealed.bytes(encoding))
}

/** Whether one of the tags of `If-None-Match` is this one, strong or weak (RFC 9110, sections 8.8.3.2 and 13.1.2). */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.split(',').some(tag => opaque(tag) === opaque(etag))
}

/** What the caller takes of what is offered, brotli before gzip; a weight of zero is a no (RFC 9110, section 12.5.3). */
export function bestEncoding(header: string | undefined): Encoding | undefined {
  const taken = new Set<string>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map(text => text.trim())
    const isRefused = parameters.some(parameter => /^q=0(?:\.0*)?$/.test(parameter))
    if (!isRefused) taken.add(name)
  }
  if (taken.has('br')) return 'br'
  return taken.has('gzip') ? 'gzip' : undefined
}

const brotli = promisify(brotliCompress)
const unbrotli = promisify(brotliDecompress)
const zip = promisify(gzip)

/** Up to here brotli packs in less time than it takes to hand the bytes to a thread and to hear of them again. */
const mostAtOnce = 128 * 1024

const packings: Record<Encoding, (body: Buffer) => Buffer | Promise<Buffer>> = {
  gzip: body => zip(body),
  br(body) {
    const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_LGWIN: window, BROTLI_PARAM_SIZE_HINT: sizeHint } = constants
    const options = { params: { [quality]: brotliQuality, [window]: brotliWindow, [sizeHint]: body.length } }
    return body.length > mostAtOnce ? brotli(body, options) : brotliCompressSync(body, options)
  },
}
