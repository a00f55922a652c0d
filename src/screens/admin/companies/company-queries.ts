import { useQuery, useQueryClient } from '@tanstack/react-query'
import { companiesContract } from '#contracts/companies'
import { call } from '#ui/calls/call.ts'
import { usePagedList } from '#ui/feedback/paged-list.ts'

const companiesKey = ['companies']
const companyKey = (id: string) => ['company', id]
const membersKey = (id: string) => ['company-members', id]

export const useCompanies = (q: string | undefined) =>
  usePagedList(companiesKey, companiesContract.listCompanies, { q, limit: 25 })

export const useCompany = (id: string) =>
  useQuery({
    queryKey: companyKey(id),
    queryFn: () => call(companiesContract.getCompany, { params: { id } }),
    enabled: id !== '',
  })

export function useMembers(id: string) {
  const { listCompanyMembers } = companiesContract
  const members = { ...listCompanyMembers, path: listCompanyMembers.path.replace(':id', id) }
  return usePagedList(membersKey(id), members, { limit: 50 })
}

/** Reads anew what a change of companies shows in. */
export function useRefreshCompanies() {
  const queries = useQueryClient()
  return async (id?: string) => {
    const ofOne = id ? [companyKey(id), membersKey(id)] : []
    await Promise.all([companiesKey, ...ofOne].map(queryKey => queries.invalidateQueries({ queryKey })))
  }
}
