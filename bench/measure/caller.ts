import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { flood } from '#test/attacks/flood'

/** What a process of its own asks: its work must not slow down what is measured beside it. */
export type Call = {
  address: string
  paths: readonly string[]
  /** Of paths with `{n}` in them, the first number. */
  first?: number
  headers?: Record<string, string>
  durationMs: number
  /** As fast as it is answered, over so many connections; or as a visitor does, one after the other, with a pause. */
  sockets: number | 'visitor'
  /** One address of 127.0.0.0/8, or one for each connection. */
  from: string
}

export type Called = {
  count: number
  elapsedMs: number
  statuses: Record<string, number>
  /** The caller's own, for each answer; of several callers, a part of it as many times as small. */
  processorUs: number
  /** Of a visitor. */
  latenciesMs: number[]
}

/** What an answer costs its server and the caller, and how many come in a second. */
export type Cost = { processorUs: number; perSecond: number; callerUs: number }

/** A caller that is slower measures itself. */
const leastOfCaller = 2

/** Throws where the caller alone does not get twice as far as what it measures. */
export function requireFasterCaller(name: string, { processorUs, perSecond, callerUs }: Cost): void {
  const alone = 1e6 / callerUs
  if (processorUs < leastOfCaller * callerUs && alone < leastOfCaller * perSecond)
    throw new Error(
      `the caller alone gets ${Math.round(alone)} a second of "${name}", which is not twice what it measures`,
    )
}

export type Caller = Disposable & { call(call: Call): Promise<Called> }

export async function startCaller(): Promise<Caller> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'caller.ts'), ['caller'])
  await once(child, 'message')
  return {
    async call(call) {
      child.send(call)
      const [called] = (await once(child, 'message')) as [Called]
      return called
    },
    [Symbol.dispose]: () => child.disconnect(),
  }
}

/** Several, as one that gets as many times as far: a bare answer costs no more than it costs to ask for it. */
export async function startCallers(count: number): Promise<Caller> {
  const callers = await Promise.all(Array.from({ length: count }, startCaller))
  return {
    async call(call) {
      const called = await Promise.all(
        callers.map((caller, at) =>
          caller.call({
            ...call,
            // Of many addresses each asks for its own: a second time they may be kept.
            paths: call.paths.length < count ? call.paths : call.paths.filter((_, place) => place % count === at),
            sockets: Number(call.sockets) / count,
            first: (call.first ?? 0) + at * apart,
          }),
        ),
      )
      const statuses: Record<string, number> = {}
      for (const one of called)
        for (const [status, times] of Object.entries(one.statuses)) statuses[status] = (statuses[status] ?? 0) + times
      const answers = called.reduce((sum, one) => sum + one.count, 0)
      return {
        count: answers,
        elapsedMs: Math.max(...called.map(one => one.elapsedMs)),
        statuses,
        processorUs: called.reduce((sum, one) => sum + one.processorUs * one.count, 0) / answers / count,
        latenciesMs: [],
      }
    },
    [Symbol.dispose]() {
      for (const caller of callers) caller[Symbol.dispose]()
    },
  }
}

/** So far from where one begins, none comes in the time of a benchmark. */
const apart = 100_000_000

const lookMs = 5

async function visit({ address, paths, from, durationMs }: Call): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const latenciesMs: number[] = []
  const began = performance.now()
  for (let at = 0; performance.now() - began < durationMs; at++) {
    const asked = performance.now()
    await new Promise((resolve, reject) => {
      const path = paths[at % paths.length] ?? '/'
      const sent = request(`${address}${path}`, { agent, localAddress: from }, answer => {
        answer.resume().on('end', resolve)
        if (answer.statusCode !== 200) reject(new Error(`the visitor was answered ${answer.statusCode} at ${path}`))
      })
      sent.on('error', reject).end()
    })
    latenciesMs.push(performance.now() - asked)
    await new Promise(resolve => setTimeout(resolve, lookMs))
  }
  agent.destroy()
  return latenciesMs
}

async function send({ address, paths, first = 0, headers = {}, durationMs, sockets, from }: Call) {
  const next = (count: number) => ({
    path: (paths[count % paths.length] ?? '/').replace('{n}', String(first + count)),
    headers,
  })
  const sender = flood({
    address,
    sockets: Number(sockets),
    from: at => (from === 'each' ? `127.3.${(at >> 8) & 255}.${(at & 255) + 1}` : from),
    next,
  })
  await new Promise(resolve => setTimeout(resolve, durationMs))
  sender.stop()
  return Object.fromEntries(sender.statuses)
}

async function answer(call: Call): Promise<Called> {
  const [began, used] = [performance.now(), process.cpuUsage()]
  const isVisitor = call.sockets === 'visitor'
  const latenciesMs = isVisitor ? await visit(call) : []
  const statuses: Record<string, number> = isVisitor ? { 200: latenciesMs.length } : await send(call)
  const { user, system } = process.cpuUsage(used)
  const count = Object.values(statuses).reduce((sum, some) => sum + some, 0)
  return { count, elapsedMs: performance.now() - began, statuses, processorUs: (user + system) / count, latenciesMs }
}

if (process.argv[2] === 'caller') {
  process.on('message', (call: Call) => void answer(call).then(called => process.send?.(called)))
  process.send?.('ready')
}
