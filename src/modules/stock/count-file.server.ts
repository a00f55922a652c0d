import type { ReadRow } from '#kernel/tables/table'
import { namesOf } from '#kernel/tables/world-names'
import { tableForm } from '#kernel/tables/table-form'
import { rowSentence } from '#kernel/tables/table-problem'
import { readTableInBody } from '#platform/files/tables'
import type { CountInput } from './counts.server.ts'
import type { CountFile } from './stock.contract.ts'
import { stockLimits } from './stock.rules.ts'
import { countFileTexts } from './counts.texts.ts'

type CountColumn = 'part_number' | 'counted' | 'brand'

const form = () =>
  tableForm({
    columns: {
      part_number: { names: [...namesOf('partNumber'), ...namesOf('gtin'), 'number'], kind: 'number' },
      counted: { names: namesOf('quantity'), kind: 'whole' },
      brand: { names: namesOf('brand'), kind: 'text' },
    },
    needed: ['part_number', 'counted'],
    names: countFileTexts.columns,
    money: { locale: 'en', decimals: 0 },
  })

/** The rows of a file of counts, in its order. A file that cannot be read as a whole is refused, and says where. */
export async function readCountFile(body: CountFile): Promise<{ counts: CountInput[]; leftOut: number[] }> {
  const { rows, leftOut } = await readTableInBody(body, form(), stockLimits.rows)
  return { counts: rows.map(rowOf), leftOut }
}

function rowOf({ line, values, problems: [problem] }: ReadRow<CountColumn>): CountInput {
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
