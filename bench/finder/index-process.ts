import pg from 'pg'
import { loadIndex } from '../../src/modules/finder/index/load.server.ts'
import { searcher } from '../../src/modules/finder/index/search.server.ts'
import { synonymsOf } from '../../src/modules/finder/words/synonyms.rules.ts'
import type { IndexQuestion } from '../../src/modules/finder/index/index.ts'
import { quantile } from '../measure/rounds.ts'
import type { IndexFigures } from './search-size.ts'

/** Loads the index of a database in a process with nothing else, and tells what it holds and how long it takes to answer. */

const client = new pg.Client({ connectionString: process.argv[2] })
await client.connect()
const collect = () => (globalThis.gc?.(), process.memoryUsage())
const before = collect()
const began = performance.now()
const spent = process.cpuUsage()
const { index } = await loadIndex(client, 'usd')
const loadSeconds = (performance.now() - began) / 1000
const { user, system } = process.cpuUsage(spent)
await client.end()
const after = collect()

const { columns, vocabulary, slotOf, attributePool } = index
const arrays = {
  columns: Object.values(columns).reduce<number>((sum, one) => sum + (typeof one === 'number' ? 0 : one.byteLength), 0),
  'slots by ordinal': slotOf.byteLength,
  postings: vocabulary.postings.byteLength,
  'what parts say of attributes': attributePool.pool.byteLength,
}
const bytes = {
  ...arrays,
  'words, and all else outside of arrays': Math.max(0, after.heapUsed - before.heapUsed),
  'places of words': vocabulary.starts.byteLength + vocabulary.common.byteLength + vocabulary.isExact.byteLength,
}

const search = searcher(index, synonymsOf([]))
const asked: Record<string, Partial<IndexQuestion>> = {
  'all parts': {},
  'a frequent word': { words: 'brake ' },
  'two words': { words: 'front brake disc ' },
  'an unfinished word': { words: 'bra' },
  'a word with a typo': { words: 'brkae disc ' },
}

function median(question: Partial<IndexQuestion>): number {
  const whole = { words: '', categories: [], brands: [], onlyInStock: false, sort: 'relevance', limit: 24, ...question }
  const times = Array.from({ length: 40 }, () => {
    const start = performance.now()
    search.answer(whole as IndexQuestion)
    return performance.now() - start
  })
  return quantile(times.slice(10), 0.5)
}

const medians = Object.fromEntries(Object.entries(asked).map(([name, question]) => [name, median(question)]))
process.send?.({
  tools: index.alive,
  loadSeconds,
  processorSeconds: (user + system) / 1e6,
  bytes,
  medians,
} satisfies IndexFigures)
