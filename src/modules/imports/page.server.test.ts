import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { type Person, createPerson } from '#test/factories'
import { restedImport, sendFile } from '#test/files/sent-lists'
import { type TestShop, startTestShop } from '#test/harness'

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const send = (content: string, name: string) => sendFile(admin, { name, content })
const rests = (id: string) => restedImport(admin, id)

describe('imports by the page', () => {
  it('are sent in pieces, read by a job, committed and undone', async () => {
    const lines = Array.from({ length: 6000 }, (_, n) => `Acme,P-${n},Part ${n},${'It takes room. '.repeat(100)},x`)
    const good = 'Acme,GOOD-1,Good part,It is good.,12.00'
    const file = await send(['brand,part_number,name,description,price', ...lines, good].join('\n'), 'parts.csv')
    const begun = await admin.call('POST', '/imports', { files: [file], createParts: true })
    const id: string = begun.body.insertedId
    const staged = await rests(id)
    expect(staged).toMatchObject({
      state: 'staged',
      source: 'parts',
      problems: 6000,
      counts: { part: { added: 1, refused: 6000 } },
    })
    const problems = await admin.call('GET', `/imports/${id}/problems?limit=2`)
    expect(problems.body).toMatchObject([
      { file: 'parts.csv', line: 2, record: '1', field: 'price', code: 'price-malformed', value: 'x' },
      { line: 3 },
    ])
    expect(problems.body[0].hint).toMatch(/^Use an amount/)
    expect(problems.headers.get('link')).toContain('after=')
    await Promise.all([1, 2, 3].map(() => admin.call('POST', `/imports/${id}/commit`, {})))
    expect(await rests(id)).toMatchObject({ state: 'committed', failure: null })
    const list = await admin.call('GET', '/imports')
    expect(list.body).toMatchObject([{ _id: id, state: 'committed' }])
    await admin.call('POST', `/imports/${id}/undo`)
    expect(await rests(id)).toMatchObject({ state: 'undone' })
    expect((await admin.call('POST', `/imports/${id}/commit`, {})).body.code).toBe('import-not-staged')
  }, 120_000)

  it('are refused as a whole with columns that their sender may not change, which are named (finding 10)', async () => {
    await sql`insert into account_role (key, name, permissions) values ('files', 'Files', '{imports,catalogue}')`.execute(
      shop.db,
    )
    const sender = await createPerson(shop, 'files')
    const begin = async (content: string) => {
      const upload = newId()
      const form = new FormData()
      form.set('piece', new Blob([content]), 'own.csv')
      await sender.call('POST', `/imports/uploads?upload=${upload}&piece=0`, form)
      const body = { files: [{ upload, name: 'own.csv' }], createParts: true }
      return rests((await sender.call('POST', '/imports', body)).body.insertedId)
    }
    const head = 'brand,part_number,name,price,stock\n'
    const added = await begin(`${head}Acme,OWN-1,First,5.00,7\n`)
    expect(added).toMatchObject({ state: 'staged', counts: { part: { added: 1 } } })
    await sender.call('POST', `/imports/${added._id}/commit`, {})
    expect(await rests(added._id)).toMatchObject({ state: 'committed' })
    const dearer = await begin(`${head}Acme,OWN-1,Second,6.00,8\n`)
    expect(dearer.state).toBe('failed')
    expect(dearer.failure).toMatch(/^own\.csv: Whoever sent this may not change .* \(price, stock\)$/)
    expect(await begin(`${head}Acme,OWN-1,Second,5.00,7\n`)).toMatchObject({ state: 'staged' })
  }, 120_000)

  it('are refused with too many columns, and say how many there may be (finding 12)', async () => {
    const columns = Array.from({ length: 1001 }, (_, n) => `attribute:A${n}`).join(',')
    const file = await send(`part_number,${columns}\nX\n`, 'wide.csv')
    const begun = await admin.call('POST', '/imports', { files: [file] })
    expect((await rests(begun.body.insertedId)).failure).toBe(
      'wide.csv, line 1: This file has too many columns. Leave out those that are not needed. (1000 at most)',
    )
  })

  it('list the vehicles that parts wait for, of all of them, until a mapping names them', async () => {
    const goes = async (content: string, name: string, more = {}) => {
      const file = await send(content, name)
      const begun = await admin.call('POST', '/imports', { files: [file], ...more })
      const id: string = begun.body.insertedId
      expect(await rests(id)).toMatchObject({ state: 'staged' })
      await admin.call('POST', `/imports/${id}/commit`, {})
      expect(await rests(id)).toMatchObject({ state: 'committed', failure: null })
    }
    const app = (base: string) => `<App action="A" id="1"><BaseVehicle id="${base}"/><Part>WAIT-1</Part></App>`
    const aces = `<ACES version="4.2"><Header><BrandAAIAID>ACME</BrandAAIAID></Header>${app('7001')}${app('7002')}</ACES>`
    const named = 'brand,part_number,year,make,model\nAcme,WAIT-1,2004,Halden,Rook\nAcme,WAIT-2,2004,HALDEN,Rook\n'
    await goes('brand,part_number,price\nAcme,WAIT-1,5.00\nAcme,WAIT-2,5.00\n', 'waiting.csv', { createParts: true })
    await goes(aces, 'makers.xml', { brand: 'Acme' })
    await goes(named, 'own.csv')
    await goes(aces.replace(app('7002'), ''), 'dealers.xml', { brand: 'Acme' })
    const first = await admin.call('GET', '/imports/vehicles?limit=2')
    expect(first.headers.get('x-total-count')).toBe('3')
    const [, next = ''] = /<[^>]*?\/imports\/vehicles(\?[^>]+)>/.exec(first.headers.get('link') ?? '') ?? []
    const second = await admin.call('GET', `/imports/vehicles${next}`)
    const one = { year: null, make: null, model: null, engine: null, system: 'vcdb' }
    expect([...first.body, ...second.body]).toMatchObject([
      { year: 2004, make: 'Halden', model: 'Rook', system: null, externalId: null, applications: 2, sources: ['own'] },
      { ...one, externalId: '7001', applications: 2, sources: ['dealers', 'makers'] },
      { ...one, externalId: '7002', applications: 1, sources: ['makers'] },
    ])
    // As the page's own file to fill in has it: what names a vehicle already makes it known.
    await goes(
      'system,external_id,year,make,model\nvcdb,7001,2001,Halden,Finch\nown,2004 Halden Rook,2004,Halden,Rook\n',
      'vehicles-to-map.csv',
    )
    expect((await admin.call('GET', '/imports/vehicles')).body).toMatchObject([{ externalId: '7002' }])
    const { rows } = await sql<{ what: string }>`
      select tool.part_number || ' ' || year || ' ' || model.name || ' ' || data_source.name as what
      from fitment join tool on ordinal = tool_ordinal join vehicle on vehicle.id = vehicle_id
        join model on model.id = model_id join data_source on data_source.id = source_id order by 1`.execute(shop.db)
    expect(rows.map(row => row.what)).toEqual([
      'WAIT-1 2001 Finch dealers',
      'WAIT-1 2001 Finch makers',
      'WAIT-1 2004 Rook own',
      'WAIT-2 2004 Rook own',
    ])
  }, 120_000)

  it('that cannot be read say why, and the job ends', async () => {
    const file = await send('<!DOCTYPE x><ACES/>', 'bad.xml')
    const begun = await admin.call('POST', '/imports', { files: [file] })
    expect(await rests(begun.body.insertedId)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('bad.xml, line 1'),
    })
  })

  it('take no file that has a hole, and none of somebody else', async () => {
    const form = new FormData()
    form.set('piece', new Blob(['x']), 'x.csv')
    const hole = await admin.call('POST', `/imports/uploads?upload=${newId()}&piece=3`, form)
    expect(hole.body.code).toBe('import-piece-missing')
    const file = await send('part_number,price\n', 'x.csv')
    const other = await createPerson(shop, 'admin')
    expect((await other.call('POST', '/imports', { files: [file] })).body.code).toBe('import-piece-missing')
  })
})
