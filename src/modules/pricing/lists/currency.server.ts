import { sql } from 'kysely'
import { decimalsOf } from '#kernel/money'
import type { Context } from '#platform/context'
import { listProblems } from './lists.texts.ts'

/**
 * Calls the amounts of the lists in one currency another one's, those of removed lists too. Returns why not, where the two have
 * different decimals and these lists have prices, or files whose prices may still come into them, and where lists that are in force
 * would still be in a third one.
 */
export async function changeCurrencyOfLists(
  ctx: Context,
  { from, to }: { from: string; to: string },
): Promise<string | undefined> {
  await sql`lock table price_list, price_entry, price_file in share row exclusive mode`.execute(ctx.db)
  if (decimalsOf(from) !== decimalsOf(to) && (await haveAmounts(ctx, from))) return listProblems.pricesInWay(from, to)
  const others = await ctx.db
    .selectFrom('price_list')
    .select('name')
    .where('removed_at', 'is', null)
    .where('currency', 'not in', [from, to])
    .orderBy('ordinal')
    .execute()
  if (others.length > 0) return listProblems.listsOfOtherCurrency(others.map(({ name }) => name))
  await ctx.db
    .updateTable('price_list')
    .set(({ eb }) => ({ currency: to, version: eb('version', '+', 1) }))
    .where('currency', '=', from)
    .execute()
  return undefined
}

/** A file that came in can be taken back: it keeps what the list had before. */
async function haveAmounts(ctx: Context, currency: string): Promise<boolean> {
  const { rows } = await sql`
    select from price_list list where currency = ${currency} and (
      exists (select from price_entry where list_id = list.id and cardinality(prices) > 0)
      or exists (select from price_file where list_id = list.id
        and state in ('reading', 'planned', 'committing', 'committed', 'undoing')))
    limit 1`.execute(ctx.db)
  return rows.length > 0
}
