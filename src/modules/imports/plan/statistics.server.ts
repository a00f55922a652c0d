import { sql } from 'kysely'
import type { Context } from '#platform/context'

/** Fewer rows are joined in no time, whatever the planner takes them for. */
const many = 1000

/**
 * Lets the planner know how large tables have become, where an import has put many rows into them or is about to take them away.
 * Otherwise it takes them for nearly empty, until PostgreSQL has looked at them by itself, and joins each row with each.
 */
export async function countTables(ctx: Context, rows: number, tables: readonly CountedTable[]): Promise<void> {
  if (rows < many || tables.length === 0) return
  await sql`analyze ${sql.join(tables.map(table => sql.table(table)))}`.execute(ctx.db)
}

export type CountedTable =
  | 'tool'
  | 'part_number'
  | 'stock_movement'
  | 'supersession'
  | 'fitment'
  | 'unresolved_fitment'
  | 'import_change'
