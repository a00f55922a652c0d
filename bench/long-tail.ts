import { createPool, openDatabase } from '#platform/database'
import type { Figure } from './measure/figure.ts'
import { benchToolId, fillCatalogue, nouns } from './finder/catalogue.ts'
import { reader } from './measure/reader.ts'
import { type Round, callFor, perSecond, quantile, rounded } from './measure/rounds.ts'
import { withDatabase, withShop } from './measure/shop.ts'

const callers = 8
const rounds = 5
const roundSeconds = 3
const size = { tools: 100_000, applications: 500_000, numbers: 200_000 }

/** The least share of its API's reads that pages reach. */
const bounds = { tool: 0.3, search: 0.15 }

/**
 * Pages that nobody has asked for before, as most visits of a large catalogue are: a tool's and a search's, by turns with the
 * API's read of the same, which nobody has asked for before either.
 */
export function longTail(): Promise<Figure[]> {
  return withDatabase(async url => {
    const environment = { DATABASE_URL: url, LOG_LEVEL: 'fatal' }
    // The shop's first start loads the vehicles.
    await withShop(environment, async () => undefined)
    const pool = createPool(url, { max: 4, name: 'bench' })
    await fillCatalogue(openDatabase(pool), size)
    await pool.end()
    return await withShop(environment, measure)
  })
}

async function measure(shop: string): Promise<Figure[]> {
  const read = reader(callers)
  const pages = new Set<string>()
  // The address of a tool's page has its name, which the list tells.
  const slugs = await addressesOfTools(shop)
  const words = (index: number) =>
    encodeURIComponent(`${nouns[index % nouns.length]} ${50 + (index % 397)} mm ${index}`)
  const once = (address: string) => {
    if (pages.has(address)) throw new Error(`${address} was asked for before`)
    pages.add(address)
    return read(address, { headers: { 'accept-encoding': 'br' } })
  }
  const asks = {
    toolPage: (index: number) => once(shop + at(slugs, index)),
    toolRead: (index: number) => read(`${shop}/api/tools/${benchToolId(size.tools - (index % size.tools))}`),
    searchPage: (index: number) => once(`${shop}/shop?q=${words(index)}`),
    searchRead: (index: number) => read(`${shop}/api/search?limit=24&q=${words(index + 1_000_000)}`),
  }
  const names = Object.keys(asks) as (keyof typeof asks)[]
  const measured = new Map<string, Round[]>(names.map(name => [name, []]))
  const asked = new Map(names.map(name => [name, 0]))
  for (let round = -1; round < rounds; round += 1) {
    for (const name of names) {
      const from = asked.get(name) ?? 0
      const done = await callFor(roundSeconds * 1000, callers, index => {
        asked.set(name, Math.max(asked.get(name) ?? 0, from + index + 1))
        return asks[name](from + index)
      })
      if (round >= 0) measured.get(name)?.push(done)
    }
  }
  const rate = (name: keyof typeof asks) => perSecond(measured.get(name) ?? [])
  const p50 = (name: keyof typeof asks) =>
    quantile(
      (measured.get(name) ?? []).flatMap(({ latenciesMs }) => latenciesMs),
      0.5,
    )
  const figures = (name: string, page: keyof typeof asks, api: keyof typeof asks, limit: number): Figure[] => [
    { name: `${name}: page not asked for before`, value: rounded(rate(page), 0), unit: 'per s' },
    { name: `${name}: p50 of it, ${callers} clients`, value: rounded(p50(page), 1), unit: 'ms' },
    { name: `${name}: its API read, not asked for before`, value: rounded(rate(api), 0), unit: 'per s' },
    { name: `${name}: page to API read (at least)`, value: rounded(rate(page) / rate(api)), unit: 'ratio', limit },
  ]
  return [
    ...figures('a tool', 'toolPage', 'toolRead', bounds.tool),
    ...figures('a search', 'searchPage', 'searchRead', bounds.search),
  ]
}

/** The paths of all tools' pages, as the site map has them. */
export async function addressesOfTools(shop: string): Promise<string[]> {
  const index = await (await fetch(`${shop}/sitemap.xml`)).text()
  const parts = locationsIn(index)
  const all = await Promise.all(parts.map(async part => locationsIn(await (await fetch(part)).text())))
  return all
    .flat()
    .map(address => new URL(address).pathname)
    .filter(path => path.startsWith('/shop/'))
}

const locationsIn = (xml: string): string[] =>
  Array.from(xml.matchAll(/<loc>([^<]+)<\/loc>/g), ([, location = '']) => location)

function at(paths: readonly string[], index: number): string {
  const path = paths[index]
  if (!path) throw new Error('there are fewer tools than were asked for')
  return path
}
