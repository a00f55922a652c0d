import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Figure } from '../measure/figure.ts'
import { type Round, quantile, rounded } from '../measure/rounds.ts'
import { withFilledShop } from '../measure/shop.ts'

const roundMs = 6000
/** What a visitor takes to look at a page before the next one. */
const lookMs = 20
const mostTimesRest = 3

const owner = { ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: 'a long bench password' }

const abuses = ['searches', 'pages of searches', 'uploads', 'orders', 'sign-ups', 'imports']

/**
 * One sender does one thing at full speed, over sixteen connections, while a visitor from another address goes from page to
 * page: what half of the visitor's pages take then, beside what they take while nobody else is there. A trusted proxy on this
 * machine tells the addresses. Others could reach this shop, so the limits are those of every shop that is open.
 */
export async function abuse(): Promise<Figure[]> {
  const open = { ...owner, HOST: '0.0.0.0', ALLOW_SANDBOX: 'yes', TRUST_PROXY: 'loopback', LOG_LEVEL: 'fatal' }
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
