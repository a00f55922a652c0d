import { readFileSync } from 'node:fs'
import { readPriceFile } from '../../src/modules/pricing/files/read.server.ts'
import { readShipmentFile } from '../../src/modules/ordering/shipments/file.server.ts'
import { countProblems } from '../../src/modules/stock/counts.texts.ts'
import { readCountFile } from '../../src/modules/stock/count-file.server.ts'
import { areNamesOfOrder, readPadTable } from '../../src/screens/account/order-pad/pad-table.ts'
import { openTableFile } from '#ui/controls/tables/read-table-file.ts'
import { TableRefused, rowSentence } from '#kernel/tables/table-problem'
import { readPadRow } from '../../src/modules/ordering/order-pad/order-pad.rules.ts'
import { orderPadTexts } from '../../src/modules/ordering/order-pad/order-pad.texts.ts'
import { hintFor } from '../../src/modules/imports/problems/problems.texts.ts'
import { Refusal } from '#kernel/refusals'
import type { TableChoices } from '#kernel/tables/read-table'
import { tableOf } from '#platform/files/tables'
import { read } from '#test/files/read'
import type { Row } from '../../src/modules/imports/files/rows.rules.ts'

/** What a door makes of a file: its rows by number and value, the rows that it refuses by their lines, or why it takes nothing. */
export type Told = {
  rows: { number: string; value: string; text: string }[]
  /** `line` is absent where a row stands on the page, to be looked at: its check refuses it. */
  refused: { line?: number; why: string }[]
  leftOut: number[]
  whole?: string
}

export type Door = {
  name: string
  /** Where the program opens a table for this door. */
  at: string
  /** The names of its columns: a number, a text, a value. */
  head: [number: string, text: string, value: string]
  /** Whether its value is an amount of money, or units, or a number again. */
  value: 'amount' | 'whole' | 'number'
  /** What is doubtful may stand on the page, to be looked at. */
  isTyped?: boolean
  /** Its rows are told by names and no numbers: what looks like a total may be one. */
  isOfNames?: boolean
  take: (bytes: Buffer, choices?: TableChoices) => Promise<Told>
}

/** Whatever a door refuses as a whole, as the sentence that it gives. */
async function orWhole(work: () => Promise<Told>): Promise<Told> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TableRefused) return { rows: [], refused: [], leftOut: [], whole: error.message }
    if (!(error instanceof Refusal)) throw error
    return { rows: [], refused: [], leftOut: [], whole: error.errors[0]?.message ?? error.message }
  }
}

async function takeImport(
  bytes: Buffer,
  choices: TableChoices | undefined,
  sayRow: (row: Row) => Told['rows'][number] | [],
): Promise<Told> {
  const { rows, problems, broken } = await read(bytes, 'file', choices)
  const refused = problems.filter(({ code }) => code !== 'line-left-out')
  const leftOut = problems.filter(({ code }) => code === 'line-left-out').map(({ line }) => line ?? 0)
  return {
    rows: rows.flatMap(sayRow),
    refused: refused.map(({ line, code, field }) => ({ line: line ?? 0, why: `${field ?? ''}: ${hintFor(code)}` })),
    leftOut,
    ...(broken && { whole: broken.code }),
  }
}

const importDoor = (kind: 'prices' | 'stock'): Door => ({
  name: `import of ${kind}`,
  at: 'src/modules/imports/files/read.server.ts',
  head: ['part_number', 'brand', kind === 'prices' ? 'price' : 'quantity'],
  value: kind === 'prices' ? 'amount' : 'whole',
  take: (bytes, choices) =>
    takeImport(bytes, choices, row => {
      if (row.kind !== 'part') return []
      const value = kind === 'prices' ? ((row.price ?? 0) / 100).toFixed(2) : String(row.stock)
      return { number: row.part, text: row.brand, value }
    }),
})

/** Every door through which a table comes. */
export const doors: readonly Door[] = [
  importDoor('prices'),
  importDoor('stock'),
  {
    name: 'import of categories',
    at: 'src/modules/imports/files/read.server.ts',
    head: ['category', 'attribute_name', 'category_place'],
    value: 'whole',
    isOfNames: true,
    take: (bytes, choices) =>
      takeImport(bytes, choices, row =>
        row.kind === 'category' ? { number: row.category, text: row.attribute ?? '', value: String(row.place) } : [],
      ),
  },
  {
    name: 'prices of a list',
    at: 'src/modules/pricing/files/read.server.ts',
    head: ['part_number', 'brand', 'price'],
    value: 'amount',
    take: (bytes, choices = {}) =>
      orWhole(async () => {
        let leftOut: number[] = []
        const source = {
          source: tableOf(bytes),
          choices,
          rows: { most: 1000, tooMany: '' },
          onFacts: (facts: { leftOut: number[] }) => void (leftOut = facts.leftOut),
        }
        const all = await Array.fromAsync(readPriceFile(source, { currency: 'usd', locale: 'en' }))
        return {
          rows: all
            .filter(({ problem }) => problem === undefined)
            .map(row => ({ number: row.partNumber, text: row.brand, value: (row.price / 100).toFixed(2) })),
          refused: all.flatMap(({ line, problem }) => (problem === undefined ? [] : [{ line, why: problem }])),
          leftOut,
        }
      }),
  },
  {
    name: 'stock take',
    at: 'src/modules/stock/count-file.server.ts',
    head: ['part_number', 'brand', 'counted'],
    value: 'whole',
    take: (bytes, choices = {}) =>
      orWhole(async () => {
        const { counts, leftOut } = await readCountFile({ file: bytes.toString('base64'), ...choices })
        // What the take says of a row before it looks for its number.
        const problemOf = ({ partNumber, counted, problem }: (typeof counts)[number]) =>
          problem ??
          (partNumber === '' ? countProblems.missing : counted === undefined ? countProblems.malformed : undefined)
        return {
          rows: counts
            .filter(count => problemOf(count) === undefined)
            .map(row => ({ number: row.partNumber, text: row.brand, value: String(row.counted) })),
          refused: counts.flatMap(count => {
            const why = problemOf(count)
            return why === undefined ? [] : [{ line: count.row, why }]
          }),
          leftOut,
        }
      }),
  },
  {
    name: 'shipments',
    at: 'src/modules/ordering/shipments/file.server.ts',
    head: ['order', 'carrier', 'tracking'],
    value: 'number',
    take: (bytes, choices = {}) =>
      orWhole(async () => {
        const { rows, leftOut } = await readShipmentFile({ file: bytes.toString('base64'), ...choices })
        return {
          rows: rows
            .filter(({ problem }) => problem === undefined)
            .map(row => ({ number: row.number, text: row.shipment.carrier, value: row.shipment.tracking ?? '' })),
          refused: rows.flatMap(({ line, problem }) => (problem === undefined ? [] : [{ line, why: problem }])),
          leftOut,
        }
      }),
  },
  {
    name: 'quick order',
    at: 'src/ui/controls/tables/read-table-file.ts',
    head: ['part number', 'brand', 'quantity'],
    value: 'whole',
    isTyped: true,
    take: (bytes, choices) =>
      orWhole(async () => {
        const table = await openTableFile(new Blob([new Uint8Array(bytes)]), choices ?? {}, areNamesOfOrder)
        const { rows, refused, leftOut } = await readPadTable(table)
        const checked = rows.map(row => ({ row, read: readPadRow(row, 'en') }))
        return {
          rows: checked.flatMap(({ row: { number, brand, quantity }, read }) =>
            'code' in read ? [] : [{ number, text: brand, value: quantity }],
          ),
          refused: [
            ...refused.map(problem => ({ line: problem.from, why: rowSentence(problem) })),
            ...checked.flatMap(({ read }) => ('code' in read ? [{ why: orderPadTexts.problems[read.code] }] : [])),
          ],
          leftOut: [...leftOut],
        }
      }),
  },
]

/** Whether a file of the program opens tables. */
export const opensTables = (path: string): boolean =>
  /\b(?:openTable|readTableInBody)\(/.test(readFileSync(path, 'utf8'))
