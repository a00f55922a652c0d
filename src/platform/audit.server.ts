import { sql } from 'kysely'
import { type Context, newId } from './context.server.ts'

export type AuditEntry = {
  /** `order.paid`, `tool.restocked`: the subject's kind, then what happened. */
  action: string
  subject: { kind: string; id: string }
  before?: object | undefined
  after?: object | undefined
}

/** Writes to the append-only trail, in the transaction of what it records. */
export async function audit(ctx: Context, entry: AuditEntry): Promise<void> {
  await sql`
    insert into audit (id, at, actor_kind, actor_id, action, subject_kind, subject_id, before, after, request_id)
    values (${newId()}, ${ctx.now()}, ${ctx.actor.kind}, ${ctx.actor.id}, ${entry.action}, ${entry.subject.kind},
      ${entry.subject.id}, ${asJson(entry.before)}, ${asJson(entry.after)}, ${ctx.requestId ?? null})`.execute(ctx.db)
}

function asJson(value: object | undefined): string | null {
  return value ? JSON.stringify(value) : null
}
