import type pg from 'pg'

/** In no backup: what a running shop makes anew, and what means nothing in another database. */
const leftOut = ['change', 'migration', 'waiting_file', 'waiting_file_piece']

/** Every table of the shop with the number of its rows and a hash of them in whatever order, and where order numbers stand. */
export async function hashesOfTables(pool: Pick<pg.ClientBase, 'query'>): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pgboss', 'pg_catalog', 'information_schema')
      and table_name <> all ($1) order by 1`,
    [leftOut],
  )
  const hashes: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ hash: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(one::text, 0)::numeric), 0) as hash from ${name} one`,
    )
    hashes[name] = rows[0]?.hash ?? ''
  }
  const { rows } = await pool.query('select last_value, is_called from order_number')
  return { ...hashes, order_number: JSON.stringify(rows) }
}
