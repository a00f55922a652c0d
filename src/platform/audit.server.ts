import { type RawBuilder, sql } from 'kysely'
import { type Context, newId } from './context.server.ts'

export type AuditEntry = {
  /** `order.paid`, `tool.restocked`: the subject's kind, then what happened. */
  action: string
  subject: { kind: string; id: string }
  before?: object | undefined
  after?: object | undefined
}

/** The subject of what is about the shop as a whole: there is one, so it needs no id of its own. */
export const theShop = { kind: 'shop', id: '00000000-0000-0000-0000-000000000000' }

/** Writes to the append-only trail, in the transaction of what it records. */
export async function audit(ctx: Context, entry: AuditEntry): Promise<void> {
  await auditRow(ctx, entry).execute(ctx.db)
}

/** The same, for a statement that writes more than this row. */
export const auditRow = (ctx: Context, { action, subject, before, after }: AuditEntry): RawBuilder<unknown> => sql`
  insert into audit (id, at, actor_kind, actor_id, action, subject_kind, subject_id, before, after, request_id)
  values (${newId()}, ${ctx.now()}, ${ctx.actor.kind}, ${ctx.actor.id}, ${action}, ${subject.kind}, ${subject.id},
    ${asJson(before)}, ${asJson(after)}, ${ctx.requestId ?? null})`

function asJson(value: object | undefined): string | null {
  return value ? JSON.stringify(value) : null
}
