import { readFile, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type pg from 'pg'

type Query = Pick<pg.Pool, 'query'>

/**
 * Every column of the database, of whatever type and in whatever schema, in which one of these words stands, as
 * `schema.table.column`; columns that are computed of others aside.
 */
export async function columnsWith(db: Query, words: readonly string[]): Promise<string[]> {
  const { rows: columns } = await db.query<{ table: string; column: string; isBytes: boolean }>(`
    select format('%I.%I', table_schema, table_name) as table, column_name as column, data_type = 'bytea' as "isBytes"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1, 2`)
  const patterns = words.map(word => word.toLowerCase())
  const found: string[] = []
  for (const { table, column, isBytes } of columns) {
    const text = isBytes ? `encode("${column}", 'escape')` : `"${column}"::text`
    const { rows } = await db.query(
      `select from ${table} cross join unnest($1::text[]) word where position(word in lower(${text})) > 0 limit 1`,
      [patterns],
    )
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}

/** The files below this folder in whose name or content one of these words stands. */
export async function filesWith(directory: string, words: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    // It may be written anew while it is read.
    const content = await readFile(path, 'utf8').catch(() => '')
    const text = `${entry.name}\n${content}`.toLowerCase()
    if (words.some(word => text.includes(word.toLowerCase()))) found.push(relative(directory, path))
  }
  return found.toSorted()
}

/** The tables that say by a column of theirs which account a row belongs to, or who did something, from the schema. */
export async function columnsOfAccounts(db: Query): Promise<{ table: string; column: string }[]> {
  const { rows } = await db.query<{ table: string; column: string }>(`
    select format('%I.%I', nspname, relname) as table, attname as column
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and attnum > 0 and not attisdropped and nspname not in ('pgboss', 'pg_catalog', 'information_schema')
      and (attname in ('account_id', 'actor_id', 'author_id') or exists (
        select from pg_constraint where contype = 'f' and conrelid = attrelid and confrelid = 'account'::regclass
          and conkey = array[attnum]))
    order by 1, 2`)
  return rows
}
