import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { isWorn } from './change.server.ts'
import { type Progress, followChanges, loadIndex } from './load.server.ts'
import { type FromWorker, type ToWorker, type WorkerData, searchChannel } from './messages.server.ts'
import { searcher } from './search.server.ts'
import { synonymsOf } from '../search/synonyms.rules.ts'

/** The thread that holds the index: loads it, answers from it, and follows what changes. */

const lookEveryMs = 3000
/** After a change is told of, others that come with it are waited for. */
const lookAfterMs = 100
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
const { index, progress: atLoad } = await loadIndex(client, currency)
let progress: Progress = atLoad
let isStale = false
const search = searcher(index, synonymsOf(synonyms))

let looking = Promise.resolve()
let soon: NodeJS.Timeout | undefined

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
    () => say({ kind: 'caught-up', id, isStale }),
    (error: unknown) => say({ kind: 'failure', id, message: String(error) }),
  )
})
say({ kind: 'ready', tools: index.alive, milliseconds: Date.now() - started })
// What the database cannot tell now, it tells at the next look: until then the index answers as it is.
setInterval(() => void look().catch(() => undefined), lookEveryMs)

async function connect(): Promise<pg.Client> {
  const connection = new pg.Client({ connectionString: databaseUrl, application_name: 'tappet search index' })
  connection.on('error', () => undefined)
  connection.on('notification', () => {
    soon ??= setTimeout(() => {
      soon = undefined
      look().catch(() => undefined)
    }, lookAfterMs)
  })
  await connection.connect()
  await connection.query(`listen ${searchChannel}`)
  return connection
}

/** One after the other, each after what was committed before it was called for. */
function look(): Promise<void> {
  const next = looking.then(lookOnce)
  looking = next.catch(() => undefined)
  return next
}

async function lookOnce(): Promise<void> {
  if (isStale) return say({ kind: 'stale' })
  let next: Awaited<ReturnType<typeof followChanges>>
  try {
    next = await followChanges(client, index, progress)
  } catch {
    // A connection breaks when the database restarts; a new one goes on where the old one stopped.
    client.end().catch(() => undefined)
    client = await connect()
    next = await followChanges(client, index, progress)
  }
  if (next) progress = next
  if (next && next.taken > 0) say({ kind: 'changed' })
  if (next && !isWorn(index) && Date.now() - started < lifeMs) return
  isStale = true
  say({ kind: 'stale' })
}
