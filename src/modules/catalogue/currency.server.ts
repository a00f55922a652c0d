import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { StartupProblem } from '#platform/startup'

/**
 * Writes down the currency of the catalogue's prices, which are bare minor units. While there is no tool it follows the
 * settings; from the first tool on, another CURRENCY is a `StartupProblem`: it would sell everything at another price.
 */
export async function keepCurrency(ctx: Context): Promise<void> {
  const wanted = ctx.settings.currency
  const { rows } = await sql<{ currency: string }>`
    insert into shop_fact as fact (currency) values (${wanted})
    on conflict (only_row) do update
      set currency = case when exists (select from tool) then fact.currency else excluded.currency end
    returning currency`.execute(ctx.db)
  const kept = rows[0]?.currency ?? wanted
  if (kept === wanted) return
  throw new StartupProblem(
    `CURRENCY is ${wanted}, but the prices in this database are in ${kept}. Set CURRENCY=${kept}, or use an empty database for a shop in ${wanted}.`,
  )
}
