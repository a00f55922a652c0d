import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listPolicies } from '../../pricing/prices.rules.ts'
import { request } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { type Somebody, signIn } from '#test/shop/people'
import { type PriceWorld, expectedPrice, expectedQuantities, priceWorld, writeWorld } from '#test/model/price-lists'
import { inTiers } from '#test/tiers'

/** What a buyer pays stands in five places. Each is asked as its page asks it, and held against whoever looks at every list. */
const taxRates = { nearest: 190_000, lowest: 70_000 }

describe.each(listPolicies)('where %s wins', policy => {
  const terms = { policy, pricesIncludeTax: policy === 'lowest', taxRate: taxRates[policy] }
  let shop: TestShop
  beforeAll(async () => {
    const environment = {
      MAX_OPEN_ORDERS: '1000',
      TIME_ZONE: 'UTC',
      PRICE_LISTS: policy,
      PRICES_INCLUDE_TAX: terms.pricesIncludeTax ? 'yes' : 'no',
      TAX_RATE: `${terms.taxRate / 10_000}%`,
    }
    shop = await startTestShop({ environment })
  })
  afterAll(() => shop.close())

  /** What this buyer wants of each tool, in one basket; a tool stands on a line for each of its jobs. */
  async function buy(world: PriceWorld, { buyer, person, tools, lists }: Buying, demands: Demand[]): Promise<void> {
    const call = async (method: string, path: string, body?: object) => {
      const answer = await request(`${shop.address}/api${path}`, method, body, person.headers)
      expect(answer).toMatchObject({ status: 200 })
      return answer.body
    }
    const shown = await call('GET', `/prices?ids=${tools.join()}`)
    const purchases = tools.map((tools_id, tool) => {
      const { minimum, multiple } = expectedQuantities(world, { tool, buyer })
      expect(shown[tool]).toMatchObject({ tools_id, minimum, multiple })
      const { more = 0, jobs = 1 } = demands[tool] ?? {}
      const quantity = minimum + more * multiple
      const price = expectedPrice(world, { tool, buyer, quantity, terms })
      const atLeast = expectedPrice(world, { tool, buyer, quantity: minimum, terms })
      expect(shown[tool].unitPrice).toBe(atLeast.unitPrice / 100)
      expect(shown[tool].tiers.findLast((tier: { from: number }) => tier.from <= quantity).unitPrice).toBe(price.unitPrice / 100) // prettier-ignore
      return { tools_id, quantity, jobs: Math.min(jobs, quantity), ...price }
    })
    const rows = purchases.flatMap(({ quantity, jobs, unitPrice, tools_id, ...by }) =>
      Array.from({ length: jobs }, (_, job) => {
        const units = job === 0 ? quantity - jobs + 1 : 1
        const line = { tools_id, quantity: units, reference: `Job ${job}` }
        return { line, unitPrice: unitPrice / 100, goods: unitPrice * units, by }
      }),
    )
    const basket = await call('PUT', '/basket/lines', { lines: rows.map(({ line }) => line) })
    const goods = rows.reduce((sum, row) => sum + row.goods, 0) / 100
    expect(basket).toMatchObject({ changed: [], totals: { goods } })
    const byLine = <T extends { tools_id: string; reference?: string }>(lines: T[]) =>
      lines.toSorted((a, b) => (a.tools_id + a.reference < b.tools_id + b.reference ? -1 : 1))
    const expected = rows.map(({ line, unitPrice, goods }) => ({ ...line, unitPrice, lineTotal: goods / 100 }))
    expect(byLine(basket.lines)).toMatchObject(byLine(expected))
    const { insertedId } = await call('POST', '/basket/order', { address, total: basket.totals.total })
    // The order’s page and its receipt show this answer.
    const order = await call('GET', `/orders/${insertedId}`)
    expect(order.price).toBe(basket.totals.total)
    const listed = rows.map(({ line, unitPrice, goods, by: { list, from } }) => ({
      ...line,
      unitPrice,
      priceList: list === null ? null : { name: lists[list], from },
      [terms.pricesIncludeTax ? 'gross' : 'net']: goods / 100,
    }))
    expect(byLine(order.lines)).toMatchObject(byLine(listed))
  }

  // A world has six tools and at least two buyers: the long tier asks for more than 10,000 prices.
  inTiers({ short: 4, long: 420 }, (worlds, options) => {
    it(
      'ladder, list, basket, order and receipt name the price that every list and entry lead to',
      { timeout: 900_000, ...options },
      async () => {
        await fc.assert(
          fc.asyncProperty(priceWorld, wishes, async (world, demands) => {
            const { buyers, ...written } = await writeWorld(shop.db, world, new Date().toISOString().slice(0, 10))
            await sql`update tool set on_hand = 100000 where id = any(${written.tools}::uuid[])`.execute(shop.db)
            for (const [buyer, person] of (await signIn(shop.db, buyers)).entries()) {
              await buy(world, { buyer, person, ...written }, demands)
            }
            // What holds for everyone would hold for the buyers of the next shop too.
            await sql`update price_list set removed_at = now() where removed_at is null`.execute(shop.db)
          }),
          { numRuns: worlds },
        )
      },
    )
  })
})

type Buying = { buyer: number; person: Somebody; tools: string[]; lists: string[] }
type Demand = { more: number; jobs: number }
const wishes = fc.array(fc.record({ more: fc.nat(5), jobs: fc.integer({ min: 1, max: 3 }) }), {
  minLength: 6,
  maxLength: 6,
})
const address = { name: 'Garage', street: '1 Lane', postalCode: '45402', city: 'Dayton', region: 'OH', country: 'US', phone: '+1 937 555 0100' } // prettier-ignore
