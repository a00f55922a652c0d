import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPerson } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import {
  expectCalm,
  expectMoneyToAgree,
  failLate,
  lateMoney,
  mendCard,
  paidOrder,
  whenRow,
} from '#test/sandbox/money-back'
import { type Period, type ReportKind, columnsOfReport } from './reports.rules.ts'
import { readReport } from './reports.server.ts'

const day = 24 * 3_600_000

let shop: TestShop
beforeAll(async () => void (shop = await startTestShop()))
afterAll(async () => {
  await expectMoneyToAgree(shop)
  await shop.close()
})

/** The rows of a file by the names of its columns; of an order, or of all. */
async function rowsOf(kind: ReportKind, { order, ...days }: Period & { order?: string } = {}) {
  const orderRows = order && (await shop.db.selectFrom('orders').select('number').where('id', '=', order).execute())
  const number = orderRows && orderRows[0]?.number
  const { rows } = await readReport(shop.system, kind, days)
  return asRows(kind, rows).filter(row => number === undefined || row['number'] === number)
}
const asRows = (kind: ReportKind, rows: string[][]) =>
  rows.map(cells => Object.fromEntries(columnsOfReport(kind).map(([name], at) => [name, cells[at]])))
/** A login lasts no days. */
const admin = () => createPerson(shop, 'admin')
const today = () => shop.system.now().toISOString().slice(0, 10)
const amountsOf = (rows: { amount?: string }[]) => rows.map(({ amount }) => amount)
const cents = (text = '') => Math.round(Number(text) * 100)

describe('the file of refunds', () => {
  it('keeps what a day had, whatever becomes of a refund later, and adds up to what went back', async () => {
    const { order, intentId } = await paidOrder(shop, await createPerson(shop))
    const { body } = await (await admin()).call('POST', `/orders/${order}/refunds`, { amount: '40.00' })
    const days = [today()]
    await whenRow(shop, order, 'done')
    await expectCalm(shop)
    const first = await rowsOf('refunds', { order, from: days[0], to: days[0] })
    expect(first).toMatchObject([{ amount: '40.00', of_payment: 'yes', transaction: intentId }])

    shop.passTime(10 * day)
    days.push(today())
    await failLate(shop, intentId)
    await whenRow(shop, order, 'failed')
    expect(await rowsOf('refunds', { order, from: days[0], to: days[0] })).toEqual(first)
    expect(await rowsOf('refunds', { order, from: days[1], to: days[1] })).toEqual([
      { ...first[0], amount: '-40.00', refunded: expect.stringMatching(new RegExp(`^${days[1]} `)) },
    ])

    shop.passTime(2 * day)
    days.push(today())
    await mendCard(shop, intentId)
    expect(
      await (await admin()).call('POST', `/orders/${order}/refunds/${body.insertedId}/tries`, { tries: 1 }),
    ).toMatchObject({
      status: 200,
    })
    await whenRow(shop, order, 'done', 2)
    const all = await rowsOf('refunds', { order })
    expect(amountsOf(all)).toEqual(['40.00', '-40.00', '40.00'])
    expect(all.slice(0, 1)).toEqual(first)
    expect(all.map(row => row['refunded']?.slice(0, 10))).toEqual(days)
    // Each try has the provider's name of it.
    expect(all[2]?.['refund']).not.toBe(all[0]?.['refund'])
    expect(await rowsOf('payments', { order })).toMatchObject([{ refunded: '40.00' }])
  })

  it('tells money that no payment had from what a payment gave back', async () => {
    const { order } = await lateMoney(shop, await createPerson(shop), async () => undefined)
    await whenRow(shop, order, 'done')
    expect(await rowsOf('payments', { order })).toEqual([])
    expect(await rowsOf('refunds', { order })).toMatchObject([{ amount: '100.00', of_payment: 'no' }])
    const sum = (rows: Record<string, string | undefined>[], column: string) =>
      rows.reduce((sum, row) => sum + cents(row[column]), 0)
    const ofPayments = (await rowsOf('refunds')).filter(row => row['of_payment'] === 'yes')
    expect(sum(ofPayments, 'amount')).toBe(sum(await rowsOf('payments'), 'refunded'))
  })
})
