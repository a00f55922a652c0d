import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { callFor } from '../measure/rounds.ts'

/**
 * A process of its own that does one thing at full speed, over sixteen connections: the visitor whom it disturbs is measured by
 * another one, which its own work does not slow down. Started with the shop's address and what to send; begins when it is told
 * for how long, and answers with how much it sent.
 */
const [address = '', what = ''] = process.argv.slice(2)
/** Connections of the one who sends at full speed. */
const senders = 16

const owner = { ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: 'a long bench password' }

type Send = (index: number) => Promise<unknown>

/** Each is sent from one address of its own; what it is answered, a limit's refusal as well, is not the matter. */
async function abuses(): Promise<Record<string, Send>> {
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

const chosen = new Map(Object.entries(await abuses())).get(what)
if (!chosen) throw new Error(`nothing to send is called ${what}`)
process.on('message', (asked: { durationMs: number }) => {
  void callFor(asked.durationMs, senders, chosen).then(round => process.send?.({ ...round, latenciesMs: [] }))
})
process.send?.('ready')
