import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#kernel/endpoint'
import { contentContract } from '#contracts/content'
import { type KeptAddress, addressesContract } from '#contracts/ordering'
import { call } from '#ui/calls/call.ts'
import type { OwnCompany } from '#contracts/companies'
import { useOwnCompanies } from '../companies/buying-for.tsx'

export type Around = {
  addresses: KeptAddress[]
  companies: OwnCompany[]
  terms: AnswerOf<typeof contentContract.getConfig>['terms']
}

/** What the checkout needs beside the basket: the address book, for whom the account may buy, and how long units are held. */
export function useAround() {
  const addresses = useQuery({ queryKey: ['addresses'], queryFn: () => call(addressesContract.listAddresses, {}) })
  const companies = useOwnCompanies()
  const config = useQuery({ queryKey: ['config'], queryFn: () => call(contentContract.getConfig, {}) })
  const data: Around | undefined =
    addresses.data && companies.data && config.data
      ? { addresses: addresses.data, companies: companies.data, terms: config.data.terms }
      : undefined
  return {
    data,
    failure: addresses.error ?? companies.error ?? config.error ?? undefined,
    isReading: addresses.isFetching || companies.isFetching || config.isFetching,
    read: async () => {
      await Promise.all([addresses.refetch(), companies.refetch(), config.refetch()])
    },
  }
}
