import { type NumberField, readFigure } from '../typed-number.ts'
import { digitsAreLost, isCellError, isMarkedNumber, plainCell, plainNumberCell, woundOfNumber } from './cells.ts'
import { currencyPlace, otherCurrencies, requireOwnCurrency } from './currencies.ts'
import { DecimalEvidence, type DecimalSign } from './decimals.ts'
import { figureField, isFigureIn, measures } from './figures.ts'
import { withoutPieces } from './pieces.ts'
import { type TableRow, areCellsJoined, shapeProblems } from './records.ts'
import { type RowFault, type RowProblem, TableRefused, faultValues } from './table-problem.ts'
import { areNamesAgain, isHeading, isNoWord, isNoteAlone, isTotalRow } from './beside.ts'

/**
 * What stands in a column. `number`: of a part, an order, a parcel, where a spreadsheet's help does harm; `amount`: of money;
 * `measure`: a weight, a size; `whole`: units.
 */
export type ColumnKind = 'text' | 'number' | 'amount' | 'measure' | 'whole'

/** Which column each cell of a row belongs to; `ignored`: names of columns that mean nothing here. */
export type TableHead<Name extends string> = { columns: readonly (Name | undefined)[]; ignored: readonly string[] }

/** What a door takes. */
export type TableForm<Name extends string> = {
  /** Reads the names of the columns; undefined where these cells are none. Throws `TableRefused` where two mean the same. */
  headOf: (cells: readonly string[], line: number) => TableHead<Name> | undefined
  kindOf: (name: Name) => ColumnKind
  /** What a word in a column means, where somebody has said so: a value with a decimal point, whatever sign the file has. */
  meaningOf?: (name: Name, cell: string) => string | undefined
  /** A row without these is none. */
  needed: (head: TableHead<Name>) => readonly Name[]
  /** Which columns there have to be, as a sentence. */
  names: string
  /** How amounts are written. */
  money: NumberField
}

/** A row by its columns: amounts and measures as decimal text with a point, all others as they stand there. */
export type ReadRow<Name extends string> = {
  line: number
  lastLine: number
  values: ReadonlyMap<Name, string>
  problems: readonly RowProblem<Name>[]
  /** Columns of whose cells somebody has said that they mean nothing. */
  silent: readonly Name[]
  /** A total, or words below the rows: it is none of them. */
  isBeside: boolean
}

export type TableShape<Name extends string> = {
  head: TableHead<Name>
  headLine: number
  /** Lines above the names that are left out. */
  titles: readonly number[]
  decimals: ReadonlyMap<Name, ColumnDecimals>
  /** The place of the cell that says the currency of its row. */
  currencyAt: number | undefined
  /** The line of the last row that is more than a few words: below it stands what holds for all of them. */
  lastLine: number
  /** Every row has a cell for each name. */
  isFull: boolean
  /** At least as many rows have a cell for each name as have not. */
  isMostlyFull: boolean
  /** By the names of columns that mean nothing here: the first few things that stand there. */
  samples: ReadonlyMap<string, readonly string[]>
  rows: number
}

type ColumnDecimals = { sign: DecimalSign | undefined; hasThree: boolean }

/** What no list has, and a broken file may. */
export const mostColumns = 1000
/** So many lines may stand above the names. */
export const mostTitles = 30
const mostSamples = 5

/** Looks a file through: where its columns are, and by which sign their decimals are written. */
export class ShapeSearch<Name extends string> {
  readonly #form: TableForm<Name>
  readonly #above: TableRow[] = []
  readonly #evidence = new Map<Name, DecimalEvidence>()
  #head: TableHead<Name> | undefined
  #currencyAt: number | undefined
  #headLine = 1
  #rows = 0
  #lastLine = 0
  #short = 0
  #isLastShort = false
  /** By the places of columns that mean nothing here. */
  readonly #samples = new Map<number, { name: string; seen: Set<string> }>()

  constructor(form: TableForm<Name>) {
    this.#form = form
  }

  see(row: TableRow): void {
    if (!this.#head) return this.#seeHead(row)
    this.#rows += 1
    if (areNamesAgain(row.cells, this.#head, this.#form)) throw new TableRefused('names-again', { line: row.line })
    if (!isNoteAlone(row.cells)) this.#lastLine = row.line
    const width = this.#head.columns.length
    this.#isLastShort = row.cells.length < width && !areCellsJoined(row, width)
    if (this.#isLastShort) this.#short += 1
    for (const [at, { seen }] of this.#samples) if (seen.size < mostSamples) seen.add(plainCell(row.cells[at] ?? ''))
    for (const [at, name] of this.#head.columns.entries()) {
      const evidence = name === undefined || row.figures?.has(at) ? undefined : this.#evidence.get(name)
      if (!evidence || name === undefined) continue
      const cell = plainCell(row.cells[at] ?? '')
      if (this.#form.meaningOf?.(name, cell) !== undefined) continue
      evidence.see(this.#form.kindOf(name) === 'whole' ? withoutPieces(cell) : cell)
    }
  }

  #seeHead(row: TableRow): void {
    if (row.cells.length > mostColumns) {
      throw new TableRefused('too-many-columns', { line: row.line, value: faultValues.atMost(mostColumns) })
    }
    const cells = row.cells.map(plainCell)
    const head = this.#form.headOf(cells, row.line)
    if (!head) {
      this.#above.push(row)
      if (this.#above.length >= mostTitles) throw this.#noHead()
      return
    }
    const needed = this.#form.needed(head).map(name => head.columns.indexOf(name))
    const isList = head.columns.filter(Boolean).length > 1
    // A single cell is a title, and so is a line without a figure where all rows have some: a row of several columns has more to say.
    const above = this.#above.find(
      ({ cells }) =>
        needed.every(at => (cells[at] ?? '').trim() !== '') &&
        (!isList || cells.filter(cell => cell.trim() !== '').length > 1) &&
        this.#hasFigureOf(head, cells),
    )
    if (above) throw new TableRefused('names-below', { line: above.line, value: above.cells.join(', ') })
    requireOwnCurrency(row, head, this.#form)
    const place = currencyPlace(cells, head, this.#form)
    this.#currencyAt = place
    // It is read, and is no value of the row.
    this.#head = { ...head, ignored: head.ignored.filter(name => place === undefined || name !== cells[place]) }
    this.#headLine = row.line
    for (const [at, name] of head.columns.entries()) {
      if (name === undefined) this.#samples.set(at, { name: cells[at] ?? '', seen: new Set() })
      const field = name === undefined ? undefined : figureField(this.#form, name)
      if (name !== undefined && field) this.#evidence.set(name, new DecimalEvidence(field))
    }
  }

  /** Whether a figure stands in one of the columns for figures, or there are no such columns. */
  #hasFigureOf({ columns }: TableHead<Name>, cells: readonly string[]): boolean {
    const checks = columns.flatMap((name, at) => {
      const field = name === undefined ? undefined : figureField(this.#form, name)
      return field ? [isFigureIn(plainCell(cells[at] ?? ''), field)] : []
    })
    return checks.length === 0 || checks.includes(true)
  }

  #noHead(): TableRefused {
    const [first] = this.#above
    return first
      ? new TableRefused('names-missing', { line: first.line, value: first.cells.join(', '), needs: this.#form.names })
      : new TableRefused('empty-file')
  }

  /** `sign`: what somebody has said of the file's decimals. Throws `TableRefused`. */
  result(sign?: DecimalSign): TableShape<Name> {
    const head = this.#head
    if (!head) throw this.#noHead()
    return {
      head,
      headLine: this.#headLine,
      titles: this.#above.map(({ line }) => line),
      decimals: this.#decimals(sign),
      currencyAt: this.#currencyAt,
      lastLine: this.#lastLine,
      isMostlyFull: 2 * this.#short <= this.#rows,
      isFull: this.#short === (this.#isLastShort ? 1 : 0) && this.#rows > 1,
      samples: new Map([...this.#samples.values()].map(({ name, seen }) => [name, [...seen].filter(Boolean)])),
      rows: this.#rows,
    }
  }

  /** A column that leaves it open goes by the others of its file. */
  #decimals(choice: DecimalSign | undefined): Map<Name, ColumnDecimals> {
    const all = [...this.#evidence]
    const signs = new Set(all.flatMap(([, { sign }]) => sign ?? []))
    const files = signs.size === 1 ? [...signs][0] : undefined
    return new Map(
      all.map(([name, { sign, unclear, isMixed, hasThree }]) => {
        const own = choice ?? sign ?? (isMixed ? undefined : files)
        const isUnclear = unclear !== undefined && own === undefined && !isMixed && this.#form.kindOf(name) !== 'whole'
        if (isUnclear) throw new TableRefused('decimals-unclear', { line: this.#headLine, value: unclear })
        return [name, { sign: own, hasThree: hasThree || choice !== undefined }]
      }),
    )
  }
}

/** Reads the rows below the names, one after the other. */
export class RowsRead<Name extends string> {
  readonly #form: TableForm<Name>
  readonly #shape: TableShape<Name>
  readonly #needed: readonly Name[]
  readonly #isOther: (cell: string) => boolean

  constructor(form: TableForm<Name>, shape: TableShape<Name>) {
    this.#form = form
    this.#isOther = otherCurrencies(form.money)
    this.#shape = shape
    this.#needed = form.needed(shape.head)
  }

  /** Undefined for what stands above the rows. */
  read(row: TableRow): ReadRow<Name> | undefined {
    if (row.line <= this.#shape.headLine) return undefined
    const { currencyAt, head } = this.#shape
    const values = new Map<Name, string>()
    const problems: RowProblem<Name>[] = shapeProblems(row, {
      width: head.columns.length,
      isFull: this.#shape.isMostlyFull,
    })
    const silent: Name[] = []
    const complain = (fault: RowFault, column?: Name, value = '') =>
      problems.push({ fault, column, value, from: row.line, to: row.lastLine })
    const currency = currencyAt === undefined ? '' : plainCell(row.cells[currencyAt] ?? '')
    if (this.#isOther(currency.toUpperCase())) complain('row-currency', undefined, currency)
    for (const [at, name] of head.columns.entries()) {
      if (name === undefined) continue
      const kind = this.#form.kindOf(name)
      const inFile = plainCell(row.cells[at] ?? '')
      const meaning = this.#form.meaningOf?.(name, inFile)
      if (meaning === '') silent.push(name)
      const text = meaning ?? inFile
      const cell = kind === 'text' ? text : plainNumberCell(text)
      const isMeant = kind === 'number' && isMarkedNumber(text)
      const isFigure = meaning !== undefined || row.figures?.has(at) === true
      const beside = row.figures?.get(at) ?? ''
      if (kind === 'amount' && this.#isOther(beside)) complain('row-currency', name, `${cell} ${beside}`)
      if (kind === 'number' && /[\p{L}\p{N}]/u.test(beside)) complain('number-in-part', name, `${cell}, ${beside}`)
      const read = cell === '' || isMeant ? cell : this.#valueOf(name, cell, isFigure)
      values.set(name, typeof read === 'string' ? read : cell)
      if (typeof read !== 'string') complain(read.fault, name, cell)
    }
    const numbers = this.#needed.flatMap(name => (this.#form.kindOf(name) === 'number' ? (values.get(name) ?? '') : []))
    const isBelow = row.line > this.#shape.lastLine && head.columns.length > 1
    const isShort = this.#shape.isFull && row.cells.length < head.columns.length
    // A sum or a note may be shorter than its list; a part whose row is must have lost its end.
    if (isShort && row.unended === 'row' && numbers.every(isNoWord)) complain('ends-in-row')
    const isOfWords = isBelow || (head.columns.length > 2 && isHeading(row.cells))
    const isBeside = isTotalRow(row.cells, numbers, isShort) || (isOfWords && numbers.length > 0)
    return { line: row.line, lastLine: row.lastLine, values, problems: isBeside ? [] : problems, silent, isBeside }
  }

  #valueOf(name: Name, cell: string, isFigure: boolean): string | { fault: RowFault } {
    const kind = this.#form.kindOf(name)
    if (kind === 'text') return cell
    if (kind === 'number') {
      const fault = isFigure && digitsAreLost(cell) ? 'number-shortened' : woundOfNumber(cell)
      return fault ? { fault } : cell
    }
    if (isCellError(cell)) return { fault: 'cell-error' }
    if (kind === 'whole') return this.#wholeOf(name, cell, isFigure)
    return this.#decimalOf(name, cell, isFigure)
  }

  #readings(name: Name, cell: string, isFigure: boolean): string[] {
    if (isFigure || /^\d+$/.test(cell)) return [cell]
    const field = figureField(this.#form, name) ?? measures
    const { sign } = this.#shape.decimals.get(name) ?? {}
    const signs: DecimalSign[] = sign ? [sign] : ['.', ',']
    return [...new Set(signs.flatMap(sign => readFigure(cell, sign, field) ?? []))]
  }

  #decimalOf(name: Name, cell: string, isFigure: boolean): string | { fault: RowFault } {
    const [value, other] = this.#readings(name, cell, isFigure)
    const isAmount = this.#form.kindOf(name) === 'amount'
    if (value === undefined) {
      if (isFigureIn(cell, figureField(this.#form, name) ?? measures)) return { fault: 'no-amount' }
      // What is no figure by any sign stays as it is: its door says what it has to be.
      return isAmount && /\d/.test(cell) && this.#isOther(cell) ? { fault: 'row-currency' } : cell
    }
    if (other !== undefined) return { fault: 'amount-unclear' }
    if (!isAmount) return value
    const { decimals } = this.#form.money
    const [whole = '', fraction = ''] = value.split('.')
    const more = fraction.slice(decimals)
    if (/[1-9]/.test(more)) return { fault: 'too-many-decimals' }
    // `1.500` among amounts with two decimals: it may be fifteen hundred.
    const isOdd = more !== '' && fraction.length === 3 && !isFigure && !this.#shape.decimals.get(name)?.hasThree
    if (isOdd) return { fault: 'amount-unclear' }
    return more === '' ? value : [whole, fraction.slice(0, decimals)].filter(Boolean).join('.')
  }

  /** What is no figure at all stays as it is: its door says what it has to be. */
  #wholeOf(name: Name, cell: string, isFigure: boolean): string | { fault: RowFault } {
    const readings = this.#readings(name, withoutPieces(cell), isFigure).map(value => value.replace(/\.0+$/, ''))
    const [value = cell, other] = [...new Set(readings)]
    return other === undefined ? value : { fault: 'amount-unclear' }
  }
}
