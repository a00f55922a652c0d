import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { mostInTurn } from '#test/attacks/flood'
import { type FairShare, shareFairly, usualShare } from './fair-share.server.ts'

let http: FastifyInstance
/** By the names of requests, in the order of events. */
let arrived: string[]
let begun: string[]
let closed: string[]
/** Lets the request of a name be answered. */
let release: Map<string, () => void>
afterEach(async () => {
  http.server.closeAllConnections()
  await http.close()
})

/** A server that answers each request when the test says so. */
async function listen(share: Partial<FairShare>): Promise<string> {
  arrived = []
  begun = []
  closed = []
  release = new Map()
  http = fastify({ trustProxy: true })
  http.addHook('onRequest', async ({ url }, { raw }) => {
    arrived.push(url.slice(1))
    raw.once('close', () => closed.push(url.slice(1)))
  })
  http.addHook('onRequest', shareFairly({ ...usualShare, countedMs: 60_000, ...share }))
  http.get('/check', { config: { isCheck: true } }, async () => 'well')
  http.get('/at-once', async () => 'now')
  http.get<{ Params: { name: string } }>('/:name', async ({ params: { name } }) => {
    begun.push(name)
    await new Promise<void>(resolve => release.set(name, resolve))
    return name
  })
  return http.listen({ host: '127.0.0.1', port: 0 })
}

/** Sends a request, and waits until the server has it. */
async function send(
  address: string,
  name: string,
  { network = '198.51.100.7', signal = null as AbortSignal | null } = {},
) {
  const status = fetch(`${address}/${name}`, { headers: { 'x-forwarded-for': network }, signal }).then(
    answer => answer.status,
    () => undefined,
  )
  await expect.poll(() => arrived, { interval: 1 }).toContain(name)
  return { status }
}

it('works on two requests of a network at once, and on the next ones in the order in which they came (finding 29)', async () => {
  const address = await listen({})
  const names = ['a', 'b', 'c', 'd', 'e']
  for (const name of names) await send(address, name)
  for (const [index, name] of names.entries()) {
    await expect.poll(() => begun).toEqual(names.slice(0, index + 2))
    release.get(name)?.()
  }
})

it.each([1, 32, 200])(
  'answers a network twice in a turn of the event loop at most, by %i connections, where no answer has to wait (finding 9)',
  async sockets => {
    await listen({})
    const sending = { sockets, from: '127.0.0.2', next: () => ({ path: '/at-once' }) }
    expect(await mostInTurn(http.server, 3 * sockets, sending)).toBeLessThanOrEqual(usualShare.atOnce)
  },
)

it('works on a request of another network at once, while the first one’s wait (finding 29)', async () => {
  const address = await listen({ atOnce: 1 })
  await send(address, 'first')
  await send(address, 'second')
  // Of IPv6, a household is one network.
  await send(address, 'other', { network: '2001:db8::1' })
  await send(address, 'neighbour', { network: '2001:db8::2' })
  await expect.poll(() => begun).toEqual(['first', 'other'])
})

it('counts no request for longer than a bound: who waits for a payment provider keeps no colleague waiting', async () => {
  const address = await listen({ atOnce: 1, countedMs: 20 })
  await send(address, 'slow')
  await send(address, 'next')
  await expect.poll(() => begun).toEqual(['slow', 'next'])
})

it('passes over those who hung up while they waited', async () => {
  const address = await listen({ atOnce: 1 })
  const gone = new AbortController()
  await send(address, 'first')
  await send(address, 'second', { signal: gone.signal })
  await send(address, 'third')
  gone.abort()
  await expect.poll(() => closed).toContain('second')
  release.get('first')?.()
  await expect.poll(() => begun).toEqual(['first', 'third'])
})

it('refuses those beyond the bound of a line, and answers them again when it has moved', async () => {
  const address = await listen({ atOnce: 1, waiting: 1 })
  const first = await send(address, 'first')
  await send(address, 'second')
  expect(await (await send(address, 'third')).status).toBe(429)
  release.get('first')?.()
  expect(await first.status).toBe(200)
  await expect.poll(() => begun).toEqual(['first', 'second'])
  await send(address, 'fourth')
  release.get('second')?.()
  await expect.poll(() => begun).toEqual(['first', 'second', 'fourth'])
})

it('answers checks of the process while the requests of the same network wait (finding 13)', async () => {
  const address = await listen({ atOnce: 1, waiting: 1 })
  await send(address, 'first')
  await send(address, 'second')
  expect((await fetch(`${address}/check`, { headers: { 'x-forwarded-for': '198.51.100.7' } })).status).toBe(200)
  expect(begun).toEqual(['first'])
})
