import { type RawBuilder, sql } from 'kysely'
import { type Context, newId, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import type { Jobs } from '#platform/jobs'
import type { Letterhead, Receiver } from '#platform/mail/message'
import { sendMails } from '#platform/mail/port'
import { readMailReceivers } from '#services/accounts'
import {
  type CancelledNews,
  type DisputeNews,
  type MailKind,
  type OrderNews,
  orderMail,
  toAdmins,
} from './templates.server.ts'
import { standingOf } from '../orders/disputes.rules.ts'
import { selectAdminOrders } from '../orders/read.server.ts'
import { failpoint } from '../orders/failpoints.server.ts'

/**
 * Mail that orders cause. A row of `order_mail` is written in the transaction of its cause, and `drainOrderMail` hands
 * it to the mail queue in the transaction that marks it: so each cause is told exactly once, whoever dies in between.
 */
const queue = 'order-mail'
const drainedAtOnce = 50
/** How long a wake-up waits for others to come with it: under load, many orders are one. */
const wakePauseMs = 150

type Cause = { orderId: string | RawBuilder<unknown>; kind: MailKind; key: string }

/** Words that write a row of `order_mail`: the same cause again is the same mail. `announceMail` goes with them. */
export const mailRow = (
  ctx: Context,
  { orderId, kind, key }: Cause,
  from: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`
  insert into order_mail (id, order_id, kind, key, at)
  select ${newId()}, ${orderId}, ${kind}, ${key}, ${ctx.now()} ${from}
  on conflict (order_id, kind, key) do nothing`

/** Has the mail that this transaction has written handed over, once it is committed. */
export const announceMail = ({ jobs, db }: Context): Promise<void> => jobs.send(db, queue, {})

const waking = new WeakSet<Jobs>()

/**
 * Says that a mail waits, which has been committed, without keeping anybody waiting for it: of orders that are placed and paid, which
 * come by the dozen. Should it get lost, the run of the next minute finds the mail.
 */
export function wakeOrderMail({ jobs, db, log }: Context): void {
  if (waking.has(jobs)) return
  waking.add(jobs)
  const wake = () => {
    waking.delete(jobs)
    jobs.send(db, queue, {}).catch((error: unknown) => log.debug({ error }, 'mail of orders waits for the next run'))
  }
  setTimeout(wake, wakePauseMs).unref()
}

export type MailShop = { letterhead: Letterhead; publicUrl: () => string }

/**
 * Registers the job that hands the mail of orders to the mail queue: when woken, and each minute. Jobs start before the
 * shop listens, and a mail's links need its address: until `isReady`, mail waits.
 */
export function defineOrderMail(ctx: Context, shop: MailShop & { isReady: () => boolean }): void {
  ctx.jobs.repeat(
    queue,
    {
      cron: '* * * * *',
      does: 'Hands the mail that orders cause to `mail`; woken by each of them, too.',
      isUnseen: true,
    },
    async () => {
      if (shop.isReady()) await drainOrderMail(ctx, shop)
    },
  )
}

type Waiting = Columns<'order_mail', 'id' | 'order_id' | 'key'> & { kind: MailKind }

/** Hands over all mail that waits. Safe to run at once in several places: each takes rows that no other holds. */
export async function drainOrderMail(ctx: Context, shop: MailShop): Promise<void> {
  for (;;) {
    const count = await transact(ctx, async ctx => {
      const rows = await ctx.db
        .selectFrom('order_mail')
        .select(['id', 'order_id', 'kind', 'key'])
        .$narrowType<{ kind: MailKind }>()
        .where('queued_at', 'is', null)
        .orderBy('id')
        .limit(drainedAtOnce)
        .forUpdate()
        .skipLocked()
        .execute()
      if (rows.length === 0) return 0
      const news = await readNews(ctx, rows)
      const from = mailFrom(ctx, shop)
      await sendMails(
        ctx.jobs,
        ctx.db,
        news.map(({ about, to }) => orderMail(about, to, from)),
      )
      await failpoint(ctx, 'order mail: queued')
      const ids = rows.map(row => row.id)
      const queued = ctx.db.updateTable('order_mail').where(sql<boolean>`id = any(${ids}::uuid[])`)
      await queued.set({ queued_at: ctx.now() }).execute()
      await failpoint(ctx, 'order mail: marked')
      return rows.length
    })
    if (count > 0) await failpoint(ctx, 'order mail: committed')
    if (count < drainedAtOnce) return
  }
}

function mailFrom({ settings }: Context, { letterhead, publicUrl }: MailShop) {
  return { letterhead, url: publicUrl(), locale: settings.locale, timeZone: settings.timeZone }
}

/** What goes wrong with money is told to whoever may give it back. */
const refundRoles = sql`select key from account_role where 'refunds' = any(permissions)`

/** What each mail is about and to whom it goes. Who has deleted the account is not written to any more. */
async function readNews(ctx: Context, waiting: Waiting[]): Promise<{ about: OrderNews; to: Receiver }[]> {
  const orderIds = [...new Set(waiting.map(mail => mail.order_id))]
  const orders = await selectAdminOrders(ctx, sql`orders.id = any(${orderIds}::uuid[])`, sql``)
  const people = await ctx.db
    .selectFrom('account')
    .select([
      'id',
      'email',
      'display_name as name',
      'email_verified as isConfirmed',
      sql<boolean>`role in (${refundRoles})`.as('isTold'),
    ])
    .where(
      sql<boolean>`role in (${refundRoles}) or id in (select account_id from orders where orders.id = any(${orderIds}::uuid[]))`,
    )
    .orderBy('id')
    .execute()
  // Most mails are of an order placed or paid, and of nothing beside it.
  const ofMore = waiting.filter(({ key }) => key !== '')
  const [refunds, disputes, cancellations] = ofMore.length > 0 ? await readMore(ctx, ofMore) : [none, none, none]
  const placed = waiting.filter(({ kind }) => kind === 'placed').map(({ order_id }) => order_id)
  const untold = placed.length > 0 ? await readUntold(ctx, placed) : none
  // A payment has one row of `order_mail`, however many of the staff wish to hear of it: paying waits for none of them.
  const wishers = waiting.some(({ kind }) => kind === 'paid') ? await readMailReceivers(ctx, 'order-paid') : []
  return waiting.flatMap(({ order_id, kind, key }) => {
    const order = orders.find(order => order._id === order_id)
    if (!order || (kind === 'placed' && untold.has(order_id))) return []
    const [id = '', status] = key.split('/')
    const dispute = disputes.get(id)
    const parcel = order.parcels.find(parcel => parcel._id === id)
    const about = {
      kind,
      order,
      parcel,
      cancelled: cancellations.get(id),
      refund: refunds.get(id),
      dispute: dispute && { ...dispute, standing: standingOf(status ?? dispute.status) },
      // A correction names its event behind the parcel; before there were parcels, alone.
      isCorrection: kind === 'shipped' && key !== '' && (status !== undefined || !parcel),
    }
    const readers = people.filter(person => (toAdmins(kind) ? person.isTold : person.id === order.accountId))
    const staff = kind === 'paid' ? wishers.map(to => ({ about: { ...about, kind: 'paid-staff' as const }, to })) : []
    return [...readers.map(to => ({ about, to })), ...staff]
  })
}

const none = new Map<string, never>()

/** The refunds, disputes and cancellations that mails are about, by their ids: the key of those mails begins with one. */
const readMore = async (ctx: Context, waiting: Waiting[]) =>
  [await readRefunds(ctx, waiting), await readDisputes(ctx, waiting), await readCancellations(ctx, waiting)] as const

/**
 * Orders whose placing is not told: somebody may have signed up with another's address, and would fill its mailbox by
 * ordering and deleting. An address that nobody has confirmed hears of one order a day; the others it finds in the shop.
 */
async function readUntold(ctx: Context, orderIds: string[]): Promise<Set<string>> {
  const isMailedToday = sql<boolean>`exists (
    select from orders earlier where earlier.account_id = orders.account_id and earlier.id < orders.id
      and earlier.placed_at > orders.placed_at - interval '1 day')`
  const rows = await ctx.db
    .selectFrom('orders')
    .innerJoin('account', 'account.id', 'orders.account_id')
    .select('orders.id')
    .where(sql<boolean>`orders.id = any(${orderIds}::uuid[])`)
    .where('account.email_verified', '=', false)
    .where(isMailedToday)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

type Refund = NonNullable<OrderNews['refund']>

async function readRefunds(ctx: Context, waiting: Waiting[]): Promise<Map<string, Refund>> {
  const rows = await ctx.db.selectFrom('refund').select(['id', 'amount', 'note']).where(isOneOf(waiting)).execute()
  return new Map(rows.map(({ id, ...refund }) => [id, refund]))
}

/** The cancellations that mails are about, by the id of their event. */
async function readCancellations(ctx: Context, waiting: Waiting[]): Promise<Map<string, CancelledNews>> {
  const rows = await ctx.db
    .selectFrom('order_event')
    .select(['id', 'detail'])
    .$narrowType<{ detail: CancelledNews | null }>()
    .where('kind', 'in', ['units-cancelled', 'cancelled'])
    .where(isOneOf(waiting))
    .execute()
  return new Map(rows.map(({ id, detail }) => [id, detail ?? {}]))
}

/** Of refunds, disputes and events: those that the mails are about. */
function isOneOf(waiting: Waiting[]) {
  const ids = waiting.map(mail => mail.key.split('/')[0] ?? '')
  const orderIds = waiting.map(mail => mail.order_id)
  return sql<boolean>`id::text = any(${ids}) and order_id = any(${orderIds}::uuid[])`
}

type Dispute = Omit<DisputeNews, 'standing'> & { status: string }

/** The disputes that mails are about, by id: the key of those mails begins with it, and may end with a status. */
async function readDisputes(ctx: Context, waiting: Waiting[]): Promise<Map<string, Dispute>> {
  const rows = await ctx.db
    .selectFrom('dispute')
    .select(['id', 'amount', 'currency', 'reason', 'status'])
    .select(['is_refundable as isRefundable', 'answer_by as answerBy'])
    .where(isOneOf(waiting))
    .execute()
  return new Map(rows.map(({ id, ...dispute }) => [id, dispute]))
}
