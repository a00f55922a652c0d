import { sql } from 'kysely'
import type { Actor, Context } from '../context.server.ts'

/** What jobs do in steps, each asked for by somebody. */
type Asked = { table: 'tool_edit' | 'picture_batch' | 'price_file' | 'import'; id: string }

/** Writes down who asks for the next step of something: its job may be lost, and sent again by nobody. */
export async function keepAsker(ctx: Context, { table, id }: Asked): Promise<void> {
  await sql`update ${sql.table(table)} set ${asker(ctx)} where id = ${id}`.execute(ctx.db)
}

/** Part of the statement that goes on with it: whoever writes a row twice in a transaction waits for what the row refers to. */
export const asker = ({ actor: { kind, id } }: Pick<Context, 'actor'>) =>
  sql`asked_actor_kind = ${kind}, asked_actor_id = ${id}::uuid`

/** The context of whoever asked for the step that a job does; the shop's own where nobody is written down. */
export async function asAsker(ctx: Context, { table, id }: Asked): Promise<Context> {
  const { rows } = await sql<{ kind: Actor['kind'] | null; account: string | null }>`
    select asked_actor_kind as kind, asked_actor_id as account from ${sql.table(table)} where id = ${id}`.execute(
    ctx.db,
  )
  const [asked] = rows
  return asked?.kind ? { ...ctx, actor: { kind: asked.kind, id: asked.account } } : ctx
}
