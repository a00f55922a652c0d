import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StartupProblem } from '#platform/startup'
import { keepCurrency } from '#services/catalogue'
import { createTool } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { fillDemoShop } from './demo.server.ts'

async function prices(shop: TestShop) {
  const { rows } = await sql<{ least: number; most: number; count: number }>`
    select min(price) as least, max(price) as most, count(*) as count from tool`.execute(shop.db)
  return rows[0]
}

// The catalogue's cheapest tool is 1.20, the dearest 1840.00.
describe.each([
  { currency: 'usd', least: 120, most: 184_000 },
  { currency: 'jpy', least: 1, most: 1840 },
  { currency: 'kwd', least: 1200, most: 1_840_000 },
])('a demo shop in $currency', ({ currency, least, most }) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await startTestShop({ environment: { CURRENCY: currency } })
    await fillDemoShop(shop.system, shop.images, () => {})
  })
  afterAll(() => shop.close())

  it('has the prices of the file in its own minor units, and its currency written down', async () => {
    expect(await prices(shop)).toMatchObject({ least, most })
    const { rows } = await sql`select currency from shop_fact`.execute(shop.db)
    expect(rows).toEqual([{ currency }])
  })
})

describe('the currency of a catalogue', () => {
  let shop: TestShop
  const start = (currency: string) => {
    const settings = { ...shop.system.settings, currency }
    return keepCurrency({ ...shop.system, settings })
  }
  beforeAll(async () => void (shop = await startTestShop()))
  afterAll(() => shop.close())

  it('follows the settings while it is empty; from the first tool on another one stops the start', async () => {
    await start('usd')
    await start('eur')
    await createTool(shop)
    await start('eur')
    await expect(start('jpy')).rejects.toThrow(StartupProblem)
    await expect(start('jpy')).rejects.toThrow(
      /^CURRENCY is jpy, but the prices in this database are in eur\. Set CURRENCY=eur, or .*\.$/,
    )
    await start('eur')
  })
})
