import type { Handlers } from '#kernel/endpoint'
import { type Context, callerOf } from '#platform/context'
import { brokenConstraint } from '#platform/database'
import type { OwnCompany, actingContract } from './acting.contract.ts'
import { refuse } from './refusals.rules.ts'

/** The calls of `companies/acting.contract.ts`. */
export const actingHandlers: Handlers<typeof actingContract, Context> = {
  listOwnCompanies: ctx => listOwnCompanies(ctx),
  actFor: (ctx, { body }) => actFor(ctx, body.companyId),
}

/** By name. A person is in a few. */
async function listOwnCompanies(ctx: Context): Promise<OwnCompany[]> {
  const { id, companyId } = callerOf(ctx)
  const rows = await ctx.db
    .selectFrom('company_member')
    .innerJoin('company', 'company.id', 'company_member.company_id')
    .select(['company.id as _id', 'company.name'])
    .where('company_member.account_id', '=', id)
    .orderBy('company.name')
    .orderBy('company.id')
    .execute()
  return rows.map(company => ({ ...company, isCurrent: company._id === companyId }))
}

/** Refuses company-gone where the caller is no member of it. */
async function actFor(ctx: Context, companyId: string | null): Promise<{ modifiedCount: number }> {
  try {
    const changed = await ctx.db
      .updateTable('account_session')
      .set({ company_id: companyId })
      .where('id', '=', callerOf(ctx).sessionId)
      .where('company_id', 'is distinct from', companyId)
      .returning('id')
      .executeTakeFirst()
    return { modifiedCount: changed ? 1 : 0 }
  } catch (error) {
    if (brokenConstraint(error) === 'account_session_account_id_company_id_fkey') throw refuse('company-gone')
    throw error
  }
}

/** The names of the companies that an account buys for, for the file of what the shop keeps of a person. */
export function readCompaniesOf(ctx: Context, accountId: string): Promise<{ name: string }[]> {
  return ctx.db
    .selectFrom('company_member')
    .innerJoin('company', 'company.id', 'company_member.company_id')
    .select('company.name')
    .where('company_member.account_id', '=', accountId)
    .orderBy('company.id')
    .execute()
}
