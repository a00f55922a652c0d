import type { Context } from '#platform/context'
import { isMine } from '#services/accounts'
import type { Place } from '#rules/tax'
import { dependsOnPlace } from './charges.rules.ts'

/**
 * Where an order goes: where its buyer says, else to the default address of the account. Undefined where nobody knows, and in a
 * shop where no sum depends on it.
 */
export async function placeOfOrder(ctx: Context, requested: Place | undefined): Promise<Place | undefined> {
  if (requested || !ctx.caller || !dependsOnPlace(ctx.settings)) return requested
  const address = await ctx.db
    .selectFrom('address')
    .select(['country', 'region'])
    .where(isMine(ctx, 'address'))
    .where('is_default', '=', true)
    .executeTakeFirst()
  return address && { country: address.country, region: address.region ?? undefined }
}

/** For which place a sum is shown before there is an order: where that would go, else within the shop's own country. */
export async function placeShown(ctx: Context, requested: Place | undefined): Promise<Place | undefined> {
  const { country } = ctx.settings
  return (await placeOfOrder(ctx, requested)) ?? (country === undefined ? undefined : { country })
}
