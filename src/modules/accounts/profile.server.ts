import { sql } from 'kysely'
import { refuse } from '#kernel/refusals'
import { type Context, callerOf } from '#platform/context'
import { brokenConstraint } from '#platform/database'
import type { Profile, ProfileForm } from './users.contract.ts'

/** The caller's profile; empty until it is saved for the first time. */
export async function readProfile(ctx: Context): Promise<Profile> {
  const { id, displayName, email } = callerOf(ctx)
  const saved = await ctx.db.selectFrom('profile').selectAll().where('account_id', '=', id).executeTakeFirst()
  return {
    name: displayName,
    email,
    phone: saved?.phone ?? '',
    education: saved?.education ?? '',
    link: saved?.link ?? '',
    district: saved?.district ?? '',
  }
}

/** Writes the caller's profile by one statement. A row that would stay the same is not touched. */
export async function saveProfile(
  ctx: Context,
  { phone, education, link, district }: ProfileForm,
): Promise<{ modifiedCount: number; upsertedCount: number }> {
  try {
    const { rows } = await sql<{ is_new: boolean }>`
      insert into profile as kept (account_id, phone, education, link, district, updated_at)
      values (${callerOf(ctx).id}, ${phone}, ${education}, ${link}, ${district}, ${ctx.now()})
      on conflict (account_id) do update set phone = excluded.phone, education = excluded.education,
        link = excluded.link, district = excluded.district, updated_at = excluded.updated_at
      where (kept.phone, kept.education, kept.link, kept.district)
        is distinct from (excluded.phone, excluded.education, excluded.link, excluded.district)
      -- A row that this statement has inserted carries no mark of a later change.
      returning kept.xmax = 0 as is_new`.execute(ctx.db)
    const [saved] = rows
    return { modifiedCount: saved && !saved.is_new ? 1 : 0, upsertedCount: saved?.is_new ? 1 : 0 }
  } catch (error) {
    // The account was deleted while its form was on the way.
    if (brokenConstraint(error) === 'profile_account_id_fkey') throw refuse('token-expired')
    throw error
  }
}
