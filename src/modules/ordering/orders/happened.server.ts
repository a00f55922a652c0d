import { sql } from 'kysely'
import { auditRow } from '#platform/audit'
import { type Context, newId } from '#platform/context'
import { announceMail, mailRow } from '../mail/mail.server.ts'
import type { MailKind } from '../mail/templates.server.ts'
import { type NewEvent, eventRow } from './timeline.server.ts'

type Happening = NewEvent & {
  before: object
  after: object
  /** What is told by mail; `isOnce`: of an order that is told of this once only, others of each such event. */
  mail?: { kind: MailKind; isOnce: boolean } | undefined
}

/**
 * Says what happened to an order, in the transaction of it and by one statement: on its timeline, in the audit trail as
 * `order.KIND`, and by a mail where there is one.
 */
export async function happened(ctx: Context, { before, after, mail, ...event }: Happening): Promise<void> {
  const { orderId, kind } = event
  const id = newId()
  const audited = auditRow(ctx, { action: `order.${kind}`, subject: { kind: 'order', id: orderId }, before, after })
  const mailed = mail && mailRow(ctx, { orderId, kind: mail.kind, key: mail.isOnce ? '' : id })
  await sql`
    with audited as (${audited}) ${mailed ? sql`, mailed as (${mailed})` : sql``}
    ${eventRow(ctx, { id, ...event })}`.execute(ctx.db)
  if (mailed) await announceMail(ctx)
}
