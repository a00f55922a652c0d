import type { PriceRange } from '../index/prices.server.ts'
import type { CategoryRow } from '../index/load.server.ts'
import type { SearchServer } from './server.server.ts'

/**
 * What is said of the index beside it, in an index of its own: how far it has followed the database, and what goes with its
 * tools. It is written when all that it speaks of can be found.
 */
export type State = {
  /** Grows with each change of what is found. */
  version: number
  /** Which database it is of, and the timeline of that: a server that took over counts transactions anew. */
  database: string
  timeline: string
  snapshot: string
  currency: string
  /** Milliseconds since 1970. */
  loaded: number
  /** `to` is null where a range has no end. */
  ranges: (Omit<PriceRange, 'to'> & { to: number | null })[]
  /** Of the tools: what one shard counts needs nothing from another. */
  shards: number
  /** The version that changed categories last. */
  treeVersion: number
}

/** The names of a shop's indexes. What they hold has a number: processes of two releases each keep their own. */
export type Names = ReturnType<typeof namesFor>

const format = 3

export const namesFor = (name: string) => ({
  tools: `${name}-${format}-tools`,
  words: `${name}-${format}-words`,
  state: `${name}-${format}-state`,
})

type StoredDocument<T> = { found?: boolean; _source?: T }

export async function readState(server: SearchServer, { state }: Names): Promise<State | undefined> {
  const stored = await server.call<StoredDocument<State>>({ method: 'GET', path: `/${state}/_doc/feed`, accept: [404] })
  return stored._source
}

export async function readCategories(server: SearchServer, { state }: Names): Promise<readonly CategoryRow[]> {
  const stored = await server.call<StoredDocument<{ categories: CategoryRow[] }>>({
    method: 'GET',
    path: `/${state}/_doc/categories`,
    accept: [404],
  })
  return stored._source?.categories ?? []
}

/** `categories`: where they have changed. */
export async function writeState(
  server: SearchServer,
  { state: index }: Names,
  { state, categories }: { state: State; categories?: readonly CategoryRow[] | undefined },
): Promise<void> {
  const put = (id: string, body: object) => server.call({ method: 'PUT', path: `/${index}/_doc/${id}`, body })
  if (categories) await put('categories', { categories })
  await put('feed', state)
}

/** Nothing in it is searched by. */
export async function createState(server: SearchServer, { state }: Names): Promise<void> {
  const body = { settings: { index: { auto_expand_replicas: '0-1' } }, mappings: { dynamic: false } }
  // It is there already, but for the first time.
  await server.call({ method: 'PUT', path: `/${state}`, body, accept: [400] })
}

export const rangesOf = ({ ranges }: Pick<State, 'ranges'>): PriceRange[] =>
  ranges.map(({ to, ...range }) => ({ ...range, to: to ?? Infinity }))

export const storedRanges = (ranges: readonly PriceRange[]): State['ranges'] =>
  ranges.map(({ to, ...range }) => ({ ...range, to: to === Infinity ? null : to }))
