import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Id } from '#kernel/fields'
import { companyFieldTexts } from './fields.texts.ts'

/** A company that the caller buys for. */
export const OwnCompany = z.object({
  _id: z.string(),
  name: z.string(),
  /** Whether this session buys for it. */
  isCurrent: z.boolean(),
})
export type OwnCompany = z.infer<typeof OwnCompany>

/** None for the caller alone. */
const CompanyId = z.union([Id, z.null()], { error: () => companyFieldTexts.company })

export const actingContract = {
  listOwnCompanies: endpoint('GET /companies/mine', {
    summary: 'The companies that the caller may buy for, by name.',
    access: 'signed-in',
    answer: z.array(OwnCompany),
  }),
  actFor: endpoint('PUT /session/company', {
    summary: 'Has this session buy for a company of the caller’s; for the caller alone with null.',
    access: 'signed-in',
    body: z.object({ companyId: CompanyId }),
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['company-gone'],
  }),
}
