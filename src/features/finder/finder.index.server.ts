import { Worker } from 'node:worker_threads'
import type { Log } from '#platform/log'
import type { FromWorker, ToWorker, WorkerData } from './finder.index-messages.server.ts'
import type { IndexAnswer, SearchIndex } from './finder.index.ts'

export type SearchIndexOptions = WorkerData & { log: Pick<Log, 'info' | 'warn'> }

type Request = { kind: 'ask'; question: Extract<ToWorker, { kind: 'ask' }>['question'] } | { kind: 'catch-up' }
type Reply = Extract<FromWorker, { id: number }>
type Waiting = {
  request: Request
  resolve: (reply: Reply) => void
  reject: (error: Error) => void
  isSecondTry: boolean
}
type Thread = { worker: Worker; waiting: Map<number, Waiting>; ready: Promise<void>; isRetired: boolean }

/**
 * The search index of this process, in a thread of its own. The thread starts at the first question; one that dies is
 * replaced, and what it had not answered is asked again once. `databaseUrl`: as for a pool.
 */
export function startSearchIndex({ log, ...data }: SearchIndexOptions): SearchIndex {
  let current: Thread | undefined
  let replacement: Promise<void> | undefined
  let lastId = 0
  let isStopped = false
  const threads = new Set<Thread>()

  function startThread(): Thread {
    const worker = new Worker(new URL('finder.index-worker.server.ts', import.meta.url), { workerData: data })
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
    // Whoever waits for it hears of it; so do the questions.
    ready.catch(() => undefined)
    const thread: Thread = { worker, waiting: new Map(), ready, isRetired: false }
    threads.add(thread)
    // A process that has nothing else to do may end.
    worker.unref()
    let failure = new Error('the search index ended')
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') {
        log.info({ tools: message.tools, milliseconds: message.milliseconds }, 'the search index is loaded')
        resolve()
      } else if (message.kind === 'stale') replace()
      else settle(thread, message)
    })
    worker.on('error', error => {
      failure = error instanceof Error ? error : new Error(String(error))
    })
    worker.on('exit', () => {
      reject(failure)
      bury(thread, failure)
    })
    return thread
  }

  function settle(thread: Thread, reply: Reply): void {
    const waiting = thread.waiting.get(reply.id)
    thread.waiting.delete(reply.id)
    if (thread.waiting.size === 0) {
      thread.worker.unref()
      if (thread.isRetired) void thread.worker.terminate()
    }
    if (reply.kind === 'failure') waiting?.reject(new Error(reply.message))
    else waiting?.resolve(reply)
  }

  function bury(thread: Thread, failure: Error): void {
    threads.delete(thread)
    if (current === thread) current = undefined
    if (isStopped) return rejectAll(thread, failure)
    if (thread.isRetired && thread.waiting.size === 0) return undefined
    log.warn({ error: failure }, 'the search index ended, and starts again when it is asked')
    for (const waiting of thread.waiting.values()) {
      if (waiting.isSecondTry) waiting.reject(failure)
      else post({ ...waiting, isSecondTry: true })
    }
  }

  function rejectAll(thread: Thread, failure: Error): void {
    for (const { reject } of thread.waiting.values()) reject(failure)
  }

  function post(waiting: Waiting): void {
    if (isStopped) return waiting.reject(new Error('the search index is stopped'))
    current ??= startThread()
    lastId += 1
    current.waiting.set(lastId, waiting)
    current.worker.ref()
    current.worker.postMessage({ ...waiting.request, id: lastId } satisfies ToWorker)
  }

  const send = (request: Request) =>
    new Promise<Reply>((resolve, reject) => post({ request, resolve, reject, isSecondTry: false }))

  /** Loads a new index beside the old one, which answers until then. */
  function replace(): Promise<void> {
    replacement ??= loadReplacement().finally(() => (replacement = undefined))
    return replacement
  }

  async function loadReplacement(): Promise<void> {
    const next = startThread()
    await next.ready.catch(() => undefined)
    if (!threads.has(next)) return
    const old = current
    current = next
    if (!old) return
    old.isRetired = true
    if (old.waiting.size === 0) await old.worker.terminate()
  }

  return {
    async ask(question): Promise<IndexAnswer> {
      const reply = await send({ kind: 'ask', question })
      if (reply.kind !== 'answer') throw new Error(`the search index answered with ${reply.kind}`)
      return reply.answer
    },
    async catchUp(): Promise<void> {
      const reply = await send({ kind: 'catch-up' })
      if (reply.kind !== 'caught-up' || !reply.isStale) return
      await replace()
      await send({ kind: 'catch-up' })
    },
    async stop(): Promise<void> {
      isStopped = true
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}
