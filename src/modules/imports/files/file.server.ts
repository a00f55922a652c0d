import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { FileProblem, importLimits } from '../import.rules.ts'

/** A file of an import. `name` is what people call it; uploads lie under another one. */
export type ImportFile = { name: string; path: string; bytes: number }

export async function fileAt(path: string, name: string): Promise<ImportFile> {
  const { size } = await stat(path).catch(() => {
    throw new FileProblem('file-unreadable', { value: name })
  })
  return { name, path, bytes: size }
}

/** The bytes of a file, unpacked where it is packed by gzip. `onRead` hears how far the file itself has been read.
 * Two megabytes may unpack to two gigabytes: what is far beyond any catalogue ends the reading. */
export async function* bytesOf(file: ImportFile, onRead?: (bytes: number) => void): AsyncGenerator<Buffer> {
  const isPacked = (await firstBytes(file.path, 2)).equals(Buffer.from([0x1f, 0x8b]))
  const source = createReadStream(file.path, { highWaterMark: 64 * 1024 })
  let read = 0
  source.on('data', chunk => {
    read += chunk.length
    onRead?.(read)
  })
  source.pause()
  const bytes = isPacked ? source.pipe(createGunzip()) : source
  // An error of the file does not travel through the pipe by itself.
  source.on('error', error => bytes.destroy(error))
  const most = isPacked ? importLimits.unpackedTimes * file.bytes + importLimits.unpackedBytes : Infinity
  let given = 0
  try {
    for await (const chunk of bytes) {
      given += (chunk as Buffer).length
      if (given > most) throw new FileProblem('file-unpacks-too-large', { value: file.name })
      yield chunk as Buffer
    }
  } catch (error) {
    if (error instanceof FileProblem) throw error
    if (error instanceof Error && 'code' in error) throw new FileProblem('file-unreadable', { value: file.name })
    throw error
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

export type Nature = {
  format: 'xml' | 'csv'
  /** As TextDecoder knows it. */
  encoding: string
}

/**
 * Tells by its content what a file is and how its characters are written. A CSV file is looked through once for that:
 * a letter that is not UTF-8 may be its last.
 */
export async function natureOf(file: ImportFile): Promise<Nature> {
  let head = Buffer.alloc(0)
  for await (const chunk of bytesOf(file)) {
    head = Buffer.concat([head, chunk])
    if (head.length >= headBytes) break
  }
  head = head.subarray(0, headBytes)
  refuseForeign(head, file.name)
  const marked = byteOrderMark(head)
  const start = new TextDecoder(marked ?? 'latin1').decode(head).replace(/^\ufeff/, '')
  if (/^\s*</.test(start)) return { format: 'xml', encoding: marked ?? declaredEncoding(start) }
  if (marked) return { format: 'csv', encoding: marked }
  return { format: 'csv', encoding: (await isAllUtf8(file)) ? 'utf-8' : 'windows-1252' }
}

const zip = Buffer.from('PK\u0003\u0004', 'latin1')
/** What files of older office programs begin with. */
const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** Neither text nor anything packed that can be unpacked here: spreadsheets first of all. */
function refuseForeign(head: Buffer, name: string): void {
  const isPacked = head.subarray(0, zip.length).equals(zip)
  const isOffice = head.subarray(0, compound.length).equals(compound)
  const isSheet = /\.(xlsx?|xlsm|xlsb|ods|numbers)$/i.test(name) || (isPacked && head.includes('xl/'))
  if (isOffice || (isPacked && isSheet)) throw new FileProblem('file-spreadsheet', { value: name })
  // Characters of one byte and of three have no zero in them; those of two bytes have to say so.
  if (isPacked || (head.includes(0) && !byteOrderMark(head))) throw new FileProblem('file-foreign', { value: name })
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

async function isAllUtf8(file: ImportFile): Promise<boolean> {
  let rest = Buffer.alloc(0)
  for await (const chunk of bytesOf(file)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const whole = wholeCharacters(bytes)
    if (!isUtf8(bytes.subarray(0, whole))) return false
    rest = Buffer.from(bytes.subarray(whole))
  }
  return isUtf8(rest)
}

/** How many bytes come before a character that the next chunk may end. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte >= 0xc0) return bytes.length - back
    if (byte < 0x80) break
  }
  return bytes.length
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
