import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { newId } from '#platform/context'
import type { Database } from '#platform/database'
import { type FitFacet, sortOrders } from '../../src/modules/finder/lists.rules.ts'
import type { IndexAnswer, IndexQuestion, SearchIndex } from '../../src/modules/finder/index/index.ts'
import { loadIndex } from '../../src/modules/finder/index/load.server.ts'
import { type Searcher, searcher } from '../../src/modules/finder/index/search.server.ts'
import { synonymsOf } from '../../src/modules/finder/words/synonyms.rules.ts'
import { createTool } from '../factories.ts'
import { anyAttributes } from './index-tools.ts'

/** An adapter of the port of search, with the database that it follows; it is made with the synonyms below. */
export type SearchRig = { db: Database; databaseUrl: string; index: SearchIndex }

export const contractSynonyms = [
  ['spanner', 'wrench'],
  ['shock absorber', 'damper'],
  { for: 'rotor', find: ['brake disc'] },
]

const tools = 600

export function question(words: string, more: Partial<IndexQuestion> = {}): IndexQuestion {
  return { words, categories: [], brands: [], onlyInStock: false, sort: 'relevance', limit: 10, ...more }
}

/** What every adapter of the port has to hold. */
export function holdToSearchPort(rig: () => SearchRig): void {
  const ask = (words: string, more: Partial<IndexQuestion> = {}) => rig().index.ask(question(words, more))
  const ordinalOf = async (id: string) => {
    const { rows } = await sql<{ ordinal: number }>`select ordinal from tool where id = ${id}`.execute(rig().db)
    return rows[0]?.ordinal ?? 0
  }

  beforeAll(async () => {
    await fill(rig().db)
    await rig().index.catchUp()
  }, 120_000)

  it('answers each question as looking through the catalogue in memory does, on every page', async () => {
    const byHand = await inMemory(rig().databaseUrl)
    await fc.assert(
      fc.asyncProperty(anyQuestion, async asked => {
        for (let after: string | undefined, pages = 0; pages < 4; pages += 1) {
          const expected = byHand.answer({ ...asked, after })
          expect(plain(await rig().index.ask({ ...asked, after }))).toEqual(plain(expected))
          if (expected.next === undefined) return
          after = expected.next
        }
      }),
      { numRuns: 150, seed: 21 },
    )
  }, 120_000)

  it('finds what was committed before it was told to catch up: words, price, stock and the archive', async () => {
    const { db, index } = rig()
    const id = await createTool({ db }, { name: 'Brass drift', price: 500, onHand: 3 })
    const ordinal = await ordinalOf(id)
    const found = async (words: string, more: Partial<IndexQuestion> = {}) => {
      await index.catchUp()
      return (await ask(words, more)).ordinals
    }
    expect(await found('brass', { maxPrice: 600, onlyInStock: true })).toEqual([ordinal])
    await sql`update tool set price = 700 where id = ${id}`.execute(db)
    expect(await found('brass', { maxPrice: 600 })).toEqual([])
    await sql`update tool set reserved = 3 where id = ${id}`.execute(db)
    expect(await found('brass', { onlyInStock: true })).toEqual([])
    await sql`update tool set name = 'Copper drift' where id = ${id}`.execute(db)
    expect([await found('brass'), await found('copper')]).toEqual([[], [ordinal]])
    await sql`update tool set archived_at = now() where id = ${id}`.execute(db)
    expect(await found('copper')).toEqual([])
  }, 60_000)

  it('corrects a word that the catalogue lacks, and says so; suggests where nothing has all words', async () => {
    const { db, index } = rig()
    const ordinal = await ordinalOf(await createTool({ db }, { name: 'Ceramic friction lining 12V' }))
    await createTool({ db }, { name: 'Torque meter' })
    await index.catchUp()
    expect(await ask('cermaic lining')).toMatchObject({ corrected: 'ceramic lining', ordinals: [ordinal] })
    const typed = await ask('cermaic lining', { asTyped: true })
    expect(typed).toMatchObject({ total: 0, suggestions: ['ceramic lining', 'lining'] })
    expect(await ask('12w lining')).toMatchObject({ total: 0, suggestions: ['lining'] })
    expect((await ask('torque ceramic')).suggestions.toSorted()).toEqual(['ceramic', 'torque'])
    expect((await ask('frictionlining')).corrected).toBe('friction lining')
  }, 60_000)

  it('corrects several words by those that go together, and by none that finds nothing (finding 20)', async () => {
    const pads = await ask('brake pads')
    expect(pads.total).toBeGreaterThan(0)
    expect(await ask('brke pds')).toEqual({ ...pads, corrected: 'brake pads' })
    for (const words of ['brke zqxwv', 'qqqxx pds']) expect((await ask(words)).corrected, words).toBeUndefined()
  }, 60_000)

  it('finds by a word that stands for others, and by none of them what has that word (finding 20)', async () => {
    const { db, index } = rig()
    const disc = await ask('brake disc')
    expect((await ask('rotor')).total).toBe(disc.total)
    const arm = await ordinalOf(await createTool({ db }, { name: 'Rotor arm' }))
    await index.catchUp()
    expect((await ask('rotor')).ordinals).toContain(arm)
    expect((await ask('brake disc')).total).toBe(disc.total)
  }, 60_000)

  it('knows words that some tool has together, their synonyms and their beginnings, and corrects none of them', async () => {
    await createTool(rig(), { name: 'Ratchet wrench for a damper' })
    await rig().index.catchUp()
    const known = ['ratchet spanner ', 'ratch', 'shock absorber ratchet']
    const unknown = ['rathcet ', 'ratchet zeppelin ', ' ']
    for (const words of known) expect(await rig().index.knows(words), words).toBe(true)
    for (const words of unknown) expect(await rig().index.knows(words), words).toBe(false)
  }, 60_000)

  it('finds words in the letters of many languages, however they are typed, and in scripts without spaces', async () => {
    const { db, index } = rig()
    const tool = await ordinalOf(
      await createTool({ db }, { name: 'Øring Schlüssel Żółty ブレーキパッド 机油滤清器 ผ้าเบรก' }),
    )
    await createTool({ db }, { name: 'Ring spanner フレーム 滤器' })
    await index.catchUp()
    for (const words of ['oering ', 'schluessel schlussel ', 'zolty ', 'ﾌﾞﾚｰｷ', 'パッド', '滤清器', 'เบรก', 'schlue'])
      expect((await ask(words)).ordinals, words).toEqual([tool])
  }, 60_000)

  it('finds nothing by what has neither a letter nor a digit, and everything where nothing was typed', async () => {
    const fit = { ordinals: Uint32Array.of(1, 2), answers: Uint8Array.of(1, 1), facets: [] }
    for (const more of [{}, { fit }, { fit, categories: ['brakes'] }]) {
      const nothing = await ask('???', more)
      expect(nothing).toMatchObject({ total: 0, ordinals: [], suggestions: [] })
      expect(nothing.facets.brand).toEqual([])
      expect(nothing.facets.category.filter(({ count }) => count > 0)).toEqual([])
      expect((await ask(' ', more)).total).toBeGreaterThan(0)
    }
  }, 60_000)

  it('shows a category by the name that it is found by', async () => {
    const { db, index } = rig()
    await sql`update category set name = 'Wobblers' where slug = 'pads'`.execute(db)
    await index.catchUp()
    const { facets, total } = await ask('wobblers ', { categories: ['pads'] })
    expect(total).toBeGreaterThan(0)
    expect(facets.category.find(({ value }) => value === 'pads')).toMatchObject({ label: 'Wobblers', count: total })
  }, 60_000)
}

/** As it goes over the wire: what is undefined is left out. */
const plain = (answer: IndexAnswer): IndexAnswer => JSON.parse(JSON.stringify(answer)) as IndexAnswer

async function inMemory(databaseUrl: string): Promise<Searcher> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { index } = await loadIndex(client, 'usd')
    return searcher(index, synonymsOf(contractSynonyms))
  } finally {
    await client.end()
  }
}

const brands = ['Halden', 'Rod', 'Corvane']
const categories = ['brakes', 'brakes/pads', 'brakes/drums', 'oils']

/** Made of few words, so that most questions find something, and much of it is alike. */
async function fill(db: Database): Promise<void> {
  for (const name of brands) await sql`insert into brand (id, name) values (${newId()}, ${name})`.execute(db)
  for (const path of categories)
    await sql`insert into category (id, slug, name, path, is_shown)
      values (${newId()}, ${path.split('/').at(-1)}, ${`Kind of ${path.split('/').at(-1)}`}, ${path}, true)`.execute(db)
  const nouns = ['brake pad', 'brake disc', 'oil 5W-30', 'shock absorber', 'damper', 'torque wrench', 'bolt M8x1.25']
  const qualifiers = ['front', 'rear', 'heavy-duty', 'spanner for', 'axle', 'axles']
  await sql`
    insert into tool (id, name, description, tags, price, minimum_quantity, on_hand, is_universal, rating_total,
      rating_count, created_at, brand_id, category_id, attributes)
    select gen_random_uuid(), (${qualifiers}::text[])[1 + n * 7 % 6] || ' ' || (${nouns}::text[])[1 + n % 7],
      'Goes with a ' || (${nouns}::text[])[1 + n / 7 % 7], array[(${qualifiers}::text[])[1 + n / 5 % 6]],
      100 + n * 7919 % 9000, 1, n % 4, n % 9 = 0, n % 3 * (1 + n % 5), n % 3,
      timestamptz '2024-01-01' + n % 50 * interval '1 hour',
      (array(select id from brand order by name))[n % 4], (array(select id from category order by path))[n % 5],
      case n % 3 when 0 then '{}'
        when 1 then jsonb_build_object('1', (array['-2', '0.5', '10', '10.25'])[1 + n % 4], '3', (array['a', 'b'])[1 + n % 2])
        else jsonb_build_object('2', (array['1', '2'])[1 + n % 2]) end
    from generate_series(1, ${tools}::integer) n`.execute(db)
  await sql`insert into tool_sales (tool_id, day, units)
    select id, current_date - 1, ordinal % 5 + 1 from tool where ordinal % 4 = 0`.execute(db)
}

const seldom = <T, U>(arbitrary: fc.Arbitrary<T>, usual: U): fc.Arbitrary<T | U> =>
  fc.oneof({ arbitrary, weight: 1 }, { arbitrary: fc.constant(usual), weight: 3 })

const typed = (
  'brake, bra, pads, rear, 5w30, 5W 30, 5w, spanner, shock absorber, damper, heavy duty, axel, m8, m8x1.25, kind, halden, ' +
  'torqe, disk, zzz, o, wrench, brakepad, axle, roda'
).split(', ')

const anyFit = fc
  .tuple(
    fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: tools }), fc.constantFrom(1, 2, 3), fc.nat(3)), {
      selector: ([ordinal]) => ordinal,
      maxLength: 200,
    }),
    fc.subarray<FitFacet>(['fits', 'fits-if', 'universal']),
    fc.boolean(),
  )
  .map(([answers, facets, withPlaces]) => {
    const rising = answers.toSorted(([one], [other]) => one - other)
    return {
      ordinals: Uint32Array.from(rising, ([ordinal]) => ordinal),
      answers: Uint8Array.from(rising, ([, answer]) => answer),
      ...(withPlaces && { places: Uint8Array.from(rising, ([, , ends]) => ends) }),
      facets,
    }
  })

const anyQuestion: fc.Arbitrary<IndexQuestion> = fc.record({
  words: fc
    .tuple(fc.array(fc.constantFrom(...typed), { maxLength: 3 }), fc.constantFrom('', ' '))
    .map(([words, end]) => words.join(' ') + end),
  asTyped: seldom(fc.constant(true), undefined),
  categories: seldom(fc.subarray(['brakes', 'pads', 'oils', 'none'], { maxLength: 2 }), []),
  brands: seldom(fc.subarray([...brands, 'Nobody'], { maxLength: 2 }), []),
  attributes: seldom(anyAttributes, []),
  minPrice: seldom(fc.integer({ min: 100, max: 9000 }), undefined),
  maxPrice: seldom(fc.integer({ min: 100, max: 9000 }), undefined),
  onlyInStock: seldom(fc.constant(true), false),
  minRating: seldom(fc.integer({ min: 1, max: 5 }), undefined),
  fit: seldom(anyFit, undefined),
  sort: fc.constantFrom(...sortOrders, 'relevance' as const, 'relevance' as const),
  limit: fc.integer({ min: 1, max: 20 }),
})
