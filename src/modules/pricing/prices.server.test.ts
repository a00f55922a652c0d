import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rateScale } from '#kernel/money'
import { priceOf, quantitiesOf } from '#rules/pricing'
import { tiersOf } from './prices.rules.ts'
import { listPolicies } from './prices.rules.ts'
import { type TestShop, startTestShop } from '#test/harness'
import { expectedPrice, expectedQuantities, priceWorld, writeWorld } from '#test/model/price-lists'
import { nobody, pricesQuery, readPrices } from './prices.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ environment: { TIME_ZONE: 'Pacific/Auckland' } })
})
afterAll(() => shop.close())

/** In Auckland it is the day after: the lists' days are those of the shop's clock. */
const now = () => new Date('2026-05-01T20:00:00Z')
const today = '2026-05-02'

class Undone extends Error {}

const termsOf = fc.record({
  policy: fc.constantFrom(...listPolicies),
  pricesIncludeTax: fc.boolean(),
  taxRate: fc.constantFrom(0, 70_000, 88_750, 190_000, rateScale - 1),
})

it('what a buyer pays is what whoever looks at every list and every entry says, for any quantity', async () => {
  let cases = 0
  await fc.assert(
    fc.asyncProperty(priceWorld, termsOf, async (world, terms) => {
      const undone = shop.db.transaction().execute(async db => {
        const written = await writeWorld(db, world, today)
        const ctx = { db, now, settings: shop.system.settings }
        for (const buyer of [null, ...world.buyers.keys()]) {
          const payer = (buyer !== null && written.buyers[buyer]) || nobody
          const { tools } = await readPrices(ctx, payer, written.tools)
          for (const [tool, id] of written.tools.entries()) {
            const priced = tools.get(id)
            if (!priced) throw new Error('a tool has no price')
            expect(quantitiesOf(priced)).toEqual(expectedQuantities(world, { tool, buyer }))
            const ladder = tiersOf(priced, terms)
            for (const quantity of [1, 2, 7, 12, 24, 40, 60]) {
              const price = priceOf(priced, quantity, terms)
              const expected = expectedPrice(world, { tool, buyer, quantity, terms })
              expect({ ...price, list: price.list?.id ?? null }).toEqual({
                ...expected,
                list: expected.list === null ? null : written.lists[expected.list],
              })
              const tier = ladder.findLast(({ from }) => from <= quantity)
              if (tier) expect(tier.unitPrice).toBe(price.unitPrice)
              cases += 1
            }
          }
        }
        throw new Undone()
      })
      await expect(undone).rejects.toBeInstanceOf(Undone)
    }),
    { numRuns: 60 },
  )
  expect(cases).toBeGreaterThan(5000)
})

it('with 10,000 lists and 200,000 entries, 50 prices are one query by index', { timeout: 180_000 }, async () => {
  const ctx = { db: shop.db, now, settings: shop.system.settings }
  await makeManyLists()
  const { rows: tools } = await sql<{
    id: string
  }>`select id from tool where name = 'Listed' order by id limit 50`.execute(shop.db)
  const { rows: members } = await sql<{ id: string }>`
    select account_id as id from customer_group_member limit 1`.execute(shop.db)
  const [buyer, ids] = [{ accountId: members[0]?.id ?? '', companyId: null }, tools.map(({ id }) => id)]
  const prices = await readPrices(ctx, buyer, ids)
  expect(prices.tools.size).toBe(50)
  // Everyone's list of today, and the one of the buyer's group: of the 9,998 others none is looked at.
  for (const tool of prices.tools.values())
    expect(tool.offers.map(({ audience }) => audience).toSorted()).toEqual(['everyone', 'group'])
  const query = pricesQuery(ctx, buyer, ids)
  const { rows } = await sql<Record<string, string>>`explain (analyze, timing off) ${query}`.execute(shop.db)
  const plan = rows.map(row => Object.values(row)[0]).join('\n')
  for (const table of ['price_list', 'price_entry', 'price_rule', 'tool', 'customer_group_member', 'category']) {
    expect(plan).not.toContain(`Seq Scan on ${table}`)
  }
  for (const index of ['price_list_of_everyone', 'price_list_of_group', 'price_list_of_company', 'price_entry_pkey']) {
    expect(plan).toContain(index)
  }
  const removed = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, count]) => Number(count))
  expect(Math.max(0, ...removed)).toBeLessThan(50)
})

/** Of 10,000 lists, most are other buyers'; a thousand are everyone's, and over but for one. */
async function makeManyLists() {
  const { db } = shop
  await sql`
    insert into category (id, slug, name) values (gen_random_uuid(), 'listed', 'Listed')
    union all select gen_random_uuid(), 'other-' || n, 'Other ' || n from generate_series(1, 500) n`.execute(db)
  await sql`
    insert into tool (id, name, description, price, on_hand, minimum_quantity, category_id)
    select gen_random_uuid(), 'Listed', 'x', 100 + n, 0, 1, (select id from category where slug = 'listed')
    from generate_series(1, 10000) n`.execute(db)
  await sql`
    insert into customer_group (id, name, created_at) select gen_random_uuid(), 'Group ' || n, now() from generate_series(1, 4000) n`.execute(
    db,
  )
  await sql`insert into company (id, name) select gen_random_uuid(), 'Company ' || n from generate_series(1, 5000) n`.execute(
    db,
  )
  await sql`
    insert into account (id, issuer, subject, email, display_name)
    select id, 'test', id::text, id::text || '@example.com', 'Buyer' from company`.execute(db)
  // A planner that has seen them nearly empty takes each group through all accounts.
  await sql`analyze customer_group, account`.execute(db)
  await sql`
    insert into customer_group_member (group_id, account_id)
    select g.id, a.id from (select id, row_number() over () as n from customer_group) g
      join (select id, row_number() over () as n from account) a using (n)`.execute(db)
  await sql`
    insert into price_list (id, name, currency, is_gross, audience, group_id, company_id, until_day, created_at)
    select gen_random_uuid(), 'Group list ' || id, 'usd', false, 'group', id, null::uuid, null::date, now() from customer_group
    union all select gen_random_uuid(), 'Company list ' || id, 'usd', false, 'company', null, id, ${today}::date - 1, now() from company
    union all select gen_random_uuid(), 'List ' || n, 'usd', false, 'everyone', null, null,
      case when n < 1000 then ${today}::date - n end, now() from generate_series(1, 1000) n`.execute(db)
  // Materialized: a planner that does not know yet how many lists there are would look for the tools again for each.
  await sql`
    with listed as materialized (select id from tool where name = 'Listed' order by id limit 20)
    insert into price_entry (list_id, tool_id, from_quantities, prices)
    select list.id, listed.id, array[1, 10], array[90, 80] from price_list list, listed where list.removed_at is null`.execute(
    db,
  )
  await sql`
    insert into price_rule (id, list_id, category_id, discount)
    select gen_random_uuid(), list.id, category.id, 50000 from price_list list, category where slug = 'listed'`.execute(
    db,
  )
  await sql`analyze`.execute(db)
}

it('a change of anything that prices are made of is known by their version, and one that changes nothing is not', async () => {
  const versionOf = async () =>
    (await readPrices({ db: shop.db, now, settings: shop.system.settings }, nobody, [])).version
  const first = await versionOf()
  await sql`update price_list set name = name where false`.execute(shop.db)
  await sql`delete from customer_group_member where account_id = gen_random_uuid()`.execute(shop.db)
  expect(await versionOf()).toBe(first)
  for (const change of [
    sql`update price_entry set prices = array[91, 81] where ctid = (select ctid from price_entry limit 1)`,
    sql`delete from price_rule where ctid = (select ctid from price_rule limit 1)`,
    sql`delete from customer_group_member where ctid = (select ctid from customer_group_member limit 1)`,
    sql`update price_list set priority = 1 where ctid = (select ctid from price_list limit 1)`,
  ]) {
    const before = await versionOf()
    await change.execute(shop.db)
    expect(await versionOf()).toBeGreaterThan(before)
  }
})
