import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualShare } from '#platform/http/fair-share'
import { mostPipelined } from '#platform/http/pipelining'
import { createTool, request } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { buildOnce } from '../shop/process.ts'
import { inTiers } from '../tiers.ts'
import { mostInTurn } from './flood.ts'
import { screenPatterns, visitorAddresses } from './visitor-addresses.ts'

let shop: TestShop
let addresses: string[]

beforeAll(async () => {
  await buildOnce()
  // As a shop that others reach: on loopback its own machine shares with nobody.
  const open = { PUBLIC_URL: 'https://shop.example', ALLOW_SANDBOX: 'yes' }
  shop = await startTestShop({ pages: 'built', environment: open })
  // What takes longer than a request counts for would give its place away: the first search loads the index.
  await shop.searchIndex.catchUp()
  addresses = visitorAddresses(shop.http, { id: await createTool(shop), slug: 'terms', name: 'newTools' })
}, 300_000)
afterAll(() => shop.close())

let network = 1

/** Each sender is a network of its own: none is refused for what another one has asked. */
const sender = () => `127.1.${network >> 8}.${network++ & 255}`

const mostFor = (path: string, sockets: number, answers = 2 * sockets) =>
  mostInTurn(shop.http.server, answers, { sockets, from: sender(), next: () => ({ path }) })

describe('one sender, whatever it asks for, gets no more answers in a turn of the event loop than its share', () => {
  const { atOnce, waiting } = usualShare

  it.each([1, 32, 200])('by %i connections for what is answered without waiting (finding 9)', async sockets => {
    for (const path of ['/healthz', '/api/openapi.json', '/dashboard/order/1', '/%', '/api/nothing']) {
      expect(await mostFor(path, sockets), path).toBeLessThanOrEqual(atOnce)
    }
  })

  it('and no more refusals, where more wait than may (finding 9)', async () => {
    const path = '/api/openapi.json'
    expect(await mostFor(path, 3 * waiting)).toBeLessThanOrEqual(2 * atOnce)
  })

  inTiers({ short: 4, long: 200 }, (sockets, options) => {
    it(
      `by ${sockets} connections for any address of the shop (finding 9)`,
      { timeout: 1_200_000, ...options },
      async () => {
        expect(addresses.length).toBeGreaterThan(150)
        const greedy: string[] = []
        for (const path of addresses) {
          // Made once before: what takes longer than a request counts for gives its place away.
          await mostFor(path, 1, 1)
          if ((await mostFor(path, sockets)) > atOnce) greedy.push(path)
        }
        expect(greedy).toEqual([])
      },
    )
  })
})

describe('a connection that sends 2,000 requests in one go', () => {
  const kinds = {
    'for a page': 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n',
    'with bodies': 'POST /api/orders HTTP/1.1\r\nHost: shop\r\nContent-Length: 2\r\n\r\n{}',
    'without a host': 'GET / HTTP/1.1\r\n\r\n',
    'that expect something': 'GET / HTTP/1.1\r\nHost: shop\r\nExpect: more\r\n\r\n',
  }

  it.each(Object.entries(kinds))('%s is closed before most of them are read (finding 9)', async (_, text) => {
    const connections = 32
    const from = sender()
    let read = 0
    // None may be answered by Node itself, past all that counts.
    const watch = ({ socket }: IncomingMessage) => {
      if (socket.remoteAddress === from) read += 1
    }
    const { server } = shop.http
    server.on('request', watch)
    await Promise.all(Array.from({ length: connections }, () => sendAll(text.repeat(2000), from)))
    server.off('request', watch)
    expect(read).toBeGreaterThanOrEqual(connections)
    expect(read).toBeLessThanOrEqual(connections * 64)
  })

  it('is no other than one that sends them one by one, or a few at once, which are all answered', async () => {
    const { port } = shop.http.server.address() as AddressInfo
    const answers = async (text: string, times: number) => {
      const socket = connect({ host: '127.0.0.1', port, localAddress: sender() })
      let read = ''
      socket.on('data', (data: Buffer) => (read += data.toString('latin1')))
      const count = () => read.split('HTTP/1.1 200 ').length - 1
      for (let sent = 1; sent <= times; sent++) {
        socket.write(text)
        await expect.poll(count, { interval: 1, timeout: 10_000 }).toBe(sent * (text.split('GET ').length - 1))
      }
      socket.destroy()
      return count()
    }
    const one = 'GET /api/tools HTTP/1.1\r\nHost: shop\r\n\r\n'
    expect(await answers(one, 3 * mostPipelined)).toBe(3 * mostPipelined)
    expect(await answers(one.repeat(mostPipelined), 2)).toBe(2 * mostPipelined)
  })
})

/** Sends it all, and waits until the connection is closed. */
function sendAll(text: string, from: string): Promise<unknown> {
  const { port } = shop.http.server.address() as AddressInfo
  const socket = connect({ host: '127.0.0.1', port, localAddress: from })
  socket.on('error', () => undefined)
  socket.resume().end(text)
  return new Promise(resolve => void socket.once('close', resolve))
}

it('what the server makes of a screen is made once for all who ask for it, whatever id is in the address (finding 9)', async () => {
  const { port } = shop.http.server.address() as { port: number }
  const ask = async (path: string) => {
    const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`)
    return { status, etag: headers.get('etag'), policy: headers.get('content-security-policy') }
  }
  const withId = screenPatterns().filter(path => path.includes(':'))
  expect(withId.length).toBeGreaterThan(10)
  for (const pattern of withId) {
    const [one, other] = [await ask(pattern.replaceAll(/:\w+/g, '1')), await ask(pattern.replaceAll(/:\w+/g, 'a-b'))]
    expect(one, pattern).toMatchObject({ status: 200, policy: expect.not.stringContaining('nonce') })
    expect(other, pattern).toEqual(one)
  }
})

it('the reference has its document written once, and says so to whoever has it', async () => {
  const { port } = shop.http.server.address() as { port: number }
  const address = `http://127.0.0.1:${port}/api/openapi.json`
  const first = await request(address, 'GET')
  const etag = first.headers.get('etag') ?? ''
  expect(first.headers.get('content-encoding')).toBe('gzip')
  expect((await request(address, 'GET', undefined, { 'if-none-match': etag })).status).toBe(304)
  for (const copy of ['json', 'yaml']) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/docs/${copy}`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/api/openapi.json'])
  }
})
