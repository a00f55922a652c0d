import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPerson, createTool, placeOrder } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { paidUnits } from '#test/sandbox/money-back'
import { fileWith, importerOf, problemsOf, stageFiles } from '#test/files/imports'
import { commitImport } from './commit/commit.server.ts'
import { undoImport } from './commit/undo.server.ts'
import { importLimits } from './import.rules.ts'
import { makePlan } from './plan/plan.server.ts'
import { untold } from './progress/progress.server.ts'
import { readImport } from './row.server.ts'
import type { Importer } from './preview/stage.server.ts'

/** What happens in the shop between a preview and its commit, which may be days later. */
let shop: TestShop
let importer: Importer
beforeAll(async () => {
  shop = await startTestShop()
  importer = importerOf(shop)
  await sql`insert into brand (id, name) values (gen_random_uuid(), 'Acme')`.execute(shop.db)
})
afterAll(() => shop.close())

async function addPart(partNumber: string, onHand = 10): Promise<string> {
  const id = await createTool(shop, { name: `Part ${partNumber}`, onHand, price: 500 })
  await sql`update tool set part_number = ${partNumber}, brand_id = brand.id from brand
    where tool.id = ${id} and brand.name = 'Acme'`.execute(shop.db)
  return id
}

const sell = async (tool: string, units: number) => paidUnits({ shop, buyer: await createPerson(shop), tool, units })

async function toolNow(id: string) {
  const { rows } = await sql<{ on_hand: number; price: number }>`
    select on_hand, price::integer from tool where id = ${id}`.execute(shop.db)
  return rows[0]
}

const stageStock = async (...lines: string[]) =>
  stageFiles(importer, [await fileWith(['brand,part_number,quantity', ...lines].join('\n'))], { source: 'stock' })

it('units that are sold meanwhile do not come back, also where the preview is made again', async () => {
  const [same, other] = [await addPart('S-1'), await addPart('S-2')]
  const staged = await stageStock('Acme,S-1,10', 'Acme,S-2,25')
  expect(staged.counts?.part).toMatchObject({ unchanged: 1, changed: 1 })
  await sell(same, 4)
  await sell(other, 3)
  const another = await stageFiles(importer, [await fileWith('brand,part_number,price\nAcme,S-1,7\n')], {
    source: 'price',
  })
  await commitImport(importer, another.id)
  const done = await commitImport(importer, staged.id)
  expect([await toolNow(same), await toolNow(other)]).toMatchObject([{ on_hand: 6 }, { on_hand: 22 }])
  expect(done.counts?.part).toMatchObject({ unchanged: 1, changed: 1 })
})

it('a count that orders hold more than by now is told, and leaves the stock as it is', async () => {
  const tool = await addPart('H-1')
  const staged = await stageStock('Acme,H-1,5')
  await sell(tool, 3)
  await placeOrder(await createPerson(shop), tool, 4)
  const done = await commitImport(importer, staged.id)
  expect(await toolNow(tool)).toMatchObject({ on_hand: 7 })
  expect(await problemsOf(importer, staged)).toMatchObject([{ code: 'stock-held', value: '5' }])
  expect(done).toMatchObject({ problem_count: 1, counts: { part: { changed: 0, unchanged: 0, refused: 1 } } })
})

it('what becomes of the rows of a list adds up, also once orders have come', async () => {
  const held = await addPart('A-1')
  await addPart('A-2')
  const lines = [
    'A-1,6,5',
    'A-2,6,10',
    'A-2,7,1',
    'A-3,,1',
    'A-4,4,4',
    'A-5,x,4',
    'A-6,"5',
    'Total,,25',
    'All prices without tax',
  ]
  const file = await fileWith(
    `brand,part_number,price,stock\n${lines.map(line => `${line.startsWith('A-') ? 'Acme' : ''},${line}`).join('\n')}\n`,
  )
  const staged = await stageFiles(importer, [file], { source: 'sums', createParts: true })
  const sum = { added: 1, changed: 2, unchanged: 0, removed: 0, leftOut: 2, refused: 4, unresolved: 0 }
  expect(staged.counts?.part).toEqual(sum)
  await placeOrder(await createPerson(shop), held, 6)
  const done = await commitImport(importer, staged.id)
  expect(done.counts?.part).toEqual({ ...sum, changed: 1, refused: 5 })
  // A row that is refused is refused whole.
  expect(await toolNow(held)).toMatchObject({ on_hand: 10, price: 500 })
  expect(done.problem_count).toBe(staged.problem_count + 1)
})

it('problems for which there is no room are counted by their kinds', async () => {
  const staged = await stageStock('Acme,Z-1,5', 'Acme,Z-2,5', 'Acme,Z-3,5', 'Acme,A-2,11')
  await sql`insert into import_problem (import_id, file, code) select ${staged.id}, 'x', 'value-missing' from generate_series(1, ${importLimits.problems - 1})`.execute(
    shop.db,
  )
  await makePlan(shop.system, staged, untold)
  const problems = (await problemsOf(importer, staged)).filter(({ code }) => code !== 'value-missing')
  expect(problems).toMatchObject([
    { code: 'part-unknown', line: 2, times: 1 },
    { code: 'part-unknown', line: null, times: 2 },
  ])
  expect(await readImport(shop.system, { id: staged.id })).toMatchObject({ problem_count: importLimits.problems + 2 })
})

it('a number that somebody has given to another part meanwhile is of that part', async () => {
  const corrected = await addPart('N-1')
  const staged = await stageFiles(importer, [await fileWith('brand,part_number,price\nAcme,N-1,20\n')], {
    source: 'price',
  })
  await sql`update tool set part_number = 'N-2' where id = ${corrected}`.execute(shop.db)
  const real = await addPart('N-1')
  await commitImport(importer, staged.id)
  expect([await toolNow(corrected), await toolNow(real)]).toMatchObject([{ price: 500 }, { price: 2000 }])
})

it('a list that waits knows which later one of its source has gone in, as long as that has not been taken back', async () => {
  await addPart('OT-1')
  const staged = await stageStock('Acme,OT-1,5')
  const later = await stageStock('Acme,OT-1,6')
  const other = await stageFiles(importer, [await fileWith('brand,part_number,price\nAcme,OT-1,7\n')], {
    source: 'else',
  })
  const overtakenBy = async () => (await readImport(importer.ctx, { id: staged.id })).overtaken_by
  await commitImport(importer, other.id)
  expect(await overtakenBy()).toBeNull()
  await commitImport(importer, later.id)
  expect(await overtakenBy()).toBe(later.number)
  await undoImport(importer.ctx, later.id)
  expect(await overtakenBy()).toBeNull()
})
