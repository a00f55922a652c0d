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

/** What a change is about, by the words that its sender has for it, and the right that each wants. */
export type Wanted = { column: string; right: Permission; field?: string }

/** Refuses columns-not-permitted, naming what whoever acts may not change. */
export async function requireRights(ctx: Acting, wanted: readonly Wanted[]): Promise<void> {
  const beyond = await beyondRights(ctx, wanted)
  if (beyond.length === 0) return
  const columns = beyond.map(({ column }) => column).join(', ')
  const errors = beyond.flatMap(({ field }) => (field ? [{ field, message: refuse('not-permitted').message }] : []))
  throw refuse('columns-not-permitted', { columns }, errors)
}

/** What of this whoever acts may not change. */
export async function beyondRights(ctx: Acting, wanted: readonly Wanted[]): Promise<readonly Wanted[]> {
  if (wanted.length === 0) return []
  const rights = await readRights(ctx)
  return wanted.filter(({ right }) => !rights.includes(right))
}
