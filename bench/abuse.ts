import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Figure } from './figure.ts'
import { callFor, quantile, rounded } from './rounds.ts'
import { withShop } from './shop.ts'

/** Connections of the one who sends at full speed. */
const senders = 16
const roundMs = 6000
/** What a visitor takes to look at a page before the next one. */
const lookMs = 20
const mostTimesRest = 3

const owner = { ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: 'a long bench password' }

type Send = (index: number) => Promise<unknown>

/**
 * One sender does one thing at full speed, over sixteen connections, while a visitor from another address goes from page to
 * page: what half of the visitor's pages take then, beside what they take while nobody else is there. A trusted proxy on this
 * machine tells the addresses; the limits are those of every shop.
 */
export async function abuse(): Promise<Figure[]> {
  return withShop({ ...owner, DEMO: 'yes', TRUST_PROXY: 'loopback', LOG_LEVEL: 'fatal' }, async address => {
    const visit = visitor(address)
    await visit()
    const restMs = await visit()
    const figures: Figure[] = [{ name: 'a visitor’s page at rest, p50', value: rounded(restMs, 1), unit: 'ms' }]
    for (const [name, send] of Object.entries(await abuses(address))) {
      const [busyMs, round] = await Promise.all([visit(), callFor(roundMs, senders, send)])
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

/** Each is sent from one address of its own; what it is answered, a limit's refusal as well, is not the matter. */
async function abuses(address: string): Promise<Record<string, Send>> {
  const sender = (host: number) => ({ 'x-forwarded-for': `10.2.0.${host}` })
  const ask = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${address}${path}`, init)
    await answer.arrayBuffer()
  }
  const post = (path: string, body: object, headers: Record<string, string>) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const stranger = await signUp(address, sender(1))
  const admin = await signIn(address, { email: owner.ADMIN_EMAIL, password: owner.ADMIN_PASSWORD }, sender(2))
  const [tool] = (await (await fetch(`${address}/api/tools?limit=1`)).json()) as { _id: string }[]
  const picture = await largePicture()
  const piece = new Blob([`part_number,name,price\n${'X-1,A wrench,12.50\n'.repeat(20_000)}`])
  return {
    searches: index => ask(`/api/search?q=brake%20pda%20${index}`, { headers: sender(3) }),
    'pages of searches': index => ask(`/shop?q=wrench%20${index}`, { headers: sender(4) }),
    uploads: () => {
      const form = new FormData()
      form.set('image', new Blob([picture], { type: 'image/png' }), 'picture.png')
      return ask('/api/images', { method: 'POST', headers: { ...sender(5), authorization: stranger }, body: form })
    },
    orders: () => {
      const details = { phone: '+1 555 010 0148', company: 'Bench', address: '1 Bench Lane' }
      return post(
        '/api/orders',
        { tools_id: tool?._id, quantity: 4, ...details },
        { ...sender(6), authorization: stranger },
      )
    },
    'sign-ups': () => post('/identity/sign-up/email', { ...newUser(), name: 'A sender of many' }, sender(7)),
    imports: async () => {
      const upload = randomUUID()
      const form = new FormData()
      form.set('piece', piece, 'parts.csv')
      const headers = { ...sender(8), authorization: admin }
      await ask(`/api/imports/uploads?upload=${upload}&piece=0`, { method: 'POST', headers, body: form })
      await post('/api/imports', { files: [{ upload, name: 'parts.csv' }], createParts: true }, headers)
    },
  }
}

const newUser = () => ({ email: `sender-${randomUUID()}@example.com`, password: 'a long bench password' })

async function signUp(address: string, from: Record<string, string>): Promise<string> {
  const user = newUser()
  const answer = await fetch(`${address}/identity/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...from },
    body: JSON.stringify({ ...user, name: 'A sender of many' }),
  })
  if (!answer.ok) throw new Error(`the sign-up was answered ${answer.status}`)
  return signIn(address, user, from)
}

/** The authorization header of somebody who is logged in. */
async function signIn(
  address: string,
  user: { email: string; password: string },
  from: Record<string, string>,
): Promise<string> {
  const json = { 'content-type': 'application/json', ...from }
  const read = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${address}${path}`, init)
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
    return ((await answer.json()) as { token: string }).token
  }
  const session = await read('/identity/sign-in/email', { method: 'POST', headers: json, body: JSON.stringify(user) })
  const idToken = await read('/identity/token', { headers: { authorization: `Bearer ${session}` } })
  const headers = { ...json, authorization: `Bearer ${idToken}` }
  const body = JSON.stringify({ email: user.email })
  return `Bearer ${await read(`/api/user/${user.email}`, { method: 'PUT', headers, body })}`
}

/** Small to send, and as much to decode as the shop takes: what a browser would never make. */
async function largePicture(): Promise<Uint8Array<ArrayBuffer>> {
  const plain = sharp({ create: { width: 7000, height: 5500, channels: 3, background: '#a33' } })
  return Uint8Array.from(await plain.png({ compressionLevel: 9 }).toBuffer())
}
