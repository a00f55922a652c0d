import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Email, Id, optionalText, paging, requiredText, searchText, wholeNumber } from '#kernel/fields'
import { companyLimits } from './limits.rules.ts'
import { companyFieldTexts as texts } from './fields.texts.ts'

export { actingContract, OwnCompany } from './acting.contract.ts'

/** A company as staff sees it. */
export const Company = z.object({
  _id: z.string(),
  name: z.string(),
  vatNumber: z.nullable(z.string()),
  members: z.number(),
  version: z.number(),
})
export type Company = z.infer<typeof Company>

export const CompanyMember = z.object({ _id: z.string(), name: z.string(), email: z.string() })
export type CompanyMember = z.infer<typeof CompanyMember>

export const CompanyInput = z.object({
  name: requiredText(() => texts.name, companyLimits.name),
  vatNumber: optionalText(companyLimits.vatNumber),
})

const params = z.object({ id: Id })

export const companiesContract = {
  listCompanies: endpoint('GET /companies', {
    summary: 'The companies, the newest first, by page. `q`: letters of the name or the VAT number.',
    access: 'staff:companies',
    paged: true,
    query: z.object({ ...paging(), q: searchText(120) }),
    answer: z.array(Company),
  }),
  addCompany: endpoint('POST /companies', {
    summary: 'Adds a company.',
    access: 'staff:companies',
    idempotent: true,
    body: CompanyInput,
    answer: z.object({ insertedId: z.string() }),
    refusals: ['idempotency-key-reused'],
  }),
  getCompany: endpoint('GET /companies/:id', {
    summary: 'One company.',
    access: 'staff:companies',
    params,
    answer: Company,
    refusals: ['company-gone'],
  }),
  changeCompany: endpoint('PUT /companies/:id', {
    summary: 'Changes a company, if nobody else has since `version` was read.',
    access: 'staff:companies',
    params,
    body: z.extend(CompanyInput, { version: wholeNumber(() => texts.version) }),
    answer: z.object({ modifiedCount: z.number(), version: z.number() }),
    refusals: ['company-gone', 'changed-meanwhile'],
  }),
  listCompanyMembers: endpoint('GET /companies/:id/members', {
    summary: 'Who buys for a company, by page.',
    access: 'staff:companies',
    paged: true,
    params,
    query: z.object(paging()),
    answer: z.array(CompanyMember),
    refusals: ['company-gone'],
  }),
  addCompanyMember: endpoint('POST /companies/:id/members', {
    summary: 'Has a customer buy for a company, by the email of the account. The same again changes nothing.',
    access: 'staff:companies',
    params,
    body: z.object({ email: Email }),
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['company-gone', 'company-full'],
  }),
  removeCompanyMember: endpoint('DELETE /companies/:id/members/:account', {
    summary: 'Has a customer buy for a company no more, in all sessions at once. The same again changes nothing.',
    access: 'staff:companies',
    params: z.object({ id: Id, account: Id }),
    answer: z.object({ deletedCount: z.number() }),
    refusals: ['company-gone'],
  }),
}
