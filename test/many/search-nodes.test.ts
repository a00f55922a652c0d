import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { createTool } from '../factories.ts'
import { long } from '../tiers.ts'
import { type SearchNode, openSearches, startOpenSearch } from './opensearch.ts'
import { useSite } from './site.ts'

const timeout = 900_000
const perSecond = 50
const startMs = 10_000
/** A machine that is slower than that is asked as fast as it answers so many at once. */
const mostOpen = 10
/** What the shop promises for a node that was killed. */
const promisedMs = 5000
/** Until a process looks, and all is loaded anew, on a machine that is busy. */
const reloadMs = 120_000

const site = useSite('search-nodes')

/** By words, beginnings, typos, several words, part of it filtered, a word that stands for none. */
const questions = ['brake', 'bra', 'brkae disc', 'front brake disc', 'axle&inStock=true', 'spanner rear', 'zzzzz']

/** An answer, or a refusal, as far as it is read. */
type Body = {
  total: number
  tools: { _id: string }[]
  facets: { brand: unknown }
  corrected?: string
  suggestions?: string[]
  code?: string
}
type Asked = { at: number; question: string; status: number; body: Body }

let visits = 0

/** Below a price that nothing has, another one each time: an answer that is kept says nothing of the search server. */
async function ask(address: string, question: string, maxPrice = `${100_000 + ++visits}`): Promise<Asked> {
  const path = `/api/search?q=${question}&maxPrice=${maxPrice}`
  const answer = await fetch(`${address}${path}`)
  return { at: Date.now(), question, status: answer.status, body: await answer.json() }
}

/** All that is the same whatever it costs. */
const found = ({ body: { total, tools, facets, corrected, suggestions } }: Asked) =>
  JSON.stringify({
    total,
    tools: tools.map(({ _id }) => _id),
    brand: facets.brand,
    corrected,
    suggestions,
  })

/** Asks so many times a second, one question after the other, until it is told to stop. */
function startAsking(address: string) {
  const asked: Asked[] = []
  const broken: unknown[] = []
  const open = new Set<Promise<void>>()
  const began = Date.now()
  let count = 0
  const timer = setInterval(() => {
    const due = Math.floor(((Date.now() - began) / 1000) * perSecond)
    for (; count < due && open.size < mostOpen; count += 1) {
      const asking: Promise<void> = ask(address, questions[count % questions.length] ?? '')
        .then(
          one => void asked.push(one),
          (error: unknown) => void broken.push(error),
        )
        .finally(() => open.delete(asking))
      open.add(asking)
    }
  }, 10)
  return {
    asked,
    broken,
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
    },
  }
}

async function stateOf({ address }: SearchNode, path: string) {
  return (await fetch(`${address}${path}`)).json()
}

for (const { version, release } of openSearches) {
  it.skipIf(!release)(
    `one of three nodes of OpenSearch ${version} is killed, and the whole index is deleted, under 50 searches a second: nothing wrong is shown`,
    { timeout, ...long },
    async () => {
      if (!release) return
      const nodes = await startOpenSearch(release, { folder: site.folder, count: 3 })
      for (const node of nodes) site.atEnd(node.end)
      const [{ id: managerId }] = await stateOf(nodes[0]!, '/_cat/cluster_manager?format=json')
      const ids = await Promise.all(
        nodes.map(async node => Object.keys((await stateOf(node, '/_nodes/_local')).nodes)[0]),
      )
      // The one that every question goes to first also says where all else is: no other is missed more.
      const door = nodes[ids.indexOf(managerId)]!
      const others = nodes.filter(node => node !== door)
      const hosts = [door, ...others].map(({ address }) => new URL(address).host)

      const { url, db } = await site.makeDatabase()
      const nouns = ['brake disc', 'brake pad', 'axle', 'spanner']
      for (let count = 0; count < 60; count += 1) {
        const name = `${count % 3 ? 'Front' : 'Rear'} ${nouns[count % 4]} ${count}`
        await createTool({ db }, { name, onHand: count % 5 })
      }
      const zebra = await createTool({ db }, { name: 'Zebra' })
      const shop = await site.start('one', { DATABASE_URL: url, SEARCH_URL: `http://${hosts.join(',')}/tappet` })
      const settled = await eventually(
        () => ask(shop.address, 'zebra'),
        ({ status, body }) => status === 200 && body.total === 1,
        reloadMs,
      )
      expect(settled.body.tools).toMatchObject([{ _id: zebra }])
      await eventually(
        () => stateOf(door, '/_cluster/health'),
        ({ status }) => status === 'green',
        reloadMs,
      )
      const right = new Map<string, string>()
      for (const question of questions) {
        const asked = await ask(shop.address, question)
        right.set(question, found(asked))
        expect(asked.body.total > 0, question).toBe(question !== 'zzzzz')
      }

      const wrong = (asked: readonly Asked[]) =>
        asked.filter(one => one.status === 200 && found(one) !== right.get(one.question))
      const refused = (asked: readonly Asked[]) => asked.filter(({ status }) => status !== 200)
      const whole = async () => {
        expect((await fetch(`${shop.address}/readyz`)).status).toBe(200)
        const codes = new Set(refused(load.asked).map(({ status, body }) => `${status} ${body.code}`))
        expect([...codes].filter(code => code !== '503 search-unavailable')).toEqual([])
        expect([wrong(load.asked).slice(0, 3), load.broken]).toEqual([[], []])
      }

      const load = startAsking(shop.address)
      site.atEnd(load.stop)
      await pause(startMs)
      expect(refused(load.asked)).toEqual([])
      const killed = Date.now()
      door.signal('SIGKILL')
      await eventually(
        async () => fetch(`${shop.address}/readyz`),
        ({ status }) => status === 200,
      )
      await sql`update tool set price = 777 where id = ${zebra}`.execute(db)
      const follow = async () => (await ask(shop.address, 'zebra', '7.77')).body.total
      await eventually(follow, total => total === 1, 60_000)
      const followedMs = Date.now() - killed
      await pause(Math.max(0, 20_000 - followedMs))
      await whole()
      const failed = refused(load.asked)
      const lastMs = Math.max(0, ...failed.map(({ at }) => at - killed))
      process.stdout.write(
        `A node was killed: of ${load.asked.length} searches, ${Math.round((1000 * load.asked.length) / (Date.now() - killed + startMs))} a second, ` +
          `${failed.length} were refused, the last after ${lastMs} ms; ` +
          `a price was found again after ${followedMs} ms.\n`,
      )
      expect(lastMs).toBeLessThan(promisedMs)

      const before = Object.keys(await stateOf(others[0]!, '/_alias/tappet-3-tools'))
      const deleted = Date.now()
      expect((await fetch(`${others[0]?.address}/tappet-*`, { method: 'DELETE' })).status).toBe(200)
      await eventually(
        async () => refused(load.asked).filter(({ at }) => at > deleted).length,
        count => count > 0,
      )
      await eventually(
        () => ask(shop.address, 'brake'),
        ({ status }) => status === 200,
        reloadMs,
      )
      const back = Date.now()
      process.stdout.write(`The index was deleted: it answers again after ${back - deleted} ms.\n`)
      await pause(3000)
      await whole()
      expect(refused(load.asked).filter(({ at }) => at > back + 1000)).toEqual([])
      const after = Object.keys(await stateOf(others[0]!, '/_alias/tappet-3-tools'))
      expect([after.length, after[0] === before[0]]).toEqual([1, false])
      await load.stop()
      expect(await shop.end('SIGTERM')).toMatchObject({ status: 0, signal: null })
    },
  )
}
