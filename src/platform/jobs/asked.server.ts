import { sql } from 'kysely'
import type { Actor, Context } from '../context.server.ts'

/** What jobs do in steps, each asked for by somebody. */
type Step = { table: 'tool_edit' | 'picture_batch' | 'price_file' | 'import'; id: string }

type By = Pick<Context, 'actor'>

/**
 * Who asks for a step, which is part of the statement that begins it or goes on with it: the step's job may be lost, and sent again
 * by nobody; and whoever writes a row twice in a transaction waits for what the row refers to. Here for a row that is added.
 */
export const askerColumns = ({ actor: { kind, id } }: By) => ({ asked_actor_kind: kind, asked_actor_id: id })

/** As `askerColumns`, for an update. */
export const asker = ({ actor: { kind, id } }: By) => sql`asked_actor_kind = ${kind}, asked_actor_id = ${id}::uuid`

/** The context of whoever asked for the step that a job does; the shop's own where nobody is written down. */
export async function asAsker(ctx: Context, { table, id }: Step): Promise<Context> {
  const { rows } = await sql<{ kind: Actor['kind'] | null; account: string | null }>`
    select asked_actor_kind as kind, asked_actor_id as account from ${sql.table(table)} where id = ${id}`.execute(
    ctx.db,
  )
  const [row] = rows
  return row?.kind ? { ...ctx, actor: { kind: row.kind, id: row.account } } : ctx
}
