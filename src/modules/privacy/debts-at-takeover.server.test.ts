import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { orderPayments } from '../ordering/settlement/handlers.server.ts'
import { createPerson, createTool, mailedLink, placeOrder, signUp, visitor } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { recordPayment } from '../ordering/payments/received.server.ts'
import { releaseOrder } from '../ordering/release/release.server.ts'
import { takeBack } from '../ordering/returns/returns.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ environment: { SHIPPING_FEE: '0' } })
})
afterAll(() => shop.close())

it('who takes an address over from a stranger takes over what was paid on account, and no debt', async () => {
  const email = 'debtor@example.com'
  const stranger = await signUp(shop, email)
  const onAccount = async () => {
    const order = await placeOrder(stranger, await createTool(shop, { price: 1000 }))
    await releaseOrder(shop.system, orderPayments(shop.payment), { orderId: order, by: 'terms' })
    return order
  }
  const [paid, owed, back] = [await onAccount(), await onAccount(), await onAccount()]
  const allocations = [
    { orderId: paid, amount: 1000 },
    { orderId: owed, amount: 400 },
  ]
  const payment = { id: newId(), kind: 'bank' as const, amount: 1400, currency: 'usd', paidAt: new Date(), allocations }
  expect(await recordPayment(shop.system, payment)).toBe('recorded')
  await takeBack(shop.system, back, { units: [{ position: 1, quantity: 1 }], becomes: 'stock' })

  const token = await mailedLink(shop, email, 'confirm')
  const newPassword = 'the owner’s own password'
  expect((await visitor(shop).call('PUT', '/email-confirmation/password', { token, newPassword })).status).toBe(200)

  const { rows } = await sql<{ id: string; number: string }>`
    select orders.id, number, account_id is null as is_nobodys, customer_email from orders order by orders.id`.execute(
    shop.db,
  )
  expect(rows).toMatchObject([
    { id: paid, is_nobodys: false },
    { id: owed, is_nobodys: true, customer_email: email },
    { id: back, is_nobodys: false },
  ])
  const { rows: sales } = await sql`
    select orders, turnover from account_sales join account on account.id = account_id where email = ${email}`.execute(
    shop.db,
  )
  expect(sales).toEqual([{ orders: 2, turnover: 1000 }])
  const { rows: trail } = await sql`select before from audit where action = 'account.emptied'`.execute(shop.db)
  expect(trail).toEqual([{ before: { account: stranger.accountId, owed: [rows[1]?.number] } }])
  const staff = await createPerson(shop, 'admin')
  expect((await staff.call('GET', `/orders/${owed}`)).body).toMatchObject({
    paid: false,
    paymentState: 'on-account',
    email,
  })
  // Whoever asks for the money finds the order by who owes it.
  const search = await staff.call('GET', `/allOrders?q=${encodeURIComponent(email)}`)
  expect(search.body.map(({ _id }: { _id: string }) => _id).toSorted()).toEqual([paid, owed, back])
  expect(search.headers.get('x-total-count')).toBe('3')
})
