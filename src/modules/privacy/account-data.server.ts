import { readWaysIn } from '#services/accounts'
import { sql } from 'kysely'
import { toDecimal } from '#kernel/money'
import { type Context, callerOf } from '#platform/context'
import type { Columns } from '#platform/database'
import { pictureOf } from '#rules/media'
import { adminEventPrefix } from '#rules/ordering'
import { readOwnVehicles } from '#services/finder'
import { selectOrders } from '#services/ordering'
import type { AccountData } from './account-data.contract.ts'
import type { IdentityPort } from '#services/identity'
import { readOwnUser, readProfile, subjectOf } from '#services/accounts'

/** Everything that the shop keeps of the caller. The number of queries is the same however much that is. */
export async function collectAccountData(ctx: Context, identity: IdentityPort): Promise<AccountData> {
  return {
    exportedAt: ctx.now().toISOString(),
    account: await readOwnUser(ctx),
    profile: await readProfile(ctx),
    orders: await ordersWithTimeline(ctx),
    ...(await moneyOf(ctx)),
    reviews: await reviewsOf(ctx),
    vehicles: await readOwnVehicles(ctx),
    ...(await visitsOf(ctx, identity)),
    waysIn: await readWaysIn(ctx, identity),
    uploads: await uploadsOf(ctx),
  }
}

async function ordersWithTimeline(ctx: Context): Promise<AccountData['orders']> {
  const { id } = callerOf(ctx)
  const orders = await selectOrders(ctx, sql`orders.account_id = ${id}`, sql`order by orders.id`)
  const { rows } = await sql<{ order_id: string; at: Date; kind: string }>`
    select event.order_id, event.at, event.kind
    from order_event event join orders on orders.id = event.order_id
    where orders.account_id = ${id} and not starts_with(event.kind, ${adminEventPrefix}) order by event.id`.execute(
    ctx.db,
  )
  const events = Map.groupBy(rows, row => row.order_id)
  return orders.map(order => ({
    ...order,
    timeline: (events.get(order._id) ?? []).map(({ at, kind }) => ({ at: at.toISOString(), kind })),
  }))
}

type MoneyRow = { number: string; transaction_id: string; amount: number; currency: string; at: Date }

async function moneyOf(ctx: Context): Promise<Pick<AccountData, 'payments' | 'refunds'>> {
  const { id } = callerOf(ctx)
  const payments = await sql<MoneyRow>`
    select orders.number, payment.transaction_id, payment.amount, payment.currency, payment.paid_at as at
    from payment join orders on orders.id = payment.order_id
    where orders.account_id = ${id} order by payment.id`.execute(ctx.db)
  const refunds = await sql<MoneyRow & { reason: string; state: string }>`
    select orders.number, refund.transaction_id, refund.amount, orders.currency, refund.requested_at as at,
      refund.reason, refund.state
    from refund join orders on orders.id = refund.order_id
    where orders.account_id = ${id} order by refund.id`.execute(ctx.db)
  return {
    payments: payments.rows.map(row => ({ ...amountOf(row), paidAt: row.at.toISOString() })),
    refunds: refunds.rows.map(row => ({
      ...amountOf(row),
      reason: row.reason,
      state: row.state,
      requestedAt: row.at.toISOString(),
    })),
  }
}

function amountOf({ number, transaction_id: transactionId, amount, currency }: MoneyRow) {
  return { orderNumber: number, transactionId, amount: toDecimal(amount, currency), currency }
}

type ReviewRow = Omit<AccountData['reviews'][number], 'createdAt'> & { created_at: Date }

async function reviewsOf(ctx: Context): Promise<AccountData['reviews']> {
  const { rows } = await sql<ReviewRow>`
    select id as "_id", tool_id as tools_id, author as name, rating, body as review, state, created_at
    from review where account_id = ${callerOf(ctx).id} order by id`.execute(ctx.db)
  return rows.map(({ created_at, ...review }) => ({ ...review, createdAt: created_at.toISOString() }))
}

type VisitRow = Columns<'account_session', 'created_at' | 'last_seen_at' | 'ended_at' | 'address' | 'browser'>

async function visitsOf(ctx: Context, identity: IdentityPort): Promise<Pick<AccountData, 'sessions' | 'logins'>> {
  const { id } = callerOf(ctx)
  const { rows } = await sql<VisitRow>`
    select created_at, last_seen_at, ended_at, address, browser from account_session where account_id = ${id} order by id`.execute(
    ctx.db,
  )
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
  const { rows } = await sql<{ key: string; width: number; height: number; created_at: Date }>`
    select image.key, image.width, image.height, image_upload.created_at
    from image_upload join image on image.id = image_upload.image_id
    where image_upload.account_id = ${callerOf(ctx).id} order by image_upload.created_at, image.id`.execute(ctx.db)
  return rows.map(({ key, width, height, created_at }) => ({
    img: pictureOf({ key, width, height }).src,
    width,
    height,
    uploadedAt: created_at.toISOString(),
  }))
}
