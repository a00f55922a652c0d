import * as z from 'zod/mini'
import { KeptAddress, Order } from '#contracts/ordering'
import { Address } from '#kernel/addresses'
import { endpoint } from '#kernel/endpoint'
import { Email } from '#kernel/fields'
import { MailChoices, Profile, User, WaysIn } from '#contracts/accounts'

const Event = z.object({ at: z.string(), kind: z.string() })
const Money = z.object({
  orderNumber: z.string(),
  transactionId: z.nullable(z.string()),
  amount: z.number(),
  currency: z.string(),
})

/** Everything that the shop keeps of a person. */
export const AccountData = z.object({
  exportedAt: z.string(),
  account: User,
  profile: Profile,
  orders: z.array(z.extend(Order, { timeline: z.array(Event) })),
  payments: z.array(z.extend(Money, { kind: z.string(), paidAt: z.string() })),
  refunds: z.array(
    z.extend(Money, {
      reason: z.string(),
      note: z.nullable(z.string()),
      state: z.string(),
      requestedAt: z.string(),
    }),
  ),
  reviews: z.array(
    z.object({
      _id: z.string(),
      tools_id: z.nullable(z.string()),
      name: z.string(),
      rating: z.number(),
      review: z.string(),
      state: z.string(),
      createdAt: z.string(),
    }),
  ),
  /** Filters of the list of all orders, of whoever sees that. */
  orderFilters: z.array(
    z.object({ name: z.string(), query: z.record(z.string(), z.string()), shared: z.boolean(), savedAt: z.string() }),
  ),
  /** Mails that are for the shop’s staff, of whoever is. */
  mails: MailChoices,
  basket: z.array(
    z.object({
      tools_id: z.string(),
      toolName: z.string(),
      quantity: z.number(),
      vehicle: z.optional(z.string()),
      reference: z.optional(z.string()),
    }),
  ),
  addresses: z.array(KeptAddress),
  /** Groups of customers that the shop has put the person into, by which they pay prices of their own. */
  companies: z.array(z.object({ name: z.string() })),
  customerGroups: z.array(z.object({ name: z.string() })),
  lists: z.array(
    z.object({
      name: z.string(),
      savedAt: z.string(),
      lines: z.array(
        z.object({
          tools_id: z.string(),
          toolName: z.string(),
          quantity: z.number(),
          vehicle: z.optional(z.number()),
          reference: z.optional(z.string()),
        }),
      ),
    }),
  ),
  /** Here alone with the whole VIN. */
  vehicles: z.array(
    z.object({
      year: z.number(),
      make: z.string(),
      model: z.string(),
      engine: z.nullable(z.string()),
      name: z.nullable(z.string()),
      vin: z.nullable(z.string()),
      addedAt: z.string(),
    }),
  ),
  /** The visits that the shop and the identity service know of. */
  sessions: z.array(
    z.object({
      startedAt: z.string(),
      lastSeenAt: z.string(),
      endedAt: z.nullable(z.string()),
      address: z.nullable(z.string()),
      browser: z.nullable(z.string()),
    }),
  ),
  /** Null where a hosted identity service keeps it to itself. */
  waysIn: z.nullable(WaysIn),
  logins: z.array(
    z.object({
      startedAt: z.string(),
      endsAt: z.string(),
      address: z.nullable(z.string()),
      browser: z.nullable(z.string()),
    }),
  ),
  /** What the people of the shop have written about the person and their orders, without who wrote it: that is another person. */
  notes: z.array(
    z.object({ kind: z.string(), orderNumber: z.optional(z.string()), text: z.string(), writtenAt: z.string() }),
  ),
  uploads: z.array(z.object({ img: Address, width: z.number(), height: z.number(), uploadedAt: z.string() })),
})
export type AccountData = z.infer<typeof AccountData>

/** Typing the address is the signature under it. */
export const DeleteAccount = z.object({ email: Email })

export const accountDataContract = {
  getAccountData: endpoint('GET /account/data', {
    summary: 'Everything that the shop keeps of the caller, as one JSON document.',
    access: 'signed-in',
    answer: AccountData,
  }),
  deleteAccount: endpoint('DELETE /account', {
    summary: 'Deletes the caller’s account. Its orders stay, without the person’s data.',
    access: 'owner',
    body: DeleteAccount,
    answer: z.object({ deletedCount: z.number() }),
    refusals: [
      'password-needed',
      'login-needed-again',
      'unpaid-orders',
      'money-in-progress',
      'goods-to-ship',
      'last-admin',
    ],
  }),
}
