import { type ExpressionBuilder, type InferResult, sql } from 'kysely'
import type { Tables } from '#db/tables'
import type { Role } from '#kernel/access'
import type { Handlers, Page } from '#kernel/endpoint'
import { refuse } from './refusals.rules.ts'
import { type Context, callerOf, transact } from '#platform/context'
import { pageOf, pageSize } from '#platform/paging'
import { type IdentityPort, requireProof } from '#services/identity'
import { recordRole } from './roles.server.ts'
import { readProfile, saveProfile } from './profile.server.ts'
import { type User, userPage, type usersContract } from './users.contract.ts'

/** The calls of `accounts/users.contract.ts`. */
export const usersHandlers = (identity: IdentityPort): Handlers<typeof usersContract, Context> => ({
  async getProfile(ctx, { query }) {
    requireOwn(ctx, query.email)
    return readProfile(ctx)
  },

  async saveProfile(ctx, { query, body }) {
    requireOwn(ctx, query.email)
    return saveProfile(ctx, body)
  },

  async listUsers(ctx, { query }) {
    const caller = callerOf(ctx)
    if (caller.role === 'admin') return listUsers(ctx, query)
    return { items: [await readOwnUser(ctx)], total: 1, next: undefined }
  },

  async makeAdmin(ctx, { params }) {
    await requireProof(ctx, identity)
    return transact(ctx, ctx => makeAdmin(ctx, params.email))
  },

  takeRoleBack: (ctx, { params }) => transact(ctx, ctx => takeRoleBack(ctx, params.email)),
})

function requireOwn(ctx: Context, email: string): void {
  if (callerOf(ctx).email !== email) throw refuse('not-yours')
}

const selectUsers = (ctx: Context) =>
  ctx.db
    .selectFrom('account')
    .select(['id', 'email', 'display_name', 'role', 'email_verified', 'created_at'])
    .$narrowType<{ role: Role }>()

function toUser(row: InferResult<ReturnType<typeof selectUsers>>[number]): User {
  return {
    _id: row.id,
    email: row.email,
    name: row.display_name,
    role: row.role,
    admin: row.role === 'admin',
    emailVerified: row.email_verified,
    createdAt: row.created_at.toISOString(),
  }
}

/** The caller's own row, as the list of users has it. */
export async function readOwnUser(ctx: Context): Promise<User> {
  const row = await selectUsers(ctx).where('id', '=', callerOf(ctx).id).executeTakeFirst()
  if (!row) throw refuse('token-expired')
  return toUser(row)
}

type ListQuery = { limit?: number | undefined; after?: string | undefined; q?: string | undefined }

/** One page of all accounts, newest first. `q` is looked for anywhere in email and name, in any case. */
async function listUsers(ctx: Context, query: ListQuery): Promise<Page<User[]>> {
  const limit = pageSize(query.limit, userPage)
  const q = query.q?.toLowerCase()
  const matching = ({ eb }: ExpressionBuilder<Tables, 'account'>) =>
    q
      ? sql<boolean>`(strpos(${eb.ref('email')}, ${q}) > 0 or strpos(lower(${eb.ref('display_name')}), ${q}) > 0)`
      : eb.lit(true)
  const page = selectUsers(ctx)
    .where(matching)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  const rows = await (query.after ? page.where('id', '<', query.after) : page).execute()
  const { total } = await ctx.db
    .selectFrom('account')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(matching)
    .executeTakeFirstOrThrow()
  return pageOf(rows.map(toUser), { limit, total, after: last => last._id, query: { q: query.q } })
}

/**
 * Several accounts may have one email: of two identity services, or one that nobody has confirmed. The address is proof
 * only where it is confirmed, and there it is the same person, so all of those become admins and the others none.
 */
async function makeAdmin(ctx: Context, email: string): Promise<{ modifiedCount: number }> {
  const rows = await ctx.db
    .updateTable('account')
    .set({ role: 'admin', updated_at: ctx.now() })
    .where('email', '=', email)
    .where('email_verified', '=', true)
    .where('role', '<>', 'admin')
    .returning('id')
    .execute()
  if (rows.length === 0) await explainNone(ctx, email)
  for (const { id } of rows) await recordRole(ctx, id, 'admin')
  return { modifiedCount: rows.length }
}

/** Nothing to do is no refusal when the account is an admin already. */
async function explainNone(ctx: Context, email: string): Promise<void> {
  const rows = await ctx.db.selectFrom('account').select('email_verified').where('email', '=', email).execute()
  if (rows.length === 0) throw refuse('account-gone')
  if (rows.every(row => !row.email_verified)) throw refuse('email-unconfirmed')
}

/** All admins are locked, in the order of their ids: of two who take each other's role at once, the second one sees the first. */
async function takeRoleBack(ctx: Context, email: string): Promise<{ modifiedCount: number }> {
  const admins = await ctx.db
    .selectFrom('account')
    .select(['id', 'email'])
    // As the index of admins has it, and not as a parameter.
    .where('role', '=', sql.lit('admin'))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  // Whoever lost the role while waiting has no say any more.
  if (!admins.some(admin => admin.id === callerOf(ctx).id)) throw refuse('admin-only')
  const losers = admins.filter(admin => admin.email === email).map(admin => admin.id)
  if (losers.length === admins.length) throw refuse('last-admin')
  // It would be back within minutes, and whoever took it would not know.
  if (losers.length > 0 && email === ctx.settings.adminEmail) throw refuse('admin-by-setting')
  if (losers.length === 0) {
    const anybody = await ctx.db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirst()
    if (!anybody) throw refuse('account-gone')
    return { modifiedCount: 0 }
  }
  await ctx.db
    .updateTable('account')
    .set({ role: 'customer', updated_at: ctx.now() })
    .where('id', 'in', losers)
    .execute()
  for (const id of losers) await recordRole(ctx, id, 'customer')
  return { modifiedCount: losers.length }
}
