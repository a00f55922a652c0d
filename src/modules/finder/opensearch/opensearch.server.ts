import { projectFile } from '#platform/files/project'
import type { Log } from '#platform/log'
import { categoryTree } from '#rules/catalogue'
import { type Reply, type Thread, type ThreadEvents, startThread } from '../index/thread.server.ts'
import type { IndexAnswer, IndexQuestion, SearchIndex } from '../index/index.ts'
import { refuse } from '../refusals.rules.ts'
import { type SearchFile, synonymsOf } from '../words/synonyms.rules.ts'
import { tokensOf } from '../words/words.rules.ts'
import { type SearchResponse, answerOf } from './answer.server.ts'
import { type Asking, findWords, hasMatches, readSynonymWords } from './find.server.ts'
import { searchBody } from './question.server.ts'
import { SearchServerAway, searchAddress, searchOne, searchServer } from './server.server.ts'
import { namesFor, rangesOf, readCategories, readState } from './state.server.ts'
import type { FeederData } from './worker.server.ts'

export type OpenSearchOptions = {
  /** As `searchAddress` takes it. */
  searchUrl: string
  /** As for a pool; not through a pooler. */
  databaseUrl: string
  currency: () => string
  synonyms: SearchFile['synonyms']
  log: Pick<Log, 'info' | 'warn'>
  onChange?: () => void
}

/** A change that nobody could tell of is found at the next look. */
const lookEveryMs = 15_000
/** Somebody waits for it. */
const patience = { timeoutMs: 5000, tries: 2 }

/** The search index in an OpenSearch beside the shop, which all its processes ask, and bring what has changed. */
export function startOpenSearchIndex({ log, onChange, synonyms: groups, ...options }: OpenSearchOptions): SearchIndex {
  const address = searchAddress(options.searchUrl)
  const names = namesFor(address.name)
  const server = searchServer(address, patience)
  const synonyms = synonymsOf(groups)
  let asking: Promise<LoadedAsking> | undefined
  let thread: Thread | undefined
  let isStopped = false
  let isAway = false

  const look = () =>
    new Promise<Reply>((resolve, reject) => {
      if (isStopped) return reject(new Error('the search index is stopped'))
      thread ??= startFeeder(options, {
        onReady: loaded => log.info(loaded, 'the search index is loaded'),
        // Also where it cannot be read just now: who asks next reads it, and what was answered before is old.
        onChange: () => void reread().catch(report).then(onChange),
        onDeath: () => (thread = undefined),
      })
      return thread.post({ request: { kind: 'catch-up' }, resolve, reject, isSecondTry: true })
    })

  function reread() {
    const reading = readAsking({ server, names, synonyms }, asking)
    asking = reading
    // The next who asks reads it again.
    reading.catch(() => {
      if (asking === reading) asking = undefined
    })
    return reading
  }

  function report(error: unknown): void {
    if (isAway || isStopped) return
    isAway = true
    log.warn({ error }, 'the search server cannot be used; part numbers are found without it')
  }

  /** Refuses: search-unavailable. */
  async function orRefuse<T>(work: (asking: Asking) => Promise<T>): Promise<T> {
    try {
      const result = await work(await (asking ?? reread()))
      isAway = false
      return result
    } catch (error) {
      if (!(error instanceof SearchServerAway)) throw error
      report(error)
      throw refuse('search-unavailable')
    }
  }

  const looking = setInterval(() => void look().catch(report), lookEveryMs).unref()

  return {
    ask: question => orRefuse(asking => answer(asking, question)),
    knows: words => orRefuse(async asking => tokensOf(words).length > 0 && hasMatches(asking, words)),
    follow: () => void look().catch(report),
    async catchUp() {
      await look()
      await reread()
    },
    async stop() {
      isStopped = true
      clearInterval(looking)
      await thread?.end()
    },
  }
}

type LoadedAsking = Asking & { loaded: number; treeVersion: number }

/** What goes with the tools, as the feed has written it down; as it was `before`, where that is the same. */
async function readAsking(
  { server, names, synonyms }: Pick<Asking, 'server' | 'names' | 'synonyms'>,
  before: Promise<LoadedAsking> | undefined,
): Promise<LoadedAsking> {
  const state = await readState(server, names)
  if (!state) throw new SearchServerAway('the search server has no index of this shop yet')
  const previous = await before?.catch(() => undefined)
  const { loaded, treeVersion, shards } = state
  if (previous?.loaded === loaded && previous.treeVersion === treeVersion) return previous
  const tree = categoryTree(await readCategories(server, names))
  const words = await readSynonymWords(server, names, synonyms)
  return { server, names, loaded, treeVersion, shards, tree, ranges: rangesOf(state), synonyms, ...words }
}

type FeederEvents = Pick<ThreadEvents, 'onReady' | 'onChange'> & { onDeath: () => void }

/** The thread that brings the database's changes. One that dies is replaced at the next look. */
function startFeeder(
  { databaseUrl, searchUrl, currency }: Pick<OpenSearchOptions, 'databaseUrl' | 'searchUrl' | 'currency'>,
  { onDeath, ...events }: FeederEvents,
): Thread {
  const data: FeederData = { databaseUrl, searchUrl, currency: currency() }
  return startThread(projectFile('src/modules/finder/opensearch/worker.server.ts'), data, {
    ...events,
    onStale: () => undefined,
    onDeath({ failure, left }) {
      onDeath()
      for (const { reject } of left) reject(failure)
    },
  })
}

async function answer(asking: Asking, question: IndexQuestion): Promise<IndexAnswer> {
  const words = tokensOf(question.words).length > 0 ? await findWords(asking, question) : undefined
  const body = searchBody(question, words?.conditions, asking)
  const response = await searchOne<SearchResponse>(asking.server, asking.names.tools, body)
  const answer = answerOf(response, question, asking)
  return { ...answer, corrected: words?.corrected, suggestions: (await words?.suggest(answer.total > 0)) ?? [] }
}
