import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Driver, driverOf } from '#test/sandbox/driver'
import { type Rig, startRig } from '#test/sandbox/rig'

let rig: Rig
let driver: Driver

beforeAll(async () => {
  rig = await startRig()
  driver = driverOf(rig)
}, 60_000)
afterAll(() => rig.stop())

const [declined, approved] = ['4000000000000002', '4242424242424242']

it('takes ten cards a minute on an intent, and the eleventh a minute later', async () => {
  const start = Date.now()
  rig.clock.now = () => new Date(start)
  const [intent, other] = [await driver.create(), await driver.create()]
  for (let card = 1; card <= 10; card++) expect((await driver.pay(intent, declined)).status).toBe(402)
  const refused = { status: 429, body: { error: { code: 'payment_intent_rate_limit_exceeded' } } }
  expect(await driver.pay(intent, declined)).toMatchObject(refused)
  expect(await driver.pay(intent, approved)).toMatchObject(refused)
  expect((await driver.pay(other, declined)).status).toBe(402)
  rig.clock.now = () => new Date(start + 61_000)
  expect((await driver.pay(intent, approved)).body).toMatchObject({ status: 'succeeded' })
  rig.clock.now = () => new Date()
})

it('works on one card of an intent at a time, and sends others away', async () => {
  const intent = await driver.create()
  const holder = await rig.db.startTransaction().execute()
  await sql`select from sandbox.payment_intent where id = ${intent.id} for update`.execute(holder)
  const answers = [driver.pay(intent, declined), driver.pay(intent, declined)]
  // The one that has its turn waits for the row; the other is answered while it does.
  const first = await Promise.race(answers)
  expect(first).toMatchObject({ status: 429, body: { error: { code: 'lock_timeout' } } })
  await holder.commit().execute()
  expect((await Promise.all(answers)).map(({ status }) => status).toSorted()).toEqual([402, 429])
  expect((await driver.pay(intent, approved)).body).toMatchObject({ status: 'succeeded' })
})
