import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Person } from '../factories.ts'

export type PictureKind = 'jpeg' | 'png' | 'webp' | 'avif'

let painted = 0

type Wanted = { width?: number; height?: number; kind?: PictureKind }

/** A picture that no other test has: of soft noise, so that it neither compresses to nothing nor takes for ever. */
export async function picture({ width = 640, height = 480, kind = 'jpeg' }: Wanted = {}): Promise<Buffer> {
  painted += 1
  const mean = 90 + (painted % 60)
  const noisy = sharp({
    create: { width: 64, height: 64, channels: 3, background: '#a33', noise: { type: 'gaussian', mean, sigma: 30 } },
  })
  const drawn = sharp(await noisy.png().toBuffer()).resize(width, height, { fit: 'fill' })
  return drawn[kind]().toBuffer()
}

/** The same at every call: what the tests of access send again and again. */
export async function smallPicture(): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background: '#c40' } })
    .png()
    .toBuffer()
}

/** A PNG that says it is this large and holds one row of nothing. */
export function hollowPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const rows = deflateSync(Buffer.alloc(Math.ceil(width / 8) + 1))
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/** What a browser sends for a chosen file. */
export function pictureForm(bytes: Uint8Array, { name = 'picture.png', field = 'image' } = {}): FormData {
  const form = new FormData()
  form.set(field, new Blob([Uint8Array.from(bytes)], { type: 'image/png' }), name)
  return form
}

/** An address that the shop's image host gave this person. */
export async function givenPicture(person: Pick<Person, 'call'>): Promise<string> {
  const { status, body } = await person.call('POST', '/images', pictureForm(await smallPicture()))
  if (status !== 200) throw new Error(`picture refused: ${JSON.stringify(body)}`)
  return body.data.url
}

export type ImageHost = {
  url: string
  /** How often a file was fetched. */
  reads(): number
  /** While this is set, every call is answered by it. */
  fail(status: number | undefined): void
  close(): Promise<void>
}

/** A small host of the imgbb kind: takes a multipart `image` with the right `key` in the query, and answers an address. */
export async function startImageHost(key: string): Promise<ImageHost> {
  const files = new Map<string, { type: string; bytes: Buffer }>()
  let reads = 0
  let failing: number | undefined
  const server = createServer((request, answer) => {
    const url = new URL(request.url ?? '/', base())
    const say = (status: number, body: unknown) => {
      answer.writeHead(status, { 'content-type': 'application/json' })
      answer.end(JSON.stringify(body))
    }
    const take = async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      if (url.searchParams.get('key') !== key)
        return say(400, { success: false, error: { message: 'Invalid API key' } })
      const type = request.headers['content-type'] ?? ''
      const form = await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData()
      const file = form.get('image')
      if (!(file instanceof File)) return say(400, { success: false, error: { message: 'Empty upload source' } })
      const path = `/i/${files.size}/${file.name}`
      files.set(path, { type: file.type, bytes: Buffer.from(await file.arrayBuffer()) })
      return say(200, { success: true, status: 200, data: { id: `${files.size}`, url: `${base()}${path}` } })
    }
    if (failing !== undefined) return say(failing, { success: false })
    if (request.method === 'POST' && url.pathname === '/1/upload') return void take()
    const file = files.get(url.pathname)
    if (!file) return say(404, {})
    reads += 1
    answer.writeHead(200, { 'content-type': file.type })
    answer.end(file.bytes)
  })
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `${base()}/1/upload`,
    reads: () => reads,
    fail: status => void (failing = status),
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
