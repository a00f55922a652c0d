import { sql } from 'kysely'
import type { Handlers, InputOf, Page } from '#kernel/endpoint'
import { refuseFields } from '#kernel/refusals'
import { audit } from '#platform/audit'
import { type Context, newId, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { countRows, hasText, pageOf, pageSize } from '#platform/paging'
import type { Company, CompanyMember, companiesContract } from './companies.contract.ts'
import { companyLimits } from './limits.rules.ts'
import { companyFieldTexts } from './fields.texts.ts'
import { refuse } from './refusals.rules.ts'

/** The calls of `companies/companies.contract.ts`. */
export const companiesHandlers: Handlers<typeof companiesContract, Context> = {
  listCompanies: (ctx, { query }) => listCompanies(ctx, query),
  addCompany: (ctx, { body }) => addCompany(ctx, body),
  getCompany: (ctx, { params }) => getCompany(ctx, params.id),
  changeCompany: (ctx, { params, body }) => changeCompany(ctx, params.id, body),
  listCompanyMembers: (ctx, { params, query }) => listMembers(ctx, params.id, query),
  addCompanyMember: (ctx, { params, body }) => addMember(ctx, params.id, body.email),
  removeCompanyMember: (ctx, { params }) => removeMember(ctx, params.id, params.account),
}

const aPage = { usual: 50, most: 200 }
const subjectOf = (id: string) => ({ kind: 'company', id })

type Row = Columns<'company', 'id' | 'name' | 'vat_number' | 'version'> & { members: number }

const toCompany = ({ id, vat_number: vatNumber, ...company }: Row): Company => ({ _id: id, vatNumber, ...company })

const columns = sql`company.id, company.name, company.vat_number, company.version,
  (select count(*) from company_member where company_id = company.id) as members`

type ListQuery = InputOf<typeof companiesContract.listCompanies>['query']

async function listCompanies(ctx: Context, query: ListQuery): Promise<Page<Company[]>> {
  const limit = pageSize(query.limit, aPage)
  const matches = query.q === undefined ? sql`true` : hasText(sql`company.search`, query.q)
  const after = query.after ? sql`and company.id < ${query.after}` : sql``
  const { rows } = await sql<Row>`
    select ${columns} from company where ${matches} ${after} order by company.id desc limit ${limit + 1}`.execute(
    ctx.db,
  )
  const total = await countRows(ctx.db, sql`company where ${matches}`)
  return pageOf(rows.map(toCompany), { limit, total, after: last => last._id, query: { q: query.q } })
}

/** Refuses: company-gone. */
async function getCompany(ctx: Context, id: string): Promise<Company> {
  const { rows } = await sql<Row>`select ${columns} from company where id = ${id}`.execute(ctx.db)
  const [company] = rows
  if (!company) throw refuse('company-gone')
  return toCompany(company)
}

type Input = { name: string; vatNumber?: string | undefined }

function addCompany(ctx: Context, input: Input): Promise<{ insertedId: string }> {
  return transact(ctx, async ctx => {
    const id = newId()
    const { name, vatNumber = null } = input
    await ctx.db.insertInto('company').values({ id, name, vat_number: vatNumber, created_at: ctx.now() }).execute()
    await audit(ctx, { action: 'company.added', subject: subjectOf(id), after: { name, vatNumber } })
    return { insertedId: id }
  })
}

/** Refuses: company-gone, changed-meanwhile. */
function changeCompany(ctx: Context, id: string, input: Input & { version: number }) {
  return transact(ctx, async ctx => {
    const { version, name, vat_number: vatNumber } = await lockCompany(ctx, id)
    const [before, after] = [
      { name, vatNumber },
      { name: input.name, vatNumber: input.vatNumber ?? null },
    ]
    if (before.name === after.name && before.vatNumber === after.vatNumber) return { modifiedCount: 0, version }
    if (version !== input.version) throw refuse('changed-meanwhile')
    await ctx.db
      .updateTable('company')
      .set({ name: after.name, vat_number: after.vatNumber, version: version + 1 })
      .where('id', '=', id)
      .execute()
    await audit(ctx, { action: 'company.changed', subject: subjectOf(id), before, after })
    return { modifiedCount: 1, version: version + 1 }
  })
}

async function lockCompany(ctx: Context, id: string): Promise<Omit<Row, 'members'>> {
  const company = await ctx.db
    .selectFrom('company')
    .select(['id', 'name', 'vat_number', 'version'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!company) throw refuse('company-gone')
  return company
}

type PageQuery = InputOf<typeof companiesContract.listCompanyMembers>['query']

/** One page of the members, in the order of their accounts. Refuses: company-gone. */
async function listMembers(ctx: Context, id: string, query: PageQuery): Promise<Page<CompanyMember[]>> {
  const { members: total } = await getCompany(ctx, id)
  const limit = pageSize(query.limit, aPage)
  const after = query.after ? sql`and account_id > ${query.after}` : sql``
  const { rows } = await sql<Columns<'account', 'id' | 'display_name' | 'email'>>`
    select account.id, account.display_name, account.email
    from company_member member join account on account.id = member.account_id
    where company_id = ${id} ${after} order by account_id limit ${limit + 1}`.execute(ctx.db)
  const members = rows.map(({ id, display_name: name, email }) => ({ _id: id, name, email }))
  return pageOf(members, { limit, total, after: last => last._id })
}

/** Refuses: company-gone, company-full, and fields: an email that no account has, or has not confirmed. */
function addMember(ctx: Context, id: string, email: string): Promise<{ modifiedCount: number }> {
  return transact(ctx, async ctx => {
    await lockCompany(ctx, id)
    const account = await ctx.db
      .selectFrom('account')
      .select(['id', 'email_verified'])
      .where('email', '=', email)
      .orderBy('email_verified', 'desc')
      .orderBy('id')
      .forKeyShare()
      .executeTakeFirst()
    if (!account) throw refuseFields([{ field: 'email', message: companyFieldTexts.emailUnknown }])
    if (!account.email_verified) throw refuseFields([{ field: 'email', message: companyFieldTexts.unconfirmed }])
    const added = await ctx.db
      .insertInto('company_member')
      .values({ company_id: id, account_id: account.id })
      .onConflict(conflict => conflict.doNothing())
      .returning('account_id')
      .executeTakeFirst()
    if (!added) return { modifiedCount: 0 }
    const { members: most } = companyLimits
    if ((await countRows(ctx.db, sql`company_member where company_id = ${id}`)) > most) {
      throw refuse('company-full', { most })
    }
    await audit(ctx, { action: 'company.member-added', subject: subjectOf(id), after: { account: account.id } })
    return { modifiedCount: 1 }
  })
}

/** Ends, by the foreign key of sessions, that any session of theirs buys for it. Refuses: company-gone. */
function removeMember(ctx: Context, id: string, accountId: string): Promise<{ deletedCount: number }> {
  return transact(ctx, async ctx => {
    await lockCompany(ctx, id)
    const gone = await ctx.db
      .deleteFrom('company_member')
      .where('company_id', '=', id)
      .where('account_id', '=', accountId)
      .returning('account_id')
      .executeTakeFirst()
    if (!gone) return { deletedCount: 0 }
    await audit(ctx, { action: 'company.member-removed', subject: subjectOf(id), before: { account: accountId } })
    return { deletedCount: 1 }
  })
}
