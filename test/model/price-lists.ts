import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { newId } from '#platform/context'
import type { Database } from '#platform/database'
import type { Buyer } from '#services/accounts'
import type { PriceTerms } from '../../src/modules/pricing/prices.rules.ts'

/**
 * Shops with price lists, made up, and what a buyer pays in them: computed by looking at every list and every entry, on whole
 * numbers, without any of the shop's own code.
 */

/** Categories, brands, tools and buyers go by their places in these lists; a category's parent stands before it. */
export type PriceWorld = {
  categories: { parent: number | null }[]
  brands: number
  tools: { price: number; category: number | null; brand: number | null; minimum: number; multiple: number }[]
  groups: number
  companies: number
  buyers: { groups: number[]; company: number | null }[]
  lists: WorldList[]
}
type WorldList = {
  currency: string
  isGross: boolean
  from: number | null
  until: number | null
  priority: number
  audience: { kind: 'everyone' } | { kind: 'group' | 'company'; which: number }
  minimum: number | null
  multiple: number | null
  isRemoved: boolean
  entries: {
    tool: number
    tiers: { from: number; price: number }[]
    minimum: number | null
    multiple: number | null
  }[]
  rules: { category: number | null; brand: number | null; discount: number }[]
}

const whole = (min: number, max: number) => fc.integer({ min, max })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 })
const quantity = whole(1, 60)

const tiers = fc.uniqueArray(fc.record({ from: quantity, price: whole(1, 3000) }), {
  selector: ({ from }) => from,
  maxLength: 4,
})
const entry = fc.record({
  tool: whole(0, 5),
  tiers: tiers.map(tiers => tiers.toSorted((a, b) => a.from - b.from)),
  minimum: maybe(quantity),
  multiple: maybe(whole(1, 24)),
})
const rule = fc.oneof(
  fc.record({ category: maybe(whole(0, 6)), brand: fc.constant(null), discount: whole(1, 999_999) }),
  fc.record({ category: fc.constant(null), brand: whole(0, 2), discount: whole(1, 999_999) }),
)
const list: fc.Arbitrary<WorldList> = fc.record({
  currency: fc.constantFrom('usd', 'usd', 'usd', 'eur'),
  isGross: fc.boolean(),
  // Days from today on.
  from: maybe(whole(-3, 2)),
  until: maybe(whole(2, 5).map(days => days - 3)),
  priority: whole(0, 2),
  audience: fc.oneof(
    fc.constant({ kind: 'everyone' as const }),
    fc.record({ kind: fc.constantFrom('group' as const, 'company' as const), which: whole(0, 1) }),
  ),
  minimum: maybe(quantity),
  multiple: maybe(whole(1, 24)),
  isRemoved: fc.constantFrom(false, false, false, true),
  entries: fc
    .uniqueArray(entry, { selector: ({ tool }) => tool, maxLength: 6 })
    .map(entries =>
      entries.filter(({ tiers, minimum, multiple }) => tiers.length > 0 || minimum !== null || multiple !== null),
    ),
  rules: fc.uniqueArray(rule, { selector: ({ category, brand }) => `${category} ${brand}`, maxLength: 4 }),
})

export const priceWorld: fc.Arbitrary<PriceWorld> = fc.record({
  // Two trees: of five, and of two levels.
  categories: fc.constant([null, 0, 1, 2, 3, null, 5].map(parent => ({ parent }))),
  brands: fc.constant(3),
  tools: fc.array(
    fc.record({
      price: whole(1, 5000),
      category: maybe(whole(0, 6)),
      brand: maybe(whole(0, 2)),
      multiple: whole(1, 6),
      minimum: whole(1, 4),
    }),
    { minLength: 6, maxLength: 6 },
  ),
  groups: fc.constant(2),
  companies: fc.constant(2),
  buyers: fc.array(fc.record({ groups: fc.uniqueArray(whole(0, 1), { maxLength: 2 }), company: maybe(whole(0, 1)) }), {
    minLength: 2,
    maxLength: 3,
  }),
  lists: fc
    .array(list, { maxLength: 10 })
    .map(lists => lists.filter(({ from, until }) => from === null || until === null || from <= until)),
})

type Said = { list: number; unitPrice: number; from: number | null }
type Ask = { tool: number; buyer: number | null; quantity: number; terms: PriceTerms }

/** What one unit costs, and by which list. */
export function expectedPrice(
  world: PriceWorld,
  { tool, buyer, quantity, terms }: Ask,
): Omit<Said, 'list'> & { list: number | null } {
  const own = world.tools[tool]?.price ?? 0
  let best: Said | undefined
  for (const [at, list] of world.lists.entries()) {
    if (!holdsFor(world, list, buyer)) continue
    const said = saidBy(world, list, { tool, quantity, terms })
    if (said && (!best || beats({ ...said, list: at }, best, { world, policy: terms.policy })))
      best = { ...said, list: at }
  }
  if (!best || (terms.policy === 'lowest' && own < best.unitPrice)) return { list: null, unitPrice: own, from: null }
  return best
}

/** The least that is sold and its multiple: each by the nearest list that says something of this tool. */
export function expectedQuantities(world: PriceWorld, { tool, buyer }: Pick<Ask, 'tool' | 'buyer'>) {
  const { minimum = 1, multiple = 1 } = world.tools[tool] ?? {}
  const best = { minimum: undefined, multiple: undefined } as Record<
    'minimum' | 'multiple',
    [number, number] | undefined
  >
  for (const [at, list] of world.lists.entries()) {
    const entry = list.entries.find(entry => entry.tool === tool)
    if (!holdsFor(world, list, buyer) || (!entry && discountOf(world, list, tool) === undefined)) continue
    for (const what of ['minimum', 'multiple'] as const) {
      const said = entry?.[what] ?? list[what]
      const before = best[what]
      if (said !== null && (!before || isNearer(world, at, before[0]))) best[what] = [at, said]
    }
  }
  const step = best.multiple?.[1] ?? multiple
  let least = step
  while (least < (best.minimum?.[1] ?? minimum * multiple)) least += step
  return { minimum: least, multiple: step }
}

function holdsFor({ buyers }: PriceWorld, list: WorldList, buyer: number | null): boolean {
  if (list.isRemoved || list.currency !== 'usd') return false
  if ((list.from ?? 0) > 0 || (list.until ?? 0) < 0) return false
  const { audience } = list
  if (audience.kind === 'everyone') return true
  const who = buyer === null ? undefined : buyers[buyer]
  if (audience.kind === 'group') return who?.groups.includes(audience.which) === true
  return who?.company === audience.which
}

function saidBy(world: PriceWorld, list: WorldList, { tool, quantity, terms }: Omit<Ask, 'buyer'>) {
  let tier: { from: number; price: number } | undefined
  for (const entry of list.entries) {
    if (entry.tool !== tool) continue
    for (const each of entry.tiers) if (each.from <= quantity && (!tier || each.from > tier.from)) tier = each
  }
  if (tier) return { unitPrice: taxedAs(tier.price, list.isGross, terms), from: tier.from }
  const discount = discountOf(world, list, tool)
  if (discount === undefined) return undefined
  const price = BigInt(world.tools[tool]?.price ?? 0)
  return { unitPrice: halfUp(price * BigInt(1_000_000 - discount), 1_000_000n), from: null }
}

function discountOf(world: PriceWorld, list: WorldList, tool: number): number | undefined {
  const { category, brand } = world.tools[tool] ?? { category: null, brand: null }
  let ofCategory: number | undefined
  for (
    let at: number | null = category;
    at !== null && ofCategory === undefined;
    at = world.categories[at]?.parent ?? null
  ) {
    const named = at
    ofCategory = list.rules.find(rule => rule.category === named)?.discount
  }
  ofCategory ??= list.rules.find(rule => rule.category === null && rule.brand === null)?.discount
  const ofBrand = brand === null ? undefined : list.rules.find(rule => rule.brand === brand)?.discount
  if (ofCategory === undefined || ofBrand === undefined) return ofCategory ?? ofBrand
  return ofCategory > ofBrand ? ofCategory : ofBrand
}

function taxedAs(price: number, isGross: boolean, { pricesIncludeTax, taxRate }: PriceTerms): number {
  const [net, gross] = [1_000_000n, BigInt(1_000_000 + taxRate)]
  if (isGross && !pricesIncludeTax) return halfUp(BigInt(price) * net, gross)
  return !isGross && pricesIncludeTax ? halfUp(BigInt(price) * gross, net) : price
}

const halfUp = (numerator: bigint, denominator: bigint) =>
  Math.max(1, Number((2n * numerator + denominator) / (2n * denominator)))

function beats(one: Said, other: Said, { world, policy }: { world: PriceWorld; policy: string }): boolean {
  if (policy === 'nearest') return isNearer(world, one.list, other.list)
  if (one.unitPrice !== other.unitPrice) return one.unitPrice < other.unitPrice
  const [a = 0, b = 0] = [world.lists[one.list]?.priority, world.lists[other.list]?.priority]
  return a === b ? one.list > other.list : a > b
}

function isNearer({ lists }: PriceWorld, one: number, other: number): boolean {
  const [a, b] = [lists[one], lists[other]]
  if (!a || !b) return false
  const near = { company: 3, group: 2, everyone: 1 }
  const by = near[a.audience.kind] - near[b.audience.kind] || a.priority - b.priority || one - other
  return by > 0
}

export type WrittenWorld = { tools: string[]; buyers: Buyer[]; lists: string[] }

/** Writes a made-up shop into the database. `today`: a day, from which those of the lists are counted. */
export async function writeWorld(db: Database, world: PriceWorld, today: string): Promise<WrittenWorld> {
  const ids = (count: number) => Array.from({ length: count }, () => newId())
  const [categories, brands, tools] = [ids(world.categories.length), ids(world.brands), ids(world.tools.length)]
  const [groups, companies] = [ids(world.groups), ids(world.companies)]
  const lists = ids(world.lists.length)
  const buyers: Buyer[] = []
  const run = (statement: RawBuilder<unknown>) => statement.execute(db)
  const pick = (from: string[], at: number | null) => (at === null ? null : (from[at] ?? null))
  for (const [at, { parent }] of world.categories.entries()) {
    const id = categories[at]
    await run(
      sql`insert into category (id, slug, name, parent_id) values (${id}, ${id}, ${id}, ${pick(categories, parent)})`,
    )
  }
  for (const id of brands) await run(sql`insert into brand (id, name) values (${id}, ${id})`)
  for (const [at, tool] of world.tools.entries()) {
    await run(sql`
      insert into tool (id, name, description, price, on_hand, minimum_quantity, quantity_multiple, category_id, brand_id)
      values (${tools[at]}, 'Priced', 'x', ${tool.price}, 0, ${tool.minimum * tool.multiple}, ${tool.multiple},
        ${pick(categories, tool.category)}, ${pick(brands, tool.brand)})`)
  }
  for (const id of companies) await run(sql`insert into company (id, name) values (${id}, ${id})`)
  for (const id of groups)
    await run(sql`insert into customer_group (id, name, created_at) values (${id}, ${id}, now())`)
  for (const buyer of world.buyers) {
    const id = newId()
    buyers.push({ accountId: id, companyId: pick(companies, buyer.company) })
    await run(sql`
      insert into account (id, issuer, subject, email, display_name)
      values (${id}, 'test', ${id}, ${`${id}@example.com`}, 'Buyer')`)
    for (const group of buyer.groups) {
      await run(sql`insert into customer_group_member (group_id, account_id) values (${groups[group]}, ${id})`)
    }
    if (buyer.company !== null) {
      await run(
        sql`insert into company_member (account_id, company_id) values (${id}, ${pick(companies, buyer.company)})`,
      )
    }
  }
  for (const [at, list] of world.lists.entries()) {
    const { audience } = list
    const day = (days: number | null) => (days === null ? sql`null` : sql`${today}::date + ${days}::integer`)
    await run(sql`
      insert into price_list (id, name, currency, is_gross, from_day, until_day, priority, audience, group_id, company_id,
        minimum_quantity, quantity_multiple, created_at, removed_at)
      values (${lists[at]}, ${lists[at]}, ${list.currency}, ${list.isGross}, ${day(list.from)}, ${day(list.until)},
        ${list.priority}, ${audience.kind}, ${audience.kind === 'group' ? pick(groups, audience.which) : null},
        ${audience.kind === 'company' ? pick(companies, audience.which) : null}, ${list.minimum}, ${list.multiple}, now(),
        ${list.isRemoved ? new Date() : null})`)
    for (const { tool, tiers, minimum, multiple } of list.entries) {
      await run(sql`
        insert into price_entry (list_id, tool_id, from_quantities, prices, minimum_quantity, quantity_multiple)
        values (${lists[at]}, ${tools[tool]}, ${tiers.map(({ from }) => from)}::integer[],
          ${tiers.map(({ price }) => price)}::bigint[], ${minimum}, ${multiple})`)
    }
    for (const { category, brand, discount } of list.rules) {
      await run(sql`
        insert into price_rule (id, list_id, category_id, brand_id, discount)
        values (${newId()}, ${lists[at]}, ${pick(categories, category)}, ${pick(brands, brand)}, ${discount})`)
    }
  }
  return { tools, buyers, lists }
}
