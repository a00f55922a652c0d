import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { testAddress } from '#test/access/basket'
import { eventually } from '#test/eventually'
import {
  type Answer,
  type Person,
  createPerson,
  createTool,
  createVehicle,
  openPayment,
  orderOf,
  payWithCard,
  request,
  signUp,
} from '#test/factories'
import { picture, pictureForm } from '#test/files/pictures'
import { type TestShop, startTestShop } from '#test/harness'
import { columnsOfAccounts, columnsWith, filesWith } from '#test/privacy/person-traces'

/** In all that the person types, and that others type about them. */
const mark = 'zqmarked'
let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

/** A person who has done whatever leaves something with the shop. */
async function busyPerson() {
  const email = `${mark}-${newId()}@example.com`
  const person = await signUp(shop, email)
  await sql`update identity."user" set "emailVerified" = true, name = ${`${mark} Karim`} where email = ${email}`.execute(
    shop.db,
  )
  await sql`update account set email_verified = true, display_name = ${`${mark} Karim`} where email = ${email}`.execute(
    shop.db,
  )
  const ok = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const tool = await createTool(shop)
  const uploaded = await ok(person.call('POST', '/images', pictureForm(await picture())))
  const img: string = uploaded.data.url
  await ok(
    person.call('PUT', `/users/myProfile?email=${email}`, { phone: `${mark} 1`, link: `https://${mark}.example` }),
  )
  await ok(
    person.call('POST', '/account/vehicles', {
      vehicles: [{ vehicle: await createVehicle(shop), name: mark, vin: '1HGCM82633A004352' }],
    }),
  )
  await ok(person.call('PUT', '/basket/lines', { lines: [{ tools_id: tool, quantity: 3, reference: mark }] }))
  await ok(person.call('POST', '/addresses', { ...testAddress, name: mark, street: mark }))
  await ok(person.call('POST', '/lists', { name: mark, lines: [{ tools_id: tool, quantity: 1, reference: mark }] }))
  const order = await paidOrder(person, tool)
  await ok(
    admin.call('POST', `/orders/${order}/cancellation`, {
      lines: [{ position: 1, quantity: 1, left: 4 }],
      reason: `${mark} did not want it`,
    }),
  )
  await ok(admin.call('POST', `/orders/${order}/notes`, { text: `${mark} called` }))
  await ok(admin.call('POST', `/customers/${person.accountId}/notes`, { kind: 'note', text: `${mark} pays late` }))
  await ok(
    admin.call('POST', `/orders/${order}/shipment`, {
      carrier: 'Padma Courier',
      tracking: `${mark}-1`,
      lines: [{ position: 1, quantity: 1 }],
    }),
  )
  await ok(admin.call('POST', `/orders/${order}/shipment`, { carrier: 'Padma Courier', tracking: `${mark}-2` }))
  await ok(
    admin.call(
      'POST',
      `/orders/${order}/refunds`,
      { amount: 1, reason: `${mark} was angry`, returned: [] },
      { 'idempotency-key': newId() },
    ),
  )
  await ok(person.call('POST', '/review', { rating: 5, review: `${mark} likes it.`, img, tools_id: tool }))
  await eventually(
    async () => (await person.call('GET', `/orders/${order}`)).body.paymentState,
    state => state === 'part-refunded',
  )
  return { person, order, img }
}

async function paidOrder(person: Person, tool: string): Promise<string> {
  const typed = {
    phone: '+880 1555 010148',
    company: mark,
    address: mark,
    purchaseOrderReference: mark,
    vatNumber: `BD-${mark}`,
    notes: mark,
  }
  const placed = await person.call('POST', '/orders', orderOf(tool, 4, typed), { 'idempotency-key': newId() })
  expect(placed, JSON.stringify(placed.body)).toMatchObject({ status: 200 })
  const order: string = placed.body.insertedId
  await payWithCard(shop, await openPayment(person, order))
  await eventually(
    async () => (await person.call('GET', `/orders/${order}`)).body.paid,
    paid => paid === true,
  )
  return order
}

/** Who may write down whose account something is about, without a row of a customer: what staff does. */
const columnsOfStaff = new Set([
  'public.account_note.author_id',
  'public.order_note.author_id',
  'public.import.actor_id',
  'public.picture_batch.actor_id',
  'public.tool_edit.actor_id',
  'public.stock_count.actor_id',
  'public.stock_take.actor_id',
  'public.refund.actor_id',
  'public.staff_invitation.invited_by',
])

/** What no call of a customer writes, or only a moment later. */
async function addRows({ accountId }: Person): Promise<void> {
  const id = newId()
  await sql`insert into order_filter (id, account_id, name, query, is_shared, created_at)
    values (${id}, ${accountId}, ${mark}, '{}', false, now())`.execute(shop.db)
  await sql`insert into staff_mail_choice (account_id, mail, is_wanted) values (${accountId}, 'digest', true)`.execute(
    shop.db,
  )
  await sql`
    insert into card_decline (provider, attempt, order_id, account_id, at)
    select 'sandbox', ${id}, id, ${accountId}, now() from orders where account_id = ${accountId} limit 1`.execute(
    shop.db,
  )
  await sql`
    insert into idempotency_key (account_id, call, key, fingerprint, answer, created_at)
    values (${accountId}, 'POST /orders', ${id}, ${mark}, ${JSON.stringify({ mark })}, now())`.execute(shop.db)
  const group = await admin.call('POST', '/customer-groups', { name: 'Workshops of Barisal' })
  await sql`insert into customer_group_member (group_id, account_id) values (${group.body.insertedId}, ${accountId})`.execute(
    shop.db,
  )
  await sql`
    with company as (insert into company (id, name) values (${newId()}, 'A company') returning id)
    insert into company_member (account_id, company_id) select ${accountId}, id from company`.execute(shop.db)
}

const security = readFileSync(join(import.meta.dirname, '../../../SECURITY.md'), 'utf8')

/** The places that the table of SECURITY.md names: `schema.table.column` and files of the data folder. */
function allowedPlaces(): string[] {
  const [, table = ''] = security.split('## What stays of a deleted account')
  const places = [...table.matchAll(/`((?:public|sandbox|identity|pgboss)\.[\w.]+)`/g)].map(([, place = '']) => place)
  expect(places.length).toBeGreaterThan(3)
  return places
}

describe('an account that was deleted', () => {
  it('is found nowhere but where SECURITY.md says that something stays, and why (finding 31)', async () => {
    const { person, order, img } = await busyPerson()
    await addRows(person)
    const words = [mark, person.accountId]
    for (const { table, column } of await columnsOfAccounts(shop.pool)) {
      if (columnsOfStaff.has(`${table}.${column}`)) continue
      const { rows } = await shop.pool.query(`select from ${table} where ${column} = $1 limit 1`, [person.accountId])
      expect(rows, `${table}.${column} has a row of the person before`).toHaveLength(1)
    }
    const before = await columnsWith(shop.pool, words)
    expect(before).toEqual(
      expect.arrayContaining(['pgboss.job.data', 'public.order_event.detail', 'public.refund.note']),
    )
    expect((await filesWith(shop.dataDir, words)).length).toBeGreaterThan(5)
    const pictures = await readdir(join(shop.dataDir, 'images'))
    expect((await request(img, 'GET')).status).toBe(200)

    expect((await person.call('DELETE', '/account', { email: person.email })).status).toBe(200)

    const jobs = async () =>
      (await sql`select from pgboss.job where name = 'account-traces'`.execute(shop.db)).rows.length
    await eventually(jobs, count => count === 0)
    // What is typed is nowhere; the account's id, which leads to nobody any more, where the page says so.
    expect(await columnsWith(shop.pool, [mark])).toEqual([])
    const staying = (await columnsWith(shop.pool, words)).toSorted()
    expect(staying).toEqual(allowedPlaces().toSorted())
    expect(await filesWith(shop.dataDir, words)).toEqual([])
    expect((await request(img, 'GET')).status).toBe(404)
    expect((await readdir(join(shop.dataDir, 'images'))).length).toBeLessThan(pictures.length)
    expect((await admin.call('GET', `/orders/${order}`)).body).toMatchObject({
      carrier: 'Padma Courier',
      tracking: null,
    })
  })

  it('leaves the trail and the timeline append-only: nothing but typed texts of orders goes, and only when said (finding 31)', async () => {
    const { order } = await busyPerson()
    const tool = await createTool(shop)
    expect(
      await admin.call(
        'POST',
        `/tools/${tool}/stock`,
        { delta: -1, reason: 'One was broken' },
        { 'idempotency-key': newId() },
      ),
    ).toMatchObject({ status: 200 })
    const { rows: entries } = await shop.pool.query(
      `select from audit where subject_id = '${tool}' and after ? 'reason'`,
    )
    expect(entries).toHaveLength(1)
    const forgetting = (statement: string) =>
      shop.pool.query(`begin; select set_config('shop.forgets', 'yes', true); ${statement}; rollback`)
    const ofTool = `update audit set after = without_typed_texts(after) where subject_id = '${tool}'`
    await expect(forgetting(ofTool)).rejects.toThrow('append-only')
    await shop.pool.query('rollback')
    for (const [table, column, of] of [
      ['order_event', 'detail', `order_id = '${order}'`],
      ['audit', 'after', `subject_id = '${order}'`],
    ]) {
      const without = `update ${table} set ${column} = without_typed_texts(${column}) where ${of}`
      await expect(shop.pool.query(without)).rejects.toThrow('append-only')
      await forgetting(without)
      for (const other of [
        `update ${table} set at = now() where ${of}`,
        `update ${table} set ${column} = '{}' where ${of} and ${column} ? 'carrier'`,
        `update ${table} set ${column} = ${column} || '{"reason": "another"}' where ${of} and ${column} ? 'carrier'`,
        `delete from ${table} where ${of}`,
      ]) {
        await expect(forgetting(other), other).rejects.toThrow('append-only')
        await shop.pool.query('rollback')
      }
    }
  })
})
