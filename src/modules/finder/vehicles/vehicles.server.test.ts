import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '#kernel/refusals'
import { type TestShop, createTestDatabase, startTestShop } from '#test/harness'
import { giveVehicles, hideVehicle, vehicleNamed } from '#test/finder/vehicles'
import { loadVehicles, readVehicleFile } from './load.server.ts'
import { namesOfVehicles, readVehicle, vehicleHandlers } from './vehicles.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
  await giveVehicles(shop)
})
afterAll(() => shop.close())

/** A call as its contract takes it apart; the parts that these calls do not read are empty. */
function ask<Name extends keyof typeof vehicleHandlers>(
  name: Name,
  query: Parameters<(typeof vehicleHandlers)[Name]>[1]['query'],
) {
  const nothing = { params: undefined, body: undefined, idempotencyKey: undefined, headers: {}, rawBody: undefined }
  const call = vehicleHandlers[name] as (ctx: unknown, input: unknown) => ReturnType<(typeof vehicleHandlers)[Name]>
  return call(shop.system, { ...nothing, query })
}

const values = (choices: { value: string }[]) => choices.map(choice => choice.value)

async function contentOf({ db }: Pick<TestShop, 'db'>) {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from make) as makes, (select count(*) from model) as models,
      (select count(*) from engine) as engines, (select count(*) from vehicle) as vehicles,
      (select count(*) from vehicle where base_id is null) as bases`.execute(db)
  return rows[0]
}

describe('the list of vehicles', () => {
  it('is in the shop whole: each line of the file is a vehicle that is offered', async () => {
    const listed = await readVehicleFile()
    expect(listed.length).toBeGreaterThan(25_000)
    const { rows } = await sql<{ line: string }>`
      select concat_ws(E'\t', vehicle.year, make.name, model.name, coalesce(engine.name, '')) as line
      from vehicle join model on model.id = vehicle.model_id join make on make.id = model.make_id
        left join engine on engine.id = vehicle.engine_id where vehicle.is_offered`.execute(shop.db)
    const lines = listed.map(({ year, make, model, engine }) => [year, make, model, engine].join('\t'))
    expect(rows.map(row => row.line).toSorted()).toEqual(lines.toSorted())
  })

  it('has each make once, however its sources capitalise it', async () => {
    const { rows } = await sql`
      select lower(trim(name)) from make group by 1 having count(*) > 1 or max(name) <> max(trim(name))`.execute(
      shop.db,
    )
    expect(rows).toEqual([])
  })

  it('gives every engine its vehicle without one', async () => {
    const { rows } = await sql`
      select vehicle.id from vehicle join vehicle base on base.id = vehicle.base_id
      where base.engine_id is not null or base.year <> vehicle.year or base.model_id <> vehicle.model_id`.execute(
      shop.db,
    )
    expect(rows).toEqual([])
  })

  it('is put in once, also by processes that start together', async () => {
    const database = await createTestDatabase()
    const shops = [await startTestShop({ database }), await startTestShop({ database })]
    try {
      const loaded = await Promise.all(shops.map(({ system }) => loadVehicles(system)))
      expect(loaded.toSorted()).toEqual([false, true])
      expect(await contentOf(shops[0] ?? shop)).toEqual(await contentOf(shop))
      expect(await loadVehicles(shop.system)).toBe(false)
    } finally {
      for (const shop of shops) await shop.close()
      await database.drop()
    }
  })

  it('offers a vehicle that an import had brought before, and keeps its id', async () => {
    const other = await startTestShop()
    try {
      await giveVehicles(other, [
        { year: 2015, make: 'HONDA', model: 'civic', engine: '' },
        { year: 2015, make: 'Invented', model: 'Carriage', engine: '' },
      ])
      await sql`update vehicle set is_offered = false`.execute(other.db)
      const before = await vehicleNamed(other, '2015 Honda|Civic')
      expect(await loadVehicles(other.system)).toBe(true)
      expect((await vehicleNamed(other, '2015 Honda|Civic')).id).toBe(before.id)
      const { rows } = await sql<{ name: string }>`
        select model.name from vehicle join model on model.id = vehicle.model_id where not is_offered`.execute(other.db)
      expect(rows).toEqual([{ name: 'Carriage' }])
    } finally {
      await other.close()
    }
  })
})

describe('picking a vehicle', () => {
  it('goes by year, make, model and engine, each from a list', async () => {
    const years = values(await ask('listYears', undefined))
    expect(years).toEqual(years.toSorted().toReversed())
    expect(years).toEqual(expect.arrayContaining(['1984', '2003', '2024', '2027']))
    expect(new Set(years).size).toBe(years.length)
    const makes = values(await ask('listMakes', { year: 2003 }))
    expect(makes).toContain('Honda')
    // In the order of the database's own language, capitals or not.
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${makes.toReversed()}::text[]) name order by lower(name)`.execute(shop.db)
    expect(makes).toEqual(rows.map(({ name }) => name))
    const models = values(await ask('listModels', { year: 2003, make: 'Honda' }))
    expect(models).toContain('Accord')
    expect(values(await ask('listEngines', { year: 2003, make: 'Honda', model: 'Accord' }))).toEqual([
      '2.4 L, 4 cylinders, gasoline',
      '3.0 L, 6 cylinders, gasoline',
    ])
  })

  it('has no engines where they are not known, and nothing for a year, make or model that is none', async () => {
    expect(await ask('listEngines', { year: 2026, make: 'Honda', model: 'Civic' })).toEqual([])
    expect(await ask('listMakes', { year: 1899 })).toEqual([])
    expect(await ask('listMakes', { year: 999_999_999 })).toEqual([])
    expect(await ask('listModels', { year: 999_999_999, make: 'Honda' })).toEqual([])
    expect(await ask('listModels', { year: 2003, make: 'Hond' })).toEqual([])
    expect(await ask('findVehicles', { year: 999_999_999, make: 'Honda', model: 'Civic' })).toEqual([])
    expect(await ask('findVehicles', { id: 999_999_999 })).toEqual([])
  })

  it('compares names without case, and finds the same vehicle by its id', async () => {
    const [vehicle] = await ask('findVehicles', { year: 2003, make: 'hONDA', model: 'ACCORD' })
    expect(vehicle).toEqual({ id: expect.any(Number), year: 2003, make: 'Honda', model: 'Accord' })
    expect(await ask('findVehicles', { id: vehicle?.id })).toEqual([vehicle])
    expect(values(await ask('listModels', { year: 2003, make: 'HONDA' }))).toContain('Accord')
    const engine = '3.0 l, 6 Cylinders, Gasoline'
    const [withEngine] = await ask('findVehicles', { year: 2003, make: 'honda', model: 'accord', engine })
    expect(withEngine).toMatchObject({ engine: '3.0 L, 6 cylinders, gasoline' })
    expect(withEngine?.id).not.toBe(vehicle?.id)
  })

  it('says what is missing', async () => {
    const refusal = await ask('findVehicles', { year: 2003 }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ code: 'invalid-input', errors: [{ field: 'make' }, { field: 'model' }] })
  })

  it('never offers a vehicle that is known from fitment alone, but reads it by its id', async () => {
    const { id } = await vehicleNamed(shop, '2025 Yugo|102, GV')
    await hideVehicle(shop, id)
    expect(values(await ask('listMakes', { year: 1985 }))).not.toContain('Yugo')
    expect(await ask('listModels', { year: 2025, make: 'Yugo' })).toEqual([])
    expect(await ask('listEngines', { year: 2025, make: 'Yugo', model: '102, GV' })).toEqual([])
    expect(await readVehicle(shop.system, id)).toMatchObject({ year: 2025, model: '102, GV' })
    expect(await ask('findVehicles', { id })).toHaveLength(1)
  })

  it('leaves out years in which nothing is offered', async () => {
    const other = await startTestShop()
    try {
      const listed = [2001, 2002, 2003].map(year => ({ year, make: 'Honda', model: 'Civic', engine: '' }))
      await giveVehicles(other, listed)
      await hideVehicle(other, (await vehicleNamed(other, '2002 Honda|Civic')).id)
      await hideVehicle(other, (await vehicleNamed(other, '2003 Honda|Civic')).id)
      const years = await vehicleHandlers.listYears(other.system, { headers: {} } as never)
      expect(values(years)).toEqual(['2001'])
    } finally {
      await other.close()
    }
  })

  it('reads many vehicles at once, and leaves out those that do not exist', async () => {
    const civic = await vehicleNamed(shop, '2015 Honda|Civic')
    const accord = await vehicleNamed(shop, '2015 Honda|Accord')
    const names = await namesOfVehicles(shop.system, [civic.id, accord.id, 999_999_999])
    expect([...names.keys()].toSorted()).toEqual([civic.id, accord.id].toSorted())
    expect(names.get(civic.id)).toEqual(civic)
    expect(await namesOfVehicles(shop.system, [])).toEqual(new Map())
  })
})
