import { sql } from 'kysely'
import type { Database } from '../database.server.ts'

/**
 * Removes what the queue still has of somebody who has gone: jobs that name the address, done or not, and every job that is done, for
 * it may be a mail to the staff about them. False where one is under way at this moment: it has to be looked for again. Jobs of
 * recurring work hold nothing.
 */
export async function forgetJobsAbout(db: Database, email: string): Promise<boolean> {
  const isAbout = sql`position(lower(${email}) in lower(concat(data::text, output::text))) > 0`
  await sql`
    delete from pgboss.job
    where singleton_on is null and (state = 'completed' or (state <> 'active' and ${isAbout}))`.execute(db)
  const { rows } = await sql`
    select from pgboss.job where state = 'active' and name in ('mail', 'link-mail') and ${isAbout} limit 1`.execute(db)
  return rows.length === 0
}
