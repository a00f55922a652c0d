import { hashKey, useInfiniteQuery } from '@tanstack/react-query'
import type { AnswerOf, Endpoint, Page, RequestOf } from '#kernel/endpoint'
import { callPage } from '../calls/call.ts'

type PagedEndpoint = Endpoint & { paged: true }
type RowOf<E extends Endpoint> = AnswerOf<E> extends readonly (infer Row)[] ? Row : never

/** A list that grows page by page, as the dashboard's tables and "Show more" need it. */
export type PagedList<Row> = {
  rows: readonly Row[]
  total: number
  /** There are more than that, which nobody has counted. */
  totalIsMore: boolean
  /** Nothing has been read yet. */
  isPending: boolean
  /** Why the first page could not be read; undefined while there is something to show. */
  error: Error | undefined
  isFetching: boolean
  /** What is shown is of the filter or the order before; what is wanted is on its way. */
  isPrevious: boolean
  hasMore: boolean
  isFetchingMore: boolean
  /** Why the next page could not be read. */
  moreError: Error | undefined
  showMore: () => void
  reload: () => Promise<unknown>
}

/** The first page is asked for by nothing; the others by what the page before them said. */
const firstPage: Record<string, string> = {}

/**
 * Reads a paged call: the first page at once, the others when asked. `key` is the query key under which the list is
 * kept; `query` is part of it, so that another search or filter is another list. Until that has come, the rows before it stay.
 * While `query` is undefined, nothing is read.
 */
export function usePagedList<E extends PagedEndpoint>(
  key: readonly unknown[],
  endpoint: E,
  query: Record<string, string | number | undefined> | undefined,
): PagedList<RowOf<E>> {
  const list = useInfiniteQuery({
    queryKey: [...key, query ?? 'unread'],
    queryFn: ({ pageParam }) => callPage(endpoint, requestOf<E>({ ...query, ...pageParam })),
    initialPageParam: firstPage,
    enabled: query !== undefined,
    getNextPageParam: page => (page.next ? Object.fromEntries(new URLSearchParams(page.next)) : undefined),
    // Rows of the same list alone, and not that it was empty: that would be said of what is wanted now.
    placeholderData: (before, query) =>
      before?.pages[0]?.total && hashKey(query?.queryKey.slice(0, -1) ?? []) === hashKey(key) ? before : undefined,
  })
  const pages = list.data?.pages ?? []
  return {
    rows: pages.flatMap(rowsOf<E>),
    ...totalOf(pages),
    isPending: list.isPending,
    error: pages.length === 0 ? (list.error ?? undefined) : undefined,
    isFetching: list.isFetching,
    isPrevious: list.isPlaceholderData,
    hasMore: list.hasNextPage,
    isFetchingMore: list.isFetchingNextPage,
    moreError: list.isFetchNextPageError && !list.isFetching ? list.error : undefined,
    showMore: () => void list.fetchNextPage(),
    reload: () => list.refetch(),
  }
}

/** What has been read is there, whatever was counted when the list began. */
function totalOf(pages: readonly Page<unknown>[]): { total: number; totalIsMore: boolean } {
  const { total = 0, totalIsMore = false } = pages[0] ?? {}
  if (!totalIsMore) return { total, totalIsMore }
  const last = pages.at(-1)
  const read = pages.reduce((sum, { items }) => sum + (items as unknown[]).length, 0)
  return { total: last?.next ? Math.max(total, read) : read, totalIsMore: last?.next !== undefined }
}

/** The endpoint is generic here, and so is its query: what does not fit it, the server refuses with a sentence. */
function requestOf<E extends Endpoint>(query: object): RequestOf<E> {
  return { query } as RequestOf<E>
}

/** What the answer of a paged call is an array of. */
function rowsOf<E extends Endpoint>(page: Page<AnswerOf<E>>): RowOf<E>[] {
  return page.items as RowOf<E>[]
}
