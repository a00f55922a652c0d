import { type RawBuilder, sql } from 'kysely'
import { type AuditEntry, auditRow } from '#platform/audit'
import { type Context, newId } from '#platform/context'
import { announceMail, mailRow } from '../mail/mail.server.ts'
import type { MailKind } from '../mail/templates.server.ts'
import { auditActionOf } from '../orders/events.rules.ts'
import { type PaymentState, mayBecome } from '../orders/orders.rules.ts'
import { type NewEvent, eventRow } from '../orders/timeline.server.ts'

/** `key`: the same kind with the same key is the same mail; the event's own id unless said, '' of what an order is told once only. */
type EventMail = { kind: MailKind; key?: string }

export type Happening = NewEvent & {
  /** What the audit trail says of it; nothing where another row of the trail does. `action`: another than that of the kind. */
  trail?: Pick<AuditEntry, 'before' | 'after'> & { action?: string }
  mails?: readonly EventMail[]
}

/**
 * Says what happened to an order, in the transaction of it and by one statement: on its timeline, in the audit trail, and by mail.
 * Nothing else writes these rows (`test/order-events.test.ts`).
 */
export async function happened(ctx: Context, happening: Happening): Promise<void> {
  await sql`with ${happenedRows(ctx, happening)} select`.execute(ctx.db)
  if (happening.mails?.length) await announceMail(ctx)
}

/**
 * The same, among the first words of a statement that writes more; who sends it has the mail announced, too. `from`: what has `orderId`
 * where that is a column, `from placed`.
 */
export function happenedRows(ctx: Context, happening: Happening, from?: RawBuilder<unknown>): RawBuilder<unknown> {
  const { trail, mails = [], ...event } = happening
  const { id = newId(), orderId, kind } = event
  const { action = auditActionOf(kind), ...change } = trail ?? {}
  const audited = trail && auditRow(ctx, { action, subject: { kind: 'order', id: orderId }, ...change }, from)
  const mailed = mails.map(({ kind, key = id }) => mailRow(ctx, { orderId, kind, key }, from))
  return sql.join([
    sql`event as (${eventRow(ctx, { ...event, id }, from)})`,
    ...(audited ? [sql`audited as (${audited})`] : []),
    ...mailed.map((row, at) => sql`${sql.ref(`mailed_${at}`)} as (${row})`),
  ])
}

type StateChange = {
  orderId: string
  from: PaymentState
  to: 'on-account' | 'paid' | 'cancelled' | 'expired'
  detail?: NewEvent['detail']
  mails?: Happening['mails'] & {}
}

/** What is said of an order whose payment state changes. */
export function paymentStateChanged({ from, to, ...rest }: StateChange): Happening {
  if (!mayBecome(from, to)) throw new Error(`no order becomes ${to} from ${from}`)
  const kind = to === 'on-account' ? 'released' : to
  return { kind, trail: { before: { paymentState: from }, after: { paymentState: to, ...rest.detail } }, ...rest }
}
