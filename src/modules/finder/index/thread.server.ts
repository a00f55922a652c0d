import { Worker } from 'node:worker_threads'
import type { FromWorker, ToWorker } from './messages.server.ts'

/** What is asked of a thread, and what it answers. */
export type Request =
  | Omit<Extract<ToWorker, { kind: 'ask' }>, 'id'>
  | Omit<Extract<ToWorker, { kind: 'know' }>, 'id'>
  | Omit<Extract<ToWorker, { kind: 'catch-up' }>, 'id'>
export type Reply = Extract<FromWorker, { id: number }>

/** A request with who waits for its reply. */
export type Waiting = {
  request: Request
  resolve: (reply: Reply) => void
  reject: (error: Error) => void
  isSecondTry: boolean
}

export type Thread = {
  /** Settles when the index is loaded, or the thread has died before. */
  ready: Promise<void>
  hasDied(): boolean
  post(waiting: Waiting): void
  /** Lets it answer what it was asked, then ends it. */
  retire(): void
  end(): Promise<void>
}

export type ThreadEvents = {
  onReady(loaded: { tools: number; milliseconds: number }): void
  onStale(): void
  onChange(): void
  /** With what it left unanswered; `isRetired`: it was to end. */
  onDeath(death: { failure: Error; left: Waiting[]; isRetired: boolean }): void
}

/** A thread that works on an index. It keeps the process alive only while somebody waits for an answer. */
export function startThread(file: string, workerData: object, events: ThreadEvents): Thread {
  const worker = new Worker(file, { workerData })
  const waiting = new Map<number, Waiting>()
  const { promise: ready, resolve: settleReady } = Promise.withResolvers<void>()
  let failure = new Error('the search index ended')
  let isRetired = false
  let hasDied = false
  let lastId = 0

  const rest = () => {
    if (waiting.size > 0) return
    worker.unref()
    if (isRetired) void worker.terminate()
  }
  const settle = (reply: Reply) => {
    const request = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (reply.kind === 'failure') request?.reject(new Error(reply.message))
    else request?.resolve(reply)
    rest()
  }
  worker.unref()
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'stale') return events.onStale()
    if (message.kind === 'changed') return events.onChange()
    if (message.kind !== 'ready') return settle(message)
    settleReady()
    return events.onReady(message)
  })
  worker.on('error', error => {
    failure = error instanceof Error ? error : new Error(String(error))
  })
  worker.on('exit', () => {
    hasDied = true
    settleReady()
    const left = [...waiting.values()]
    waiting.clear()
    events.onDeath({ failure, left, isRetired })
  })

  return {
    ready,
    hasDied: () => hasDied,
    post(request) {
      lastId += 1
      waiting.set(lastId, request)
      worker.ref()
      worker.postMessage({ ...request.request, id: lastId } satisfies ToWorker, [])
    },
    retire() {
      isRetired = true
      rest()
    },
    async end() {
      await worker.terminate()
    },
  }
}
