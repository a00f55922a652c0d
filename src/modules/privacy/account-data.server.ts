import { readWaysIn } from '#services/accounts'
import { sql } from 'kysely'
import { toDecimal } from '#kernel/money'
import { type Context, callerOf } from '#platform/context'
import { pictureOf } from '#rules/media'
import { staffEventKinds } from '#rules/ordering'
import { readNotesAbout } from '#services/desk'
import { readOwnVehicles } from '#services/finder'
import { readAddresses, readBasket, readOwnFilters, readSavedLists, selectOrders } from '#services/ordering'
import { readCompaniesOf } from '#services/companies'
import { readGroupsOf } from '#services/pricing'
import type { AccountData } from './account-data.contract.ts'
import type { IdentityPort } from '#services/identity'
import { readMailChoices, readOwnUser, readProfile, subjectOf } from '#services/accounts'

/** Everything that the shop keeps of the caller. The number of queries is the same however much that is. */
export async function collectAccountData(ctx: Context, identity: IdentityPort): Promise<AccountData> {
  return {
    exportedAt: ctx.now().toISOString(),
    account: await readOwnUser(ctx),
    profile: await readProfile(ctx),
    orders: await ordersWithTimeline(ctx),
    ...(await moneyOf(ctx)),
    reviews: await reviewsOf(ctx),
    orderFilters: await readOwnFilters(ctx),
    mails: await readMailChoices(ctx),
    basket: await basketOf(ctx),
    addresses: await readAddresses(ctx),
    companies: await readCompaniesOf(ctx, callerOf(ctx).id),
    customerGroups: await readGroupsOf(ctx, callerOf(ctx).id),
    lists: await readSavedLists(ctx),
    vehicles: await readOwnVehicles(ctx),
    ...(await visitsOf(ctx, identity)),
    waysIn: await readWaysIn(ctx, identity),
    notes: await notesAbout(ctx),
    uploads: await uploadsOf(ctx),
  }
}

async function basketOf(ctx: Context): Promise<AccountData['basket']> {
  const { shown } = await readBasket(ctx)
  return shown.lines.map(({ tools_id, tool, quantity, vehicleName, reference }) => ({
    tools_id,
    toolName: tool.name,
    quantity,
    ...(vehicleName && { vehicle: vehicleName }),
    ...(reference && { reference }),
  }))
}

async function ordersWithTimeline(ctx: Context): Promise<AccountData['orders']> {
  const { id } = callerOf(ctx)
  const orders = await selectOrders(ctx, sql`orders.account_id = ${id}`, sql`order by orders.id`)
  const rows = await ctx.db
    .selectFrom('order_event as event')
    .innerJoin('orders', 'orders.id', 'event.order_id')
    .select(['event.order_id', 'event.at', 'event.kind'])
    .where('orders.account_id', '=', id)
    .where('event.kind', 'not in', staffEventKinds)
    .orderBy('event.id')
    .execute()
  const events = Map.groupBy(rows, row => row.order_id)
  return orders.map(order => ({
    ...order,
    timeline: (events.get(order._id) ?? []).map(({ at, kind }) => ({ at: at.toISOString(), kind })),
  }))
}

async function moneyOf(ctx: Context): Promise<Pick<AccountData, 'payments' | 'refunds'>> {
  const { id } = callerOf(ctx)
  const payments = await ctx.db
    .selectFrom('payment')
    .innerJoin('payment_allocation as part', 'part.payment_id', 'payment.id')
    .innerJoin('orders', 'orders.id', 'part.order_id')
    .select([
      'orders.number',
      'payment.kind',
      'payment.transaction_id',
      'part.amount',
      'payment.currency',
      'payment.paid_at',
    ])
    .where('orders.account_id', '=', id)
    .orderBy('payment.id')
    .execute()
  const refunds = await ctx.db
    .selectFrom('refund')
    .innerJoin('orders', 'orders.id', 'refund.order_id')
    .select(['orders.number', 'refund.transaction_id', 'refund.amount', 'orders.currency'])
    .select(['refund.reason', 'refund.note', 'refund.state', 'refund.requested_at'])
    .where('orders.account_id', '=', id)
    .orderBy('refund.id')
    .execute()
  return {
    payments: payments.map(row => ({ ...amountOf(row), kind: row.kind, paidAt: row.paid_at.toISOString() })),
    refunds: refunds.map(row => ({
      ...amountOf(row),
      reason: row.reason,
      note: row.note,
      state: row.state,
      requestedAt: row.requested_at.toISOString(),
    })),
  }
}

async function notesAbout(ctx: Context): Promise<AccountData['notes']> {
  const { id } = callerOf(ctx)
  const ofOrders = await ctx.db
    .selectFrom('order_note')
    .innerJoin('orders', 'orders.id', 'order_note.order_id')
    .select(['orders.number as orderNumber', 'order_note.text', 'order_note.at'])
    .where('orders.account_id', '=', id)
    .orderBy('order_note.id')
    .execute()
  return [...(await readNotesAbout(ctx, id)), ...ofOrders.map(note => ({ kind: 'order', ...note }))].map(
    ({ at, ...note }) => ({ ...note, writtenAt: at.toISOString() }),
  )
}

type MoneyRow = { number: string; transaction_id: string | null; amount: number; currency: string }

function amountOf({ number, transaction_id: transactionId, amount, currency }: MoneyRow) {
  return { orderNumber: number, transactionId, amount: toDecimal(amount, currency), currency }
}

async function reviewsOf(ctx: Context): Promise<AccountData['reviews']> {
  const rows = await ctx.db
    .selectFrom('review')
    .select(['id as _id', 'tool_id as tools_id', 'author as name', 'rating', 'body as review', 'state', 'created_at'])
    .where('account_id', '=', callerOf(ctx).id)
    .orderBy('id')
    .execute()
  return rows.map(({ created_at, ...review }) => ({ ...review, createdAt: created_at.toISOString() }))
}

async function visitsOf(ctx: Context, identity: IdentityPort): Promise<Pick<AccountData, 'sessions' | 'logins'>> {
  const { id } = callerOf(ctx)
  const rows = await ctx.db
    .selectFrom('account_session')
    .select(['created_at', 'last_seen_at', 'ended_at', 'address', 'browser'])
    .where('account_id', '=', id)
    .orderBy('id')
    .execute()
  const subject = await subjectOf(ctx, identity)
  const logins = (subject !== undefined && (await identity.sessionsOf(subject))) || []
  return {
    sessions: rows.map(row => ({
      startedAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
      address: row.address,
      browser: row.browser,
    })),
    logins: logins.map(({ id: _id, startedAt, endsAt, ...rest }) => ({
      startedAt: startedAt.toISOString(),
      endsAt: endsAt.toISOString(),
      ...rest,
    })),
  }
}

async function uploadsOf(ctx: Context): Promise<AccountData['uploads']> {
  const rows = await ctx.db
    .selectFrom('image_upload')
    .innerJoin('image', 'image.id', 'image_upload.image_id')
    .select(['image.key', 'image.width', 'image.height', 'image_upload.created_at'])
    .where('image_upload.account_id', '=', callerOf(ctx).id)
    .orderBy('image_upload.created_at')
    .orderBy('image.id')
    .execute()
  return rows.map(({ key, width, height, created_at }) => ({
    img: pictureOf({ key, width, height }).src,
    width,
    height,
    uploadedAt: created_at.toISOString(),
  }))
}
