import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTool, orderOf, signIn } from '../factories.ts'
import { eventually } from '../eventually.ts'
import { waitingForLocks } from '../races/in-turn.ts'
import { buildOnce, owner } from '../shop/process.ts'
import { long } from '../tiers.ts'
import { quiet } from './quiet.ts'
import { type Rig, createRig } from './rig.ts'

const timeout = 120_000

let rig: Rig

beforeAll(buildOnce, timeout)
beforeEach(async () => {
  rig = await createRig()
})
afterEach(() => rig.clean(), timeout)

/** A shop on a database by address, and somebody who may order there. */
async function open(environment: Record<string, string>) {
  const url = await rig.database()
  const shop = await rig.start({ DATABASE_URL: url, ...environment })
  const db = rig.connect(url)
  return { shop, db, person: await signIn({ address: shop.address, db }, owner.ADMIN_EMAIL) }
}

describe('a stop', { timeout, ...long }, () => {
  it('first says "not ready" and does all that it is asked, on connections that end with the answer; then nobody is there', async () => {
    const { shop, db, person } = await open({ STOP_DELAY: '5' })
    const tool = await createTool({ db })
    shop.signal('SIGTERM')
    const ready = () => fetch(`${shop.address}/readyz`)
    const saidSo = await eventually(ready, ({ status }) => status !== 200)
    expect(await saidSo.json()).toMatchObject({ status: 503, code: 'not-ready' })
    const page = await fetch(`${shop.address}/shop`)
    expect({ page: page.status, connection: page.headers.get('connection') }).toEqual({
      page: 200,
      connection: 'close',
    })
    const placed = await person.call('POST', '/orders', orderOf(tool))
    expect(placed.status).toBe(200)
    expect((await fetch(`${shop.address}/healthz`)).status).toBe(200)
    expect(await shop.ended).toMatchObject({ status: 0, signal: null, stderr: quiet })
    const { rows } = await sql`select from orders where id = ${placed.body.insertedId}`.execute(db)
    expect(rows).toHaveLength(1)
  })

  it('cuts off what is not finished in STOP_WITHIN, and its database keeps nothing of it', async () => {
    const { shop, db, person } = await open({ STOP_WITHIN: '1' })
    const tool = await createTool({ db })
    const letGo = await rig.hold(db, sql`select from tool where id = ${tool}`)
    const outcome = person.call('POST', '/orders', orderOf(tool)).then(
      () => 'answered',
      () => 'cut off',
    )
    await eventually(
      () => waitingForLocks(db),
      waiting => waiting > 0,
    )
    const end = await shop.end('SIGTERM')
    expect(end).toMatchObject({ status: 0, signal: null, stderr: quiet })
    expect(end.stdout).toContain('Not all was finished in 1 seconds (STOP_WITHIN).')
    expect(await outcome).toBe('cut off')
    await letGo()
  })
})
