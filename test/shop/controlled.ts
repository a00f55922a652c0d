import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestShopParts } from './compose.ts'
import { eventually } from '../eventually.ts'
import { compileCache } from './process.ts'

/** Where a shop dies: the nth time from now that it comes to a step, or before the nth statement that it sends. */
export type Doom = { at?: string; nth: number }

export type Opening = Pick<TestShopParts, 'databaseUrl' | 'dataDir' | 'environment' | 'pages' | 'firebaseKeysUrl'> & {
  tellsFailpoints?: boolean
  /** Where the shop asks what it would ask of Stripe. */
  stripeUrl?: string
}

/** What every process does each minute. */
export type Job = 'expire' | 'reconcile'

/** What the program is told and what it tells, a line of JSON each. */
export type Order = { open?: Opening; doom?: Doom; run?: Job; id?: number }
export type News = {
  address?: string
  step?: string
  diesAt?: string
  doomed?: boolean
  done?: number
  id?: number | undefined
}

/** A shop in a process of its own, which a test can have die at any step. */
export type ControlledShop = {
  pid: number
  /** Opens the shop; returns its address. */
  open(opening: Opening): Promise<string>
  /** Has it do a job now. Returns how many orders the job has closed. */
  run(job: Job): Promise<number>
  /** Once this is done, the shop is going to die there. */
  doom(doom: Doom): Promise<void>
  /** The steps that it has come to so far. */
  steps: string[]
  diesAt(): string | undefined
  /** How the process ended; undefined while it lives. */
  signal(): NodeJS.Signals | null | undefined
  ended: Promise<void>
  kill(): Promise<void>
  /** Lets it finish what it does. Returns the exit status. */
  stop(): Promise<number | null>
}

/** Starts the process; the shop is opened later, so that a test can have the next one at hand. */
export function launchShop(): ControlledShop {
  const program = join(import.meta.dirname, 'program.ts')
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  // Told to one that has just died: how it ended is what counts.
  child.stdin.on('error', () => undefined)
  const heard: News = {}
  const steps: string[] = []
  const waiting = new Map<number, (done: number) => void>()
  createInterface({ input: child.stdout }).on('line', line => {
    const news = JSON.parse(line) as News
    if (news.step) steps.push(news.step)
    if (news.id !== undefined) waiting.get(news.id)?.(news.done ?? 0)
    Object.assign(heard, news)
  })
  const ended = once(child, 'close').then(() => undefined)
  const tell = (order: Order) => child.stdin.write(`${JSON.stringify(order)}\n`)
  const hear = (what: 'address' | 'doomed') => untilHeard(child, heard, what)
  let runs = 0
  return {
    pid: child.pid ?? 0,
    steps,
    async open(opening) {
      tell({ open: opening })
      await hear('address')
      return heard.address ?? ''
    },
    run(job) {
      const id = ++runs
      const done = new Promise<number>(resolve => waiting.set(id, resolve))
      tell({ run: job, id })
      const gone = ended.then((): never => {
        throw new Error('the shop’s process ended over its job')
      })
      return Promise.race([done, gone])
    },
    async doom(doom) {
      heard.doomed = false
      tell({ doom })
      await hear('doomed')
    },
    diesAt: () => heard.diesAt,
    signal: () => (isOver(child) ? child.signalCode : undefined),
    ended,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.stdin.end()
      await ended
      return child.exitCode
    },
  }
}

function isOver(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function untilHeard(child: ChildProcess, heard: News, what: 'address' | 'doomed'): Promise<void> {
  await eventually(
    async () => (isOver(child) ? 'the shop’s process has ended' : Boolean(heard[what])),
    state => state !== false,
    60_000,
  )
  if (!heard[what]) throw new Error('the shop’s process ended too early')
}
