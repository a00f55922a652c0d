import { fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { type Call, type Caller, type Cost, requireFasterCaller, startCallers } from './measure/caller.ts'
import type { Figure } from './measure/figure.ts'
import { processorUsOf } from './measure/processor.ts'
import { quantile, rounded } from './measure/rounds.ts'
import { withDatabase, withShop } from './measure/shop.ts'

const callers = 16
const rounds = 5
const roundMs = 2000

/** By processor time; what is kept is to cost less than five bare answers of the same bytes. */
const leastOfBytes = 0.2
const leastOfSelect = 0.8
type Ask = Pick<Call, 'address' | 'paths' | 'headers'> & { pid: number; expected?: number }
type Read = { headers?: Record<string, string> }

type Sides = { shop: string; shopPid: number; bare: string; barePid: number; caller: Caller }

/**
 * Pages and reads of the demo shop, kept and made each time, by turns with bare routes of the same framework: one that
 * sends the same bytes, and one that does an indexed select of twenty rows. The callers are two processes of their own, which come
 * from half as many addresses as they have connections: the shop's fair share is on.
 */
export function http(): Promise<Figure[]> {
  return withDatabase(url =>
    withShop({ DATABASE_URL: url, DEMO: 'yes', LOG_LEVEL: 'fatal' }, async (shop, { pid: shopPid }) => {
      const child = fork(join(import.meta.dirname, 'bare-answers.ts'), [url])
      using caller = await startCallers(2)
      try {
        const [bare] = (await once(child, 'message')) as [string]
        return await measure({ shop, shopPid, bare, barePid: child.pid ?? 0, caller })
      } finally {
        child.kill()
      }
    }),
  )
}

const packed = { 'accept-encoding': 'br' }

async function measure(sides: Sides): Promise<Figure[]> {
  const { shop, shopPid: pid, bare, barePid } = sides
  const { body } = await ask(`${shop}/api/tools?limit=1`, {})
  const [tool] = JSON.parse(body.toString()) as { _id: string }[]
  // The address leads on to the one with the tool's name.
  const toolPage = String((await headersOf(`${shop}/shop/${tool?._id}`))['location'])
  const pages = { home: '/', shop: '/shop', tool: new URL(toolPage, shop).pathname }
  const figures: Figure[] = [
    { name: 'load of the machine before (1 minute)', value: rounded(loadavg()[0] ?? 0), unit: '' },
  ]
  for (const [name, path] of Object.entries(pages)) {
    await put(`${bare}/bytes`, await bytesOf(shop + path))
    const tag = await tagOf(shop + path)
    const measured = await inTurn(sides.caller, {
      bare: { pid: barePid, address: bare, paths: ['/bytes'] },
      kept: { pid, address: shop, paths: [path], headers: packed },
      unchanged: { pid, address: shop, paths: [path], headers: { 'if-none-match': tag }, expected: 304 },
      // Nobody has asked for this address before, and the page is the same: a model without its year says nothing.
      made: { pid, address: shop, paths: [`${path}?model={n}`], headers: packed },
    })
    figures.push(
      ...figuresOf(`${name}: bare answer of the same bytes`, measured.bare),
      ...figuresOf(`${name}: kept page`, measured.kept),
      ...figuresOf(`${name}: unchanged page (304)`, measured.unchanged),
      ...figuresOf(`${name}: page rendered each time`, measured.made),
      ratio(`${name}: bare answer to kept page`, measured.bare, measured.kept, leastOfBytes),
    )
  }
  return [...figures, ...(await measureReads(sides))]
}

async function measureReads({ shop, shopPid: pid, bare, barePid, caller }: Sides): Promise<Figure[]> {
  const path = '/api/tools?limit=20'
  const tag = await tagOf(shop + path)
  const measured = await inTurn(caller, {
    bare: { pid: barePid, address: bare, paths: ['/tools'] },
    kept: { pid, address: shop, paths: [path] },
    unchanged: { pid, address: shop, paths: [path], headers: { 'if-none-match': tag }, expected: 304 },
    // Behind an id that is newer than any: the first page.
    made: { pid, address: shop, paths: [`${path}&after=ffffffff-ffff-7fff-bfff-1{n}`] },
  })
  return [
    ...figuresOf('20 tools: bare route, one indexed select', measured.bare),
    ...figuresOf('20 tools: kept', measured.kept),
    ...figuresOf('20 tools: unchanged (304)', measured.unchanged),
    ...figuresOf('20 tools: read from the database each time', measured.made),
    ratio('20 tools: bare select to kept', measured.bare, measured.kept, leastOfSelect),
    ratio('20 tools: bare select to read each time', measured.bare, measured.made),
  ]
}

const figuresOf = (name: string, { perSecond, processorUs, callerUs }: Cost): Figure[] => [
  { name, value: rounded(perSecond, 0), unit: 'per s' },
  { name: `${name}, processor time`, value: rounded(processorUs, 0), unit: 'µs' },
  { name: `${name}, the caller alone`, value: rounded(1e6 / callerUs, 0), unit: 'per s' },
]

const ratio = (name: string, one: Cost, other: Cost, limit?: number): Figure => ({
  name: `${name}, by processor time${limit === undefined ? '' : ' (at least)'}`,
  value: rounded(one.processorUs / other.processorUs),
  unit: 'ratio',
  ...(limit !== undefined && { limit }),
})

/** Everything once in each round, so that what the machine does meanwhile meets all of them alike; the medians. */
async function inTurn<Name extends string>(caller: Caller, asks: Record<Name, Ask>): Promise<Record<Name, Cost>> {
  const names = Object.keys(asks) as Name[]
  const measured = new Map<Name, Cost[]>(names.map(name => [name, []]))
  let first = 10_000_000_000
  for (let round = -1; round < rounds; round += 1) {
    for (const name of names) {
      const { pid, expected = 200, headers = {}, ...call } = asks[name]
      const used = processorUsOf(pid)
      const called = await caller.call({ ...call, headers, first, durationMs: roundMs, sockets: callers, from: 'each' })
      first += called.count + callers
      const others = Object.keys(called.statuses).filter(status => Number(status) !== expected)
      if (others.length > 0 || called.count === 0)
        throw new Error(`${call.paths[0]} answered ${others.join(', ') || 'nothing'}`)
      const processorUs = (processorUsOf(pid) - used) / called.count
      const perSecond = (1000 * called.count) / called.elapsedMs
      if (round >= 0) measured.get(name)?.push({ perSecond, processorUs, callerUs: called.processorUs })
    }
  }
  const medianOf = (name: Name, key: keyof Cost) =>
    quantile(
      (measured.get(name) ?? []).map(one => one[key]),
      0.5,
    )
  const results = names.map(name => {
    const cost = {
      perSecond: medianOf(name, 'perSecond'),
      processorUs: medianOf(name, 'processorUs'),
      callerUs: medianOf(name, 'callerUs'),
    }
    requireFasterCaller(name, cost)
    return [name, cost] as const
  })
  return Object.fromEntries(results) as Record<Name, Cost>
}

async function tagOf(address: string): Promise<string> {
  const { etag } = await headersOf(address)
  if (typeof etag !== 'string') throw new Error(`${address} has no ETag`)
  return etag
}

async function headersOf(address: string) {
  const { headers } = await ask(address, {})
  return headers
}

async function bytesOf(address: string): Promise<Buffer> {
  const { body } = await ask(address, { headers: packed })
  return body
}

function ask(address: string, { headers = {} }: Read) {
  return new Promise<{ headers: Record<string, string | string[] | undefined>; body: Buffer }>((resolve, reject) => {
    request(address, { headers }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(chunks) }))
    })
      .on('error', reject)
      .end()
  })
}

async function put(address: string, bytes: Buffer): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream' }
  const answer = await fetch(address, { method: 'PUT', headers, body: new Uint8Array(bytes) })
  if (!answer.ok) throw new Error(`${address} did not take the bytes`)
}
