import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { refuse } from '#kernel/refusals'
import { bearer, createTool, orderOf, signIn } from '../factories.ts'
import { eventually } from '../eventually.ts'
import { quiet } from '../faults/quiet.ts'
import { type ShopProcess, owner } from '../shop/process.ts'
import { long } from '../tiers.ts'
import { type Question, pagesOf, startLoad } from './load.ts'
import { freePorts, isMissing, startHaproxy } from './machines.ts'
import { useSite } from './site.ts'

const timeout = 600_000

const site = useSite('rolling')

function start(url: string, port: number): Promise<ShopProcess> {
  // As in production.
  const own = { DATABASE_URL: url, PORT: String(port), TRUST_PROXY: '127.0.0.1', STOP_DELAY: '5' }
  return site.start(String(port), own)
}

/** Of 20: 12 pages, 6 reads of the API, 2 orders. */
function mixture(tools: readonly string[], toolPages: readonly string[], token: string): (count: number) => Question {
  const pages = ['/', '/shop', ...toolPages]
  const reads = ['/api/tools', '/api/config', ...tools.map(tool => `/api/tools/${tool}`)]
  const at = (list: readonly string[], count: number) => list[count % list.length] ?? '/'
  return count => {
    if (count % 10 === 0) {
      const body = orderOf(at(tools, count / 10))
      return { method: 'POST', path: '/api/orders', headers: bearer(token), body }
    }
    return { method: 'GET', path: at(count % 10 < 7 ? pages : reads, count) }
  }
}

/** How often a process itself has answered a read of the mixture. */
async function readsOf({ address }: ShopProcess): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text()
  return Number(
    /^http_request_duration_seconds_count\{method="GET",route="\/api\/config",status="200"\} (\d+)/m.exec(text)?.[1] ??
      0,
  )
}

/** Somebody else's work, on each core. */
function takeProcessor(): () => void {
  const loops = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  return () => loops.forEach(loop => loop.kill('SIGKILL'))
}

const slowestAllowedMs = 10_000

it.skipIf(isMissing('haproxy')).each([
  { perSecond: 200, machine: 'at rest', isBusy: false },
  { perSecond: 60, machine: 'whose processor somebody else takes (finding 13)', isBusy: true },
])(
  'three processes behind HAProxy are replaced one by one at $perSecond requests a second, and no request fails, on a machine $machine',
  { timeout, ...long },
  async ({ perSecond, machine, isBusy }) => {
    const { url, db } = await site.makeDatabase()
    const ports = await freePorts(3)
    // The first makes what all need; that three may start at once is another test's matter.
    const standing = [
      await start(url, ports[0] ?? 0),
      ...(await Promise.all(ports.slice(1).map(port => start(url, port)))),
    ]
    const proxy = await startHaproxy(site.folder, ports)
    site.atEnd(proxy.end)
    const person = await signIn({ address: proxy.address, db }, owner.ADMIN_EMAIL)
    const tools = await Promise.all(Array.from({ length: 6 }, () => createTool({ db }, { onHand: 1_000_000 })))
    const toolPages = await pagesOf(proxy.address, tools)
    if (isBusy) site.atEnd(takeProcessor())
    const load = startLoad(proxy.address, mixture(tools, toolPages, person.token), perSecond)
    site.atEnd(load.stop)

    for (const [at, port] of ports.entries()) {
      const before = load.answered()
      await eventually(
        async () => load.answered(),
        count => count > before + 2.5 * perSecond,
        60_000,
      )
      expect(await standing[at]?.end('SIGTERM')).toMatchObject({ status: 0, stderr: quiet })
      const fresh = await start(url, port)
      // The proxy sends customers to it, too, before the next one goes.
      await eventually(
        () => readsOf(fresh),
        reads => reads > 3,
        60_000,
      )
    }

    const asked = await load.stop()
    process.stdout.write(
      `At ${asked.toFixed(0)} requests a second on a machine ${machine}: ${load.failures.length} of ${load.answered() + load.failures.length} failed, and the slowest took ${(load.slowestMs() / 1000).toFixed(1)} s.\n`,
    )
    expect(load.failures).toEqual([])
    expect(load.slowestMs()).toBeLessThan(slowestAllowedMs)
    const { rows } = await sql<{ id: string }>`select id::text from orders`.execute(db)
    expect(rows.map(({ id }) => id).toSorted()).toEqual([...load.orders.values()].toSorted())
  },
)

it.skipIf(isMissing('haproxy'))(
  'the proxy says in the shop’s own words that no process is there (finding 13)',
  { timeout, ...long },
  async () => {
    const { url } = await site.makeDatabase()
    const [port = 0] = await freePorts(1)
    const shop = await start(url, port)
    const proxy = await startHaproxy(site.folder, [port])
    site.atEnd(proxy.end)
    await shop.end('SIGKILL')
    const answer = await fetch(`${proxy.address}/api/tools`)
    expect([answer.status, await answer.text()]).toEqual([503, refuse('not-ready').message])
  },
)
