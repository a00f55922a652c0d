import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#kernel/endpoint'
import { contentContract } from '#contracts/content'
import { type KeptAddress, addressesContract } from '#contracts/ordering'
import { call } from '#ui/calls/call.ts'

export type Around = { addresses: KeptAddress[]; terms: AnswerOf<typeof contentContract.getConfig>['terms'] }

/** What the checkout needs beside the basket: the address book, and how long units are held. */
export function useAround() {
  const addresses = useQuery({ queryKey: ['addresses'], queryFn: () => call(addressesContract.listAddresses, {}) })
  const config = useQuery({ queryKey: ['config'], queryFn: () => call(contentContract.getConfig, {}) })
  const data: Around | undefined =
    addresses.data && config.data ? { addresses: addresses.data, terms: config.data.terms } : undefined
  return {
    data,
    failure: addresses.error ?? config.error ?? undefined,
    isReading: addresses.isFetching || config.isFetching,
    read: async () => {
      await Promise.all([addresses.refetch(), config.refetch()])
    },
  }
}
