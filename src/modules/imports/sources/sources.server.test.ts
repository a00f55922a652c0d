import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson, createTool, createVehicle, visitor } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { expectFields } from '#test/problems'

let shop: TestShop
let staff: Person
let tool: string
let vehicle: number
const ids: number[] = []
beforeAll(async () => {
  shop = await startTestShop()
  staff = await createPerson(shop, 'catalogue')
  tool = await createTool(shop)
  vehicle = await createVehicle(shop)
  for (const [name, day] of [
    ['b.csv', '2026-02-02'],
    ['A.csv', '2026-03-03'],
  ]) {
    const { rows } = await sql<{ id: number }>`
      insert into data_source (name, dated) values (${name}, ${day}) returning id`.execute(shop.db)
    ids.push(rows[0]?.id ?? 0)
    await sql`
      insert into fitment (vehicle_id, tool_ordinal, source_id) select ${vehicle}, ordinal, ${rows[0]?.id} from tool where id = ${tool}`.execute(
      shop.db,
    )
    await sql`
      insert into part_number (tool_ordinal, kind, value, source_id)
      select ordinal, 'oem', 'NAMED-1', ${rows[0]?.id} from tool where id = ${tool}`.execute(shop.db)
  }
})
afterAll(() => shop.close())

const name = (id: number | string, publicName: unknown) => staff.call('PUT', `/sources/${id}`, { publicName })
const get = async (path: string) => (await visitor(shop).call('GET', path)).body
const readShown = async () => ({
  fit: await get(`/fitment?tool=${tool}&vehicle=${vehicle}`),
  table: await get(`/tools/${tool}/fitment`),
  numbers: (await get(`/tools/${tool}/numbers`)).numbers,
})
const nothing = { name: null, date: null, isDemo: false }

describe('a source', () => {
  it('is listed by name, by page, with what buyers read', async () => {
    const { body } = await staff.call('GET', '/sources')
    expect(body).toMatchObject([
      { name: 'A.csv', publicName: null, date: '2026-03-03', isDemo: false },
      { name: 'b.csv', publicName: null, date: '2026-02-02', isDemo: false },
    ])
    const first = await staff.call('GET', '/sources?limit=1')
    const [, next = ''] = /<[^?]*(\?[^>]*)>/.exec(first.headers.get('link') ?? '') ?? []
    expect([...first.body, ...(await staff.call('GET', `/sources${next}`)).body]).toEqual(body)
    expect(await staff.call('GET', '/sources?after=999999999')).toMatchObject({ status: 200, body: [] })
  })

  it('without a public name is not told to buyers, and two of them say a thing once', async () => {
    const { fit, table, numbers } = await readShown()
    expect(fit).toEqual({ answer: 'fits', isUniversal: false, conditions: [], notes: [], isDemo: false })
    expect(table).toMatchObject({ namesSources: false, lines: [{ fromYear: 2015, source: nothing }] })
    expect(table.lines).toHaveLength(1)
    expect(numbers).toMatchObject([{ value: 'NAMED-1', source: nothing }])
  })

  it('is told by its public name once it has one, and not any more when that is taken away', async () => {
    const [other = 0, newest = 0] = ids
    const before = await readShown()
    expect(await name(newest, '  Halden catalogue ')).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
    expect(await name(newest, 'Halden catalogue')).toMatchObject({ status: 200, body: { modifiedCount: 0 } })
    const { fit, table, numbers } = await readShown()
    const source = { name: 'Halden catalogue', date: '2026-03-03', isDemo: false }
    expect(fit).toMatchObject({ source: source.name, date: source.date })
    expect(table.namesSources).toBe(true)
    expect(table.lines.map((line: { source: unknown }) => line.source)).toEqual(
      expect.arrayContaining([source, nothing]),
    )
    expect(numbers[0].source).toEqual(nothing)
    expect(await name(other, 'Halden numbers')).toMatchObject({ status: 200 })
    expect((await readShown()).numbers[0].source).toMatchObject({ name: 'Halden numbers', date: '2026-02-02' })
    for (const id of ids) expect(await name(id, ' ')).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
    expect(await readShown()).toEqual(before)
    const { rows } = await sql`
      select before, after from audit where action = 'source.named' and subject_id = ${String(newest)} order by id`.execute(
      shop.db,
    )
    expect(rows).toMatchObject([
      { before: { name: 'A.csv', public_name: null }, after: { public_name: 'Halden catalogue' } },
      { before: { public_name: 'Halden catalogue' }, after: { public_name: null } },
    ])
  })

  it('takes a name of one line and at most 80 characters, and none that is gone', async () => {
    const [id = 0] = ids
    expect(await name(id, 'x'.repeat(80))).toMatchObject({ status: 200 })
    expectFields(await name(id, 'x'.repeat(81)), [['publicName', /^Use at most 80 characters/]])
    expect(await name(id, 'two\nlines')).toMatchObject({ status: 400 })
    expect(await name(id, 5)).toMatchObject({ status: 400 })
    expect(await name(999_999_999, 'Gone')).toMatchObject({ status: 404, body: { code: 'source-gone' } })
    expect(await name('none', 'Gone')).toMatchObject({ status: 400 })
  })
})
