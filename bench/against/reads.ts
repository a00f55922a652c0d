import type { Call, Caller, Cost } from '../measure/caller.ts'
import { type Asked, type Compared, byTurns, rounds } from './turns.ts'

const callers = 16

/** Of the parts, those that no other round asks for. `lap`: reads before and after the orders are laps of their own. */
const ofRound = <T>(all: readonly T[], round: number, lap: number): T[] => {
  const share = Math.floor(all.length / (2 * (rounds + 1)))
  const from = (lap * (rounds + 1) + round) * share
  return all.slice(from, from + share)
}

type Read = Pick<Call, 'paths' | 'headers'> & { durationMs: number }
type Reads = Record<string, (asked: Asked, round: number, lap: number) => Read>

const packed = { 'accept-encoding': 'br' }

const reads: Reads = {
  '20 tools, kept': () => ({ paths: ['/api/tools?limit=20'], durationMs: 2000 }),
  'home page, kept, packed': () => ({ paths: ['/'], headers: packed, durationMs: 2000 }),
  // Behind an id that is newer than any: the first page.
  '20 tools, read each time': () => ({
    paths: ['/api/tools?limit=20&after=ffffffff-ffff-7fff-bfff-1{n}'],
    durationMs: 2000,
  }),
  // They come round again within a round: most answers are kept ones.
  'tools by their ids, 800 in turn': ({ tools }, round, lap) => ({
    paths: ofRound(tools, round, lap).map(id => `/api/tools/${id}`),
    durationMs: 300,
  }),
  'a tool’s page that nobody asked for': ({ pages }, round, lap) => ({
    paths: ofRound(pages, round, lap),
    headers: packed,
    durationMs: 1500,
  }),
}

let first = 10_000_000_000

export async function compareReads(caller: Caller, asked: readonly [Asked, Asked], when: string): Promise<Compared[]> {
  const lap = when === 'after the start' ? 0 : 1
  const compared: Compared[] = []
  for (const [what, readOf] of Object.entries(reads)) {
    const name = `${what}, ${when}`
    const cost = (one: Asked, round: number) => read(caller, one, readOf(one, round, lap))
    compared.push(...(await byTurns(asked, async (one, round) => [[name, await cost(one, round)]])))
  }
  return compared
}

async function read(caller: Caller, { side }: Asked, { durationMs, ...call }: Read): Promise<Cost> {
  const used = side.processorUs()
  const called = await caller.call({
    ...call,
    address: side.address,
    first,
    durationMs,
    sockets: callers,
    from: 'each',
  })
  first += called.count + callers
  const others = Object.keys(called.statuses).filter(status => status !== '200')
  if (others.length > 0 || called.count === 0)
    throw new Error(`${call.paths[0]} answered ${others.join(', ') || 'nothing'}`)
  return {
    processorUs: (side.processorUs() - used) / called.count,
    perSecond: (1000 * called.count) / called.elapsedMs,
    callerUs: called.processorUs,
  }
}
