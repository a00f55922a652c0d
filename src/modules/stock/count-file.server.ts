import { refuseFields } from '#kernel/refusals'
import { columnNames } from '#kernel/tables/column-names'
import { openTable, readTable } from '#kernel/tables/read-table'
import type { ReadRow } from '#kernel/tables/table'
import { tableForm } from '#kernel/tables/table-form'
import { rowSentence } from '#kernel/tables/table-problem'
import { choicesIn } from '#kernel/tables/table-body'
import { asFieldRefusal } from '#kernel/tables/table-refusal'
import { tableInBody } from '#platform/files/tables'
import type { WantedCount } from './counts.server.ts'
import type { CountFile } from './stock.contract.ts'
import { stockLimits } from './stock.rules.ts'

type CountColumn = 'part_number' | 'counted' | 'brand'

const form = tableForm({
  columns: {
    part_number: { names: [...columnNames.partNumber, ...columnNames.gtin, 'number'], kind: 'number' },
    counted: { names: columnNames.quantity, kind: 'whole' },
    brand: { names: columnNames.brand, kind: 'text' },
  },
  needed: ['part_number', 'counted'],
  names: 'It needs part_number and counted; a column brand may stand beside them.',
  money: { locale: 'en', decimals: 0 },
})

/** The rows of a file of counts, in its order. A file that cannot be read as a whole is refused, and says where. */
export async function readCountFile(body: CountFile): Promise<{ counts: WantedCount[]; leftOut: number[] }> {
  const field = body.file === undefined ? 'csv' : 'file'
  const choices = choicesIn(body)
  const read = () => openTable(tableInBody(body), choices).then(table => readTable(table, form, choices))
  const { shape, rows } = await read().catch(asFieldRefusal(field))
  if (shape.rows > stockLimits.rows) {
    throw refuseFields([{ field, message: `Use at most ${stockLimits.rows} rows in a file.` }])
  }
  const all = (await Array.fromAsync(rows())).flat()
  return {
    counts: all.filter(({ isTotal }) => !isTotal).map(rowOf),
    leftOut: [...shape.titles, ...all.filter(({ isTotal }) => isTotal).map(({ line }) => line)],
  }
}

function rowOf({ line, values, problems: [problem] }: ReadRow<CountColumn>): WantedCount {
  const typed = values.get('counted') ?? ''
  return {
    row: line,
    partNumber: values.get('part_number') ?? '',
    brand: values.get('brand') ?? '',
    counted: /^\d{1,9}$/.test(typed) && !problem ? Number(typed) : undefined,
    typed,
    ...(problem && { problem: rowSentence(problem) }),
  }
}
