import * as z from 'zod/mini'
import { Order } from '#contracts/ordering'
import { endpoint } from '#kernel/endpoint'
import { Id, searchText, paging, requiredLines } from '#kernel/fields'
import { customerSorts, noteKinds } from './customers.rules.ts'
import { customerFieldTexts } from './customers.texts.ts'

/** An account, as the people of the shop see it. */
export const Customer = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** Of the last order; null where there is none. */
  company: z.nullable(z.string()),
  isStaff: z.boolean(),
  createdAt: z.string(),
  /** Those that were paid. */
  orders: z.number(),
  /** What they brought, less what went back. */
  turnover: z.number(),
  lastPaidAt: z.nullable(z.string()),
  blockedAt: z.nullable(z.string()),
})
export type Customer = z.infer<typeof Customer>

export const CustomerPage = z.extend(Customer, {
  phone: z.nullable(z.string()),
  /** Where its orders went, the last one first: from its last 500 orders. */
  addresses: z.array(
    z.object({ company: z.string(), address: z.string(), phone: z.string(), orders: z.number(), lastAt: z.string() }),
  ),
  /** The newest. */
  lastOrders: z.array(
    z.object({
      _id: z.string(),
      number: z.string(),
      placedAt: z.string(),
      price: z.number(),
      currency: z.string(),
      paymentState: Order.shape.paymentState,
    }),
  ),
})
export type CustomerPage = z.infer<typeof CustomerPage>

export const CustomerNote = z.object({
  _id: z.string(),
  kind: z.enum(noteKinds),
  text: z.string(),
  /** The author's name; null where that account was deleted. */
  author: z.nullable(z.string()),
  at: z.string(),
})
export type CustomerNote = z.infer<typeof CustomerNote>

export const NewCustomerNote = z.object({ text: requiredLines(() => customerFieldTexts.note, 2000) })
export const BlockCustomer = z.object({
  blocked: z.boolean({ error: () => customerFieldTexts.blocked }),
  reason: requiredLines(() => customerFieldTexts.reason, 500),
})

const params = z.object({ id: Id })
/** Where a page ended: an id, before it what the list is sorted by. */
const place = /^(\d{1,15}_)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const customersContract = {
  listCustomers: endpoint('GET /customers', {
    summary:
      'All accounts with what they bought, by page. `q` is looked for in name and email, and in the names, companies and numbers of their orders.',
    access: 'staff:customers',
    paged: true,
    query: z.object({
      ...paging(place),
      q: searchText(),
      blocked: z.optional(z.literal('yes', { error: () => customerFieldTexts.yes })),
      sort: z.optional(z.enum(customerSorts)),
    }),
    answer: z.array(Customer),
  }),
  getCustomer: endpoint('GET /customers/:id', {
    summary: 'An account with what it bought, where its orders went, and the newest of them.',
    access: 'staff:customers',
    params,
    answer: CustomerPage,
    refusals: ['customer-gone'],
  }),
  listCustomerNotes: endpoint('GET /customers/:id/notes', {
    summary: 'What staff has written about a customer, newest first, by page.',
    access: 'staff:customers',
    paged: true,
    params,
    query: z.object(paging()),
    answer: z.array(CustomerNote),
    refusals: ['customer-gone'],
  }),
  addCustomerNote: endpoint('POST /customers/:id/notes', {
    summary: 'Writes a note about a customer, for staff.',
    access: 'staff:customers',
    idempotent: true,
    params,
    body: NewCustomerNote,
    answer: z.object({ insertedId: z.string() }),
    refusals: ['customer-gone', 'idempotency-key-reused'],
  }),
  blockCustomer: endpoint('PUT /customers/:id/block', {
    summary:
      'Blocks or unblocks an account. Blocked, it can log in, see and pay its orders, but place none and write no review. The same again changes nothing.',
    access: 'staff:customers',
    params,
    body: BlockCustomer,
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['customer-gone', 'staff-not-blocked'],
  }),
}
