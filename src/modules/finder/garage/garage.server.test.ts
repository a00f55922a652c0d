import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { type Person, createPerson, createVehicle } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'

let shop: TestShop
let person: Person
let civic: number
let accord: number

beforeAll(async () => {
  shop = await startTestShop()
  civic = await createVehicle(shop)
  accord = await createVehicle(shop, { model: 'Accord', engine: '2.4 L, 4 cylinders, gasoline' })
})
beforeEach(async () => void (person = await createPerson(shop)))
afterAll(() => shop.close())

const vin = '1HGCM82693A000001'
const otherVin = '2HGFC2F50KH000001'
const add = (...vehicles: object[]) => person.call('POST', '/account/vehicles', { vehicles })
const list = async () => (await person.call('GET', '/account/vehicles')).body

describe('my vehicles', () => {
  it('are kept with the account, newest first, with names and a masked VIN', async () => {
    await add({ vehicle: civic, name: ' The van ' })
    const { status, body } = await add({ vehicle: accord, vin: ' 1hgcm826-93a000001 ' })
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        _id: expect.any(String),
        id: accord,
        year: 2015,
        make: 'Honda',
        model: 'Accord',
        engine: '2.4 L, 4 cylinders, gasoline',
        name: null,
        maskedVin: '•••• 0001',
      },
      {
        _id: expect.any(String),
        id: civic,
        year: 2015,
        make: 'Honda',
        model: 'Civic',
        name: 'The van',
        maskedVin: null,
      },
    ])
    expect(await list()).toEqual(body)
  })

  it('never leave the shop with a whole VIN but in the data of their owner', async () => {
    const added = await add({ vehicle: civic, vin })
    const own = added.body[0]._id
    const answers = [
      added,
      await person.call('GET', '/account/vehicles'),
      await add({ vehicle: accord }),
      await person.call('DELETE', `/account/vehicles/${own}/vin`),
      await person.call('DELETE', `/account/vehicles/${own}`),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toContain(vin)
    }
    await add({ vehicle: civic, vin })
    expect((await person.call('GET', '/account/data')).body.vehicles).toMatchObject([{ vin }, { vin: null }])
  })

  it('are there once: what a browser brings again stays as it was', async () => {
    await add({ vehicle: civic, name: 'The van', vin })
    await add({ vehicle: civic, name: 'Another name', vin })
    await add({ vehicle: civic, name: 'Another name' })
    // One car, whatever it is taken for: the VIN says which.
    await add({ vehicle: accord, vin })
    const { body } = await add({ vehicle: accord }, { vehicle: accord }, { vehicle: accord, name: 'Again' })
    expect(body.map(({ id, name }: { id: number; name: string }) => ({ id, name }))).toEqual([
      { id: accord, name: null },
      { id: civic, name: 'The van' },
    ])
  })

  it('take the VIN that is told later, and may be two of one kind with two VINs', async () => {
    await add({ vehicle: civic, name: 'The van' })
    expect((await add({ vehicle: civic, vin })).body).toMatchObject([{ name: 'The van', maskedVin: '•••• 0001' }])
    const { body } = await add(
      { vehicle: civic, vin: otherVin },
      { vehicle: accord },
      { vehicle: accord, vin: `3${vin.slice(1)}` },
    )
    expect(body.map((own: { id: number }) => own.id)).toEqual([accord, civic, civic])
  })

  it('forget a VIN and stay, or go', async () => {
    const { body } = await add({ vehicle: civic, vin })
    const own = `/account/vehicles/${body[0]._id}`
    expect((await person.call('DELETE', `${own}/vin`)).body).toEqual({ modifiedCount: 1 })
    expect(await list()).toMatchObject([{ id: civic, maskedVin: null }])
    expect((await person.call('DELETE', `${own}/vin`)).body).toEqual({ modifiedCount: 0 })
    expect((await person.call('DELETE', own)).body).toEqual({ deletedCount: 1 })
    expect((await person.call('DELETE', own)).body).toEqual({ deletedCount: 0 })
    expect(await list()).toEqual([])
  })

  it('forget both VINs of two of a kind, and are one then', async () => {
    const { body } = await add({ vehicle: civic, vin }, { vehicle: civic, vin: otherVin })
    for (const { _id } of body) {
      expect((await person.call('DELETE', `/account/vehicles/${_id}/vin`)).body).toEqual({ modifiedCount: 1 })
    }
    expect(await list()).toMatchObject([{ id: civic, maskedVin: null }])
    const { rows } =
      await sql`select from account_vehicle where vin is not null and account_id = ${person.accountId}`.execute(shop.db)
    expect(rows).toEqual([])
  })

  it('are nobody else’s', async () => {
    const { body } = await add({ vehicle: civic, vin })
    const other = await createPerson(shop)
    const own = `/account/vehicles/${body[0]._id}`
    expect((await other.call('GET', '/account/vehicles')).body).toEqual([])
    expect((await other.call('DELETE', `${own}/vin`)).body).toEqual({ modifiedCount: 0 })
    expect((await other.call('DELETE', own)).body).toEqual({ deletedCount: 0 })
    expect(await list()).toHaveLength(1)
  })

  it('come all or none: a vehicle or a VIN that is none refuses the lot', async () => {
    expect(await add({ vehicle: civic }, { vehicle: 999_999_999 })).toMatchObject({
      status: 404,
      body: { code: 'vehicle-unknown' },
    })
    expect(await add({ vehicle: civic }, { vehicle: civic, vin: '1HGCM82693A00000O' })).toMatchObject({
      status: 400,
      body: { code: 'vin-malformed' },
    })
    expect(await add()).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    expect(await list()).toEqual([])
  })

  it('go with the account', async () => {
    await add({ vehicle: civic, vin })
    await person.call('DELETE', '/account', { email: person.email })
    const { rows } = await sql`select from account_vehicle where account_id = ${person.accountId}`.execute(shop.db)
    expect(rows).toEqual([])
  })
})

describe('the limit of my vehicles', () => {
  const bring = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      vehicle: civic,
      vin: `1HGCM8269${newId().replaceAll('-', '').slice(-5).toUpperCase()}${100 + index}`,
    }))

  it('is 50: the 51st is refused, and one that is there already is not', async () => {
    const first = bring(50)
    expect((await add(...first)).body).toHaveLength(50)
    expect(await add(...bring(1))).toMatchObject({ status: 409, body: { code: 'too-many-vehicles' } })
    expect((await add(...first)).body).toHaveLength(50)
    expect(await list()).toHaveLength(50)
  })

  it('holds for many that come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => add(...bring(9))))
    const codes = answers.map(({ status }) => status)
    expect(codes.filter(status => status === 200)).toHaveLength(5)
    expect(codes.filter(status => status === 409)).toHaveLength(7)
    expect(await list()).toHaveLength(45)
  })

  it('does not count twice what two browsers bring at once', async () => {
    const same = bring(30)
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(...same, { vehicle: accord })))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await list()).toHaveLength(31)
  })

  it('leaves nothing of an account that goes while a vehicle comes', async () => {
    const [gone, ...added] = await Promise.all([
      person.call('DELETE', '/account', { email: person.email }),
      ...bring(6).map(vehicle => add(vehicle)),
    ])
    expect(gone?.status).toBe(200)
    for (const { status } of added) expect([200, 401]).toContain(status)
    const { rows } = await sql`select from account_vehicle where account_id = ${person.accountId}`.execute(shop.db)
    expect(rows).toEqual([])
  })
})
