import { type Permission, permissions } from '#kernel/access'
import type { Context } from '#platform/context'
import { refuse } from '../refusals.rules.ts'

type Acting = Pick<Context, 'db' | 'actor'>

/** What whoever acts may do at this moment: a job is done later than it was asked for. The shop itself, and a command at the server, may do everything. */
async function readRights({ db, actor: { kind, id } }: Acting): Promise<readonly Permission[]> {
  if (kind === 'system' || kind === 'operator') return permissions
  if (id === null) return []
  const role = await db
    .selectFrom('account')
    .innerJoin('account_role', 'account_role.key', 'account.role')
    .select('account_role.permissions')
    .where('account.id', '=', id)
    .$narrowType<{ permissions: Permission[] }>()
    .executeTakeFirst()
  return role?.permissions ?? []
}

/** Refuses not-permitted to whoever lacks a right by now. */
export async function requireRight(ctx: Acting, right: Permission): Promise<void> {
  if (!(await readRights(ctx)).includes(right)) throw refuse('not-permitted')
}

/** A column of a change, by its sender's word for it, and the right that it needs. */
export type RequiredRight = { column: string; right: Permission; field?: string }

/** Refuses columns-not-permitted, naming what whoever acts may not change. */
export async function requireRights(ctx: Acting, required: readonly RequiredRight[]): Promise<void> {
  const beyond = await beyondRights(ctx, required)
  if (beyond.length === 0) return
  const columns = beyond.map(({ column }) => column).join(', ')
  const errors = beyond.flatMap(({ field }) => (field ? [{ field, message: refuse('not-permitted').message }] : []))
  throw refuse('columns-not-permitted', { columns }, errors)
}

/** Those of the columns that whoever acts may not change. */
export async function beyondRights(ctx: Acting, required: readonly RequiredRight[]): Promise<readonly RequiredRight[]> {
  if (required.length === 0) return []
  const rights = await readRights(ctx)
  return required.filter(({ right }) => !rights.includes(right))
}
