import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type HttpLimits, usualLimits } from './limits.server.ts'
import { type Http, createHttp, untrustedProxy } from '../http.server.ts'
import { createLog } from '../log.server.ts'
import { readPlatformSettings } from '../settings.server.ts'
import { reader } from '../settings/reader.server.ts'

let http: Http
const warnings: string[] = []
afterEach(() => http.close())

/** A server whose bounds come soon, so that no test waits for those of a shop. */
async function listen(limits: Partial<HttpLimits>, environment: Record<string, string> = {}): Promise<number> {
  const log = createLog('silent')
  warnings.length = 0
  log.warn = (_details: unknown, message?: string) => void warnings.push(message ?? '')
  http = await createHttp(readPlatformSettings(reader(environment)), log, { ...usualLimits, ...limits })
  http.post('/', () => 'read')
  http.get('/large', () => 'x'.repeat(50_000_000))
  http.get('/', request => request.ip)
  return Number(new URL(await http.listen({ host: '127.0.0.1', port: 0 })).port)
}

const head = 'POST / HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{'

async function open(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

const closed = (socket: Socket) => new Promise(resolve => void socket.resume().once('close', resolve))

const connections = () => new Promise<number>(resolve => void http.server.getConnections((_, count) => resolve(count)))

it('a request that names two hosts, or none, is refused (finding 12)', async () => {
  const port = await listen({})
  for (const hosts of ['Host: shop\r\nHost: shop', 'Host: shop\r\nhOsT: evil', 'Accept: */*']) {
    const socket = await open(port, `GET / HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /)
    socket.destroy()
  }
})

it.each([
  ['whose address is too long', `GET /?q=${'a'.repeat(17_000)} HTTP/1.1\r\nHost: shop\r\n\r\n`, 431, 'head-too-large'],
  ['that is none', 'GET / HTTP/9.9\r\n\r\n', 400, 'malformed-request'],
])('a request %s is refused in the shop’s words', async (_what, text, status, code) => {
  const socket = await open(await listen({}), text)
  const answer = String((await once(socket, 'data'))[0])
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*\r\nContent-Type: application/problem\\+json`))
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ status, code, message: expect.any(String) })
  await closed(socket)
})

describe('a connection', () => {
  it('of a body that trickles ends after a bound, however often a byte comes (finding 34)', async () => {
    const socket = await open(await listen({ bodyMs: 300 }), head)
    const trickle = setInterval(() => socket.write(' '), 20)
    await closed(socket)
    clearInterval(trickle)
    expect(socket.destroyed).toBe(true)
  })

  it('of a body that trickles does not keep a stop waiting (finding 34)', async () => {
    const port = await listen({ stopMs: 100 })
    const begun = once(http.server, 'request')
    const socket = await open(port, head)
    const ended = closed(socket)
    // Before its head is read, the connection is an idle one, which a stop closes anyhow.
    await begun
    await http.close()
    await ended
    expect(socket.destroyed).toBe(true)
  })

  it('of somebody who does not read their answer ends after a bound (finding 38)', async () => {
    const socket = await open(await listen({ requestMs: 300 }), 'GET /large HTTP/1.1\r\nHost: shop\r\n\r\n')
    socket.pause()
    await expect.poll(connections, { timeout: 10_000 }).toBe(0)
    socket.destroy()
  })

  it('beyond the most that there may be is refused, until another one ends (finding 38)', async () => {
    const port = await listen({ connections: 2 })
    const first = await open(port, '')
    const second = await open(port, '')
    await expect.poll(connections).toBe(2)
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
    first.destroy()
    second.destroy()
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))?.status).toBe(200)
  })
})

describe('a forwarding header', () => {
  const ask = (port: number, headers: Record<string, string>) => fetch(`http://127.0.0.1:${port}/`, { headers })

  it('from a proxy that nobody named is told to the operator, once (finding 38)', async () => {
    for (const environment of [{}, { TRUST_PROXY: '192.0.2.1' }]) {
      const port = await listen({}, environment)
      await ask(port, {})
      expect(warnings).toEqual([])
      for (const header of ['x-forwarded-for', 'forwarded', 'x-forwarded-for'])
        await ask(port, { [header]: '10.0.0.1' })
      expect(warnings).toEqual([untrustedProxy])
      await http.close()
    }
  })

  it('from the proxy that TRUST_PROXY names is followed, and needs no word (finding 38)', async () => {
    const port = await listen({}, { TRUST_PROXY: '127.0.0.1' })
    expect(await (await ask(port, { 'x-forwarded-for': '198.51.100.7' })).text()).toBe('198.51.100.7')
    expect(warnings).toEqual([])
  })
})
