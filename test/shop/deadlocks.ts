import { sql } from 'kysely'
import type { Database } from '#platform/database'

/** Has the database end the first statement that adds to a table, as it does because of a deadlock. Gives what takes that back. */
export async function deadlockOnce(db: Database, table: string): Promise<() => Promise<void>> {
  await sql`create sequence deadlocks`.execute(db)
  await sql`create function deadlocked() returns trigger language plpgsql as $$ begin
    if nextval('deadlocks') = 1 then raise exception using errcode = '40P01'; end if; return null; end $$`.execute(db)
  await sql`create trigger deadlocked after insert on ${sql.table(table)} for each statement execute function deadlocked()`.execute(
    db,
  )
  return async () => {
    await sql`drop function deadlocked cascade`.execute(db)
    await sql`drop sequence deadlocks`.execute(db)
  }
}
