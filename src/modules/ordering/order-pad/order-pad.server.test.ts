import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ToolFields, createFitment, createTool, createVehicle, visitor } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import type { PadAnswer } from './order-pad.contract.ts'

let shop: TestShop
let source: number

beforeAll(async () => {
  shop = await startTestShop()
  const { rows } = await sql<{ id: number }>`
    insert into data_source (name, dated) values ('Test file', '2026-10-01') returning id`.execute(shop.db)
  source = rows[0]?.id ?? 0
})
afterAll(() => shop.close())

async function createPart(brand: string, number: string, fields: ToolFields = {}): Promise<string> {
  const id = await createTool(shop, { name: `${brand} ${number}`, ...fields })
  await sql`insert into brand (id, name) values (gen_random_uuid(), ${brand}) on conflict do nothing`.execute(shop.db)
  await sql`update tool set part_number = ${number}, brand_id = (select id from brand where name = ${brand})
    where id = ${id}`.execute(shop.db)
  return id
}

async function addNumber(tool: string, kind: 'oem' | 'interchange' | 'gtin', value: string, brand: string | null) {
  await sql`insert into part_number (tool_ordinal, kind, value, brand, source_id)
    select ordinal, ${kind}, ${value}, ${brand}, ${source} from tool where id = ${tool}`.execute(shop.db)
}

async function replace(brand: string, from: string, to: string) {
  await sql`insert into supersession (brand, old_number, new_number, source_id)
    values (${brand}, ${from}, ${to}, ${source})`.execute(shop.db)
}

type Row = { number?: unknown; quantity?: unknown; brand?: string; tools_id?: string }

async function read(rows: Row[], vehicle?: number): Promise<PadAnswer> {
  const { status, body } = await visitor(shop).call('POST', '/order-pad', { rows, vehicle })
  expect(status, JSON.stringify(body)).toBe(200)
  const taken = [...body.added, ...body.choose].flatMap((one: { rows: number[] }) => one.rows)
  const places = [...taken, ...body.refused.map((one: { row: number }) => one.row)]
  expect(places.toSorted((a, b) => a - b)).toEqual(rows.map((_, index) => index))
  return body
}

const offersOf = ({ choose }: PadAnswer) =>
  choose.map(({ rows, why, offers }) => ({
    rows,
    why,
    offers: offers.map(({ tools_id: id, quantity, differs }) => [id, quantity, ...differs.map(({ code }) => code)]),
  }))

describe('a row of a quick order', () => {
  it('is added by the part’s own number, an OEM number, a cross-reference or a GTIN, however it is written', async () => {
    const tool = await createPart('Brakemont', 'BM-8801', { price: 1250 })
    await addNumber(tool, 'oem', '45022-TR3-A01', 'Honda')
    await addNumber(tool, 'interchange', '0 986 494 299', 'Robur')
    await addNumber(tool, 'gtin', '04006381333931', null)
    for (const number of ['bm 8801', 'Brakemont BM8801', '45022tr3a01', '0986494299', 4_006_381_333_931]) {
      const { added } = await read([{ number, quantity: '3' }])
      expect(added, String(number)).toMatchObject([
        { row: 0, rows: [0], tools_id: tool, unitPrice: 12.5, lineTotal: 37.5 },
      ])
    }
    expect((await read([{ number: '45022TR3A01', quantity: 1 }])).added[0]?.matched).toEqual({
      kind: 'oem',
      value: '45022-TR3-A01',
      brand: 'Honda',
    })
    expect((await read([{ number: 'BM-880', quantity: 1 }])).refused).toMatchObject([
      { row: 0, code: 'number-unknown' },
    ])
    expect((await read([{ number: '986494299', quantity: 1 }])).refused).toHaveLength(1)
  })

  it('counts with those that mean the same tool before stock is looked at', async () => {
    const tool = await createPart('Merge', 'MG-1', { onHand: 10 })
    await addNumber(tool, 'oem', 'MERGE-OEM', 'Honda')
    const { added } = await read([
      { number: 'MG-1', quantity: 4 },
      { number: 'nothing-9', quantity: 1 },
      { number: 'merge oem', quantity: '6' },
    ])
    expect(added).toMatchObject([{ row: 0, rows: [0, 2], tools_id: tool, quantity: 10 }])
    const beyond = await read([
      { number: 'MG-1', quantity: 5 },
      { number: 'mg1', quantity: 6 },
    ])
    expect(offersOf(beyond)).toEqual([
      { rows: [0, 1], why: 'not-enough-stock', offers: [[tool, 10, 'not-enough-stock']] },
    ])
  })

  it('has to be chosen where two brands have its number, unless its brand is said', async () => {
    const [first, second] = [await createPart('Halden', '7-1301'), await createPart('Corvane', '71301', { minimum: 4 })]
    const answer = await read([{ number: '7 1301', quantity: 2 }])
    expect(offersOf(answer)).toEqual([
      {
        rows: [0],
        why: 'two-brands',
        offers: [
          [first, 2],
          [second, 4, 'below-minimum'],
        ],
      },
    ])
    expect((await read([{ number: '71301', quantity: 2, brand: 'halden' }])).added).toMatchObject([{ tools_id: first }])
    expect((await read([{ number: 'Halden 71301', quantity: 2 }])).added).toMatchObject([{ tools_id: first }])
    const other = await read([{ number: '71301', quantity: 4, brand: 'Brakemont' }])
    expect(offersOf(other)).toMatchObject([
      {
        why: 'other-brand',
        offers: [
          [first, 4],
          [second, 4],
        ],
      },
    ])
    const chosen = await read([{ number: '71301', quantity: 4, tools_id: second }])
    expect(chosen.added).toMatchObject([{ tools_id: second, quantity: 4 }])
  })

  it('is not led to another part that may stand in for the one with that very number', async () => {
    const own = await createPart('Alpha', 'ST-77')
    const standIn = await createPart('Beta', 'B-9')
    await addNumber(standIn, 'interchange', 'ST-77', 'Alpha')
    expect((await read([{ number: 'ST-77', quantity: 1 }])).added).toMatchObject([{ tools_id: own }])
    await sql`update tool set archived_at = now() where id = ${own}`.execute(shop.db)
    expect((await read([{ number: 'ST-77', quantity: 1 }])).added).toMatchObject([{ tools_id: standIn }])
  })

  it('is offered what replaced its number, to the end of the chain, and never given it', async () => {
    const old = await createPart('Superon', 'S-100')
    const last = await createPart('Superon', 'S-300', { multiple: 6 })
    await replace('Superon', 'S-100', 'S-200')
    await replace('Superon', 'S-200', 'S-300')
    const answer = await read([{ number: 'S200', quantity: 5 }])
    expect(offersOf(answer)).toEqual([{ rows: [0], why: 'superseded', offers: [[last, 6, 'below-minimum']] }])
    expect(answer.choose[0]?.message).toBe('This number has been replaced by Superon S-300.')
    expect(offersOf(await read([{ number: 'S-100', quantity: 6 }]))).toEqual([
      {
        rows: [0],
        why: 'superseded',
        offers: [
          [last, 6],
          [old, 6],
        ],
      },
    ])
    expect((await read([{ number: 'S-100', quantity: 6, tools_id: old }])).added).toMatchObject([{ tools_id: old }])
    await replace('Superon', 'S-900', 'S-901')
    expect((await read([{ number: 'S-900', quantity: 1 }])).refused).toMatchObject([{ code: 'superseded-not-sold' }])
    await replace('Superon', 'S-901', 'S-900')
    expect((await read([{ number: 'S-900', quantity: 1 }])).refused).toMatchObject([{ code: 'superseded-not-sold' }])
  })

  it('has its quantity rounded by proposal only', async () => {
    const tool = await createPart('Multi', 'MU-1', { onHand: 100, minimum: 48, multiple: 24 })
    const near = async (quantity: number) => offersOf(await read([{ number: 'MU-1', quantity }]))[0]
    expect(await near(20)).toMatchObject({ why: 'below-minimum', offers: [[tool, 48, 'below-minimum']] })
    expect(await near(50)).toMatchObject({
      why: 'not-a-multiple',
      offers: [
        [tool, 72, 'not-a-multiple'],
        [tool, 48, 'not-a-multiple'],
      ],
    })
    expect(await near(200)).toMatchObject({ why: 'not-enough-stock', offers: [[tool, 96, 'not-enough-stock']] })
    await sql`update tool set on_hand = 40 where id = ${tool}`.execute(shop.db)
    expect((await read([{ number: 'MU-1', quantity: 48 }])).refused).toMatchObject([{ code: 'sold-out' }])
  })

  it('has to be chosen where it does not fit the vehicle, and is asked once', async () => {
    const tool = await createPart('Fitting', 'FI-1')
    const [fits, not] = [await createVehicle(shop), await createVehicle(shop, { model: 'Accord' })]
    await createFitment(shop, { tool, vehicle: fits })
    await createFitment(shop, { tool, vehicle: not, fits: false })
    const row = { number: 'FI-1', quantity: 1 }
    expect((await read([row], fits)).added).toHaveLength(1)
    expect(offersOf(await read([row], not))).toEqual([
      { rows: [0], why: 'fits-another-vehicle', offers: [[tool, 1, 'fits-another-vehicle']] },
    ])
    expect((await read([{ ...row, tools_id: tool }], not)).added).toHaveLength(1)
    const { status, body } = await visitor(shop).call('POST', '/order-pad', { rows: [row], vehicle: 999_999 })
    expect([status, body.code]).toEqual([404, 'vehicle-unknown'])
  })

  it('that was chosen, and whose tool is sold no more, is looked up by its number again', async () => {
    const [gone, left] = [await createPart('Gone', 'GO-1'), await createPart('Left', 'GO1')]
    await sql`update tool set archived_at = now() where id = ${gone}`.execute(shop.db)
    expect((await read([{ number: 'GO-1', quantity: 1, tools_id: gone }])).added).toMatchObject([{ tools_id: left }])
  })

  it('is refused with its reason, and keeps no other row from its answer', async () => {
    const tool = await createPart('Plain', 'PL-1')
    const { added, refused } = await read([
      { number: 'PL-1', quantity: '' },
      { number: 'PL-1' },
      { number: 'PL-1', quantity: null },
      { number: 'PL-1', quantity: -1 },
      { number: 'PL-1', quantity: 1.5 },
      { number: ' - ', quantity: 1 },
      ...['4.00638E+12', '1E+05', '04-Mar', '#N/A', '#####'].map(number => ({ number, quantity: 1 })),
      { number: "'; drop table tool", quantity: 1 },
      { number: 'PL-1', quantity: 2 },
    ])
    expect(added).toMatchObject([{ rows: [12], tools_id: tool, quantity: 2 }])
    expect(refused.map(({ code }) => code)).toEqual(
      `quantity-missing quantity-missing quantity-missing quantity-negative quantity-fraction number-missing
        number-shortened number-shortened number-shortened number-shortened number-shortened number-unknown`.split(
        /\s+/,
      ),
    )
  })

  it.each([
    [{}, 'rows'],
    [{ rows: 'BM-88' }, 'rows'],
    [{ rows: Array.from({ length: 501 }, () => ({ number: 'A1', quantity: 1 })) }, 'rows'],
    [{ rows: [{ quantity: 1 }] }, 'rows.0.number'],
    [{ rows: [{ number: 'A'.repeat(201), quantity: 1 }] }, 'rows.0.number'],
    [{ rows: [{ number: 'A1', quantity: {} }] }, 'rows.0.quantity'],
    [{ rows: [{ number: 'A1', quantity: 1, tools_id: 'x' }] }, 'rows.0.tools_id'],
  ])('cannot be read from %#, and the answer says where', async (body, field) => {
    const answer = await visitor(shop).call('POST', '/order-pad', body)
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, field])
  })
})
