import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { piecesOf } from '#platform/files/tables'
import { FileProblem, importLimits } from '../import.rules.ts'

/** A file of an import. `name` is what people call it; uploads lie under another one. */
export type ImportFile = { name: string; path: string; bytes: number }

export async function fileAt(path: string, name: string): Promise<ImportFile> {
  const { size } = await stat(path).catch(() => {
    throw new FileProblem('file-unreadable', { value: name })
  })
  return { name, path, bytes: size }
}

/** The bytes of a file, unpacked where it is packed by gzip. A piece holds until the next one is asked for. `onRead` hears how far the file
 * itself has been read.
 * Two megabytes may unpack to two gigabytes: what is far beyond any catalogue ends the reading. */
export async function* bytesOf(file: ImportFile, onRead?: (bytes: number) => void): AsyncGenerator<Buffer> {
  const isPacked = (await firstBytes(file.path, 2)).equals(Buffer.from([0x1f, 0x8b]))
  const bytes = isPacked ? unpackedOf(file.path, onRead) : piecesOf(file.path)
  const most = isPacked ? importLimits.unpackedTimes * file.bytes + importLimits.unpackedBytes : Infinity
  let given = 0
  try {
    for await (const chunk of bytes) {
      given += chunk.length
      if (given > most) throw new FileProblem('file-unpacks-too-large', { value: file.name })
      if (!isPacked) onRead?.(given)
      yield chunk
    }
  } catch (error) {
    if (error instanceof FileProblem) throw error
    if (error instanceof Error && 'code' in error) throw new FileProblem('file-unreadable', { value: file.name })
    throw error
  }
}

async function* unpackedOf(path: string, onRead: ((bytes: number) => void) | undefined): AsyncGenerator<Buffer> {
  const source = createReadStream(path)
  let read = 0
  source.on('data', chunk => {
    read += chunk.length
    onRead?.(read)
  })
  source.pause()
  const bytes = source.pipe(createGunzip())
  // An error of the file does not travel through the pipe by itself.
  source.on('error', error => bytes.destroy(error))
  try {
    for await (const chunk of bytes) yield chunk as Buffer
  } finally {
    source.destroy()
    bytes.destroy()
  }
}

async function firstBytes(path: string, count: number): Promise<Buffer> {
  for await (const chunk of createReadStream(path, { end: count - 1 })) return chunk as Buffer
  return Buffer.alloc(0)
}

/** As much of a file tells what it is. */
const headBytes = 4096

/** An XML file with its encoding, as TextDecoder knows it; anything else is looked at as a table. */
export type Nature = { format: 'xml'; encoding: string } | { format: 'table' }

/** Tells by its first bytes whether a file is XML, and how its characters are written. */
export async function natureOf(file: ImportFile): Promise<Nature> {
  let head = Buffer.alloc(0)
  for await (const chunk of bytesOf(file)) {
    head = Buffer.concat([head, chunk])
    if (head.length >= headBytes) break
  }
  head = head.subarray(0, headBytes)
  const marked = byteOrderMark(head)
  const start = new TextDecoder(marked ?? 'latin1').decode(head).replace(/^\ufeff/, '')
  if (!/^\s*</.test(start)) return { format: 'table' }
  return { format: 'xml', encoding: marked ?? declaredEncoding(start) }
}

/** With a mark, or by the zero beside the first character that UTF-16 without one has. */
function byteOrderMark(head: Buffer): string | undefined {
  if (head.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf-8'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head[0] === 0x3c && head[1] === 0) return 'utf-16le'
  if (head[0] === 0 && head[1] === 0x3c) return 'utf-16be'
  return undefined
}

function declaredEncoding(start: string): string {
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']{1,40})["']/.exec(start)?.[1] ?? 'utf-8'
  try {
    const { encoding } = new TextDecoder(declared)
    // Without a mark and with a head of single bytes it is not what it says.
    if (encoding.startsWith('utf-16')) throw new FileProblem('encoding-broken', { line: 1, value: declared })
    return encoding
  } catch (error) {
    if (error instanceof FileProblem) throw error
    throw new FileProblem('encoding-unknown', { line: 1, field: 'encoding', value: declared })
  }
}

/** The text of a file. Bytes that its encoding does not know end the reading. */
export async function* textOf(
  file: ImportFile,
  encoding: string,
  onRead?: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let lines = 1
  const decode = (bytes?: Buffer) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw new FileProblem('encoding-broken', { line: lines, value: encoding })
    }
  }
  for await (const chunk of bytesOf(file, onRead)) {
    const text = decode(chunk)
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1
    if (text) yield text
  }
  const rest = decode()
  if (rest) yield rest
}
