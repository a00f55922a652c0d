/** What somebody pastes or drops: rows of a spreadsheet or of a CSV file. Pure; it reads, and judges nothing. */

/** A row as it was typed. */
export type TypedRow = { number: string; quantity: string; brand: string }

/** Where the columns of a paste stand, the first being 0; `isNamed`: its first line says so, else they were guessed. */
export type PasteColumns = { number: number; quantity: number | undefined; brand: number | undefined; isNamed: boolean }

export type Paste = { rows: TypedRow[]; columns: PasteColumns }

/** Reads tabs, semicolons or commas, with a spreadsheet's quotation marks. Lines without anything in them are no rows. */
export function readPaste(text: string): Paste {
  const separator = separatorOf(text)
  return readTable(recordsOf(text.replace(/^\ufeff/, ''), separator), separator)
}

/** As `readPaste`, of cells that are apart already. */
export function readTable(table: readonly (readonly string[])[], separator = '\t'): Paste {
  const records = table.map(cells => cells.map(plainCell)).filter(cells => cells.some(cell => cell !== ''))
  const [head = []] = records
  const named = namedColumns(head)
  const columns = named ?? guessedColumns(records)
  const rows = named ? records.slice(1) : records
  const width = named ? head.length : undefined
  return { rows: rows.map(cells => rowOf(cells, columns, { separator, width })), columns }
}

/** The cells of each line. A quotation mark within a cell, or without its twin, is part of it: `6" hose`. */
function recordsOf(text: string, separator: string): string[][] {
  const records: string[][] = []
  let cells: string[] = []
  let at = 0
  while (at < text.length) {
    const { cell, end } = cellAt(text, at, separator)
    cells.push(cell)
    if (text[end] === separator) {
      at = end + 1
      // What ends with a separator has an empty cell behind it.
      if (at < text.length) continue
      cells.push('')
    }
    records.push(cells)
    cells = []
    at = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
  }
  return records
}

function cellAt(text: string, from: number, separator: string): { cell: string; end: number } {
  const isEnd = (at: number) => at >= text.length || text[at] === separator || text[at] === '\n' || text[at] === '\r'
  if (text[from] === '"') {
    let at = from + 1
    for (; at < text.length; at++) {
      if (text[at] !== '"') continue
      if (text[at + 1] !== '"') break
      at++
    }
    if (text[at] === '"' && isEnd(at + 1)) {
      return { cell: text.slice(from + 1, at).replaceAll('""', '"'), end: at + 1 }
    }
  }
  let end = from
  while (!isEnd(end)) end++
  return { cell: text.slice(from, end), end }
}

/** A tab wherever there is one: a spreadsheet's. Else what more lines have; a comma may be within a number, a semicolon not. */
function separatorOf(text: string): string {
  const lines = text.split(/\r\n?|\n/).map(line => line.replaceAll(/"[^"]*"/g, ''))
  const countOf = (sign: string) => lines.filter(line => line.includes(sign)).length
  if (countOf('\t') > 0) return '\t'
  return countOf(',') > countOf(';') ? ',' : ';'
}

/** Without the marks by which spreadsheets are told that a number is a text: `="0986"`, `'0986`. */
function plainCell(cell: string): string {
  const text = cell.replaceAll(/\s+/g, ' ').trim()
  const [, formula] = /^="(.*)"$/.exec(text) ?? []
  return (formula ?? text.replace(/^'(?=\d)/, '')).trim()
}

/** What columns are called in the trade, the surest name first. */
const names: Record<'number' | 'quantity' | 'brand', readonly string[]> = {
  number:
    words(`part number|part no|partno|part num|part nr|partnumber|mpn|manufacturer part number|manufacturer part no|
    mfr part number|mfg part number|catalogue number|catalog number|sku|stock code|product code|item code|item number|item no|
    article number|article no|product number|product no|oem number|oem no|oem part number|oe number|oe no|oem|oe|gtin|ean|upc|
    barcode|bar code|code|part|parts|number|no|nr|item|article|product`),
  quantity: words(`quantity|qty|order quantity|order qty|quantity ordered|qty ordered|quantity required|qty required|
    quantity needed|qty needed|qnty|quant|pcs|pieces|units|required|needed|count|amount`),
  brand: words(`brand|brand name|manufacturer|maker|manufacturer name|mfr|mfg|make|part brand|supplier`),
}

function words(list: string): readonly string[] {
  return list.split('|').map(word => word.trim())
}

/** The columns that the first line names; undefined where it is a row itself. */
function namedColumns(head: readonly string[]): PasteColumns | undefined {
  if (head.some(isAmount)) return undefined
  // `4 pcs` is no name of a column.
  const plain = head.map(cell =>
    /\d/.test(cell)
      ? ''
      : cell
          .toLowerCase()
          .replaceAll(/[^a-z]+/g, ' ')
          .trim(),
  )
  const placeOf = (kind: keyof typeof names) => {
    const places = names[kind].map(name => plain.indexOf(name)).filter(at => at >= 0)
    return places[0]
  }
  const [number, quantity, brand] = [placeOf('number'), placeOf('quantity'), placeOf('brand')]
  if (number === undefined && quantity === undefined) return undefined
  const left = plain.findIndex((_, at) => at !== quantity && at !== brand)
  return { number: number ?? Math.max(left, 0), quantity, brand, isNamed: true }
}

/** Reads like a quantity, a price or a line's number; leading zeros and eight digits are a part's. */
const isAmount = (cell: string) =>
  /^[-+\u2212\u2013]?\s*\d[\d.,'’ ]*$/.test(cell) && !/^0\d/.test(cell) && cell.replaceAll(/\D/g, '').length < 8

const readsLikeNumber = (cell: string) => /\d/.test(cell) && cell.length <= 40 && !isAmount(cell)
const isWhole = (cell: string) => /^\d+$/.test(cell)

function guessedColumns(records: readonly (readonly string[])[]): PasteColumns {
  const width = Math.max(0, ...records.map(cells => cells.length))
  const all = Array.from({ length: width }, (_, at) => at)
  const cellsOf = (at: number) => records.flatMap(cells => cells[at] || [])
  const share = (at: number, is: (cell: string) => boolean) => {
    const cells = cellsOf(at)
    return cells.length === 0 ? 0 : cells.filter(is).length / cells.length
  }
  const filled = all.filter(at => cellsOf(at).length > 0)
  const amounts = filled.filter(at => share(at, isAmount) > 0.5)
  const others = filled.filter(at => !amounts.includes(at))
  const guess = (number: number, quantity: number | undefined) => ({
    number,
    quantity,
    brand: undefined,
    isNamed: false,
  })
  if (filled.length < 2)
    return guess(
      filled[0] ?? 0,
      all.find(at => at !== filled[0]),
    )
  if (others.length === 0) return guess(...ofAmounts(amounts, cellsOf))
  const number = others.reduce((best, at) => (share(at, readsLikeNumber) > share(best, readsLikeNumber) ? at : best))
  const whole = amounts.filter(at => share(at, isWhole) > 0.5)
  const among = whole.length > 0 ? whole : amounts
  // Line numbers stand before what they count, and prices behind the quantity.
  const quantity = among.find(at => at > number) ?? among.at(-1)
  return guess(number, quantity ?? (filled.length === 2 ? others.find(at => at !== number) : undefined))
}

/** Where all columns are figures: the number first, unless the second is plainly the longer one. */
function ofAmounts([first = 0, second = 1]: readonly number[], cellsOf: (at: number) => string[]): [number, number] {
  const lengths = (at: number) => cellsOf(at).map(cell => cell.length)
  const isReversed = Math.max(...lengths(first)) <= 3 && Math.min(...lengths(second)) >= 5
  return isReversed ? [second, first] : [first, second]
}

type Shape = { separator: string; width: number | undefined }

function rowOf(cells: readonly string[], { number, quantity, brand }: PasteColumns, shape: Shape): TypedRow {
  const cell = (at: number | undefined) => (at === undefined ? '' : (cells[at] ?? ''))
  return { number: cell(number), quantity: unclear(cells, quantity, shape) ?? cell(quantity), brand: cell(brand) }
}

/**
 * Commas stand between cells and within numbers. A row that has more cells than its head, or three digits behind its quantity, may
 * have been cut within `1,000`: it keeps both readings, and is no quantity.
 */
function unclear(
  cells: readonly string[],
  quantity: number | undefined,
  { separator, width }: Shape,
): string | undefined {
  if (separator !== ',' || quantity === undefined) return undefined
  const [own = '', next = ''] = cells.slice(quantity)
  if (width !== undefined && cells.slice(width).every(cell => cell === '')) return undefined
  if (/^\d{1,3}$/.test(own) && /^\d{3}$/.test(next)) return `${own} or ${own},${next}`
  return width === undefined ? undefined : [own, ...cells.slice(Math.max(width, quantity + 1))].join(' or ')
}
