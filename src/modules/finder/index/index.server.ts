import { projectFile } from '#platform/files/project'
import type { Log } from '#platform/log'
import type { WorkerData } from './messages.server.ts'
import { type Reply, type Request, type Thread, type Waiting, startThread } from './thread.server.ts'
import type { IndexAnswer, SearchIndex } from './index.ts'

/** `currency`: of the prices, as it is when a thread starts. */
export type SearchIndexOptions = Omit<WorkerData, 'currency'> & {
  currency: () => string
  log: Pick<Log, 'info' | 'warn'>
  /** Is called when questions may have other answers than before: a moment after what they are about has changed. */
  onChange?: () => void
}

/**
 * The search index of this process, in a thread of its own. The thread starts at the first question; one that dies is
 * replaced at the next, and what it had not answered is asked again once. `databaseUrl`: as for a pool.
 */
export function startSearchIndex({ log, onChange, ...data }: SearchIndexOptions): SearchIndex {
  const threads = new Set<Thread>()
  let current: Thread | undefined
  let replacement: Promise<void> | undefined
  let isStopped = false

  function start(): Thread {
    const workerData: WorkerData = { ...data, currency: data.currency() }
    const thread = startThread(projectFile('src/modules/finder/index/worker.server.ts'), workerData, {
      onReady: loaded => log.info(loaded, 'the search index is loaded'),
      onStale: () => void (thread === current && replace()),
      onChange: () => onChange?.(),
      onDeath({ failure, left, isRetired }) {
        threads.delete(thread)
        if (current === thread) current = undefined
        if (!isStopped && !isRetired)
          log.warn({ error: failure }, 'the search index ended, and starts again when it is asked')
        for (const waiting of left) {
          if (isStopped || waiting.isSecondTry) waiting.reject(failure)
          else post({ ...waiting, isSecondTry: true })
        }
      },
    })
    threads.add(thread)
    return thread
  }

  const post = (waiting: Waiting, thread = (current ??= start())) => thread.post(waiting)

  async function send(request: Request, thread?: Thread): Promise<Reply> {
    if (isStopped) throw new Error('the search index is stopped')
    return new Promise((resolve, reject) => post({ request, resolve, reject, isSecondTry: false }, thread))
  }

  const replace = () => (replacement ??= loadReplacement().finally(() => (replacement = undefined)))

  /** Loads a new index beside the old one, which answers until then. */
  async function loadReplacement(): Promise<void> {
    if (isStopped) return
    const next = start()
    await next.ready
    if (next.hasDied()) return
    // Of what was committed while it loaded, only the old one was told; of what is committed while it takes that in, too.
    await send({ kind: 'catch-up' }, next).catch(() => undefined)
    if (next.hasDied()) return
    const old = current
    current = next
    send({ kind: 'catch-up' }).catch(() => undefined)
    onChange?.()
    old?.retire()
  }

  return {
    async ask(question): Promise<IndexAnswer> {
      const reply = await send({ kind: 'ask', question })
      if (reply.kind !== 'answer') throw unexpected(reply)
      return JSON.parse(reply.answer) as IndexAnswer
    },
    async knows(words): Promise<boolean> {
      const reply = await send({ kind: 'know', words })
      if (reply.kind !== 'known') throw unexpected(reply)
      return reply.isKnown
    },
    follow() {
      if (current) send({ kind: 'catch-up' }).catch(() => undefined)
    },
    async catchUp(): Promise<void> {
      const reply = await send({ kind: 'catch-up' })
      if (reply.kind !== 'caught-up' || !reply.isBehind) return
      await replace()
      await send({ kind: 'catch-up' })
    },
    async stop(): Promise<void> {
      isStopped = true
      await Promise.all([...threads].map(thread => thread.end()))
    },
  }
}

const unexpected = ({ kind }: Reply) => new Error(`the search index answered with ${kind}`)
