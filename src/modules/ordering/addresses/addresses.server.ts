import { sql } from 'kysely'
import type { Handlers } from '#kernel/endpoint'
import { type Context, newId, transact } from '#platform/context'
import { lockAccount, buyerOf, isMine } from '#services/accounts'
import { refuse } from '../refusals.rules.ts'
import type { KeptAddress, addressesContract } from './addresses.contract.ts'
import { addressByCountry } from './by-country.server.ts'
import { e164Of, shownPhone } from './phone.server.ts'
import { type DeliveryAddress, type TypedAddress, addressLimits } from './delivery-address.rules.ts'

/** The calls of `ordering/addresses/addresses.contract.ts`: each about the caller's own addresses. */
export const addressesHandlers: Handlers<typeof addressesContract, Context> = {
  listAddresses: ctx => readAddresses(ctx),

  addAddress: async (ctx, { body }) => addAddress(ctx, await columnsOf(addressByCountry(body))),

  async changeAddress(ctx, { params, body }) {
    const { numUpdatedRows } = await ctx.db
      .updateTable('address')
      .set(await columnsOf(addressByCountry(body)))
      .where('id', '=', params.id)
      .where(isMine(ctx, 'address'))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw refuse('address-gone')
    return { modifiedCount: Number(numUpdatedRows) }
  },

  chooseAddress: (ctx, { params }) =>
    transact(ctx, async ctx => {
      await lockBook(ctx)
      await readAddress(ctx, params.id)
      return { modifiedCount: await makeDefault(ctx, params.id) }
    }),

  removeAddress: (ctx, { params }) =>
    transact(ctx, async ctx => {
      await lockBook(ctx)
      const own = ctx.db.deleteFrom('address').where(isMine(ctx, 'address'))
      const { numDeletedRows } = await own.where('id', '=', params.id).executeTakeFirstOrThrow()
      const [first] = await selectRows(ctx)
      if (first && !first.is_default) await makeDefault(ctx, first.id)
      return { deletedCount: Number(numDeletedRows) }
    }),
}

/** One of the caller's addresses. Refuses: address-gone. */
export async function readAddress(ctx: Context, id: string): Promise<KeptAddress> {
  const address = (await readAddresses(ctx)).find(({ _id }) => _id === id.toLowerCase())
  if (!address) throw refuse('address-gone')
  return address
}

/** The caller's addresses, the default one first, then the oldest. */
export async function readAddresses(ctx: Context): Promise<KeptAddress[]> {
  return (await selectRows(ctx)).map(row => ({
    _id: row.id,
    name: row.name,
    ...(row.company !== null && { company: row.company }),
    street: row.street,
    ...(row.postal_code !== null && { postalCode: row.postal_code }),
    city: row.city,
    ...(row.region !== null && { region: row.region }),
    country: row.country,
    ...(row.phone !== null && phoneShown(row.phone, row.phone_e164)),
    isDefault: row.is_default,
  }))
}

/**
 * Where an order goes, by the rules of its country. One of the caller's book is taken as it stands there: it was right when it was stored, and
 * the next edit asks for what its country needs by now, not the order of somebody who needs their parts.
 */
export async function addressOfOrder(ctx: Context, typed: TypedAddress, within: string): Promise<DeliveryAddress> {
  try {
    return addressByCountry(typed, within)
  } catch (refusal) {
    const stored = (await readAddresses(ctx)).find(address => isSame(address, typed))
    if (stored) return stored
    throw refusal
  }
}

const isSame = (stored: KeptAddress, typed: TypedAddress): boolean =>
  (['name', 'company', 'street', 'postalCode', 'city', 'region', 'country', 'phone'] as const).every(
    field => (stored[field] ?? '') === (typed[field] ?? ''),
  )

function phoneShown(phone: string, e164: string | null) {
  const { phoneNumber, phoneIsDoubtful } = shownPhone(e164)
  return { phone, ...(phoneNumber && { phoneNumber }), ...(phoneIsDoubtful && { phoneIsDoubtful }) }
}

const selectRows = (ctx: Context) =>
  ctx.db
    .selectFrom('address')
    .selectAll()
    .where(isMine(ctx, 'address'))
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute()

/** Whoever writes the book of an account waits for who does so already, so that it has one default and no more than fit. */
async function lockBook(ctx: Context): Promise<void> {
  if (!(await lockAccount(ctx, buyerOf(ctx).accountId))) throw refuse('token-expired')
}

function addAddress(ctx: Context, columns: AddressColumns): Promise<{ insertedId: string }> {
  return transact(ctx, async ctx => {
    await lockBook(ctx)
    const stored = await selectRows(ctx)
    if (stored.length >= addressLimits.most) throw refuse('too-many-addresses', { most: addressLimits.most })
    const id = newId()
    const of = { id, account_id: buyerOf(ctx).accountId, created_at: ctx.now(), is_default: stored.length === 0 }
    await ctx.db
      .insertInto('address')
      .values({ ...columns, ...of })
      .execute()
    return { insertedId: id }
  })
}

const columnsOf = async (address: DeliveryAddress) => ({
  name: address.name,
  company: address.company ?? null,
  street: address.street,
  postal_code: address.postalCode ?? null,
  city: address.city,
  region: address.region ?? null,
  country: address.country,
  phone: address.phone ?? null,
  phone_e164: address.phone === undefined ? null : await e164Of(address.phone, address.country),
})
type AddressColumns = Awaited<ReturnType<typeof columnsOf>>

/** One after the other: two defaults break a constraint, be it for a moment. */
async function makeDefault(ctx: Context, id: string): Promise<number> {
  const accountId = buyerOf(ctx).accountId
  await sql`update address set is_default = false where account_id = ${accountId} and is_default and id <> ${id}`.execute(
    ctx.db,
  )
  const { rows } = await sql`
    update address set is_default = true where account_id = ${accountId} and id = ${id} and not is_default
    returning id`.execute(ctx.db)
  return rows.length
}
