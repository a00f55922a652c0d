import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCategories } from '#services/catalogue'
import { createCategory, createPerson } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { fileWith, importFiles, importerOf, problemsOf, stageFiles } from '#test/files/imports'
import { commitImport } from './commit/commit.server.ts'
import { undoImport } from './commit/undo.server.ts'
import { type Importer } from './preview/stage.server.ts'

let shop: TestShop
let importer: Importer
beforeAll(async () => {
  shop = await startTestShop()
  importer = importerOf(shop)
})
afterAll(() => shop.close())

const file = (...lines: string[]) => fileWith(['brand,part_number,price,category', ...lines].join('\n'), 'parts.csv')
const whole = { createParts: true, createCategories: true }
const categoryOf = async (part: string) => {
  const { rows } = await sql<{ name: string; slug: string; full_name: string }>`
    select category.name, category.slug, category.full_name from tool left join category on category.id = tool.category_id
    where part_number = ${part} and archived_at is null`.execute(shop.db)
  return rows[0]
}

describe('categories that a file names', () => {
  it('are those of the shop, however they are capitalised, or refuse their rows', async () => {
    await createCategory(shop, 'Brakes')
    const done = await importFiles(importer, [await file('A,K-1,5.00,brakes', 'A,K-2,5.00,Exhausts')], {
      createParts: true,
    })
    expect(done.counts?.part).toMatchObject({ added: 1, refused: 1 })
    expect(await problemsOf(importer, done)).toMatchObject([{ code: 'category-unknown', value: 'Exhausts' }])
    expect(await categoryOf('K-1')).toMatchObject({ name: 'Brakes', slug: 'brakes' })
  })

  it('are added where that is asked for, each once and only with a commit, and told before', async () => {
    const lines = ['A,N-1,5.00,Gaskets & Seals', 'A,N-2,5.00,GASKETS & SEALS', 'A,N-3,5.00,BRAKES', 'A,N-4,5.00,']
    const staged = await stageFiles(importer, [await file(...lines)], { ...whole, source: 'new' })
    expect(staged.counts?.part).toMatchObject({ added: 4, refused: 0 })
    expect(await problemsOf(importer, staged)).toMatchObject([
      { code: 'category-new', value: 'Gaskets & Seals', field: 'category' },
    ])
    const named = () => sql`select from category where lower(name) = 'gaskets & seals'`.execute(shop.db)
    expect((await named()).rows).toHaveLength(0)
    await commitImport(importer, staged.id)
    expect((await named()).rows).toHaveLength(1)
    expect(await categoryOf('N-2')).toMatchObject({ name: 'Gaskets & Seals', slug: 'gaskets-seals' })
    expect(await categoryOf('N-3')).toMatchObject({ name: 'Brakes' })
    expect(await categoryOf('N-4')).toMatchObject({ name: null })
  })

  it('that are new change a part that is there, and an undo takes the part back', async () => {
    const done = await importFiles(importer, [await file('A,K-1,5.00,Discs')], { ...whole, source: 'moved' })
    expect(done.counts?.part).toMatchObject({ added: 0, changed: 1 })
    expect(await categoryOf('K-1')).toMatchObject({ name: 'Discs' })
    const again = await stageFiles(importer, [await file('A,K-1,5.00,Discs')], { ...whole, source: 'again' })
    expect(again.counts?.part).toMatchObject({ changed: 0, unchanged: 1 })
    await undoImport(shop.system, done.id)
    expect(await categoryOf('K-1')).toMatchObject({ name: 'Brakes' })
  })

  it('are told by their paths, and by a name alone where it is the only one', async () => {
    await addCategories(shop.system, ['Front > Lamps', 'Rear > Lamps', 'Rear > Wipers'])
    const lines = ['A,T-1,5.00,front>lamps', 'A,T-2,5.00,Wipers', 'A,T-3,5.00,Lamps', 'A,T-4,5.00,Rear > > X']
    const done = await importFiles(importer, [await file(...lines)], { createParts: true, source: 'paths' })
    expect(done.counts?.part).toMatchObject({ added: 2, refused: 2 })
    expect(await problemsOf(importer, done)).toMatchObject([
      { code: 'category-malformed', value: 'Rear > > X' },
      { code: 'category-ambiguous', value: 'Lamps', field: 'category' },
    ])
    expect(await categoryOf('T-1')).toMatchObject({ full_name: 'Front > Lamps' })
    expect(await categoryOf('T-2')).toMatchObject({ full_name: 'Rear > Wipers' })
  })

  it('are added with those that they are in, level by level, and each once', async () => {
    const lines = [
      'A,P-1,5.00,New > One > Two',
      'A,P-2,5.00,new > ONE',
      'A,P-3,5.00,New > Other > Two',
      'A,P-4,5.00,New',
    ]
    const done = await importFiles(importer, [await file(...lines)], { ...whole, source: 'new paths' })
    expect(done.counts?.part).toMatchObject({ added: 4, refused: 0 })
    const places = await Promise.all(['P-1', 'P-2', 'P-3', 'P-4'].map(categoryOf))
    expect(places.map(place => place?.full_name)).toEqual(['New > One > Two', 'New > One', 'New > Other > Two', 'New'])
    const again = await stageFiles(importer, [await file(...lines)], { ...whole, source: 'new paths' })
    expect(again.counts?.part).toMatchObject({ added: 0, changed: 0, unchanged: 4 })
  })

  it('that somebody adds between preview and commit are not added again', async () => {
    const lines = ['A,M-1,5.00,Meanwhile', 'A,M-2,5.00,Later']
    const staged = await stageFiles(importer, [await file(...lines)], { ...whole, source: 'meanwhile' })
    await createCategory(shop, 'MEANWHILE')
    await commitImport(importer, staged.id)
    expect(await categoryOf('M-1')).toMatchObject({ name: 'MEANWHILE' })
    expect(await categoryOf('M-2')).toMatchObject({ name: 'Later' })
  })

  it('that somebody removes between preview and commit end it, and nothing of it is in the shop', async () => {
    const id = await createCategory(shop, 'Short-lived')
    const staged = await stageFiles(importer, [await file('A,S-1,5.00,Short-lived')], { ...whole, source: 'removed' })
    await sql`delete from category where id = ${id}`.execute(shop.db)
    await expect(commitImport(importer, staged.id)).rejects.toMatchObject({ code: 'import-stale' })
    expect(await categoryOf('S-1')).toBeUndefined()
  })
})

describe('an import of which every row was refused', () => {
  it('cannot be committed, on the page or by the command', async () => {
    const staged = await stageFiles(importer, [await file('A,R-1,5.00,Nowhere')], {
      createParts: true,
      source: 'refused',
    })
    expect(staged).toMatchObject({ state: 'refused' })
    expect(
      (await sql`select from pg_tables where tablename = ${`part_${staged.number}`}`.execute(shop.db)).rows,
    ).toEqual([])
    const refused = { code: 'import-refused-whole' }
    await expect(commitImport(importer, staged.id)).rejects.toMatchObject(refused)
    const admin = await createPerson(shop, 'admin')
    expect(await admin.call('POST', `/imports/${staged.id}/commit`, {})).toMatchObject({ status: 409, body: refused })
  })
})
