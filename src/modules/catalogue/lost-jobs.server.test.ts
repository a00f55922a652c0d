import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually'
import { type Person, createPerson, createTool, toolOf } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { givenPicture, picture } from '#test/files/pictures'
import { zipForm } from '#test/files/zip'
import { careForBatches } from './batches/batches.server.ts'
import { planBatch } from './batches/plan.server.ts'
import { applyBatch } from './edits/apply.server.ts'
import { careForEdits } from './edits/edits.server.ts'
import { planEdit } from './edits/plan.server.ts'

/** Work whose job was lost: with a database that was restored, or given up after its last try. This shop leaves its jobs to others. */
let shop: TestShop
let admin: Person
let img: string
beforeAll(async () => {
  shop = await startTestShop({ environment: { ROLE: 'web' } })
  admin = await createPerson(shop, 'admin')
  img = await givenPicture(admin)
})
beforeEach(() => sql`delete from pgboss.job where name in ('tool-edits', 'picture-batches')`.execute(shop.db))
afterAll(() => shop.close())

const price = async (tool: string) => (await admin.call('GET', `/tools/${tool}`)).body.price
async function beginEdit(tool: string): Promise<string> {
  const body = { ids: [tool], change: { price: { how: 'set', value: '3' } } }
  return (await admin.call('POST', '/toolEdits', body)).body.insertedId
}
async function beginBatch(): Promise<{ id: string; tool: string }> {
  const partNumber = `LOST-${Date.now()}`
  const { body } = await admin.call('POST', '/tools', toolOf(img, { partNumber, brand: 'Halden' }))
  const form = zipForm({ [`${partNumber}.jpg`]: await picture({ width: 40, height: 30 }) })
  const batch = await admin.call('POST', '/pictureBatches?name=lost.zip', form)
  return { id: batch.body.insertedId, tool: body.insertedId }
}
const jobsOf = async (id: string) =>
  (await sql<{ state: string }>`select state::text from pgboss.job where data ->> 'id' = ${id}`.execute(shop.db)).rows
const setJobs = (id: string, state: string) =>
  sql`update pgboss.job set state = ${state}::pgboss.job_state where data ->> 'id' = ${id}`.execute(shop.db)
const loseJobs = (id: string) => sql`delete from pgboss.job where data ->> 'id' = ${id}`.execute(shop.db)

/** Has a process of the same shop do the jobs until the answer at this address says so. */
async function workUntil(path: string, state: string): Promise<void> {
  const worker = await startTestShop({ database: { url: shop.databaseUrl, drop: async () => undefined } })
  try {
    await eventually(
      async () => (await admin.call('GET', path)).body.state,
      now => now === state,
    )
  } finally {
    await worker.close()
  }
}

describe('an edit of many tools whose job was lost', () => {
  it('half-way of a commit goes on, with one job however often somebody looks', async () => {
    const tool = await createTool(shop, { price: 1000 })
    const id = await beginEdit(tool)
    await planEdit(shop.system, id)
    await admin.call('POST', `/toolEdits/${id}/commit`)
    await applyBatch(shop.system, id)
    await loseJobs(id)
    await careForEdits(shop.system)
    await careForEdits(shop.system)
    expect(await jobsOf(id)).toEqual([{ state: 'created' }])
    await setJobs(id, 'active')
    await careForEdits(shop.system)
    expect(await jobsOf(id)).toHaveLength(1)
    await setJobs(id, 'failed')
    await careForEdits(shop.system)
    expect((await jobsOf(id)).map(({ state }) => state).toSorted()).toEqual(['created', 'failed'])
    await workUntil(`/toolEdits/${id}`, 'committed')
    expect(await price(tool)).toBe(3)
    await careForEdits(shop.system)
    expect((await jobsOf(id)).filter(({ state }) => state === 'created')).toEqual([])
  })

  it('while it was planned is planned, unless somebody gives it up: then a job that comes late leaves it so', async () => {
    const tool = await createTool(shop, { price: 1000 })
    const [planned, givenUp] = [await beginEdit(tool), await beginEdit(tool)]
    await loseJobs(planned)
    const cancel = () => admin.call('POST', `/toolEdits/${givenUp}/cancel`)
    expect(await cancel()).toMatchObject({ status: 200, body: { state: 'cancelled' } })
    expect(await cancel()).toMatchObject({ status: 200, body: { state: 'cancelled' } })
    await careForEdits(shop.system)
    await workUntil(`/toolEdits/${planned}`, 'planned')
    await planEdit(shop.system, givenUp)
    expect((await admin.call('GET', `/toolEdits/${givenUp}`)).body).toMatchObject({ state: 'cancelled' })
    expect((await admin.call('GET', `/toolEdits/${givenUp}/rows`)).body).toEqual([])
  })
})

describe('a ZIP of pictures whose job was lost', () => {
  it('is looked through, put in and taken back all the same', async () => {
    const { id, tool } = await beginBatch()
    const pictures = async () => (await admin.call('GET', `/tools/${tool}`)).body.pictures.length
    await loseJobs(id)
    await careForBatches(shop.system)
    await careForBatches(shop.system)
    expect(await jobsOf(id)).toEqual([{ state: 'created' }])
    await planBatch(shop.system, id)
    await admin.call('POST', `/pictureBatches/${id}/commit`)
    await loseJobs(id)
    await careForBatches(shop.system)
    await workUntil(`/pictureBatches/${id}`, 'committed')
    await shop.changes.follow()
    expect(await pictures()).toBe(2)
    await admin.call('POST', `/pictureBatches/${id}/undo`)
    await loseJobs(id)
    await careForBatches(shop.system)
    await workUntil(`/pictureBatches/${id}`, 'undone')
    await shop.changes.follow()
    expect(await pictures()).toBe(1)
  })
})
