import { sql } from 'kysely'
import type { Database } from '#platform/database'
import { benchToolId, nouns, wordsOf } from './catalogue.ts'

/** What the finder's bench asks: by name, the paths below `/api`, each another question. */
export type Questions = Record<string, string[]>

/** Each kind of question so many times at most, all different: nothing can be answered from memory of an answer. */
const distinct = 4000
const leastDistinct = 1000

export async function makeQuestions(db: Database): Promise<Questions> {
  const tools = await sampleTools(db)
  const words = wordQuestions(tools)
  const questions: Questions = {
    'a tool': tools.map(({ n }) => `/tools/${benchToolId(n)}`),
    // Whole, or the beginning, as the search box asks while somebody types.
    'part number': tools.map(({ number }, index) =>
      index % 2 ? search({ q: number.slice(0, -1 - (index % 3)), limit: 8 }) : search({ q: awry(number, index) }),
    ),
    'does it fit': await fitQuestions(db),
    'vehicle and category': await vehicleQuestions(db),
    words,
    'words with a typo': tools.map(tool => search({ q: `${mistype(tool.noun, tool.n)} ${tool.series}` })),
    VIN: Array.from({ length: distinct }, (_, index) => `/vin/${vinOf(index)}`),
  }
  return Object.fromEntries(
    Object.entries(questions).map(([name, paths]) => {
      const different = [...new Set(paths)]
      if (different.length < leastDistinct) throw new Error(`only ${different.length} questions "${name}" differ`)
      return [name, different]
    }),
  )
}

const search = (asked: Record<string, string | number>) =>
  `/search?${new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))}`

type Sample = {
  n: number
  number: string
  noun: string
  qualifier: string
  series: string
  brand: string
  category: string
}

/** Tools from all over the catalogue, with any one of their numbers. */
async function sampleTools(db: Database): Promise<Sample[]> {
  const { rows } = await sql<{ n: number; number: string; name: string; brand: string; category: string }>`
    select tool.ordinal as n, number.value as number, tool.name, brand.name as brand, category.slug as category
    from (select (select max(ordinal) from tool)::bigint * k / ${distinct}::integer as n
      from generate_series(1, ${distinct}::integer) k) picked
      join tool on tool.ordinal = picked.n
      join brand on brand.id = tool.brand_id join category on category.id = tool.category_id
      cross join lateral (
        select value from part_number where tool_ordinal = tool.ordinal order by hashint8(id) limit 1) number`.execute(
    db,
  )
  return rows.map(({ name, ...row }) => {
    const noun = nouns.find(noun => name.includes(noun)) ?? ''
    const series =
      name
        .slice(name.indexOf(noun) + noun.length)
        .trim()
        .split(' ')[0] ?? ''
    return { ...row, noun, qualifier: name.slice(0, name.indexOf(noun)).trim(), series }
  })
}

/** As it is typed: small letters, spaces and dots where the maker has none. */
function awry(number: string, index: number): string {
  const plain = index % 4 ? number.toLowerCase() : number.replaceAll(/[-/]/g, ' ')
  return index % 3 ? plain : `${plain.slice(0, 3)}.${plain.slice(3)}`
}

/** Half of them are broad, which up to a fifth of all tools have; each has a filter, and all have counts. */
function wordQuestions(tools: Sample[]): string[] {
  return tools.map(({ noun, qualifier, series, brand, category }, index) => {
    const [broad = noun] = noun.split(' ')
    // No two questions of a kind are the same: the least price is another one each time.
    const minPrice = (1 + index / 200).toFixed(2)
    if (index % 4 === 0) return search({ q: broad, minPrice, inStock: 'true' })
    if (index % 4 === 1) return search({ q: noun, minPrice, category })
    if (index % 4 === 2) return search({ q: `${qualifier} ${noun}`, brand, maxPrice: 100 + index / 2 })
    return search({ q: `${noun} ${series}`, minPrice })
  })
}

/** Two letters change places, one is left out, or one is doubled. */
function mistype(words: string, n: number): string {
  const at = 1 + (n % Math.max(1, words.length - 3))
  if (n % 3 === 0) return words.slice(0, at) + words[at + 1] + words[at] + words.slice(at + 2)
  if (n % 3 === 1) return words.slice(0, at) + words.slice(at + 1)
  return words.slice(0, at) + words[at] + words.slice(at)
}

async function fitQuestions(db: Database): Promise<string[]> {
  const { rows } = await sql<{ tool: number; vehicle: number }>`
    select tool_ordinal as tool, vehicle_id as vehicle from fitment tablesample system (0.5) repeatable (1)
    limit ${distinct}`.execute(db)
  // Every other pair is one that no row knows.
  return rows.map(({ tool, vehicle }, index) => {
    const asked = index % 2 ? tool : ((tool * 7) % rows.length) + 1
    return `/fitment?tool=${benchToolId(asked)}&vehicle=${vehicle}`
  })
}

/** Vehicles as often as they have parts: most questions are about the common ones. */
async function vehicleQuestions(db: Database): Promise<string[]> {
  const { rows } = await sql<{ vehicle: number; category: string }>`
    select distinct fitment.vehicle_id as vehicle, category.slug as category
    from fitment tablesample system (1) repeatable (2)
      join tool on tool.ordinal = fitment.tool_ordinal join category on category.id = tool.category_id
    limit ${distinct}`.execute(db)
  return rows.map(({ vehicle, category }) => search({ vehicle, category }))
}

/** The first eight characters of VINs of common cars: their makers' own, which say make, model and body. */
const vinBeginnings = wordsOf(`
  1HGCM826, 2HGFC2F5, JTMRFREV, WBA8E9G5, 1C4RJFBG, 1FTFW1ET, 2T1BURHE, 3VWD17AJ, 4T1BF1FK, 1N4AL3AP,
  KMHDH4AE, JN8AT2MV, 5XYPG4A3, 1FA6P8CF, 5NPE24AF, 19XFC2F5, 4S4BSANC, JM1BM1V7`)
const vinYears = '9ABCDEFGHJKL'

/** A VIN with a serial number of its own and the check digit of 49 CFR 565. */
export function vinOf(index: number): string {
  const beginning = vinBeginnings[index % vinBeginnings.length] ?? ''
  const year = vinYears[Math.floor(index / vinBeginnings.length) % vinYears.length] ?? ''
  const rest = `${year}A${String(index).padStart(6, '0')}`
  const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
  const sum = Array.from(`${beginning}0${rest}`).reduce(
    (total, sign, at) => total + valueOf(sign) * (weights[at] ?? 0),
    0,
  )
  return beginning + (sum % 11 === 10 ? 'X' : sum % 11) + rest
}

/** Letters count as 49 CFR 565 says: A to H are 1 to 8, J to R 1 to 9, S to Z 2 to 9. */
function valueOf(sign: string): number {
  if (/\d/.test(sign)) return Number(sign)
  const values: Record<string, number> = { ABCDEFGH: 1, JKLMN: 1, P: 7, R: 9, STUVWXYZ: 2 }
  const [group = '', first = 0] = Object.entries(values).find(([letters]) => letters.includes(sign)) ?? []
  return first + group.indexOf(sign)
}
