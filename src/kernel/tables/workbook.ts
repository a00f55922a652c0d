import { SaxesParser } from 'saxes'
import type { TableRow } from './records.ts'
import { mostColumns } from './table.ts'
import { TableRefused, faultValues } from './table-problem.ts'
import {
  type CellFormat,
  columnAt,
  dayOf,
  formatOf,
  plainNumber,
  plainText,
  withZerosBehind,
} from './workbook-cells.ts'

/** The files within a workbook's ZIP. Names are as they stand there; `open` gives one, unpacked as it is read. */
export type WorkbookFiles = { names: readonly string[]; open: (name: string) => AsyncIterable<Uint8Array> }

export const workbookLimits = {
  /** Characters of all texts that cells share: they stay in memory. */
  sharedCharacters: 48 * 1024 * 1024,
  /** Characters without a tag among them. */
  run: 1024 * 1024,
  /** Bytes of one file within, unpacked. */
  unpackedBytes: 1024 ** 3,
  formats: 100_000,
  sheets: 1000,
}

export type Sheet = { name: string; isVisible: boolean; path: string }

/** Of a workbook, what its cells need. */
export type Workbook = {
  sheets: readonly Sheet[]
  /** The rows of a sheet, some at a time. */
  rowsOf: (sheet: Sheet) => AsyncGenerator<TableRow[]>
}

/** Opens a workbook by its table of contents. Throws `TableRefused`. */
export async function openWorkbook(files: WorkbookFiles): Promise<Workbook> {
  const parts = partsOf(files)
  const main = parts.find(await targetsIn(parts, '_rels/.rels', ''), 'officeDocument') ?? 'xl/workbook.xml'
  const own = await targetsIn(parts, relationsOf(main), folderOf(main))
  const { sheets, is1904 } = await readMain(parts, main, own)
  if (sheets.length === 0) throw new TableRefused('broken-workbook')
  const formats = await readFormats(parts, parts.find(own, 'styles'))
  const sharedAt = parts.find(own, 'sharedStrings')
  let shared: Promise<string[]> | undefined
  return {
    sheets,
    async *rowsOf(sheet) {
      shared ??= readShared(parts, sharedAt)
      yield* readRows(parts.open(sheet.path), { shared: await shared, formats, is1904 })
    },
  }
}

type Target = { id: string; type: string; path: string }
type Parts = ReturnType<typeof partsOf>

function partsOf({ names, open }: WorkbookFiles) {
  // Some programs write the names with backslashes, or in other letters than they refer to them.
  const byPath = new Map(names.map(name => [pathOf(name).toLowerCase(), name]))
  return {
    has: (path: string) => byPath.has(pathOf(path).toLowerCase()),
    open(path: string): AsyncIterable<Uint8Array> {
      const name = byPath.get(pathOf(path).toLowerCase())
      if (name === undefined) throw new TableRefused('broken-workbook')
      return open(name)
    },
    find: (targets: readonly Target[], type: string) => targets.find(target => target.type === type)?.path,
  }
}

const pathOf = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '')
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)
const relationsOf = (path: string) => `${folderOf(path)}_rels/${path.slice(path.lastIndexOf('/') + 1)}.rels`

async function targetsIn(parts: Parts, path: string, folder: string): Promise<Target[]> {
  if (!parts.has(path)) return []
  const targets: Target[] = []
  await readAll(parts.open(path), {
    open: (name, { Id = '', Type = '', Target = '' }) => {
      if (name !== 'Relationship') return
      targets.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), path: resolved(folder, Target) })
    },
  })
  return targets
}

function resolved(folder: string, target: string): string {
  if (/^[/\\]/.test(target)) return pathOf(target)
  const steps: string[] = []
  for (const step of `${folder}${pathOf(target)}`.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}

async function readMain(parts: Parts, main: string, targets: readonly Target[]) {
  const sheets: Sheet[] = []
  let is1904 = false
  await readAll(parts.open(main), {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (name !== 'sheet' || sheets.length >= workbookLimits.sheets) return
      const id = Object.entries(attributes).find(([name]) => /(^|:)id$/.test(name))?.[1]
      const target = targets.find(target => target.id === id && target.type === 'worksheet')
      if (!target) return
      const isVisible = !['hidden', 'veryHidden'].includes(attributes['state'] ?? '')
      sheets.push({ name: attributes['name'] ?? '', isVisible, path: target.path })
    },
  })
  return { sheets, is1904 }
}

async function readFormats(parts: Parts, path: string | undefined): Promise<CellFormat[]> {
  if (path === undefined || !parts.has(path)) return []
  const codes = new Map<number, string>()
  const formats: CellFormat[] = []
  let isInCells = false
  await readAll(parts.open(path), {
    open: (name, attributes) => {
      if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
      if (name === 'cellXfs') isInCells = true
      if (name !== 'xf' || !isInCells || formats.length >= workbookLimits.formats) return
      const id = Number(attributes['numFmtId'] ?? 0)
      formats.push(formatOf(id, codes.get(id)))
    },
    close: name => {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return formats
}

async function readShared(parts: Parts, path: string | undefined): Promise<string[]> {
  if (path === undefined || !parts.has(path)) return []
  const shared: string[] = []
  let characters = 0
  let text = ''
  let isText = false
  let beside = 0
  await readAll(parts.open(path), {
    open: name => {
      if (name === 'si') text = ''
      if (name === 'rPh') beside += 1
      isText = name === 't' && beside === 0
    },
    text: more => {
      if (!isText) return
      text += more
      characters += more.length
      if (characters > workbookLimits.sharedCharacters) throw new TableRefused('large-workbook')
    },
    close: name => {
      isText = false
      if (name === 'rPh') beside -= 1
      if (name === 'si') shared.push(text)
    },
  })
  return shared
}

type Reading = { shared: readonly string[]; formats: readonly CellFormat[]; is1904: boolean }
type Open = {
  at: number
  type: string
  format: CellFormat | undefined
  value: string
  inline: string
  isFormula: boolean
}

async function* readRows(bytes: AsyncIterable<Uint8Array>, reading: Reading): AsyncGenerator<TableRow[]> {
  let rows: TableRow[] = []
  let line = 0
  let cells: string[] = []
  let figures: Map<number, string> | undefined
  let cell: Open | undefined
  let into: 'value' | 'inline' | undefined
  const endCell = () => {
    if (!cell) return
    const { text, isFigure } = shown(cell, reading)
    while (cells.length < cell.at) cells.push('')
    cells[cell.at] = text
    if (isFigure) (figures ??= new Map()).set(cell.at, cell.format?.beside ?? '')
    cell = undefined
  }
  const parse = parserOf({
    open: (name, attributes) => {
      if (name === 'row') {
        const number = Number(attributes['r'])
        line = Number.isInteger(number) && number > line ? number : line + 1
        cells = []
        figures = undefined
      } else if (name === 'c') {
        const at = columnAt(attributes['r'] ?? '') ?? cells.length
        if (at >= mostColumns)
          throw new TableRefused('too-many-columns', { line, value: faultValues.atMost(mostColumns) })
        const format = reading.formats[Number(attributes['s'] ?? 0)]
        cell = { at, type: attributes['t'] ?? 'n', format, value: '', inline: '', isFormula: false }
      } else if (cell && name === 'f') cell.isFormula = true
      else into = cell && name === 'v' ? 'value' : cell && name === 't' ? 'inline' : undefined
    },
    text: more => {
      if (cell && into) cell[into] += more
    },
    close: name => {
      into = undefined
      if (name === 'c') endCell()
      if (name !== 'row' || cells.every(text => text.trim() === '')) return
      rows.push({ line, lastLine: line, cells, ...(figures && { figures }) })
    },
  })
  for await (const chunk of bytes) {
    parse.write(chunk)
    if (rows.length === 0) continue
    yield rows
    rows = []
  }
  parse.end()
  if (rows.length > 0) yield rows
}

/** What a cell says. Zeros before a number are its format's; days are written year first. */
function shown(
  { type, value, inline, format, isFormula }: Open,
  { shared, is1904 }: Reading,
): { text: string; isFigure: boolean } {
  if (type === 's') return { text: plainText(shared[Number(value)] ?? ''), isFigure: false }
  if (type === 'inlineStr') return { text: plainText(inline), isFigure: false }
  if (type === 'b')
    return { text: value === '1' || value === 'true' ? 'yes' : value === '' ? '' : 'no', isFigure: false }
  if (type === 'd') return { text: value.slice(0, 10), isFigure: false }
  // A program that writes formulas and computes none leaves their values out: that is no empty cell.
  if (type === 'n' && value.trim() === '' && isFormula) return { text: '#CALC!', isFigure: false }
  if (type !== 'n' || value === '') return { text: value || inline, isFigure: false }
  if (format?.isDay) return { text: dayOf(value, is1904) ?? value, isFigure: false }
  const text = plainNumber(value)
  const isFigure = /^-?\d/.test(text)
  if (format && /^\d+$/.test(text)) return { text: text.padStart(format.digits, '0'), isFigure }
  return { text: withZerosBehind(text, format?.decimals ?? 0), isFigure }
}

type Heard = {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

async function readAll(bytes: AsyncIterable<Uint8Array>, heard: Heard): Promise<void> {
  const parse = parserOf(heard)
  for await (const chunk of bytes) parse.write(chunk)
  parse.end()
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

const aPiece = 64 * 1024

/** XML piece by piece. No document type, so no entity grows without end; what is broken is a broken workbook. */
function parserOf({ open, text, close }: Heard) {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false })
  const broken = () => {
    throw new TableRefused('broken-workbook')
  }
  parser.on('error', broken)
  parser.on('doctype', broken)
  let run = 0
  parser.on('opentag', ({ name, attributes }) => {
    run = 0
    open(local(name), attributes)
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  parser.on('closetag', ({ name }) => {
    run = 0
    close?.(local(name))
  })
  const decoder = new TextDecoder('utf-8')
  let read = 0
  return {
    write(chunk: Uint8Array): void {
      read += chunk.length
      if (read > workbookLimits.unpackedBytes) throw new TableRefused('large-workbook')
      for (let at = 0; at < chunk.length; at += aPiece) {
        const piece = chunk.subarray(at, at + aPiece)
        run += piece.length
        if (run > workbookLimits.run) throw new TableRefused('large-workbook')
        parser.write(decoder.decode(piece, { stream: true }))
      }
    },
    end(): void {
      parser.close()
    },
  }
}
