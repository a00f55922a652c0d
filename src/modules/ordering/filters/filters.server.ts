import { sql } from 'kysely'
import type { Handlers } from '#kernel/endpoint'
import { audit } from '#platform/audit'
import { type Context, callerOf, newId, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { countRows } from '#platform/paging'
import { lockAccount } from '#services/accounts'
import { refuse } from '../refusals.rules.ts'
import type { filtersContract } from './filters.contract.ts'

/** How many filters an account saves at most. */
const mostFilters = 50

/** The filters that the caller has saved, for the file of what the shop keeps of a person. */
export async function readOwnFilters(ctx: Context) {
  const rows = await ctx.db
    .selectFrom('order_filter')
    .select(['name', 'query', 'is_shared', 'created_at'])
    .$narrowType<{ query: Record<string, string> }>()
    .where('account_id', '=', callerOf(ctx).id)
    .orderBy('id')
    .execute()
  return rows.map(({ name, query, is_shared: shared, created_at }) => ({
    name,
    query,
    shared,
    savedAt: created_at.toISOString(),
  }))
}

/** The calls of `ordering/filters/filters.contract.ts`. */
export const filtersHandlers: Handlers<typeof filtersContract, Context> = {
  async listFilters(ctx) {
    const { id } = callerOf(ctx)
    const rows = await ctx.db
      .selectFrom('order_filter as filter')
      .innerJoin('account', 'account.id', 'filter.account_id')
      .select(['filter.id', 'filter.name', 'filter.query', 'filter.is_shared', 'filter.account_id'])
      .select('account.display_name as by')
      .$narrowType<{ query: Record<string, string> }>()
      .where(({ eb }) => eb.or([eb('filter.account_id', '=', id), eb('filter.is_shared', '=', sql.lit(true))]))
      .orderBy(sql`filter.account_id <> ${id}`)
      .orderBy(sql`lower(filter.name)`)
      .orderBy('filter.id')
      .execute()
    return rows.map(row => ({
      _id: row.id,
      name: row.name,
      query: row.query,
      shared: row.is_shared,
      own: row.account_id === id,
      by: row.by,
    }))
  },

  saveFilter: (ctx, { body: { name, query, shared } }) =>
    transact(ctx, async ctx => {
      const { id } = callerOf(ctx)
      // One after the other, so that they are counted; deleted since the call was let in.
      if (!(await lockAccount(ctx, id))) throw refuse('token-expired')
      const others = await countRows(
        ctx.db,
        sql`order_filter where account_id = ${id} and lower(name) <> lower(${name})`,
      )
      if (others >= mostFilters) throw refuse('too-many-filters', { most: mostFilters })
      const queryText = JSON.stringify(asTexts(query))
      const { rows } = await sql<Columns<'order_filter', 'id'>>`
        insert into order_filter (id, account_id, name, query, is_shared, created_at)
        values (${newId()}, ${id}, ${name}, ${queryText}::jsonb, ${shared}, ${ctx.now()})
        on conflict (account_id, lower(name)) do update
          set name = excluded.name, query = excluded.query, is_shared = excluded.is_shared
        returning id`.execute(ctx.db)
      const insertedId = rows[0]?.id ?? ''
      await audit(ctx, {
        action: 'order-filter.saved',
        subject: { kind: 'order-filter', id: insertedId },
        after: { name, shared },
      })
      return { insertedId }
    }),

  removeFilter: (ctx, { params }) =>
    transact(ctx, async ctx => {
      const gone = await ctx.db
        .deleteFrom('order_filter')
        .where(({ eb }) => eb.and({ id: params.id, account_id: callerOf(ctx).id }))
        .returning(['id', 'name'])
        .executeTakeFirst()
      if (!gone) throw refuse('filter-gone')
      await audit(ctx, {
        action: 'order-filter.removed',
        subject: { kind: 'order-filter', id: gone.id },
        before: { name: gone.name },
      })
      return { deletedCount: 1 }
    }),
}

/** As an address has it: what is set, each as a text. */
function asTexts(query: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
