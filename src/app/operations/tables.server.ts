import type pg from 'pg'
import type { Columns } from '#platform/database'
import type { BackupTable, Manifest } from './backup-format.ts'

/**
 * What imports have staged, in tables of the moment; and jobs, which every running shop makes anew from what the tables
 * say.
 */
const leftOut = `('pgboss', 'import_staging', 'pg_catalog', 'information_schema', 'pg_toast')`

/**
 * Written by the migrations themselves; the feed of changes, which tells by the numbers of this database's transactions: in
 * another one they would mean nothing, or others; and files that wait for a job, which is left out as well.
 */
const tablesLeftOut = `(('public', 'migration'), ('public', 'change'), ('public', 'waiting_file'), ('public', 'waiting_file_piece'))`

type Query = Pick<pg.ClientBase, 'query'>

/** The shop's tables with the columns that hold what was put in, each behind those that it refers to. */
export async function readTables(client: Query): Promise<BackupTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] }>(`
    select format('%I.%I', space.nspname, class.relname) as name,
      (select array_agg(format('%I', attname) order by attnum)::text[] from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select coalesce(array_agg(distinct format('%I.%I', other_space.nspname, other.relname)), '{}')::text[]
        from pg_constraint join pg_class other on other.oid = pg_constraint.confrelid
          join pg_namespace other_space on other_space.oid = other.relnamespace
        where pg_constraint.conrelid = class.oid and pg_constraint.contype = 'f' and other.oid <> class.oid) as needs
    from pg_class class join pg_namespace space on space.oid = class.relnamespace
    where class.relkind = 'r' and space.nspname not in ${leftOut} and space.nspname not like 'pg_temp%'
      and (space.nspname, class.relname) not in ${tablesLeftOut}
    order by 1`)
  return inOrder(rows).map(({ name, columns }) => ({ name, columns }))
}

export async function readSequences(client: Query): Promise<Manifest['sequences']> {
  const { rows: names } = await client.query<{ name: string }>(`
    select format('%I.%I', schemaname, sequencename) as name
    from pg_sequences where schemaname not in ${leftOut} order by 1`)
  const sequences: Manifest['sequences'] = []
  for (const { name } of names) {
    const { rows } = await client.query<{ last: number; isCalled: boolean }>(
      `select last_value as last, is_called as "isCalled" from ${name}`,
    )
    if (rows[0]) sequences.push({ name, ...rows[0] })
  }
  return sequences
}

export async function readMigrations(client: Query): Promise<string[]> {
  const { rows } = await client.query<Columns<'migration', 'name'>>('select name from migration order by name')
  return rows.map(row => row.name)
}

function inOrder<T extends { name: string; needs: string[] }>(tables: T[]): T[] {
  const placed = new Set<string>()
  const ordered: T[] = []
  while (ordered.length < tables.length) {
    const ready = tables.filter(table => !placed.has(table.name) && table.needs.every(name => placed.has(name)))
    if (ready.length === 0) throw new Error('tables refer to each other in a circle, so none can be restored first')
    for (const table of ready) {
      placed.add(table.name)
      ordered.push(table)
    }
  }
  return ordered
}
