import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query'
import { CallFailed } from '#ui/calls/call-failed.ts'

/** Specification, section 9: unused data kept 5 minutes; failed reads tried 3 times again, at most 30 s apart. */
const keptMs = 5 * 60_000
const retries = 3
const longestWaitMs = 30_000

let current: { email: string; client: QueryClient } | undefined

/** The dashboard's data. It outlives a visit to the shop, but not its account: another one starts with nothing. */
export function queryClientOf(email: string): QueryClient {
  if (current?.email !== email) {
    current?.client.clear()
    current = { email, client: makeClient() }
  }
  return current.client
}

/**
 * A first reading that is under way when something changes began before that: the library would wait for it, and show the change
 * to nobody. Here it is given up, and what is shown is read after the change.
 */
class ShopQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    await this.cancelQueries(filters)
    await super.invalidateQueries(filters, options)
  }
}

function makeClient(): QueryClient {
  return new ShopQueryClient({
    defaultOptions: {
      queries: {
        gcTime: keptMs,
        retry: (failures, error) => failures < retries && isWorthAnotherTry(error),
        retryDelay: failures => Math.min(1000 * 2 ** failures, longestWaitMs),
        // A browser that believes it is offline is often wrong, and a page that waits silently says nothing.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** A refusal says the same every time. */
function isWorthAnotherTry(error: Error): boolean {
  return error instanceof CallFailed && (error.status === 0 || error.status === 429 || error.status >= 500)
}
