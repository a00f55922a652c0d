import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { accessTokens } from '#services/accounts'
import type { Figure } from '../measure/figure.ts'
import { benchId } from './shop.ts'
import { type Round, callFor, perSecond, rounded } from '../measure/rounds.ts'
import { withShop } from '../measure/shop.ts'

export type HttpBench = { databaseUrl: string; callers: number; tools: number; roundSeconds: number; rounds: number }

/** Orders over HTTP at a whole shop, its jobs and mail included, by turns with a route that does one insert. */
export async function measureHttp({ databaseUrl, callers, tools, roundSeconds, rounds }: HttpBench): Promise<Figure[]> {
  const secret = randomBytes(32).toString('hex')
  const bare = fork(join(import.meta.dirname, 'bare-insert.ts'), [databaseUrl])
  try {
    const [bareAddress] = (await once(bare, 'message')) as [string]
    const environment = { DATABASE_URL: databaseUrl, SECRET: secret, LOG_LEVEL: 'fatal', MAX_OPEN_ORDERS: '10000' }
    return await withShop(environment, async address => {
      const post = poster(callers)
      const place = orderPoster(address, { secret, buyers: callers })
      const order = () => place(benchId(1 + Math.floor(Math.random() * tools)))
      const insert = () => post(`${bareAddress}/insert`, { authorization: '', body: orderOf(benchId(1)) })
      const [orders, inserts]: [Round[], Round[]] = [[], []]
      await callFor(2000, callers, order)
      await callFor(2000, callers, insert)
      for (let round = 0; round < rounds; round += 1) {
        inserts.push(await callFor(roundSeconds * 1000, callers, insert))
        orders.push(await callFor(roundSeconds * 1000, callers, order))
      }
      return figuresOf(orders, inserts)
    })
  } finally {
    bare.kill()
  }
}

function figuresOf(orders: Round[], inserts: Round[]): Figure[] {
  const [ours, bare] = [perSecond(orders), perSecond(inserts)]
  return [
    { name: 'orders over HTTP, 1,000 tools', value: rounded(ours, 0), unit: 'per s' },
    { name: 'a bare route that does one insert', value: rounded(bare, 0), unit: 'per s' },
    { name: 'the one to the other', value: rounded(ours / bare), unit: '' },
  ]
}

/** Places orders of one unit at a shop with this secret, of its bench buyers one after the other. */
export function orderPoster(address: string, { secret, buyers }: { secret: string; buyers: number }) {
  const tokens = accessTokens([secret])
  const post = poster(buyers)
  let placed = 0
  return (tool: string) => {
    const id = benchId(placed++ % buyers)
    const authorization = `Bearer ${tokens.sign({ accountId: id, sessionId: id }, new Date()).token}`
    return post(`${address}/api/orders`, { authorization, body: orderOf(tool) })
  }
}

const orderOf = (tool: string) =>
  JSON.stringify({
    tools_id: tool,
    quantity: 1,
    phone: '+1 555 010 0148',
    company: 'Bench',
    address: '1 Lane',
  })

/** Posts JSON over connections that stay open. */
function poster(callers: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  return (url: string, { authorization, body }: { authorization: string; body: string }) =>
    new Promise<void>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), authorization }
      const asked = request(url, { agent, method: 'POST', headers }, answer => {
        answer.resume().on('end', () => {
          if (answer.statusCode === 200) resolve()
          else reject(new Error(`${url} answered ${answer.statusCode}`))
        })
      })
      asked.on('error', reject).end(body)
    })
}
