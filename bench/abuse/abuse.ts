import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { visitorAddresses } from '#test/attacks/visitor-addresses'
import { composeTestShop } from '#test/shop/compose'
import { embeddedDatabase } from '#test/shop/process'
import { startCaller } from '../measure/caller.ts'
import type { Figure } from '../measure/figure.ts'
import { type Round, quantile, rounded } from '../measure/rounds.ts'
import { withFilledShop } from '../measure/shop.ts'

const roundMs = 6000
/** What a visitor takes to look at a page before the next one. */
const lookMs = 20
const mostTimesRest = 3

const owner = { ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: 'a long bench password' }

/** As a shop that others reach, whose limits are on, though it listens on this machine alone. */
const openShop = {
  NODE_ENV: 'production',
  SECRET: 'a-secret-of-the-benches-that-is-long-enough',
  ALLOW_SANDBOX: 'yes',
  STOP_DELAY: '0',
  LOG_LEVEL: 'fatal',
}

/** Beside one sender, whatever it asks for, another visitor's slowest answers: one in a hundred, and any. */
const mostOfHundredMs = 100
const mostMs = 1000
const walkMs = 1000
/** Connections of the sender: the many with each address, the few by turns, or it would take a quarter of an hour. */
const few = [1, 32]
const many = 200

/** What a visitor's answers took, in milliseconds: one in a hundred, and the slowest. */
type Visit = { p99: number; slowest: number }

const abuses = ['searches', 'pages of searches', 'uploads', 'orders', 'sign-ups', 'imports']

/**
 * One sender asks for one address at full speed, over 200 connections and over 1 or 32: each that anybody may ask for, as the program
 * has them. Another visitor looks at a page and at `/healthz` meanwhile.
 */
export async function abuseOfAddresses(): Promise<Figure[]> {
  return withFilledShop(openShop, async (address, { dataDir }) => {
    const paths = await addressesOf(embeddedDatabase(dataDir)?.url ?? '', openShop)
    using sender = await startCaller()
    using visitor = await startCaller()
    const visit = async (durationMs: number) => {
      const call = { address, paths: ['/healthz', '/shop'], durationMs, sockets: 'visitor' as const, from: '127.2.0.1' }
      return (await visitor.call(call)).latenciesMs
    }
    await visit(walkMs)
    const rest = await visit(5 * walkMs)
    const limit = Math.max(mostOfHundredMs, 3 * quantile(rest, 0.99))
    const figures: Figure[] = [
      { name: 'load of the machine before (1 minute)', value: rounded(loadavg()[0] ?? 0), unit: '' },
      { name: 'a visitor at rest, p99', value: rounded(quantile(rest, 0.99), 1), unit: 'ms' },
    ]
    let network = 0
    const visitBeside = async (path: string, sockets: number) => {
      network += 1
      const from = `127.1.${network >> 8}.${network & 255}`
      const call = { address, paths: [path], durationMs: walkMs, sockets, from }
      const [latencies] = await Promise.all([visit(walkMs), sender.call(call)])
      return { p99: quantile(latencies, 0.99), slowest: Math.max(...latencies) }
    }
    const isOver = ({ p99, slowest }: Visit) => p99 > limit || slowest > mostMs
    for (const [at, path] of paths.entries()) {
      for (const sockets of [few[at % few.length] ?? 1, many]) {
        let visited = await visitBeside(path, sockets)
        // Something else may have had the processor: what is over is looked at once more.
        if (isOver(visited)) visited = await visitBeside(path, sockets)
        const name = `${path}, ${sockets} connections: a visitor’s`
        figures.push(
          { name: `${name} p99 (at most)`, value: rounded(visited.p99, 1), unit: 'ms', limit },
          { name: `${name} slowest (at most)`, value: rounded(visited.slowest, 1), unit: 'ms', limit: mostMs },
        )
      }
    }
    return figures
  })
}

/** A second shop on the same database, which only tells what it would answer. */
async function addressesOf(databaseUrl: string, environment: Record<string, string>): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-bench-addresses-'))
  const shop = await composeTestShop({ databaseUrl, dataDir, pages: 'built', environment })
  const [tool] = (await sql<{ id: string }>`select id from tool limit 1`.execute(shop.db)).rows
  const paths = visitorAddresses(shop.http, { id: tool?.id ?? '1', slug: 'terms', name: 'newTools' })
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
  return paths
}

/**
 * One sender does one thing at full speed, over sixteen connections, while a visitor from another address goes from page to
 * page: what half of the visitor's pages take then, beside what they take while nobody else is there. A trusted proxy on this
 * machine tells the addresses. Others could reach this shop, so the limits are those of every shop that is open.
 */
export async function abuse(): Promise<Figure[]> {
  const open = { ...openShop, ...owner, TRUST_PROXY: 'loopback' }
  return withFilledShop(open, async address => {
    const visit = visitor(address)
    await visit()
    const restMs = await visit()
    const figures: Figure[] = [{ name: 'a visitor’s page at rest, p50', value: rounded(restMs, 1), unit: 'ms' }]
    for (const name of abuses) {
      const sender = await startSender(address, name)
      const [busyMs, round] = await Promise.all([visit(), send(sender)])
      figures.push(
        { name: `${name}, sent`, value: rounded((1000 * round.count) / round.elapsedMs, 0), unit: 'per s' },
        { name: `${name}, a visitor’s page, p50`, value: rounded(busyMs, 1), unit: 'ms' },
        {
          name: `${name}, the visitor’s p50 to rest (at most)`,
          value: rounded(busyMs / restMs),
          unit: '',
          limit: mostTimesRest,
        },
      )
    }
    return figures
  })
}

async function startSender(address: string, name: string): Promise<ChildProcess> {
  const sender = fork(join(import.meta.dirname, 'sender.ts'), [address, name])
  const [ready] = (await once(sender, 'message')) as [unknown]
  if (ready !== 'ready') throw new Error(`the sender of ${name} is not ready: ${String(ready)}`)
  return sender
}

/** Lets it send for a round, and ends it. */
async function send(sender: ChildProcess): Promise<Round> {
  sender.send({ durationMs: roundMs })
  const [round] = (await once(sender, 'message')) as [Round]
  sender.disconnect()
  return round
}

/** Goes from page to page for a round, one at a time. Returns the median of what the pages took, in milliseconds. */
function visitor(address: string): () => Promise<number> {
  const from = { 'x-forwarded-for': '10.1.0.1' }
  const paths = ['/', '/shop', '/shop?q=brake', '/shop?q=wrench', '/api/search?q=filter', '/api/tools?limit=20']
  return async () => {
    const took: number[] = []
    const began = performance.now()
    for (let index = 0; performance.now() - began < roundMs; index += 1) {
      const asked = performance.now()
      const answer = await fetch(`${address}${paths[index % paths.length]}`, { headers: from })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`the visitor was answered ${answer.status} at ${paths[index % paths.length]}`)
      took.push(performance.now() - asked)
      await new Promise(resolve => setTimeout(resolve, lookMs))
    }
    return quantile(took, 0.5)
  }
}
