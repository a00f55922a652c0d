import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnNames } from '#kernel/tables/column-names'
import { type TestShop, startTestShop } from '#test/harness'
import { fileWith, importFiles, importerOf, stageFiles } from '#test/files/imports'
import { exportFile } from '../export/export.server.ts'
import { readHead } from '../files/csv-head.rules.ts'
import { undoImport } from '../commit/undo.server.ts'
import type { Importer } from '../preview/stage.server.ts'
import { csvLine } from '#kernel/tables/written-files'
import { toolColumns, eachToolColumn, toolColumnNames } from './tool-columns.rules.ts'

let shop: TestShop
let importer: Importer
beforeAll(async () => {
  shop = await startTestShop()
  importer = importerOf(shop)
})
afterAll(() => shop.close())

const bring = (source: string, heads: string[], cells: string[], more = {}) =>
  fileWith([heads, cells].map(csvLine).join(''), 'parts.csv').then(path =>
    importFiles(importer, [path], { source, ...more }),
  )

/** The row of a part in the shop's own file, by column. */
async function exportedPart(part: string): Promise<Map<string, string>> {
  const path = await fileWith('', 'export.csv')
  await exportFile(shop.system, path, { kind: 'parts' })
  const [heads = '', ...lines] = (await readFile(path, 'utf8')).replace('\ufeff', '').split('\r\n')
  const cellsOf = (line: string) => line.match(/("([^"]|"")*"|[^,]*)(,|$)/g)?.map(cell => cell.replace(/,$/, '')) ?? []
  const line = lines.find(line => cellsOf(line)[1] === part) ?? ''
  return new Map(cellsOf(heads).map((head, at) => [head, cellsOf(line)[at] ?? '']))
}

const stagedOf = async (number: number, column: string) =>
  (
    await sql<{ value: unknown }>`
    select ${sql.ref(column)} as value from ${sql.raw(`import_staging.part_${number}`)}`.execute(shop.db)
  ).rows.map(({ value }) => value)

describe.each(toolColumnNames)('the column %s of a tool', name => {
  const { samples, concept, stored } = toolColumns[name]
  const heads = ['part_number', ...(name === 'price' ? [] : ['price']), name]
  const cells = (part: string, value: string) => [part, ...(name === 'price' ? [] : ['3.00']), value]

  it('is known by its own name and by those of the trade', () => {
    for (const head of [name, name.replaceAll('_', ' ').toUpperCase(), ...(concept ? columnNames[concept] : [])]) {
      expect(readHead(['part_number', 'picture_texts', head], 1)?.columns, head).toContain(name)
    }
  })

  it('is read, staged, planned, committed, exported, imported again without a change, and undone', async () => {
    const part = `W-${name}`
    const added = await bring('walk', heads, cells(part, samples[0]), { createParts: true })
    expect(added.counts?.part).toMatchObject({ added: 1, refused: 0 })
    const before = await exportedPart(part)

    const path = await fileWith([heads, cells(part, samples[1])].map(csvLine).join(''), 'parts.csv')
    const staged = await stageFiles(importer, [path], { source: 'walk' })
    expect(await stagedOf(staged.number, name)).not.toEqual([null])
    expect(staged.counts?.part).toMatchObject({ changed: 1, refused: 0 })

    const changed = await bring('walk', heads, cells(part, samples[1]), { leaps: 'all' })
    const after = await exportedPart(part)
    expect(after.get(name)).not.toBe(before.get(name))
    const { rows } = await sql<Record<string, unknown>>`select * from tool where part_number = ${part}`.execute(shop.db)
    expect(Object.keys(rows[0] ?? {})).toEqual(expect.arrayContaining(stored.map(({ column }) => column)))

    const again = await stageFiles(importer, [await fileWith([...bothLines(after)].join(''), 'again.csv')], {})
    expect(again.counts?.part).toMatchObject({ changed: 0, unchanged: 1, refused: 0 })

    await undoImport(shop.system, changed.id)
    expect(await exportedPart(part)).toEqual(before)
  })

  it('of a new part of which the file says nothing is written so that it is read again without a change', async () => {
    const part = `N-${name}`
    await bring('new', ['part_number', 'price'], [part, '3.00'], { createParts: true })
    const lines = [...bothLines(await exportedPart(part))]
    const again = await stageFiles(importer, [await fileWith(lines.join(''), 'again.csv')], {})
    expect(again.counts?.part).toMatchObject({ changed: 0, unchanged: 1, refused: 0 })
  })
})

function* bothLines(row: Map<string, string>) {
  yield csvLine([...row.keys()])
  yield `${[...row.values()].join(',')}\r\n`
}

it('stands in no other file of the module: a plain column is added in the table alone', async () => {
  const { globSync, readFileSync } = await import('node:fs')
  const folder = new URL('..', import.meta.url).pathname
  const files = globSync('**/*.{ts,tsx}', { cwd: folder }).filter(file => !file.endsWith('.test.ts'))
  const own = ['low_stock_level', 'tax_class', 'weight_grams', 'country_of_origin', 'customs_code', 'list_price']
  expect(eachToolColumn.flatMap(({ stored }) => stored.map(({ column }) => column))).toEqual(
    expect.arrayContaining(own),
  )
  const matches = files.filter(file => own.some(column => readFileSync(folder + file, 'utf8').includes(column)))
  expect(matches).toEqual(['columns/tool-columns.rules.ts'])
})
