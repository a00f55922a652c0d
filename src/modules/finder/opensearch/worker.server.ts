import { parentPort, workerData } from 'node:worker_threads'
import { oneAtATime } from '#platform/changes/one-at-a-time'
import type { FromWorker, ToWorker } from '../index/messages.server.ts'
import { startFeed } from './feed.server.ts'
import { searchAddress, searchServer } from './server.server.ts'
import { namesFor } from './state.server.ts'

/** The thread that brings the database's changes to OpenSearch: reading the words of many tools would keep a shop from answering. */
export type FeederData = { databaseUrl: string; searchUrl: string; currency: string }

/** Popularity, and how many tools have a word, are as of the load. */
const lifeMs = 20 * 60 * 60 * 1000

const port = parentPort
if (!port) throw new Error('this file runs in a worker thread')
const say = (message: FromWorker) => port.postMessage(message)
const { databaseUrl, searchUrl, currency }: FeederData = workerData

const address = searchAddress(searchUrl)
const server = searchServer(address, { timeoutMs: 60_000, tries: 4 })
const feed = startFeed({ databaseUrl, server, names: namesFor(address.name), currency })
let seen: number | undefined
let loading: Promise<void> | undefined

const look = oneAtATime(lookOnce)

port.on('message', ({ id }: ToWorker) => {
  look().then(
    () => say({ kind: 'caught-up', id, isBehind: false }),
    (error: unknown) => say({ kind: 'failure', id, message: String(error) }),
  )
})

async function lookOnce(): Promise<void> {
  let state = await feed.follow()
  if (!state) {
    await load()
    state = await feed.follow()
    if (!state) throw new Error('more changes than can be followed came while the search index was loaded')
  }
  // Where another process has brought a change, this one's answers differ by it, too; at first, since it began to answer.
  if (state.version !== seen) say({ kind: 'changed' })
  seen = state.version
  // Beside it, for what is there answers until then; should it fail, the next look begins it again.
  if (Date.now() - state.loaded > lifeMs) load().catch(() => undefined)
}

const load = () => (loading ??= loadOnce().finally(() => (loading = undefined)))

async function loadOnce(): Promise<void> {
  const began = Date.now()
  const tools = await feed.load()
  if (tools !== undefined) say({ kind: 'ready', tools, milliseconds: Date.now() - began })
}
