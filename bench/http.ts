import { fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import type { Figure } from './measure/figure.ts'
import { type Read, reader } from './measure/reader.ts'
import { type Round, callFor, perSecond, rounded } from './measure/rounds.ts'
import { withDatabase, withShop } from './measure/shop.ts'

const callers = 16
const rounds = 5
const roundSeconds = 2

const leastOfBytes = 0.5
const leastOfSelect = 0.8

type Ask = (index: number) => Promise<unknown>

/**
 * Pages and reads of the demo shop, kept and made each time, by turns with bare routes of the same framework: one that
 * sends the same bytes, and one that does an indexed select of twenty rows.
 */
export function http(): Promise<Figure[]> {
  return withDatabase(url =>
    withShop({ DATABASE_URL: url, DEMO: 'yes', LOG_LEVEL: 'fatal' }, async shop => {
      const bare = fork(join(import.meta.dirname, 'bare-answers.ts'), [url])
      try {
        const [limit] = (await once(bare, 'message')) as [string]
        return await measure(shop, limit)
      } finally {
        bare.kill()
      }
    }),
  )
}

const packed = { headers: { 'accept-encoding': 'br' } }

async function measure(shop: string, limit: string): Promise<Figure[]> {
  const read = reader(callers)
  const list = `${shop}/api/tools?limit=20`
  const [tool] = JSON.parse(await read(list)) as { _id: string }[]
  // The address leads on to the one with the tool's name.
  const toolPage = String((await headersOf(`${shop}/shop/${tool?._id}`))['location'])
  const pages = { home: `${shop}/`, shop: `${shop}/shop`, tool: new URL(toolPage, shop).href }
  const figures: Figure[] = []
  for (const [name, address] of Object.entries(pages)) {
    await put(`${limit}/bytes`, await bytesOf(address))
    const tag = await tagOf(address)
    const measured = await inTurn({
      bare: () => read(`${limit}/bytes`),
      kept: () => read(address, packed),
      unchanged: () => read(address, { headers: { 'if-none-match': tag }, expected: 304 }),
      // Nobody has asked for this address before, and the page is the same: a model without its year says nothing.
      made: index => read(`${address}?model=${index}`, packed),
    })
    figures.push(
      { name: `${name}: bare answer of the same bytes`, value: rounded(measured.bare, 0), unit: 'per s' },
      { name: `${name}: kept page`, value: rounded(measured.kept, 0), unit: 'per s' },
      { name: `${name}: unchanged page (304)`, value: rounded(measured.unchanged, 0), unit: 'per s' },
      { name: `${name}: page rendered each time`, value: rounded(measured.made, 0), unit: 'per s' },
      ratio(`${name}: kept page to bare answer`, measured.kept / measured.bare, leastOfBytes),
    )
  }
  return [...figures, ...(await measureReads(list, `${limit}/tools`, read))]
}

async function measureReads(list: string, limit: string, read: ReturnType<typeof reader>): Promise<Figure[]> {
  const tag = await tagOf(list)
  const measured = await inTurn({
    bare: () => read(limit),
    kept: () => read(list),
    unchanged: () => read(list, { headers: { 'if-none-match': tag }, expected: 304 }),
    // Behind an id that is newer than any: the first page.
    made: index => read(`${list}&after=ffffffff-ffff-7fff-bfff-${String(index).padStart(12, '0')}`),
  })
  return [
    { name: '20 tools: bare route, one indexed select', value: rounded(measured.bare, 0), unit: 'per s' },
    { name: '20 tools: kept', value: rounded(measured.kept, 0), unit: 'per s' },
    { name: '20 tools: unchanged (304)', value: rounded(measured.unchanged, 0), unit: 'per s' },
    { name: '20 tools: read from the database each time', value: rounded(measured.made, 0), unit: 'per s' },
    ratio('20 tools, kept, to bare select', measured.kept / measured.bare, leastOfSelect),
    { name: '20 tools, read each time, to bare select', value: rounded(measured.made / measured.bare), unit: 'ratio' },
  ]
}

const ratio = (name: string, value: number, limit: number): Figure => ({
  name: `${name} (at least)`,
  value: rounded(value),
  unit: 'ratio',
  limit,
})

/** Everything once in each round, so that what the machine does meanwhile meets all of them alike; answers per second. */
async function inTurn<Name extends string>(asks: Record<Name, Ask>): Promise<Record<Name, number>> {
  const names = Object.keys(asks) as Name[]
  const measured = new Map<Name, Round[]>(names.map(name => [name, []]))
  let asked = 0
  for (let round = -1; round < rounds; round += 1) {
    for (const name of names) {
      const from = asked
      const done = await callFor(roundSeconds * 1000, callers, index => {
        asked = Math.max(asked, from + index + 1)
        return asks[name](from + index)
      })
      if (round >= 0) measured.get(name)?.push(done)
    }
  }
  return Object.fromEntries(names.map(name => [name, perSecond(measured.get(name) ?? [])])) as Record<Name, number>
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
  const { body } = await ask(address, packed)
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
