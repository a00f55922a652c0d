import { afterEach, expect, it } from 'vitest'
import { createLog } from '#platform/log'
import { placed } from '#test/finder/category-tree'
import { type Recorded, type Reply, startRecordingServer } from '#test/finder/recording-server'
import { question } from '#test/finder/search-contract'
import { startOpenSearchIndex } from './opensearch.server.ts'

/** The calls of one question, in their order, with a server that answers what the test says it holds. */

let end: (() => Promise<void>) | undefined
afterEach(() => end?.())

const state = { version: 4, loaded: 1, treeVersion: 1, shards: 1, ranges: [{ from: 0, to: null, value: '0-' }] }
const words = (counts: Record<string, number>) => ({
  hits: { hits: Object.entries(counts).map(([word, tools]) => ({ _source: { word, tools } })) },
})
const none = { hits: { total: { value: 0 }, hits: [] } }
const some = { hits: { total: { value: 1 }, hits: [] } }

/** `lookups`: what each `_msearch` answers, in turn; then that there is nothing. */
async function startWith(lookups: object[][]) {
  const reply = ({ path, body }: Recorded): Reply => {
    const nothing = () => (Array.isArray(body) ? body.slice(0, body.length / 2).map(() => none) : [])
    if (path === '/tappet-3-state/_doc/feed') return { body: { found: true, _source: state } }
    if (path === '/tappet-3-state/_doc/categories') return { body: { found: true, _source: { categories: placed } } }
    if (path.startsWith('/tappet-3-words/_search')) return { body: words({ spanner: 3 }) }
    if (path === '/_msearch') return { body: { responses: lookups.shift() ?? nothing() } }
    return path.startsWith('/tappet-3-tools/_search') ? { body: none } : { status: 404 }
  }
  const recording = await startRecordingServer(reply)
  const index = startOpenSearchIndex({
    searchUrl: `${recording.origin}/tappet`,
    // Nothing is brought in this test.
    databaseUrl: 'postgresql://127.0.0.1:1/none',
    currency: () => 'usd',
    synonyms: [['spanner', 'wrench']],
    log: createLog('silent'),
  })
  end = async () => {
    await index.stop()
    await recording.close()
  }
  /** What was sent since; of lines, the second of each pair. */
  const sent = () =>
    recording.requests
      .splice(0)
      .map(({ path, body }) => [
        path,
        Array.isArray(body)
          ? body.filter((_, at) => at % 2 === 1).map(line => (line as { query: object }).query)
          : body,
      ])
  return { index, sent }
}

const exactly = (...all: string[]) => ({ terms: { word: all } })
const near = (value: string, fuzziness: number) => ({ fuzzy: { plain: { value, fuzziness, max_expansions: 500 } } })

it('reads what goes with the tools once, looks the words up, and asks', async () => {
  const { index, sent } = await startWith([[words({ brake: 9 }), words({ padding: 2 })]])
  await index.ask(question('brake pa', { asTyped: true, brands: ['Rod'] }))
  const first = sent()
  expect(first.slice(0, 6).map(([path]) => path)).toEqual([
    '/tappet-3-state/_doc/feed',
    '/tappet-3-state/_doc/categories',
    '/tappet-3-words/_search?allow_partial_search_results=false',
    '/_msearch',
    '/tappet-3-tools/_search?allow_partial_search_results=false',
    // Nothing was found: would it be without the brand?
    '/_msearch',
  ])
  expect(first[3]?.[1]).toEqual([exactly('brake', 'pa'), { prefix: { word: 'pa' } }])
  await index.ask(question('', { limit: 3 }))
  expect(sent().map(([path]) => path)).toEqual(['/tappet-3-tools/_search?allow_partial_search_results=false'])
})

it('corrects what the words of the catalogue lack, by those near to it, and tries which of them finds something', async () => {
  const { index, sent } = await startWith([
    [words({ pad: 9 })],
    [words({}), words({ brake: 9, brace: 20 })],
    [words({ brace: 20, pad: 9 }), words({ pad: 9 }), words({ brake: 9, pad: 9 }), words({ pad: 9 })],
    [none, some],
    [some],
  ])
  expect(await index.ask(question('brade pad '))).toMatchObject({ corrected: 'brake pad', total: 0, suggestions: [] })
  const looks = sent().filter(([path]) => path === '/_msearch')
  expect(looks.map(([, queries]) => queries).slice(0, 3)).toEqual([
    [exactly('brade', 'pad')],
    [near('brade', 1)],
    // Of the same distance the more frequent comes first, but only the other goes with "pad".
    [exactly('brace', 'pad'), { prefix: { word: 'pad' } }, exactly('brake', 'pad'), { prefix: { word: 'pad' } }],
  ])
})

it('knows words by whether anything has all of them', async () => {
  const { index } = await startWith([[words({ brake: 9 })], [some], [words({ zzz: 1 })], [none]])
  expect(await index.knows('brake ')).toBe(true)
  expect(await index.knows('zzz ')).toBe(false)
  expect(await index.knows(' ')).toBe(false)
})
