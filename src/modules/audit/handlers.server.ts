import { type RawBuilder, sql } from 'kysely'
import { customerRole, seesCustomers } from '#kernel/access'
import type { Handlers, Page } from '#kernel/endpoint'
import { idPattern } from '#kernel/fields'
import type { Actor, Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { fromReplica } from '#platform/replica'
import { countSome, escapeLike, pageOf, pageSize, withinDays } from '#platform/paging'
import type { AuditRow, adminContract } from './audit.contract.ts'

/** How many rows a page of the audit log has at most, and unless asked. */
const pageLimit = { most: 200, usual: 50 }

/** The calls of `audit/audit.contract.ts`. */
export const adminHandlers: Handlers<typeof adminContract, Context> = {
  listAudit: (ctx, { query }) => fromReplica(ctx, ctx => listAudit(ctx, query)),
}

type Filter = {
  actor?: string | undefined
  action?: string | undefined
  subject?: string | undefined
  from?: string | undefined
  to?: string | undefined
}
type Query = Filter & { limit?: number | undefined; after?: string | undefined }

type Row = Columns<
  'audit',
  'id' | 'at' | 'actor_kind' | 'actor_id' | 'action' | 'subject_kind' | 'subject_id' | 'before' | 'after'
> & {
  actor_kind: Actor['kind']
  actor_name: string | null
  actor_email: string | null
  is_actor_deleted: boolean
  subject_label: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/**
 * One page of the trail, newest first. `after` is the id of the last row seen. Who the shop's customers are stays with those who may see
 * them: for others, they have neither names nor addresses, and are not found by them.
 */
async function listAudit(ctx: Context, query: Query): Promise<Page<AuditRow[]>> {
  const { limit: requestedLimit, after, ...filter } = query
  const limit = pageSize(requestedLimit, pageLimit)
  const mayBeNamed = seesCustomers(ctx.caller) ? anything : sql`account.role <> ${customerRole}`
  const condition = sql`${byActor(filter.actor, mayBeNamed)} and ${byAction(filter.action)} and ${bySubject(filter.subject)}
    ${withinDays(ctx, sql`audit.at`, filter)}`
  const behind = after ? sql`and audit.id < ${after}` : sql``
  const { rows } = await sql<Row>`
    select audit.id, audit.at, audit.actor_kind, audit.actor_id, audit.action, audit.subject_kind, audit.subject_id,
      audit.before, audit.after, audit.actor_id is not null and account.id is null as is_actor_deleted,
      case when ${mayBeNamed} then account.display_name end as actor_name,
      case when ${mayBeNamed} then account.email end as actor_email, ${labelOf(mayBeNamed)} as subject_label
    from audit left join account on account.id = audit.actor_id
    where ${condition} ${behind}
    order by audit.id desc limit ${limit + 1}`.execute(ctx.db)
  const total = await countSome(ctx.db, sql`audit where ${condition}`)
  return pageOf(rows.map(toAuditRow), { limit, total, after: last => last._id, query: filter })
}

/** What people call the thing that a row is about, as it is called now; null where it has no name, or is gone. */
const labelOf = (
  mayBeNamed: RawBuilder<unknown>,
) => sql`case when audit.subject_id !~* ${idPattern.source} then null else case audit.subject_kind
    when 'order' then (select orders.number from orders where orders.id = audit.subject_id::uuid)
    when 'import' then (select 'Import ' || import.number from import where import.id = audit.subject_id::uuid)
    when 'tool' then (select tool.name from tool where tool.id = audit.subject_id::uuid)
    when 'category' then (select category.name from category where category.id = audit.subject_id::uuid)
    when 'staff' then (select staff_invitation.email from staff_invitation where staff_invitation.id = audit.subject_id::uuid)
    when 'account' then (select account.email from account where account.id = audit.subject_id::uuid and ${mayBeNamed})
    when 'review' then (select review.author from review left join account on account.id = review.account_id
      where review.id = audit.subject_id::uuid and ${mayBeNamed})
  end end`

const anything = sql`true`

function byActor(actor: string | undefined, mayBeNamed: RawBuilder<unknown>): RawBuilder<unknown> {
  if (actor === undefined) return anything
  if (idPattern.test(actor)) return sql`audit.actor_id = ${actor}`
  return sql`audit.actor_id = any(array(select id from account where email = ${actor.toLowerCase()} and ${mayBeNamed}))`
}

function byAction(action: string | undefined): RawBuilder<unknown> {
  if (action === undefined) return anything
  if (!action.endsWith('.')) return sql`audit.action = ${action}`
  return sql`audit.action like ${`${escapeLike(action)}%`}`
}

function bySubject(subject: string | undefined): RawBuilder<unknown> {
  if (subject === undefined) return anything
  if (idPattern.test(subject)) return sql`audit.subject_id = ${subject.toLowerCase()}`
  const isNumber = /^t-\d+$/i.test(subject)
  if (!isNumber) return sql`audit.subject_kind = ${subject.toLowerCase()}`
  return sql`audit.subject_id = (select id::text from orders where number = ${subject.toUpperCase()})`
}

function toAuditRow(row: Row): AuditRow {
  return {
    _id: row.id,
    at: row.at.toISOString(),
    actor: {
      kind: row.actor_kind,
      id: row.actor_id,
      name: row.actor_name,
      email: row.actor_email,
      isDeleted: row.is_actor_deleted,
    },
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id, label: row.subject_label },
    before: row.before,
    after: row.after,
  }
}
