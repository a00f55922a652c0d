import { type RawBuilder, sql } from 'kysely'
import { type Context, newId } from './context.server.ts'

export type AuditEntry = {
  /** `order.paid`, `tool.restocked`: the subject's kind, then what happened. */
  action: string
  subject: { kind: string; id: Value<string> }
  before?: object | undefined
  after?: Value<object> | undefined
}

/** Itself, or where a statement has it. */
type Value<T> = T | RawBuilder<unknown>

/** The subject of what is about the shop as a whole: there is one, so it needs no id of its own. */
export const theShop = { kind: 'shop', id: '00000000-0000-0000-0000-000000000000' }

/** Writes to the append-only trail, in the transaction of what it records. */
export async function audit(ctx: Context, entry: AuditEntry): Promise<void> {
  await auditRow(ctx, entry).execute(ctx.db)
}

/** The same, for a statement that writes more than this row: one for each row of `from` (`from placed`), where that is said. */
export const auditRow = (
  ctx: Context,
  { action, subject, before, after }: AuditEntry,
  from: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`
  insert into audit (id, at, actor_kind, actor_id, action, subject_kind, subject_id, before, after, request_id)
  select ${newId()}, ${ctx.now()}, ${ctx.actor.kind}, ${ctx.actor.id}, ${action}, ${subject.kind}, ${subject.id},
    ${asJson(before)}, ${asJson(after)}, ${ctx.requestId ?? null} ${from}`

function asJson(value: Value<object> | undefined): RawBuilder<unknown> | string | null {
  if (value === undefined) return null
  return 'toOperationNode' in value ? value : JSON.stringify(value)
}
