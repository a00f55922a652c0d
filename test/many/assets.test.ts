import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { long } from '../tiers.ts'
import { isMissing, startHaproxy } from './machines.ts'
import { browserAt, startNginx } from './nginx.ts'

const fresh = '/assets/start-NEW.js'

let folder: string
let servers: Server[]
let hosts: string[]
let ends: (() => unknown)[]

/** Three processes while a release comes in: one of them is of the new one already. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tappet-assets-'))
  ends = [() => rm(folder, { recursive: true, force: true })]
  servers = [false, true, false].map(isNew =>
    createServer(({ url }, answer) => {
      answer.statusCode = url === '/readyz' || (isNew && url === fresh) ? 200 : 404
      answer.end()
    }).listen(0, '127.0.0.1'),
  )
  await Promise.all(servers.map(server => once(server, 'listening')))
  hosts = servers.map(server => `127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
  for (const server of servers) server.close().closeAllConnections()
})

/** Asks for it so often, and six times at once. */
async function statusesOf(ask: (path: string) => Promise<number>, path: string, count: number): Promise<Set<number>> {
  const statuses = new Set<number>()
  const asking = async () => {
    for (let asked = 0; asked < count / 6; asked++) statuses.add(await ask(path))
  }
  await Promise.all(Array.from({ length: 6 }, asking))
  return statuses
}

it.skipIf(isMissing('haproxy'))(
  'HAProxy finds a script that one process of three has, every time, and says of one that nobody has that it is not there',
  long,
  async () => {
    const proxy = await startHaproxy(
      folder,
      hosts.map(host => Number(host.split(':')[1])),
    )
    ends.push(proxy.end)
    const ask = async (path: string) => (await fetch(`${proxy.address}${path}`)).status
    expect(await statusesOf(ask, fresh, 60)).toEqual(new Set([200]))
    expect(await statusesOf(ask, '/assets/none.js', 6)).toEqual(new Set([404]))
  },
)

it.skipIf(isMissing('nginx') || isMissing('openssl'))(
  'nginx finds a script that one process of three has, every time, and says of one that nobody has that it is not there',
  long,
  async () => {
    const nginx = await startNginx(folder, hosts)
    ends.push(nginx.end)
    const browser = browserAt(nginx.port)
    ends.push(browser.close)
    const ask = async (path: string) => (await browser.ask('GET', path)).status
    expect(await statusesOf(ask, fresh, 60)).toEqual(new Set([200]))
    expect(await statusesOf(ask, '/assets/none.js', 6)).toEqual(new Set([404]))
  },
)
