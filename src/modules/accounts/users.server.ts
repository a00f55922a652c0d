import { sql } from 'kysely'
import type { Role } from '#kernel/access'
import type { Handlers, Page } from '#kernel/endpoint'
import { refuse } from './refusals.rules.ts'
import { type Context, callerOf, transact } from '#platform/context'
import type { Columns } from '#platform/database'
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
    const items = await selectUsers(ctx, sql`id = ${caller.id}`, sql``)
    return { items, total: items.length, next: undefined }
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

type UserRow = Columns<'account', 'id' | 'email' | 'role' | 'email_verified' | 'created_at'> & {
  name: string
  role: Role
}

async function selectUsers(ctx: Context, where: ReturnType<typeof sql>, tail: ReturnType<typeof sql>): Promise<User[]> {
  const { rows } = await sql<UserRow>`
    select id, email, display_name as name, role, email_verified, created_at
    from account where ${where} ${tail}`.execute(ctx.db)
  return rows.map(row => ({
    _id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    admin: row.role === 'admin',
    emailVerified: row.email_verified,
    createdAt: row.created_at.toISOString(),
  }))
}

/** The caller's own row, as the list of users has it. */
export async function readOwnUser(ctx: Context): Promise<User> {
  const [user] = await selectUsers(ctx, sql`id = ${callerOf(ctx).id}`, sql``)
  if (!user) throw refuse('token-expired')
  return user
}

type ListQuery = { limit?: number | undefined; after?: string | undefined; q?: string | undefined }

/** One page of all accounts, newest first. `q` is looked for anywhere in email and name, in any case. */
async function listUsers(ctx: Context, query: ListQuery): Promise<Page<User[]>> {
  const limit = pageSize(query.limit, userPage)
  const q = query.q?.toLowerCase()
  const matching = q ? sql`(strpos(email, ${q}) > 0 or strpos(lower(display_name), ${q}) > 0)` : sql`true`
  const after = query.after ? sql`and id < ${query.after}` : sql``
  const users = await selectUsers(ctx, sql`${matching} ${after}`, sql`order by id desc limit ${limit + 1}`)
  const { rows } = await sql<{ total: number }>`select count(*) as total from account where ${matching}`.execute(ctx.db)
  const total = rows[0]?.total ?? 0
  return pageOf(users, { limit, total, after: last => last._id, query: { q: query.q } })
}

/**
 * Several accounts may have one email: of two identity services, or one that nobody has confirmed. The address is proof
 * only where it is confirmed, and there it is the same person, so all of those become admins and the others none.
 */
async function makeAdmin(ctx: Context, email: string): Promise<{ modifiedCount: number }> {
  const { rows } = await sql<{ id: string }>`
    update account set role = 'admin', updated_at = ${ctx.now()}
    where email = ${email} and email_verified and role <> 'admin' returning id`.execute(ctx.db)
  if (rows.length === 0) await explainNone(ctx, email)
  for (const { id } of rows) await recordRole(ctx, id, 'admin')
  return { modifiedCount: rows.length }
}

/** Nothing to do is no refusal when the account is an admin already. */
async function explainNone(ctx: Context, email: string): Promise<void> {
  const { rows } = await sql<{ email_verified: boolean }>`
    select email_verified from account where email = ${email}`.execute(ctx.db)
  if (rows.length === 0) throw refuse('account-gone')
  if (rows.every(row => !row.email_verified)) throw refuse('email-unconfirmed')
}

/** All admins are locked, in the order of their ids: of two who take each other's role at once, the second one sees the first. */
async function takeRoleBack(ctx: Context, email: string): Promise<{ modifiedCount: number }> {
  const { rows: admins } = await sql<{ id: string; email: string }>`
    select id, email from account where role = 'admin' order by id for no key update`.execute(ctx.db)
  // Whoever lost the role while waiting has no say any more.
  if (!admins.some(admin => admin.id === callerOf(ctx).id)) throw refuse('admin-only')
  const losers = admins.filter(admin => admin.email === email).map(admin => admin.id)
  if (losers.length === admins.length) throw refuse('last-admin')
  // It would be back within minutes, and whoever took it would not know.
  if (losers.length > 0 && email === ctx.settings.adminEmail) throw refuse('admin-by-setting')
  if (losers.length === 0) {
    const { rows } = await sql`select from account where email = ${email} limit 1`.execute(ctx.db)
    if (rows.length === 0) throw refuse('account-gone')
  }
  await sql`
    update account set role = 'customer', updated_at = ${ctx.now()} where id = any(${losers}::uuid[])`.execute(ctx.db)
  for (const id of losers) await recordRole(ctx, id, 'customer')
  return { modifiedCount: losers.length }
}
