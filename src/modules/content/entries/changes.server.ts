import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import type { ContentChange } from './entries.contract.ts'

const changesShown = 20

type ChangeRow = Columns<'audit', 'id' | 'at' | 'subject_id' | 'before'> & {
  email: string | null
  before: Readonly<Record<string, unknown>>
}

/** The last changes of the entries whose `audit.subject_id` meets `condition`. */
export async function listChanges(ctx: Context, condition: RawBuilder<unknown>): Promise<ContentChange[]> {
  const { rows } = await sql<ChangeRow>`
    select audit.id, audit.at, audit.subject_id, account.email, audit.before
    from audit left join account on account.id = audit.actor_id
    where subject_kind = 'content' and ${condition}
    order by audit.id desc limit ${changesShown}`.execute(ctx.db)
  return rows.map(({ id, at, subject_id: name, email, before }) => ({
    _id: id,
    at: at.toISOString(),
    by: email,
    name,
    before: before[name] ?? null,
    wasThere: before['isThere'] !== false,
  }))
}
