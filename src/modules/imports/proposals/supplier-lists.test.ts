import { describe, expect, it } from 'vitest'
import { type OpenTable, openTable, sourceOf } from '#kernel/tables/read-table'
import type { SupplierList } from '#test/tables/supplier-list'
import { supplierLists } from '#test/tables/supplier-lists'
import type { PartRow, Row } from '../files/rows.rules.ts'
import { readImportTable } from '../files/table.server.ts'
import type { Mapping } from '../mapping/mapping.rules.ts'
import { type Proposal, proposeColumns, proposeCurrency, proposeMeanings } from './propose.rules.ts'
import { profileFor } from './profiles.rules.ts'

const opened = ({ text }: SupplierList): Promise<OpenTable> =>
  openTable(sourceOf(new TextEncoder().encode(text), () => Promise.reject(new Error('no workbook'))))

const rowsOf = async (list: SupplierList) => (await Array.fromAsync((await opened(list)).rows())).flat()

const shopOf = ({ currency = 'eur' }: SupplierList) => ({ currency, locale: 'en' })

/** What its owner makes of the list. */
const mappingOf = ({ columns, meanings, fixed, priceTimes, prices }: SupplierList, proposal: Proposal): Mapping => ({
  columns: proposal.columns.flatMap(({ head }) => (head === '' ? [] : { head, column: columns[head] ?? '' })),
  ...(meanings && { meanings }),
  ...(fixed && { fixed }),
  ...(priceTimes !== undefined && { priceTimes }),
  ...(prices && { currency: prices }),
})

async function readAs(list: SupplierList, mapping: Mapping | undefined) {
  const rows: Row[] = []
  const problems: string[] = []
  const reading = {
    ...shopOf(list),
    choices: {},
    mapping,
    onFacts: () => undefined,
    onRead: () => undefined,
  }
  for await (const batch of readImportTable(await opened(list), reading)) {
    rows.push(...batch.rows)
    problems.push(...batch.problems.filter(({ code }) => code !== 'line-left-out').map(({ code }) => code))
  }
  return { parts: rows.filter((row): row is PartRow => row.kind === 'part'), problems }
}

describe.each(supplierLists)('a supplier’s list: $name', list => {
  it('needs three corrections at most, and is read as its owner says', async () => {
    const proposal = proposeColumns(await rowsOf(list), shopOf(list))
    if (!proposal) throw new Error('no line of names was found')
    expect(proposal.columns.map(({ head }) => head)).toEqual(expect.arrayContaining(Object.keys(list.columns)))
    const corrections = proposal.columns.filter(({ head, column }) => column !== (list.columns[head] ?? ''))
    expect(proposeCurrency(proposal.columns, proposal, shopOf(list))).toBe(list.prices?.code)
    const words = (list.meanings ?? []).filter(
      ({ column, text, means }) =>
        !proposeMeanings(proposal.columns, proposal.below).some(
          other => other.column === column && other.text === text && other.means === means,
        ),
    )
    const answers = [...corrections.map(({ head, column }) => `${head}: ${column}`), ...words.map(({ text }) => text)]
    expect(answers.length, answers.join(', ')).toBeLessThanOrEqual(3)

    const { parts, problems } = await readAs(list, mappingOf(list, proposal))
    expect(problems).toEqual([])
    expect(parts).toHaveLength(list.rows)
    expect(parts[0]).toMatchObject(list.first)
  })

  it('is known again, and not where a column of it is missing', async () => {
    const rows = await rowsOf(list)
    const proposal = proposeColumns(rows, shopOf(list))
    const mapping = mappingOf(list, proposal!)
    expect(profileFor([{ mapping }], rows)).toEqual({ mapping })
    const other = { ...list, text: list.text.replace(Object.keys(list.columns).at(-1)!.replace(/ #\d$/, ''), 'Sonst') }
    expect(profileFor([{ mapping }], await rowsOf(other))).toBeUndefined()
    await expect(readAs(other, mapping)).rejects.toMatchObject({ problem: { code: 'columns-differ' } })
  })
})
