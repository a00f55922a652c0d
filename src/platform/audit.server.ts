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
  await ctx.db
    .insertInto('audit')
    .values({
      id: newId(),
      at: ctx.now(),
      actor_kind: ctx.actor.kind,
      actor_id: ctx.actor.id,
      action: entry.action,
      subject_kind: entry.subject.kind,
      subject_id: entry.subject.id,
      before: asJson(entry.before),
      after: asJson(entry.after),
      request_id: ctx.requestId ?? null,
    })
    .execute()
}

function asJson(value: object | undefined): string | null {
  return value ? JSON.stringify(value) : null
}
