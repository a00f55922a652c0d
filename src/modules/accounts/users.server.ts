import { type ExpressionBuilder, type InferResult, sql } from 'kysely'
import type { Tables } from '#db/tables'
import { customerRole, may, ownerRole } from '#kernel/access'
import type { Handlers, Page } from '#kernel/endpoint'
import { refuse } from './refusals.rules.ts'
import { type Context, callerOf, transact } from '#platform/context'
import { escapeLike, pageOf, pageSize } from '#platform/paging'
import { type IdentityPort, requireProof } from '#services/identity'
import { changeRoleOf } from './staff/roles.server.ts'
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
    if (may(caller, 'customers') || may(caller, 'staff')) return listUsers(ctx, query)
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
  ctx.db.selectFrom('account').select(['id', 'email', 'display_name', 'role', 'email_verified', 'created_at'])

function toUser(row: InferResult<ReturnType<typeof selectUsers>>[number]): User {
  return {
    _id: row.id,
    email: row.email,
    name: row.display_name,
    role: row.role,
    admin: row.role === ownerRole,
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
    q ? sql<boolean>`${eb.ref('search')} like ${`%${escapeLike(q)}%`}` : eb.lit(true)
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
  const accounts = await accountsOf(ctx, email)
  if (accounts.every(account => !account.email_verified)) throw refuse('email-unconfirmed')
  const confirmed = accounts.filter(account => account.email_verified)
  return { modifiedCount: await changeRoleOf(ctx, confirmed.map(idOf), ownerRole) }
}

async function takeRoleBack(ctx: Context, email: string): Promise<{ modifiedCount: number }> {
  const accounts = await accountsOf(ctx, email)
  const owners = accounts.filter(account => account.role === ownerRole)
  return { modifiedCount: await changeRoleOf(ctx, owners.map(idOf), customerRole) }
}

const idOf = ({ id }: { id: string }) => id

async function accountsOf(ctx: Context, email: string) {
  const accounts = await ctx.db
    .selectFrom('account')
    .select(['id', 'role', 'email_verified'])
    .where('email', '=', email)
    .execute()
  if (accounts.length === 0) throw refuse('account-gone')
  return accounts
}
