import { type Job, type JobResult, PgBoss, fromKysely } from 'pg-boss'
import { type Database, isDatabaseAway, refuseStandby } from './database.server.ts'
import type { Log } from './log.server.ts'
import { inSpanOfJob, withTrace } from './log/tracing.server.ts'

type Work<T extends object> = (data: T) => Promise<void>
/**
 * `atATime`: how many jobs a worker takes at once; what it has done of them is known when all are done.
 * `expireInSeconds`: a job that takes longer counts as failed, and is begun again beside itself.
 */
export type QueueOptions = {
  /** One sentence for docs/jobs.md. */
  does: string
  retries: number
  concurrency?: number
  atATime?: number
  expireInSeconds?: number
  /** A job that is done goes at once, with what it was sent: of others that stays a week. */
  leavesNothing?: true
  /** What it writes is shown to nobody, so that nothing that was kept is out of date after it. */
  isUnseen?: true
}

type Recurring = Pick<QueueOptions, 'does' | 'isUnseen'> & { cron: string }

/** A queue, and by which cron expression (UTC) it works by itself, if it does. */
type ListedJob = { name: string; cron: string | undefined; does: string }

/** `waiting`: might be done now. `failed`: for the last time, within the last days. */
type JobCounts = { queue: string; waiting: number; active: number; failed: number }

/**
 * Work that happens later, kept in the shop's own database: it survives restarts and runs once across several servers.
 * A failed job is tried again with growing pauses.
 */
export type Jobs = {
  /** Registers the worker of a queue. Before `start`. */
  define<T extends object>(name: string, options: QueueOptions, work: Work<T>): void
  /** Registers work that recurs by a cron expression (UTC). Before `start`. */
  repeat(name: string, options: Recurring, work: () => Promise<void>): void
  /** All that are registered, by name. */
  list(): ListedJob[]
  /** Queues a job inside the caller's transaction: it exists if and only if the transaction commits. */
  send(db: Database, name: string, data: object): Promise<void>
  /** The same for any number of jobs, by one statement. */
  sendEach(db: Database, name: string, data: readonly object[]): Promise<void>
  /** How many jobs there are of each queue, as the watch over them last saw it. Only after `start`. */
  counts(): Promise<JobCounts[]>
  start(): Promise<void>
  /** Takes no more jobs and waits for those that run; jobs can still be sent. */
  rest(): Promise<void>
  /** Lets go of the database. */
  stop(): Promise<void>
}

/** How many jobs a worker takes at a time; it does them one by one, and each succeeds or fails on its own. */
const jobsAFetch = 5
/** Recurring work that has piled up is done once for so many. */
const turnsAFetch = 200
/** A process that dies with a job in hand has said for so long that it lives; then another one takes the job. */
const signOfLifeSeconds = 20
/** How often somebody looks for the jobs of processes that have died. */
const watchedEverySeconds = 20
/** A worker is notified of its jobs. It looks by itself for what a lost connection kept from it, and what is tried again. */
const lookSeconds = 10
/** The first pauses of a job that is tried again are shorter than that: after a failure its worker looks these times, too. */
const looksAfterFailureMs = [2000, 5000]
/** Recurring work comes once a minute at most, and its worker is notified of it, too. */
const lookForTurnsSeconds = 60
/** How late recurring work may begin. */
const turnsSentEverySeconds = 20

const queueDefaults = {
  retryBackoff: true,
  retryDelay: 1,
  retryDelayMax: 3600,
  notify: true,
  expireInSeconds: 300,
  heartbeatSeconds: signOfLifeSeconds,
  deleteAfterSeconds: 7 * 24 * 3600,
}

const bossOptions = {
  application_name: 'tappet jobs',
  max: 4,
  // Its pool takes the driver's options, too. The connection that listens needs none: a standby refuses to have anybody listen.
  verify: refuseStandby,
  useListenNotify: true,
  monitorVacuum: false,
  superviseIntervalSeconds: watchedEverySeconds,
  monitorIntervalSeconds: watchedEverySeconds,
  cronWorkerIntervalSeconds: turnsSentEverySeconds,
  // No job waits for another one.
  flowIntervalSeconds: 3600,
}

type Definition = { name: string; options: QueueOptions; work: Work<object>; cron?: string }

export type JobsOptions = {
  /** Runs when a worker has been through the jobs that it took, done or failed; not of queues whose work is unseen. */
  afterWork?: () => Promise<void>
  /** False: jobs are sent, and done by other processes. */
  isWorking?: boolean
}

/** `url` is the database's address: the queue keeps a small pool of its own, one connection of it listening. */
export function createJobs(url: string, log: Log, { afterWork, isWorking = true }: JobsOptions = {}): Jobs {
  const watches = { supervise: isWorking, schedule: isWorking }
  const boss = new PgBoss({ ...bossOptions, ...watches, connectionString: url })
  let hasStopped = false
  boss.on('error', error => {
    // Connections that are just closing hear of a database that stops right after.
    if (!hasStopped || !isDatabaseAway(error)) log.error({ error }, 'job queue')
  })
  boss.on('warning', warning => log.warn({ warning }, 'job queue'))
  const definitions: Definition[] = []
  const working: string[] = []

  const runEach = async (jobs: Job[], { name, options, work }: Definition): Promise<JobResult[]> => {
    const results: JobResult[] = []
    for (const job of jobs) results.push(await runJob(job, work, log))
    const done = results.filter(({ status }) => status === 'completed').map(({ id }) => id)
    if (options.leavesNothing && done.length > 0) await boss.deleteJob(name, done)
    return results
  }
  /** Turns of recurring work are all alike: a run that begins now is the run of every one that was due before. */
  const runTurns = async (jobs: Job[], work: Work<object>): Promise<JobResult[]> => {
    const [first] = jobs
    if (!first) return []
    const { status, output } = await runJob(first, work, log)
    return jobs.map(({ id }) => ({ id, status, output }))
  }

  const startQueue = async (definition: Definition) => {
    const { name, options, work, cron } = definition
    const stored = storedOptions(options)
    await boss.createQueue(name, stored)
    // A queue that an earlier release made keeps that release's options until it is told otherwise.
    await boss.updateQueue(name, stored)
    if (!isWorking) return
    const batchSize = options.atATime ?? (cron ? turnsAFetch : jobsAFetch)
    const settings = {
      localConcurrency: options.concurrency ?? 1,
      batchSize,
      // A backlog is worked off without a pause.
      burstWhenBatchFull: true,
      notifyPollingIntervalSeconds: cron ? lookForTurnsSeconds : lookSeconds,
      perJobResults: true as const,
    }
    const worker = await boss.work<object, unknown, typeof settings>(name, settings, async jobs => {
      const results = await (cron ? runTurns(jobs, work) : runEach(jobs, definition))
      if (!options.isUnseen) await afterWork?.()
      // The library passes over its burst where a worker takes one job at a time.
      if (batchSize === 1) boss.notifyWorker(worker)
      if (results.some(({ status }) => status === 'failed')) {
        for (const ms of looksAfterFailureMs) setTimeout(() => boss.notifyWorker(worker), ms).unref()
      }
      return results
    })
    working.push(name)
    if (cron) await boss.schedule(name, cron)
  }

  return {
    define: (name, options, work) => void definitions.push({ name, options, work: work as Work<object> }),
    repeat: (name, { cron, ...options }, work) =>
      void definitions.push({ name, options: { ...options, retries: 0 }, work, cron }),
    list: () => listed(definitions),
    ...sending(boss),
    counts: () => countsOf(boss),
    async start() {
      await boss.start()
      for (const definition of definitions) await startQueue(definition)
    },
    async rest() {
      await Promise.all(working.splice(0).map(name => boss.offWork(name, { wait: true })))
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 })
      hasStopped = true
    },
  }
}

const storedOptions = ({ retries, expireInSeconds }: QueueOptions) => ({
  ...queueDefaults,
  retryLimit: retries,
  ...(expireInSeconds && { expireInSeconds }),
})

function sending(boss: PgBoss): Pick<Jobs, 'send' | 'sendEach'> {
  return {
    async send(db, name, data) {
      await boss.send(name, withTrace(data), { db: fromKysely(db) })
    },
    async sendEach(db, name, data) {
      if (data.length === 0) return
      const jobs = data.map(data => ({ data: withTrace(data) }))
      await boss.insert(name, jobs, { db: fromKysely(db) })
    },
  }
}

async function countsOf(boss: PgBoss): Promise<JobCounts[]> {
  const queues = await boss.getQueues()
  return queues.map(({ name, readyCount, activeCount, failedCount }) => ({
    queue: name,
    waiting: readyCount,
    active: activeCount,
    failed: failedCount,
  }))
}

const listed = (definitions: readonly Definition[]): ListedJob[] =>
  definitions
    .map(({ name, options: { does }, cron }) => ({ name, cron, does }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

async function runJob(job: Job, work: Work<object>, log: Log): Promise<JobResult> {
  try {
    const data = job.data ?? {}
    await inSpanOfJob(job.name, data, () => work(data))
    return { id: job.id, status: 'completed' }
  } catch (error) {
    log.error({ error, queue: job.name, job: job.id }, 'job failed')
    return {
      id: job.id,
      status: 'failed',
      output: { message: error instanceof Error ? error.message : String(error) },
    }
  }
}
