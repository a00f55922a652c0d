import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { type OwnerSettings, readStored } from '#platform/settings/owner'
import { listsUnlikeShop } from './lists.rules.ts'

/**
 * Whether a shop has a table of taxes and its prices are not as those of a list: with tax, or without. The one rate, by which such a
 * list would be converted, is not what an order is taxed by. Asked once the list is written: a change of these settings waits for
 * that, or has been waited for, so what is stored is what holds.
 */
export async function isUnlikeShop(ctx: Context, owner: OwnerSettings, isGross: boolean): Promise<boolean> {
  const { stored } = await readStored(ctx.db, owner)
  const { taxTable = [], pricesIncludeTax } = owner.read(stored)
  return taxTable.length > 0 && isGross !== pricesIncludeTax
}

/** Why a shop with such prices cannot have a tax table: the lists that are not so. Until this transaction ends none is written. */
export async function problemOfListTerms(ctx: Context, pricesIncludeTax: boolean): Promise<string | undefined> {
  await sql`lock table price_list in share row exclusive mode`.execute(ctx.db)
  const lists = await ctx.db
    .selectFrom('price_list')
    .select('name')
    .where('removed_at', 'is', null)
    .where('is_gross', '!=', pricesIncludeTax)
    .orderBy('ordinal')
    .execute()
  return lists.length > 0
    ? listsUnlikeShop(
        pricesIncludeTax,
        lists.map(({ name }) => name),
      )
    : undefined
}
