import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'

/**
 * Words as outlines, from the faces that the shop's pages are set in: a picture with them looks the same on a machine
 * without any font. Reads TrueType outlines in WOFF files, as far as those files use them: no kerning, no hints.
 */
export type Face = {
  /** Units of the design for one em. */
  unitsPerEm: number
  glyphOf(character: string): number | undefined
  advanceOf(glyph: number): number
  /** An SVG path in units of the design, with y upwards. */
  outlineOf(glyph: number): string
}

/** `@fontsource/…/…-normal.woff`, from the shop's own packages. */
export async function readFace(file: string): Promise<Face> {
  const tables = unpack(await readFile(fileURLToPath(import.meta.resolve(file))))
  const table = (name: string) => {
    const found = tables.get(name)
    if (!found) throw new Error(`${file} has no table ${name}`)
    return found
  }
  const [head, hhea, hmtx, loca, glyf] = ['head', 'hhea', 'hmtx', 'loca', 'glyf'].map(table) as [
    DataView,
    DataView,
    DataView,
    DataView,
    DataView,
  ]
  const metrics = hhea.getUint16(34)
  const offsetOf = (glyph: number) =>
    head.getInt16(50) === 0 ? loca.getUint16(glyph * 2) * 2 : loca.getUint32(glyph * 4)
  const partsOf = (glyph: number): string => {
    const [start, end] = [offsetOf(glyph), offsetOf(glyph + 1)]
    // A space has no outline.
    if (start === end) return ''
    return glyf.getInt16(start) >= 0 ? simpleOutline(glyf, start) : compositeOutline(glyf, start, partsOf)
  }
  const characters = readCharacters(table('cmap'))
  return {
    unitsPerEm: head.getUint16(18),
    glyphOf: character => characters.get(character.codePointAt(0) ?? 0),
    advanceOf: glyph => hmtx.getUint16(Math.min(glyph, metrics - 1) * 4),
    outlineOf: partsOf,
  }
}

/** The tables of a WOFF file (W3C, WOFF File Format 1.0). */
function unpack(file: Buffer): Map<string, DataView> {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('this is no WOFF file')
  const tables = new Map<string, DataView>()
  for (let index = 0; index < file.readUInt16BE(12); index += 1) {
    const at = 44 + index * 20
    const [offset, packed, length] = [4, 8, 12].map(field => file.readUInt32BE(at + field)) as [number, number, number]
    const bytes = file.subarray(offset, offset + packed)
    const { buffer, byteOffset } = packed < length ? inflateSync(bytes) : bytes
    tables.set(file.toString('latin1', at, at + 4), new DataView(buffer, byteOffset, length))
  }
  return tables
}

/** Which glyph stands for which character: the table of format 4, which every such face has. */
function readCharacters(cmap: DataView): Map<number, number> {
  const found = new Map<number, number>()
  const subtables = Array.from({ length: cmap.getUint16(2) }, (_, index) => cmap.getUint32(4 + index * 8 + 4))
  const at = subtables.find(offset => cmap.getUint16(offset) === 4)
  if (at === undefined) return found
  const twice = cmap.getUint16(at + 6)
  for (let segment = 0; segment < twice; segment += 2) {
    const [last, first] = [cmap.getUint16(at + 14 + segment), cmap.getUint16(at + 16 + twice + segment)]
    const delta = cmap.getUint16(at + 16 + 2 * twice + segment)
    const place = at + 16 + 3 * twice + segment
    const range = cmap.getUint16(place)
    for (let code = first; code <= last && code < 0xffff; code += 1) {
      const raw = range === 0 ? code : cmap.getUint16(place + range + (code - first) * 2)
      const glyph = range !== 0 && raw === 0 ? 0 : (raw + delta) & 0xffff
      if (glyph !== 0) found.set(code, glyph)
    }
  }
  return found
}

type Point = { x: number; y: number; isOn: boolean }

function simpleOutline(glyf: DataView, start: number): string {
  const contours = glyf.getInt16(start)
  const ends = Array.from({ length: contours }, (_, index) => glyf.getUint16(start + 10 + index * 2))
  const count = (ends.at(-1) ?? -1) + 1
  let at = start + 10 + contours * 2
  at += 2 + glyf.getUint16(at)
  const flags: number[] = []
  while (flags.length < count) {
    const flag = glyf.getUint8(at++)
    const times = flag & 8 ? 1 + glyf.getUint8(at++) : 1
    for (let time = 0; time < times; time += 1) flags.push(flag)
  }
  const readAxis = (short: number, same: number) => {
    let value = 0
    return flags.map(flag => {
      if (flag & short) value += flag & same ? glyf.getUint8(at++) : -glyf.getUint8(at++)
      else if (!(flag & same)) {
        value += glyf.getInt16(at)
        at += 2
      }
      return value
    })
  }
  const xs = readAxis(2, 16)
  const ys = readAxis(4, 32)
  const points = flags.map((flag, index): Point => ({ x: xs[index] ?? 0, y: ys[index] ?? 0, isOn: (flag & 1) === 1 }))
  return ends.map((end, index) => contourPath(points.slice((ends[index - 1] ?? -1) + 1, end + 1))).join('')
}

/** Between two points off the curve lies one on it, half-way, that is not written down. */
function contourPath(points: Point[]): string {
  const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, isOn: true })
  const whole = points.flatMap((point, index) => {
    const next = points[(index + 1) % points.length] ?? point
    return point.isOn || next.isOn ? [point] : [point, between(point, next)]
  })
  const first = whole.findIndex(({ isOn }) => isOn)
  const [start, ...rest] = [...whole.slice(first), ...whole.slice(0, first)]
  if (!start) return ''
  const steps = [...rest, start].map(({ x, y, isOn }, index, all) => {
    if (!isOn) return `Q${x} ${y}`
    return index > 0 && all[index - 1]?.isOn === false ? ` ${x} ${y}` : `L${x} ${y}`
  })
  return `M${start.x} ${start.y}${steps.join('')}Z`
}

/** Letters with accents are put together of others, each with an offset. */
function compositeOutline(glyf: DataView, start: number, outlineOf: (glyph: number) => string): string {
  const parts: string[] = []
  let at = start + 10
  let flags: number
  do {
    flags = glyf.getUint16(at)
    const outline = outlineOf(glyf.getUint16(at + 2))
    const areWords = (flags & 1) === 1
    const [x, y] = areWords
      ? [glyf.getInt16(at + 4), glyf.getInt16(at + 6)]
      : [glyf.getInt8(at + 4), glyf.getInt8(at + 5)]
    at += areWords ? 8 : 6
    const scale = (index: number) => glyf.getInt16(at + index * 2) / 16384
    const sizes = flags & 8 ? 1 : flags & 0x40 ? 2 : flags & 0x80 ? 4 : 0
    const [a, b, c, d] =
      sizes === 1
        ? [scale(0), 0, 0, scale(0)]
        : sizes === 2
          ? [scale(0), 0, 0, scale(1)]
          : sizes === 4
            ? [scale(0), scale(1), scale(2), scale(3)]
            : [1, 0, 0, 1]
    at += sizes * 2
    parts.push(moved(outline, ([px, py]) => [a * px + c * py + x, b * px + d * py + y]))
  } while (flags & 0x20)
  return parts.join('')
}

function moved(path: string, move: (point: [number, number]) => [number, number]): string {
  return path.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x, y) => move([Number(x), Number(y)]).join(' '))
}

export type Line = { path: string; width: number }

/** A line of words with its baseline at 0, `size` pixels an em; undefined if the face lacks one of its characters. */
export function setLine(face: Face, words: string, size: number): Line | undefined {
  const scale = size / face.unitsPerEm
  let width = 0
  let path = ''
  for (const character of words.normalize('NFC')) {
    const glyph = face.glyphOf(character)
    if (glyph === undefined) return undefined
    const before = width
    path += moved(face.outlineOf(glyph), ([x, y]) => [round(before + x * scale), round(-y * scale)])
    width += face.advanceOf(glyph) * scale
  }
  return { path, width }
}

const round = (value: number) => Math.round(value * 100) / 100

/** Words in lines of at most `width` pixels. A word that is longer has a line of its own. */
export function setLines(
  face: Face,
  words: string,
  { size, width }: { size: number; width: number },
): Line[] | undefined {
  const lines: Line[] = []
  let current = ''
  for (const word of words.trim().split(/\s+/)) {
    const longer = setLine(face, current ? `${current} ${word}` : word, size)
    if (!longer) return undefined
    if (current && longer.width > width) {
      const single = setLine(face, word, size)
      if (!single) return undefined
      lines.push(single)
      current = word
      continue
    }
    current = current ? `${current} ${word}` : word
    lines.splice(lines.length === 0 ? 0 : lines.length - 1, 1, longer)
  }
  return lines
}
