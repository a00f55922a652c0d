import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { oneAtATime } from '#platform/changes/one-at-a-time'
import { beginning } from '#platform/changes/feed'
import { isWorn } from './change.server.ts'
import { followTools, loadIndex } from './load.server.ts'
import type { FromWorker, ToWorker, WorkerData } from './messages.server.ts'
import { searcher } from './search.server.ts'
import { synonymsOf } from '../words/synonyms.rules.ts'

/** The thread that holds the index: loads it, answers from it, and follows what changes. */

/** The shop tells of each change (`follow`). One that it could not tell of, or that failed to be taken in, is found so late. */
const lookEveryMs = 15_000
/**
 * Popularity is as of the build: it is taken anew well within a day. So is all, where the database was out of reach for
 * so long: changes are forgotten after a day.
 */
const lifeMs = 20 * 60 * 60 * 1000

const port = parentPort
if (!port) throw new Error('this file runs in a worker thread')
const say = (message: FromWorker) => port.postMessage(message)
const { databaseUrl, currency, synonyms }: WorkerData = workerData

const started = Date.now()
let client = await connect()
const loaded = await loadIndex(client, currency)
const { index } = loaded
// What came while it was loaded, however much that is: the index before this one shows it already.
const caughtUp = await followTools(client, index, { before: loaded.snapshot, most: 2 ** 31 - 2 })
let snapshot = caughtUp?.snapshot ?? loaded.snapshot
let isBehind = false
const search = searcher(index, synonymsOf(synonyms))

const look = oneAtATime(lookOnce)

port.on('message', (message: ToWorker) => {
  const { id } = message
  if (message.kind !== 'catch-up') {
    try {
      if (message.kind === 'know') say({ kind: 'known', id, isKnown: search.knows(message.words) })
      else say({ kind: 'answer', id, answer: JSON.stringify(search.answer(message.question)) })
    } catch (error) {
      say({ kind: 'failure', id, message: String(error) })
    }
    return
  }
  look().then(
    () => say({ kind: 'caught-up', id, isBehind }),
    (error: unknown) => say({ kind: 'failure', id, message: String(error) }),
  )
})
say({ kind: 'ready', tools: index.alive, milliseconds: Date.now() - started })
// What the database cannot tell now, it tells at the next look: until then the index answers as it is.
setInterval(() => void look().catch(() => undefined), lookEveryMs)

async function connect(): Promise<pg.Client> {
  const connection = new pg.Client({ connectionString: databaseUrl, application_name: 'tappet search index' })
  connection.on('error', () => undefined)
  await connection.connect()
  return connection
}

async function lookOnce(): Promise<void> {
  if (isBehind) return say({ kind: 'stale' })
  let next: Awaited<ReturnType<typeof followTools>>
  try {
    next = await followTools(client, index, { before: snapshot })
  } catch {
    client.end().catch(() => undefined)
    client = await connect()
    // A server that took over gives numbers out again of transactions that it never heard of: all that the feed has is taken anew.
    snapshot = beginning
    next = await followTools(client, index, { before: snapshot })
  }
  isBehind = next === undefined
  if (next) snapshot = next.snapshot
  if (next?.isChanged) say({ kind: 'changed' })
  if (isBehind || isWorn(index) || Date.now() - started > lifeMs) say({ kind: 'stale' })
}
