import { sql } from 'kysely'
import { type Database, createPool, openDatabase } from '#platform/database'
import { randomBytes } from 'node:crypto'
import { accessTokens } from '#services/accounts'
import type { Figure } from './measure/figure.ts'
import { benchId, fillShop } from './orders/shop.ts'
import { reader } from './measure/reader.ts'
import { type Round, callFor, quantile, rounded } from './measure/rounds.ts'
import { withDatabase, withShop } from './measure/shop.ts'

const callers = 16
const rounds = 4
const roundSeconds = 3
/** So many that none is read twice: its answer would be a kept one. */
const tools = 100_000
const buyers = 1000
const lists = 10_000
const entriesAList = 100
const asked = 50

/** How many times the median of reading one tool fifty prices may take. */
const mostOfR = 3

/**
 * Fifty prices of a buyer with lists of a group, of a company and of everyone, in a shop of 10,000 lists with a million entries; by turns
 * with reading one tool by id. Both over HTTP, by 16 clients, and no answer is a kept one.
 */
export function prices(): Promise<Figure[]> {
  return withDatabase(async url => {
    const secret = randomBytes(32).toString('hex')
    const environment = { DATABASE_URL: url, SECRET: secret, LOG_LEVEL: 'fatal' }
    // The shop's first start makes its tables.
    await withShop(environment, async () => undefined)
    const pool = createPool(url, { max: 4, name: 'bench' })
    const db = openDatabase(pool)
    await fillShop(db, { buyers, tools })
    await fillLists(db)
    await pool.end()
    return await withShop(environment, shop => measure(shop, secret))
  })
}

/** The first list is everyone's and has every tool; the others are each one's own group's or company's, a hundred tools each. */
async function fillLists(db: Database): Promise<void> {
  const id = (n: string) => sql.raw(`('00000000-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`)
  const half = lists / 2
  await sql`insert into customer_group (id, name, created_at)
    select ${id('n')}, 'Group ' || n, now() from generate_series(0, ${half}::integer - 1) n`.execute(db)
  await sql`insert into company (id, name)
    select ${id('n')}, 'Company ' || n from generate_series(0, ${half}::integer - 1) n`.execute(db)
  await sql`insert into customer_group_member (group_id, account_id)
    select ${id('n')}, ${id('n')} from generate_series(0, ${buyers}::integer - 1) n`.execute(db)
  await sql`
    insert into company_member (account_id, company_id)
    select account.id, company.id from account join company using (id) where issuer = 'bench'`.execute(db)
  await sql`
    update account_session session set company_id = member.company_id from company_member member
    where member.account_id = session.account_id`.execute(db)
  await sql`
    insert into price_list (id, name, currency, is_gross, audience, group_id, company_id, created_at)
    select ${id('n')}, 'List ' || n, 'usd', false, case when n = 0 then 'everyone' when n % 2 = 1 then 'group' else 'company' end,
      case when n % 2 = 1 then ${id('n / 2')} end, case when n > 0 and n % 2 = 0 then ${id('n / 2 - 1')} end, now()
    from generate_series(0, ${lists}::integer) n`.execute(db)
  await sql`
    insert into price_entry (list_id, tool_id, from_quantities, prices)
    select ${id('n')}, ${id(`1 + ((n - 1) / 2 * ${entriesAList} + k) % ${tools}`)}, array[1, 10], array[2400, 2200]
    from generate_series(1, ${lists}::integer) n, generate_series(0, ${entriesAList}::integer - 1) k`.execute(db)
  await sql`
    insert into price_entry (list_id, tool_id, from_quantities, prices)
    select ${id('0')}, id, array[1, 10], array[2450, 2300] from tool`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

async function measure(shop: string, secret: string): Promise<Figure[]> {
  const read = reader(callers)
  const tokens = accessTokens([secret])
  const headersOf = (buyer: number) => ({
    authorization: `Bearer ${tokens.sign({ accountId: benchId(buyer), sessionId: benchId(buyer) }, new Date()).token}`,
  })
  let visits = 0
  const aTool = () => read(`${shop}/api/tools/${benchId(1 + (visits++ % tools))}`)
  const fifty = (buyer = below(buyers)) => {
    const ids = Array.from({ length: asked }, (_, k) => benchId(1 + ((buyer * entriesAList + 2 * k) % tools)))
    return read(`${shop}/api/prices?ids=${ids.join()}`, { headers: headersOf(buyer) })
  }
  const told = JSON.parse(await fifty(7)) as { unitPrice: number; list?: string }[]
  if (told.length !== asked || told.some(({ list }) => list !== 'List 16'))
    throw new Error('the buyer’s list is not the one that counts')
  const measured: { tool: Round[]; prices: Round[] } = { tool: [], prices: [] }
  for (const ask of [aTool, () => fifty()]) await callFor(2000, callers, ask)
  for (let round = 0; round < rounds; round += 1) {
    measured.tool.push(await callFor(roundSeconds * 1000, callers, aTool))
    measured.prices.push(await callFor(roundSeconds * 1000, callers, () => fifty()))
  }
  const median = (name: keyof typeof measured) =>
    quantile(
      measured[name].flatMap(({ latenciesMs }) => latenciesMs),
      0.5,
    )
  if (visits > tools) throw new Error('some answers were kept ones: this machine wants more tools')
  return [
    { name: 'R: a tool by id, median', value: rounded(median('tool')), unit: 'ms' },
    { name: '50 prices of 10,000 lists and a million entries, median', value: rounded(median('prices')), unit: 'ms' },
    {
      name: 'the one to the other (at most)',
      value: rounded(median('prices') / median('tool')),
      unit: 'R',
      limit: mostOfR,
    },
  ]
}

const below = (count: number) => Math.floor(Math.random() * count)
