import { sql } from 'kysely'
import type { Handlers, Page } from '#kernel/endpoint'
import { refuseFields } from '#kernel/refusals'
import { audit } from '#platform/audit'
import { type Context, newId, transact } from '#platform/context'
import { type Columns, brokenConstraint } from '#platform/database'
import { countRows, pageOf, pageSize } from '#platform/paging'
import { listLimits } from '../lists/lists.rules.ts'
import { groupProblems } from './groups.texts.ts'
import { refuse } from '../refusals.rules.ts'
import type { CustomerGroup, GroupMember, customerGroupsContract } from './groups.contract.ts'

export const customerGroupsHandlers: Handlers<typeof customerGroupsContract, Context> = {
  listGroups: (ctx, { query }) => listGroups(ctx, query),
  addGroup: (ctx, { body }) => addGroup(ctx, body.name),
  renameGroup: (ctx, { params, body }) => renameGroup(ctx, params.id, body),
  removeGroup: (ctx, { params }) => removeGroup(ctx, params.id),
  listMembers: (ctx, { params, query }) => listMembers(ctx, params.id, query),
  addMember: (ctx, { params, body }) => addMember(ctx, params.id, body.email),
  removeMember: (ctx, { params }) => removeMember(ctx, params.id, params.account),
}

const aPage = { usual: 50, most: 200 }
const subjectOf = (id: string) => ({ kind: 'customer-group', id })

type Query = { limit?: number | undefined; after?: string | undefined }

async function listGroups(ctx: Context, query: Query): Promise<Page<CustomerGroup[]>> {
  const limit = pageSize(query.limit, aPage)
  const after = query.after ? sql`where id < ${query.after}` : sql``
  const { rows } = await sql<Columns<'customer_group', 'id' | 'name' | 'version'> & { members: number; lists: number }>`
    select id, name, version,
      (select count(*) from customer_group_member where group_id = customer_group.id) as members,
      (select count(*) from price_list where group_id = customer_group.id and removed_at is null) as lists
    from customer_group ${after} order by id desc limit ${limit + 1}`.execute(ctx.db)
  const total = await countRows(ctx.db, sql`customer_group`)
  const groups = rows.map(({ id, ...group }) => ({ _id: id, ...group }))
  return pageOf(groups, { limit, total, after: last => last._id })
}

/** Refuses fields: a taken name. */
function addGroup(ctx: Context, name: string): Promise<{ insertedId: string }> {
  return withFreeName(
    transact(ctx, async ctx => {
      const id = newId()
      await ctx.db.insertInto('customer_group').values({ id, name, created_at: ctx.now() }).execute()
      await audit(ctx, { action: 'customer-group.added', subject: subjectOf(id), after: { name } })
      return { insertedId: id }
    }),
  )
}

/** Refuses: customer-group-gone, changed-meanwhile, and fields: a taken name. */
function renameGroup(ctx: Context, id: string, input: { name: string; version: number }) {
  return withFreeName(
    transact(ctx, async ctx => {
      const { name, version } = await lockGroup(ctx, id)
      if (name === input.name) return { modifiedCount: 0, version }
      if (version !== input.version) throw refuse('changed-meanwhile')
      await ctx.db
        .updateTable('customer_group')
        .set(({ eb }) => ({ name: input.name, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
      await audit(ctx, {
        action: 'customer-group.renamed',
        subject: subjectOf(id),
        before: { name },
        after: { name: input.name },
      })
      return { modifiedCount: 1, version: version + 1 }
    }),
  )
}

/** Lists that were given to it and removed cannot be restored any more. Refuses: customer-group-gone, customer-group-in-use. */
async function removeGroup(ctx: Context, id: string): Promise<{ deletedCount: number }> {
  try {
    return await transact(ctx, async ctx => {
      await ctx.db
        .updateTable('price_list')
        .set({ group_id: null })
        .where('group_id', '=', id)
        .where('removed_at', 'is not', null)
        .execute()
      const gone = await ctx.db.deleteFrom('customer_group').where('id', '=', id).returning('name').executeTakeFirst()
      if (!gone) throw refuse('customer-group-gone')
      await audit(ctx, { action: 'customer-group.removed', subject: subjectOf(id), before: gone })
      return { deletedCount: 1 }
    })
  } catch (error) {
    if (brokenConstraint(error) !== 'price_list_group_id_fkey') throw error
    throw refuse('customer-group-in-use', {
      lists: await countRows(ctx.db, sql`price_list where group_id = ${id} and removed_at is null`),
    })
  }
}

async function withFreeName<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (brokenConstraint(error) !== 'customer_group_name') throw error
    throw refuseFields([{ field: 'name', message: groupProblems.nameTaken }])
  }
}

async function lockGroup(ctx: Context, id: string): Promise<{ name: string; version: number }> {
  const group = await ctx.db
    .selectFrom('customer_group')
    .select(['name', 'version'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!group) throw refuse('customer-group-gone')
  return group
}

/** One page of the members, in the order of their accounts. Refuses: customer-group-gone. */
async function listMembers(ctx: Context, id: string, query: Query): Promise<Page<GroupMember[]>> {
  const group = await ctx.db.selectFrom('customer_group').select('id').where('id', '=', id).executeTakeFirst()
  if (!group) throw refuse('customer-group-gone')
  const limit = pageSize(query.limit, aPage)
  const after = query.after ? sql`and account_id > ${query.after}` : sql``
  const { rows } = await sql<Columns<'account', 'id' | 'display_name' | 'email'>>`
    select account.id, account.display_name, account.email
    from customer_group_member member join account on account.id = member.account_id
    where group_id = ${id} ${after} order by account_id limit ${limit + 1}`.execute(ctx.db)
  const total = await countRows(ctx.db, sql`customer_group_member where group_id = ${id}`)
  const members = rows.map(({ id, display_name, email }) => ({ _id: id, name: display_name, email }))
  return pageOf(members, { limit, total, after: last => last._id })
}

/** The groups that an account is in, for the file of what the shop keeps of a person. */
export async function readGroupsOf(ctx: Context, accountId: string): Promise<{ name: string }[]> {
  return ctx.db
    .selectFrom('customer_group_member as member')
    .innerJoin('customer_group as group', 'group.id', 'member.group_id')
    .select('group.name')
    .where('member.account_id', '=', accountId)
    .orderBy('group.id')
    .execute()
}

/** Refuses: customer-group-gone, customer-group-full, and fields: an email that no account has. */
function addMember(ctx: Context, id: string, email: string): Promise<{ modifiedCount: number }> {
  return transact(ctx, async ctx => {
    await lockGroup(ctx, id)
    const members = await countRows(ctx.db, sql`customer_group_member where group_id = ${id}`)
    if (members >= listLimits.members) throw refuse('customer-group-full')
    const account = await ctx.db
      .selectFrom('account')
      .select(['id', 'email_verified'])
      .where('email', '=', email)
      .orderBy('email_verified', 'desc')
      .orderBy('id')
      .forKeyShare()
      .executeTakeFirst()
    if (!account) throw refuseFields([{ field: 'email', message: groupProblems.emailUnknown }])
    if (!account.email_verified) throw refuseFields([{ field: 'email', message: groupProblems.unconfirmed }])
    const added = await ctx.db
      .insertInto('customer_group_member')
      .values({ group_id: id, account_id: account.id })
      .onConflict(conflict => conflict.doNothing())
      .returning('account_id')
      .executeTakeFirst()
    if (!added) return { modifiedCount: 0 }
    await audit(ctx, { action: 'customer-group.member-added', subject: subjectOf(id), after: { account: account.id } })
    return { modifiedCount: 1 }
  })
}

/** Done twice is done once. Refuses: customer-group-gone. */
function removeMember(ctx: Context, id: string, accountId: string): Promise<{ deletedCount: number }> {
  return transact(ctx, async ctx => {
    await lockGroup(ctx, id)
    const gone = await ctx.db
      .deleteFrom('customer_group_member')
      .where('group_id', '=', id)
      .where('account_id', '=', accountId)
      .returning('account_id')
      .executeTakeFirst()
    if (!gone) return { deletedCount: 0 }
    await audit(ctx, {
      action: 'customer-group.member-removed',
      subject: subjectOf(id),
      before: { account: accountId },
    })
    return { deletedCount: 1 }
  })
}
