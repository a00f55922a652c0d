import { sql } from 'kysely'
import { eventually } from '../eventually.ts'
import type { TestShop } from '../harness.ts'

/** `+` a new row, of stock with its reason; `-` one that goes; `.column` what changes of one that is there: `tool.price`. */
export type Effect = string

/** Has the database write down whatever is changed in any table of the shop from now on. */
export async function followEffects({ db }: TestShop): Promise<void> {
  await sql`create schema effects`.execute(db)
  await sql`create table effects.seen (effect text primary key)`.execute(db)
  await sql`
    create function effects.note() returns trigger language plpgsql as $$
    declare new_reason text := case when tg_table_name = 'stock_movement' then to_jsonb(new) ->> 'reason' end;
    begin
      insert into effects.seen
      select tg_table_name || case tg_op when 'INSERT' then '+' || coalesce(new_reason, '') when 'DELETE' then '-' else '.' || changed.name end
      from (
        select '' as name where tg_op <> 'UPDATE'
        union all
        select is_now.key from jsonb_each(to_jsonb(new)) is_now join jsonb_each(to_jsonb(old)) was using (key)
        where tg_op = 'UPDATE' and is_now.value is distinct from was.value
      ) changed
      on conflict do nothing;
      return null;
    end $$`.execute(db)
  for (const table of await tablesOf({ db })) {
    await sql`
      create trigger effects_are_seen after insert or update or delete on ${sql.table(table)}
      for each row execute function effects.note()`.execute(db)
  }
}

/** Every table of the shop. */
export async function tablesOf({ db }: Pick<TestShop, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
      and relnamespace = 'public'::regnamespace order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** What has been changed since the last time, once what it set going is done. */
export async function takeEffects(shop: TestShop): Promise<Effect[]> {
  await rest(shop)
  const { rows } = await sql<{ effect: Effect }>`
    with taken as (delete from effects.seen returning effect) select effect from taken order by 1`.execute(shop.db)
  return rows.map(({ effect }) => effect)
}

/** Waits until no job is due. What the queue does for itself each minute is none. */
export async function rest({ db }: TestShop): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await sql`
        select name from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now() and not starts_with(name, '__pgboss__')`.execute(
        db,
      )
      return rows
    },
    due => due.length === 0,
  )
}
