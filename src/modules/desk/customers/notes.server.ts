import { sql } from 'kysely'
import { customerRole } from '#kernel/access'
import type { Page } from '#kernel/endpoint'
import { audit } from '#platform/audit'
import { type Context, callerOf, newId, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { countRows, pageOf, pageSize } from '#platform/paging'
import { lockAccount } from '#services/accounts'
import { refuse } from '../refusals.rules.ts'
import type { CustomerNote } from './customers.contract.ts'
import { customerPageLimit } from './customers.rules.ts'

type ListQuery = { limit?: number | undefined; after?: string | undefined }
type Row = Columns<'account_note', 'id' | 'text' | 'at'> & { kind: CustomerNote['kind']; author: string | null }

/** One page of what staff has written about a customer, newest first. Refuses: customer-gone. */
export async function listNotes(ctx: Context, accountId: string, query: ListQuery): Promise<Page<CustomerNote[]>> {
  const account = ctx.db.selectFrom('account').select('id').where('id', '=', accountId)
  if (!(await account.executeTakeFirst())) throw refuse('customer-gone')
  const limit = pageSize(query.limit, customerPageLimit)
  const { rows } = await sql<Row>`
    select note.id, note.kind, note.text, note.at, author.display_name as author
    from account_note note left join account author on author.id = note.author_id
    where note.account_id = ${accountId} ${query.after ? sql`and note.id < ${query.after}` : sql``}
    order by note.id desc limit ${limit + 1}`.execute(ctx.db)
  const total = await countRows(ctx.db, sql`account_note where account_id = ${accountId}`)
  const notes = rows.map(({ id, at, ...row }) => ({ _id: id, ...row, at: at.toISOString() }))
  return pageOf(notes, { limit, total, after: note => note._id })
}

/** In the transaction of the call. Refuses: customer-gone. */
export async function addNote(ctx: Context, accountId: string, text: string): Promise<{ insertedId: string }> {
  // Deleted while the note was written.
  if (!(await lockAccount(ctx, accountId))) throw refuse('customer-gone')
  const noteId = await insertNote(ctx, accountId, { kind: 'note', text })
  await audit(ctx, { action: 'account.noted', subject: { kind: 'account', id: accountId }, after: { noteId } })
  return { insertedId: noteId }
}

type Block = { blocked: boolean; reason: string }

/**
 * Blocks an account or unblocks it, once: whoever comes second changes nothing. Why stands among the notes, and not in the
 * trail: it may speak of a person, and nothing goes from the trail. Refuses: customer-gone, staff-not-blocked.
 */
export function setBlocked(
  ctx: Context,
  accountId: string,
  { blocked, reason }: Block,
): Promise<{ modifiedCount: number }> {
  return transact(ctx, async ctx => {
    const account = await ctx.db
      .selectFrom('account')
      .select(['role', 'blocked_at'])
      .where('id', '=', accountId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!account) throw refuse('customer-gone')
    if ((account.blocked_at !== null) === blocked) return { modifiedCount: 0 }
    if (blocked && account.role !== customerRole) throw refuse('staff-not-blocked')
    await ctx.db
      .updateTable('account')
      .set({ blocked_at: blocked ? ctx.now() : null, updated_at: ctx.now() })
      .where('id', '=', accountId)
      .execute()
    const noteId = await insertNote(ctx, accountId, { kind: blocked ? 'blocked' : 'unblocked', text: reason })
    await audit(ctx, {
      action: blocked ? 'account.blocked' : 'account.unblocked',
      subject: { kind: 'account', id: accountId },
      after: { noteId },
    })
    return { modifiedCount: 1 }
  })
}

async function insertNote(ctx: Context, accountId: string, note: Pick<Row, 'kind' | 'text'>): Promise<string> {
  const id = newId()
  await ctx.db
    .insertInto('account_note')
    .values({ id, account_id: accountId, author_id: callerOf(ctx).id, at: ctx.now(), ...note })
    .execute()
  return id
}

/** What was written about an account, oldest first: for the copy of their data that the law gives to people. */
export async function readNotesAbout(ctx: Context, accountId: string): Promise<Pick<Row, 'kind' | 'text' | 'at'>[]> {
  const { rows } = await sql<Pick<Row, 'kind' | 'text' | 'at'>>`
    select kind, text, at from account_note where account_id = ${accountId} order by id`.execute(ctx.db)
  return rows
}
