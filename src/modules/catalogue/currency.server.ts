import { sql } from 'kysely'
import { decimalsOf } from '#kernel/money'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { StartupProblem } from '#platform/startup'
import { toolProblems } from './problems.texts.ts'

/**
 * Writes down the currency of the catalogue's prices, which are bare minor units. While there is no tool it follows the
 * settings; from the first tool on, another CURRENCY is a `StartupProblem`: it would sell everything at another price.
 */
export async function keepCurrency(ctx: Context): Promise<void> {
  const configured = ctx.settings.currency
  const { rows } = await sql<Columns<'shop_fact', 'currency'>>`
    insert into shop_fact as fact (currency) values (${configured})
    on conflict (only_row) do update
      set currency = case when exists (select from tool) then fact.currency else excluded.currency end
    returning currency`.execute(ctx.db)
  const stored = rows[0]?.currency ?? configured
  if (stored === configured) return
  throw new StartupProblem(
    `CURRENCY is ${configured}, but the prices in this database are in ${stored}. Set CURRENCY=${stored}, or use an empty database for a shop in ${configured}.`,
  )
}

/**
 * Calls the amounts of all prices another currency's, while nobody has ordered at them. Returns why not, where the two have
 * different decimals and there are amounts already, in tools or in imports that wait: one in the old currency is none in the new.
 */
export async function changeCurrency(ctx: Context, to: string): Promise<string | undefined> {
  await sql`lock table tool, import in share row exclusive mode`.execute(ctx.db)
  const { rows } = await sql<{ currency: string | null; has_amounts: boolean }>`
    select (select currency from shop_fact) as currency,
      exists (select from tool) or exists (select from import where state in ('staging', 'staged')) as has_amounts`.execute(
    ctx.db,
  )
  const from = rows[0]?.currency ?? ctx.settings.currency
  if (rows[0]?.has_amounts && decimalsOf(from) !== decimalsOf(to)) return toolProblems.pricesInWay(from, to)
  await sql`
    insert into shop_fact (currency) values (${to})
    on conflict (only_row) do update set currency = excluded.currency`.execute(ctx.db)
  return undefined
}
