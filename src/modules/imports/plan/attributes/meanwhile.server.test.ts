import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AttributeShop, startAttributeShop } from '#test/files/attributes'
import { eventually } from '#test/eventually'
import { addCategories } from '#services/catalogue'
import { commitImport } from '../../commit/commit.server.ts'
import { undoImport } from '../../commit/undo.server.ts'

/** Attributes that an import is to add, beside whatever else changes them. */
let at: AttributeShop
beforeAll(async () => {
  at = await startAttributeShop()
})
afterAll(() => at.shop.close())

describe('an attribute that somebody has made or changed meanwhile', () => {
  it('is used where kind and unit agree', async () => {
    await addCategories(at.shop.system, ['Valves > Inlet'])
    const staged = await at.stage('attribute:Stem (mm)', 'V-1,5,Valves > Inlet,6')
    await at.add('Valves', { name: 'Stem', kind: 'number', unit: 'mm' })
    const done = await commitImport(at.importer, staged.id)
    expect(await at.attributesOf('Valves')).toEqual([['Valves', 'Stem', 'number', 'mm', '']])
    expect(await at.told(done)).toEqual([])
    expect(await at.said('V-1')).toEqual({ Stem: '6' })
    await undoImport(at.shop.system, done.id)
    expect(await at.attributesOf('Valves')).toHaveLength(1)
  })

  it('keeps the values aside where it is another kind, and refuses no row', async () => {
    await addCategories(at.shop.system, ['Springs'])
    const staged = await at.stage('attribute:Colour', 'S-1,5,Springs,red', 'S-2,5,Springs,sky blue')
    await at.add('Springs', { name: 'Colour', kind: 'number' })
    const done = await commitImport(at.importer, staged.id)
    expect(done.counts?.part).toMatchObject({ added: 2, refused: 0 })
    expect(await at.told(done)).toEqual([['attribute-new-taken', 'attribute:Colour', 'red', 2]])
    expect(await at.said('S-1')).toEqual({})
  })

  it('is waited for, until whoever is at it is done', async () => {
    await addCategories(at.shop.system, ['Wires'])
    const staged = await at.stage('attribute:Gauge', 'W-1,5,Wires,4')
    const client = await at.shop.pool.connect()
    try {
      await client.query('begin')
      // As the catalogue's own verbs hold the tree.
      await client.query('select pg_advisory_xact_lock(7260027)')
      const waits = async () =>
        (await client.query("select from pg_locks where locktype = 'advisory' and objid = 7260027 and not granted"))
          .rowCount ?? 0
      const committed = commitImport(at.importer, staged.id)
      await eventually(waits, count => count > 0)
      await client.query(`
        insert into attribute (id, category_id, name, slug, kind)
        select gen_random_uuid(), id, 'Gauge', 'gauge', 'number' from category where full_name = 'Wires'`)
      await client.query('commit')
      expect(await committed).toMatchObject({ state: 'committed' })
    } finally {
      client.release()
    }
    expect(await at.attributesOf('Wires')).toHaveLength(1)
    expect(await at.said('W-1')).toEqual({ Gauge: '4' })
  })

  it('by another import is used by the second of two, which then makes none', async () => {
    const [head, ...lines] = ['attribute:Grit', 'P-1,5,Paper,80', 'P-2,5,Paper,120'] as const
    const [one, two] = [
      await at.stage(head, ...lines),
      await at.stage(head, ...lines.map(line => line.replace('P-', 'Q-'))),
    ]
    await Promise.all([one, two].map(({ id }) => commitImport(at.importer, id)))
    expect(await at.attributesOf('Paper')).toEqual([['Paper', 'Grit', 'number', '', '']])
    expect([await at.said('P-1'), await at.said('Q-2')]).toEqual([{ Grit: '80' }, { Grit: '120' }])
    // The other one's parts have values of it, so it stays, and is listed.
    const made = await sql<{ import_id: string }>`
      select import_id from import_change where subject = 'attribute' and before ->> 'full_name' = 'Paper: Grit'`.execute(
      at.shop.db,
    )
    expect(made.rows).toHaveLength(1)
    const undone = await undoImport(at.shop.system, made.rows[0]?.import_id ?? '')
    expect(undone.undo_left?.first).toEqual(expect.arrayContaining([{ what: 'Paper: Grit', why: 'attribute-used' }]))
    expect(await at.attributesOf('Paper')).toHaveLength(1)
  })

  it('stays when the import is undone, and is listed, where somebody has worked on it', async () => {
    const done = await at.take('attribute:Thread', 'K-1,5,Screws,M6', 'K-2,5,Screws,M8')
    const { rows } = await sql<{ id: string }>`select id from attribute where name = 'Thread'`.execute(at.shop.db)
    await at.admin.call('PUT', `/attributes/${rows[0]?.id}`, { name: 'Threads', version: 1 })
    expect(await undoImport(at.shop.system, done.id)).toMatchObject({
      undo_left: {
        first: [
          { what: 'Screws', why: 'category-used' },
          { what: 'Screws: Thread', why: 'attribute-used' },
        ],
      },
    })
    expect(await at.attributesOf('Screws')).toMatchObject([[{}, 'Threads', 'text', '', '']])
  })

  it('leaves nothing where the commit dies on the way', async () => {
    await addCategories(at.shop.system, ['Rods', 'Tubes'])
    const staged = await at.stage('attribute:Straight', 'D-1,5,Rods,yes')
    const gone = await at.stage('attribute:Straight', 'D-2,5,Tubes,yes')
    await sql`delete from category where full_name = 'Tubes'`.execute(at.shop.db)
    await commitImport(at.importer, gone.id)
    expect(await at.attributesOf('Tubes')).toHaveLength(1)
    await sql`
      create function refuse_rods() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger refuse_rods before insert on tool for each row when (new.part_number = 'D-1') execute function refuse_rods()`.execute(
      at.shop.db,
    )
    await expect(commitImport(at.importer, staged.id)).rejects.toThrow('no')
    expect(await at.attributesOf('Rods')).toEqual([])
    await sql`drop trigger refuse_rods on tool`.execute(at.shop.db)
    expect(await commitImport(at.importer, staged.id)).toMatchObject({ state: 'committed' })
    expect(await at.said('D-1')).toEqual({ Straight: 'yes' })
  })
})
