import { sql } from 'kysely'
import * as z from 'zod/mini'
import { Refusal } from '#kernel/refusals'
import type { Database } from '#platform/database'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildOnce } from '../shop/process.ts'
import { pageParameters } from '../../src/app/addresses.server.ts'
import { emptyAddress, entriesOf, readVehicleSteps } from '../../src/modules/finder/ui/shop-address.ts'
import { contentContract } from '#contracts/content'
import { vinContract } from '#contracts/finder'
import { createFitment, createPerson, createTool, createVehicle } from '../factories.ts'
import { type TestDatabase } from '../shop/databases.ts'
import { type TestShop, createTestDatabase, startTestShop } from '../harness.ts'

const noSteps = readVehicleSteps(new URLSearchParams())

let database: TestDatabase
let shop: TestShop
/** Another process's shop on the same database. */
let neighbour: TestShop
let tool: string
/** The calls that were made anew, by their paths. */
const made: string[] = []
/** The statements that the shop's pool has sent, with the text of each. */
const sent: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  await buildOnce()
  shop = await startTestShop({ database, pages: 'built' })
  neighbour = await startTestShop({ database })
  tool = await createTool(shop, { name: 'Brake caliper' })
  record(shop)
  const { run } = shop.api
  shop.api.run = (mounted, ...rest) => {
    made.push(mounted.endpoint.path)
    return run(mounted, ...rest)
  }
})
afterAll(async () => {
  await neighbour.close()
  await shop.close()
  await database.drop()
})
beforeEach(async () => {
  await settled()
  sent.length = 0
})

/** Writes down what goes over each connection that the pool has from now on. */
function record({ pool }: TestShop): void {
  pool.on('acquire', client => {
    if ('isRecorded' in client) return
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    const recording = (...given: unknown[]) => {
      sent.push(typeof given[0] === 'string' ? given[0] : JSON.stringify(given[0]))
      return query(...given)
    }
    Object.assign(client, { query: recording, isRecorded: true })
  })
}

/** The search index follows writes a moment later, and says so: after that, nothing changes any more by itself. */
async function settled(): Promise<void> {
  await shop.searchIndex.catchUp()
  let before: number | undefined
  await expect
    .poll(async () => {
      const now = shop.changes.latest()
      const isSettled = shop.changes.isFollowing() && now === before
      before = now
      return isSettled
    })
    .toBe(true)
}

/**
 * A picture never changes, nor does a document: what shows it does. What stands behind a tool's first picture changes with the tool.
 * The accounts of authors are read for those who decide on reviews. The version of all prices changes with what they are made of, and what
 * everyone pays for a tool is told as a change of the tool.
 */
const neverOtherwise = ['price_state', 'everyones_price', 'image', 'account', 'tool_picture', 'document', 'tool_document'] // prettier-ignore

/** The tables that were read by what was done in a transaction. */
function tablesReadBy(work: (db: Database) => Promise<void>): Promise<string[]> {
  return shop.db.transaction().execute(async db => {
    const scans = async () => {
      const { rows } = await sql<{ name: string; scans: number }>`
        select relname as name, seq_scan + coalesce(idx_scan, 0) as scans from pg_stat_xact_user_tables`.execute(db)
      return new Map(rows.map(row => [row.name, row.scans]))
    }
    const before = await scans()
    await work(db)
    return [...(await scans())].filter(([name, count]) => count > (before.get(name) ?? 0)).map(([name]) => name)
  })
}

const read = (path: string, etag?: string, from = shop) =>
  fetch(`${from.address}/api${path}`, { headers: etag ? { 'if-none-match': etag } : {} })

async function tagOf(path: string): Promise<string> {
  const answer = await read(path)
  expect(answer.status).toBe(200)
  return answer.headers.get('etag') ?? ''
}

const reads = () => ['/tools?limit=20', `/tools/${tool}`, '/categories', '/home-lists', '/search?q=brake', '/reviews']

/**
 * What a read is answered, and what it sends to the database. Asked again where a job has sent something of its own at
 * that moment, or the content has changed since: an answer that needs a query needs one each time.
 */
async function expectWithoutQuery(ask: () => Promise<unknown>, answered: unknown): Promise<void> {
  await expect
    .poll(async () => {
      sent.length = 0
      return { answered: await ask(), sent: [...sent] }
    })
    .toEqual({ answered, sent: [] })
}

it('a script of another release is told to be missing, and no page is made for that', async () => {
  const { status, headers } = await fetch(`${shop.address}/assets/start-other.js`)
  expect([status, headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8'])
})

describe('an unchanged read', () => {
  it('is answered without its content, without a query', async () => {
    for (const path of reads()) {
      const etag = await tagOf(path)
      await expectWithoutQuery(async () => {
        const again = await read(path, etag)
        return [path, again.status, again.headers.get('etag'), await again.text()]
      }, [path, 304, etag, ''])
    }
  })

  it('is not rendered again where it is a page', async () => {
    for (const path of ['/', '/shop', '/shop?q=brake', '/blog']) {
      const address = shop.address + path
      const etag = (await fetch(address)).headers.get('etag') ?? ''
      // To render any of them, its loaders ask the database.
      await expectWithoutQuery(async () => {
        const again = await fetch(address, { headers: { 'if-none-match': etag } })
        return [path, again.status, await again.text()]
      }, [path, 304, ''])
      await expectWithoutQuery(async () => (await fetch(address)).headers.get('etag'), etag)
    }
  })

  it('is answered without a query for those who have nothing yet, too', async () => {
    const first = await (await read('/tools')).text()
    await expectWithoutQuery(async () => (await read('/tools')).text(), first)
  })

  it('is the same answer whatever else its address carries, in any order (finding 29)', async () => {
    const tags = await Promise.all([tagOf('/tools?limit=2&q=caliper'), tagOf('/search?q=brake&limit=3')])
    // Another one at each try: what was made anew for the last one would be kept by now.
    let tries = 0
    const another = () => `utm_source=${(tries += 1)}`
    await expectWithoutQuery(
      async () => [
        await tagOf(`/tools?${another()}&q=caliper&limit=2&__proto__=x`),
        await tagOf(`/search?limit=3&${another()}&q=brake`),
      ],
      tags,
    )
    const page = await fetch(`${shop.address}/shop?brand=none&q=brake`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('</html>')])
    await expectWithoutQuery(async () => {
      const again = await fetch(`${shop.address}/shop?${another()}&q=brake&brand=none`)
      return [again.status, again.headers.get('etag')]
    }, [200, page.headers.get('etag')])
  })

  it('is refused where a parameter that it knows makes no sense (finding 29)', async () => {
    for (const query of ['limit=x', 'limit=1&limit=2', 'q=%00', `after=${'x'.repeat(300)}`]) {
      expect((await read(`/tools?${query}`)).status, query).toBe(400)
    }
  })

  it('is a page for each parameter that a public page reads (finding 29)', () => {
    const several = { category: ['a'], brand: ['a'], fit: ['fits'], position: ['front'] }
    const address = { ...emptyAddress, ...several, q: 'a', vehicle: 1, rating: 1 }
    const all = {
      ...address,
      attributes: [['material', 'steel']] as [string, string][],
      minPrice: '1',
      maxPrice: '2',
      inStock: true,
      asTyped: true,
      view: 'list',
      after: 'a',
    } as const
    const names = [...entriesOf({ ...all, sort: 'newest' }).map(([name]) => name), ...Object.keys(noSteps)]
    expect(names.filter(name => !pageParameters.has(name))).toEqual([])
    // The path is part of the address itself.
    const { path: _, attributes: _each, ...asked } = emptyAddress
    expect(names).toContain('attr.material')
    expect(names).toEqual(expect.arrayContaining(Object.keys(asked)))
  })

  it('says where the next page is, and how many there are', async () => {
    for (let index = 0; index < 3; index += 1) await createTool(shop, { name: `Hose ${index}` })
    const first = await read('/tools?limit=2')
    const kept = await read('/tools?limit=2')
    for (const name of ['link', 'x-total-count', 'content-type']) {
      expect(first.headers.get(name)).toBeTruthy()
      expect(kept.headers.get(name)).toBe(first.headers.get(name))
    }
  })
})

describe('a change', () => {
  it('is in the very next read of the process that made it, whoever wrote it', async () => {
    for (const stock of [41, 42, 43]) {
      const etag = await tagOf(`/tools/${tool}`)
      await sql`update tool set on_hand = ${stock} where id = ${tool}`.execute(shop.db)
      const next = await read(`/tools/${tool}`, etag)
      expect(next.status).toBe(200)
      expect(await next.json()).toMatchObject({ availableQuantity: stock })
    }
  })

  it('is in the very next read after a transaction, and not before its end', async () => {
    await shop.db.transaction().execute(async db => {
      await sql`update tool set name = 'Calliper' where id = ${tool}`.execute(db)
      expect(await (await read(`/tools/${tool}`)).json()).toMatchObject({ name: 'Brake caliper' })
    })
    expect(await (await read(`/tools/${tool}`)).json()).toMatchObject({ name: 'Calliper' })
  })

  it('is told to the other processes', async () => {
    const nameAtNeighbour = async () => {
      const answer: { name: string } = await (await read(`/tools/${tool}`, undefined, neighbour)).json()
      return answer.name
    }
    await sql`update tool set name = 'Seen next door' where id = ${tool}`.execute(shop.db)
    await expect.poll(nameAtNeighbour).toBe('Seen next door')
    // Stock alone tells no search index, and is told all the same.
    await sql`update tool set on_hand = 77 where id = ${tool}`.execute(neighbour.db)
    await expect
      .poll(async () => (await read(`/tools/${tool}`)).json())
      .toMatchObject({ availableQuantity: 77, name: 'Seen next door' })
  })

  it('of the index is in a search as soon as the index has it', async () => {
    expect(await (await read('/search?q=zanzibar')).json()).toMatchObject({ total: 0 })
    await sql`update tool set name = 'Zanzibar wrench' where id = ${tool}`.execute(shop.db)
    await read('/search?q=zanzibar')
    await expect.poll(async () => (await read('/search?q=zanzibar')).json()).toMatchObject({ total: 1 })
  })

  it('is in what shows it, and leaves the rest as it was kept', async () => {
    const other = await createTool(shop, { name: 'Quiet vise', onHand: 100 })
    await settled()
    const showsIt = [`/tools/${other}`, '/tools?limit=20', '/search?q=vise']
    const others = [
      `/tools/${tool}`,
      '/categories',
      '/reviews',
      '/config',
      '/vehicles/years',
      `/tools/${other}/numbers`,
    ]
    for (const path of [...showsIt, ...others]) await tagOf(path)
    // What an order writes of a tool.
    await sql`update tool set reserved = 4 where id = ${other}`.execute(shop.db)
    made.length = 0
    for (const path of others) await tagOf(path)
    expect(made).toEqual([])
    for (const path of showsIt)
      expect(JSON.stringify(await (await read(path)).json()), path).toContain('"availableQuantity":96')
  })

  it('of a table is a change of every call that everyone may make and that reads it', async () => {
    const vehicle = await createVehicle(shop)
    await createFitment(shop, { tool, vehicle })
    const params = { id: tool, slug: 'x', name: 'x' }
    const query = { tool, ids: tool, vehicle: String(vehicle), year: '2015', make: '1', model: '1', q: 'brake' }
    const calls = shop.api.mounted().filter(({ endpoint }) => endpoint.access === 'everyone' && endpoint.reads)
    expect(calls.length).toBeGreaterThan(15)
    for (const call of calls) {
      const topics = new Set<string>()
      const read = await tablesReadBy(async db => {
        const ctx = { ...shop.system, db, topics }
        const known =
          call.endpoint.query instanceof z.core.$ZodObject ? Object.keys(call.endpoint.query._zod.def.shape) : []
        const asked = Object.fromEntries(Object.entries(query).filter(([name]) => known.includes(name)))
        const request = { params, query: asked, body: undefined, rawBody: undefined, headers: {} }
        await shop.api.run(call, ctx, request).catch((error: unknown) => {
          if (!(error instanceof Refusal && error.status === 404)) throw error
        })
      })
      const told = [...(call.endpoint.reads ?? []), ...(topics.has(`tool:${tool}`) ? ['tool'] : []), ...neverOtherwise]
      expect([call.endpoint.path, read.filter(table => !told.includes(table))]).toEqual([call.endpoint.path, []])
    }
  })

  it('of an account, or of what nobody is shown, is none', async () => {
    const etag = await tagOf('/tools')
    await expectWithoutQuery(async () => {
      await sql`delete from rate_limit`.execute(shop.db)
      await sql`delete from idempotency_key`.execute(shop.db)
      sent.length = 0
      return (await read('/tools', etag)).status
    }, 304)
  })
})

describe('what may depend on the day', () => {
  it('is read anew after ten minutes', async () => {
    await tagOf('/home-lists')
    shop.passTime(601_000)
    sent.length = 0
    await read('/home-lists')
    expect(sent.length).toBeGreaterThan(0)
  })
})

describe('what is somebody’s own', () => {
  it('is kept nowhere', async () => {
    expect(vinContract.decodeVin.personal).toBe(true)
    const answer = await read('/vin/1HGCM82633A004352')
    expect(answer.headers.get('etag')).toBeNull()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { call, email } = await createPerson(shop)
    const { status, headers } = await call('GET', `/orders?email=${email}`)
    expect([status, headers.get('etag'), headers.get('cache-control')]).toEqual([200, null, 'no-store'])
  })

  it('is not what the shop says of itself', async () => {
    expect(contentContract.getConfig.access).toBe('everyone')
    expect((await read('/config', await tagOf('/config'))).status).toBe(304)
  })
})

it('an answer is packed as its reader takes it', async () => {
  for (const [accepted, encoding] of [
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ]) {
    const answer = await fetch(`${shop.address}/api/content`, { headers: { 'accept-encoding': accepted ?? '' } })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(await answer.json()).toHaveProperty('shop')
  }
})
