import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { type OwnerSettings, readStored } from '#platform/settings/owner'
import { refuse } from '../refusals.rules.ts'
import { listProblems } from './lists.texts.ts'

type ListTerms = { is_gross: boolean; currency: string }

/**
 * How a list's prices are not as the shop's. In another currency they would hold for nobody. With tax, or without, they can be converted,
 * but not in a shop with a table of taxes: the one rate is not what an order is taxed by. Asked once the list is written: a change of
 * these settings waits for that, or has been waited for, so what is stored is what holds.
 */
export async function differencesFromShop(ctx: Context, owner: OwnerSettings, list: ListTerms) {
  const { stored } = await readStored(ctx.db, owner)
  const { taxTable = [], pricesIncludeTax, currency = ctx.settings.currency } = owner.read(stored)
  return {
    currency:
      list.currency === currency ? undefined : { shop: currency.toUpperCase(), list: list.currency.toUpperCase() },
    gross: taxTable.length > 0 && list.is_gross !== pricesIncludeTax,
  }
}

/** Refuses price-list-other-currency: what goes into a list that holds for nobody is never paid. */
export function requireShopCurrency({ settings }: Pick<Context, 'settings'>, currency: string): string {
  if (currency === settings.currency) return currency
  throw refuse('price-list-other-currency', { shop: settings.currency.toUpperCase(), list: currency.toUpperCase() })
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
    ? listProblems.listsUnlikeShop(
        pricesIncludeTax,
        lists.map(({ name }) => name),
      )
    : undefined
}
