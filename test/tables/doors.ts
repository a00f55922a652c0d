import { readFileSync } from 'node:fs'
import { readPriceFile } from '../../src/modules/pricing/files/read.server.ts'
import { readShipmentFile } from '../../src/modules/ordering/shipments/file.server.ts'
import { readCountFile } from '../../src/modules/stock/count-file.server.ts'
import { readPadFile } from '../../src/screens/account/order-pad/read-pad-file.ts'
import { Refusal } from '#kernel/refusals'
import type { TableChoices } from '#kernel/tables/read-table'
import { tableOf } from '#platform/files/tables'
import { read } from '#test/files/read'
import type { Row } from '../../src/modules/imports/files/rows.rules.ts'

/** What a door makes of a file: its rows by number and value, the rows that it refuses by their lines, or why it takes nothing. */
export type Told = {
  rows: { number: string; value: string; text: string }[]
  refused: { line: number; why: string }[]
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
  /** Nothing is at stake yet: what is doubtful stands on the page, to be looked at. */
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
    refused: refused.map(({ line, code }) => ({ line: line ?? 0, why: code })),
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
        return {
          rows: counts
            .filter(({ counted }) => counted !== undefined)
            .map(row => ({ number: row.partNumber, text: row.brand, value: String(row.counted) })),
          refused: counts.flatMap(({ row, problem, counted }) =>
            counted === undefined ? [{ line: row, why: problem ?? 'no count' }] : [],
          ),
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
    async take(bytes) {
      const paste = await readPadFile(new File([new Uint8Array(bytes)], 'list'))
      if (typeof paste === 'string') return { rows: [], refused: [], leftOut: [], whole: paste }
      const rows = paste.rows.map(({ number, quantity, brand }) => ({ number, text: brand, value: quantity }))
      return { rows, refused: [], leftOut: [] }
    },
  },
]

/** Whether a file of the program opens tables. */
export const opensTables = (path: string): boolean =>
  /\b(?:openTable|readTableInBody)\(/.test(readFileSync(path, 'utf8'))
