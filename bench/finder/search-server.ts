import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#platform/database'
import { createLog } from '#platform/log'
import { startOpenSearch } from '#test/many/opensearch'
import { findOpenSearches, provideOpenSearches } from '../../launch/machine/opensearch.mjs'
import { startSearchIndex } from '../../src/modules/finder/index/index.server.ts'
import type { IndexQuestion, SearchIndex } from '../../src/modules/finder/index/index.ts'
import { startOpenSearchIndex } from '../../src/modules/finder/opensearch/opensearch.server.ts'
import type { Figure } from '../measure/figure.ts'
import { callFor, quantile, rounded } from '../measure/rounds.ts'
import { withCatalogue } from './finder.ts'
import { makeQuestions } from './questions.ts'
import { memoryOf } from './search-size.ts'

const callers = 4
const seconds = 20
const heap = process.env['SEARCH_HEAP'] ?? '1g'
/** The beginning of its version. */
const release = process.env['SEARCH_RELEASE'] ?? '2.'

/**
 * The catalogue of the finder's bench in one node of OpenSearch: its load, disk and memory, and what it takes to ask it beside the
 * index of a process, by turns, through the port of both. `SEARCH_RELEASE=3.` takes that one. `FINDER_SHARE` and `FINDER_DATA_DIR` as there.
 */
export async function searchServer(): Promise<Figure[]> {
  const reasons = await provideOpenSearches()
  const openSearch = findOpenSearches().find(({ version }) => version.startsWith(release))
  if (!openSearch) throw new Error(reasons.join('; ') || `no OpenSearch ${release} is tried here`)
  return withCatalogue(async ({ url, db }) => {
    const folder = await mkdtemp(join(tmpdir(), 'tappet-bench-search-'))
    try {
      const [node] = await startOpenSearch(openSearch, { folder, heap })
      if (!node) throw new Error('no node was started')
      try {
        return await measure({ url, db, node })
      } finally {
        await node.end()
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

type Stage = { url: string; db: Database; node: { address: string; pid: number } }

async function measure({ url, db, node }: Stage): Promise<Figure[]> {
  const options = { databaseUrl: url, currency: () => 'usd', synonyms: [], log: createLog('silent') }
  const indexes: [string, SearchIndex][] = [
    ['OpenSearch', startOpenSearchIndex({ searchUrl: `${node.address}/bench`, ...options })],
    ['own index', startSearchIndex(options)],
  ]
  try {
    const loads: Figure[] = []
    for (const [name, index] of indexes) {
      const began = performance.now()
      await index.catchUp()
      await index.ask(asked({}))
      loads.push({ name: `${name}: loaded`, value: rounded((performance.now() - began) / 1000, 1), unit: 's' })
    }
    const stats = await (await fetch(`${node.address}/bench-*/_stats/store,docs`)).json()
    const { store, docs } = stats._all.total
    const times = await inTurn(indexes, await kindsOf(db))
    const { now } = await memoryOf(node.pid)
    return [
      ...loads,
      { name: 'documents', value: docs.count, unit: '' },
      { name: 'disk', value: Math.round(store.size_in_bytes / 1e6), unit: 'MB' },
      { name: `memory of the node, heap of ${heap}`, value: now, unit: 'MB' },
      ...times,
    ]
  } finally {
    for (const [, index] of indexes) await index.stop()
  }
}

const asked = (more: Partial<IndexQuestion>): IndexQuestion => ({
  words: '',
  categories: [],
  brands: [],
  onlyInStock: false,
  sort: 'relevance',
  limit: 24,
  ...more,
})

async function kindsOf(db: Database): Promise<[string, IndexQuestion[]][]> {
  const { words = [], 'words with a typo': typos = [] } = await makeQuestions(db)
  const inWords = (paths: string[]) =>
    paths.map(path => asked({ words: new URL(path, 'http://none').searchParams.get('q') ?? '' }))
  return [
    ['words', inWords(words)],
    ['words with a typo', inWords(typos)],
    ['a frequent word', [asked({ words: 'brake ' })]],
    ['all parts', [asked({})]],
  ]
}

/** One index after the other is asked the same, by so many who each wait for their answer. */
async function inTurn(indexes: [string, SearchIndex][], kinds: [string, IndexQuestion[]][]): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [kind, questions] of kinds) {
    for (const [name, index] of indexes) {
      const next = (at: number) => index.ask(questions[at % questions.length] ?? asked({}))
      await callFor(3000, callers, next)
      const { latenciesMs, count, elapsedMs } = await callFor(seconds * 1000, callers, next)
      const quantiles: [string, number][] = [
        ['p50', 0.5],
        ['p99', 0.99],
      ]
      figures.push({ name: `${name}: ${kind}`, value: rounded((1000 * count) / elapsedMs, 0), unit: 'per s' })
      for (const [label, share] of quantiles)
        figures.push({
          name: `${name}: ${kind}, ${label}`,
          value: rounded(quantile(latenciesMs, share), 1),
          unit: 'ms',
        })
    }
  }
  return figures
}
