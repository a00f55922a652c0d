import { toMinorUnits } from '#kernel/money'
import { refuseFields } from '#kernel/refusals'
import { type TableChoices, type TableSource, areNamesOf, openTable, readTable } from '#kernel/tables/read-table'
import type { ReadRow } from '#kernel/tables/table'
import { isSinglePiece } from '#kernel/tables/pieces'
import { namesOf } from '#kernel/tables/world-names'
import { tableForm } from '#kernel/tables/table-form'
import { rowSentence } from '#kernel/tables/table-problem'
import { asFieldRefusal } from '#kernel/tables/table-refusal'
import { amountField } from '#kernel/typed-field'
import { problemOfPrice } from '#rules/catalogue'
import { listLimits } from '../lists/lists.rules.ts'
import { type PriceColumn, type PriceReading, priceColumns } from './files.rules.ts'
import { priceFileTexts, rowProblems } from './files.texts.ts'

/** A row as it came; `problem` says why it is no price. `price` in minor units. */
export type FileRow = {
  line: number
  brand: string
  partNumber: string
  from: number
  price: number
  minimum: number | null
  multiple: number | null
  problem: string | undefined
}

/** A file, what was said of it, and how many rows it may have. */
export type PriceSource = {
  source: TableSource
  choices: TableChoices
  rows: { most: number; tooMany: string }
  /** Hears how the file was read, after its last row. */
  onFacts?: (reading: PriceReading) => void
  /** Hears the share that has been read, from 0 to 1. */
  onRead?: (share: number) => void
}

const formIn = (money: { currency: string; locale: string }) =>
  tableForm({
    columns: {
      brand: { names: namesOf('brand'), kind: priceColumns.brand },
      part_number: { names: [...namesOf('partNumber'), ...namesOf('gtin')], kind: priceColumns.part_number },
      from: { names: namesOf('from'), kind: priceColumns.from },
      price: { names: namesOf('price'), kind: priceColumns.price },
      minimum: { names: namesOf('minimum'), kind: priceColumns.minimum },
      multiple: { names: namesOf('multiple'), kind: priceColumns.multiple },
      price_per: { names: namesOf('pricePer'), kind: 'whole' },
    },
    needed: ['part_number', 'price'],
    names: priceFileTexts.columns,
    money: amountField(money),
  })

/** The rows of a file of prices, in its order, as they are read. A file that cannot be read as a whole is refused, and says where. */
export async function* readPriceFile(
  { source, choices, rows: { most, tooMany }, onFacts, onRead }: PriceSource,
  money: { currency: string; locale: string },
): AsyncGenerator<FileRow> {
  const form = formIn(money)
  const read = () => openTable(source, choices, areNamesOf(form)).then(table => readTable(table, form, choices))
  const { facts, shape, rows } = await read().catch(asFieldRefusal('prices'))
  if (shape.rows > most) throw refuseFields([{ field: 'prices', message: tooMany }])
  const leftOut = [...shape.titles]
  let count = 0
  for await (const some of rows()) {
    count += some.length
    onRead?.(count / shape.rows)
    for (const row of some) {
      if (row.isBeside) leftOut.push(row.line)
      else yield rowOf(row, money.currency)
    }
  }
  onFacts?.({
    format: facts.format,
    ...(facts.format === 'xlsx' ? { sheet: facts.sheet } : { encoding: facts.encoding }),
    decimalSign: shape.decimals.get('price')?.sign ?? null,
    leftOut: leftOut.slice(0, 20),
  })
}

function rowOf({ line, values, problems }: ReadRow<PriceColumn | 'price_per'>, currency: string): FileRow {
  const cell = (column: PriceColumn | 'price_per') => values.get(column) ?? ''
  const [from, minimum, multiple] = [wholeOf(cell('from')), wholeOf(cell('minimum')), wholeOf(cell('multiple'))]
  const isWrong = [from, minimum, multiple].includes(undefined)
  const typed = cell('price')
  const [first] = problems
  const own =
    cell('part_number') === ''
      ? rowProblems.missing
      : isWrong
        ? rowProblems.quantity
        : isOfOne(cell('price_per'))
          ? undefined
          : rowProblems.several
  return {
    line,
    brand: cell('brand'),
    partNumber: cell('part_number'),
    from: from ?? 1,
    price: toMinorUnits(typed, currency) ?? 0,
    minimum: minimum ?? null,
    multiple: multiple ?? null,
    problem: first ? rowSentence(first) : (own ?? problemOfPrice(typed, currency)),
  }
}

const isOfOne = (per: string) => per === '' || per === '1' || isSinglePiece(per)

/** Null where nothing is said; undefined where it is no quantity. */
function wholeOf(typed: string): number | null | undefined {
  if (typed === '') return null
  const number = /^\d{1,7}$/.test(typed) ? Number(typed) : 0
  return number >= 1 && number <= listLimits.units ? number : undefined
}
