import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pictureWidths } from '../../modules/media/pictures.rules.ts'
import { diskImages } from '../../modules/media/disk.server.ts'
import { copyDrawings } from '#test/files/drawings'
import { createPerson, createTool, placeOrder, request } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { readFit } from '../../modules/finder/fit/fitment.server.ts'
import { fitOfVehicle } from '../../modules/finder/fit/applications.server.ts'
import { giveVehicles, vehicleNamed } from '#test/finder/vehicles'
import { fillDemoFitment, readDemoFitment } from './fitment.server.ts'
import { fillDemoShop } from './demo.server.ts'

let shop: TestShop
/** Shared by all shops of this file: a drawing that is stored already is not encoded again. */
let folder: string
let progress: string[]

const silent = () => undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tappet-demo-'))
  await copyDrawings(folder)
  // One is still to be drawn.
  const files = await readdir(folder)
  const [key = ''] = files[0]?.split('-') ?? []
  for (const file of files) if (file.startsWith(key)) await rm(join(folder, file))
  shop = await startTestShop()
  progress = []
  const filled = await fillDemoShop(shop.system, diskImages(folder), (done, total) => progress.push(`${done}/${total}`))
  expect(filled).toBe(true)
}, 240_000)
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

/** Everything that the demo shop wrote, but for the day on which it was filled. */
async function contentOf({ db }: TestShop): Promise<unknown> {
  const { rows } = await sql<{ content: unknown }>`
    select json_build_object(
      'tools', (select json_agg(tool order by id) from tool),
      'categories', (select json_agg(category order by id) from category),
      'brands', (select json_agg(brand order by id) from brand),
      'images', (select json_agg(json_build_array(id, key, width, height) order by id) from image),
      'reviews', (select json_agg(review order by id) from review),
      'movements', (select json_agg(stock_movement order by id) from stock_movement),
      'sales', (select json_agg(json_build_array(tool_id, units) order by tool_id) from tool_sales)
    ) as content`.execute(db)
  return rows[0]?.content
}

async function rowsOf<T>(query: RawBuilder<T>): Promise<T[]> {
  return (await query.execute(shop.db)).rows
}

describe('the demo shop', () => {
  it('has at least 200 tools over 12 categories, each with some, and 12 reviews of the shop', async () => {
    type Counts = { tools: number; categories: number; least: number; reviews: number }
    const [counts] = await rowsOf(sql<Counts>`
      select (select count(*) from tool) as tools, (select count(*) from category) as categories,
        (select min(count) from (select count(*) from tool group by category_id) each) as least,
        (select count(*) from review where state = 'approved' and tool_id is null) as reviews`)
    expect(counts?.tools).toBeGreaterThanOrEqual(200)
    expect(counts?.categories).toBe(12)
    expect(counts?.least).toBeGreaterThanOrEqual(5)
    expect(counts?.reviews).toBe(12)
  })

  it('has tools that a buyer could want: priced, described, with brand and part number, in orderable numbers', async () => {
    const poor = await rowsOf(sql`
      select name from tool
      where price <= 0 or char_length(description) < 60 or part_number is null or brand_id is null
        or category_id is null or cardinality(tags) = 0 or on_hand < 1 or name <> trim(name)`)
    expect(poor).toEqual([])
    // Some are there, and too few to be ordered: the filter by stock has something to leave out.
    const [few] = await rowsOf(sql<{ count: number }>`
      select count(*) as count from tool where minimum_quantity > on_hand`)
    expect(few?.count).toBe(3)
    expect(await rowsOf(sql`select name from tool group by name having count(*) > 1`)).toEqual([])
    type Spread = { minimums: number; prices: number; rated: number; unrated: number }
    const [spread] = await rowsOf(sql<Spread>`
      select count(distinct minimum_quantity) as minimums, count(distinct price) as prices,
        count(*) filter (where rating_count > 0) as rated, count(*) filter (where rating_count = 0) as unrated
      from tool`)
    expect(spread?.minimums).toBeGreaterThan(3)
    expect(spread?.prices).toBeGreaterThan(100)
    expect(spread?.rated).toBeGreaterThan(0)
    expect(spread?.unrated).toBeGreaterThan(0)
  })

  it('shows the stars of reviews that are there to be read, and no others (finding 6)', async () => {
    const { body } = await request(`${shop.address}/api/tools?limit=200`, 'GET')
    const [wrench] = body.filter(({ partNumber }: { partNumber: string }) => partNumber === 'TW-100-12')
    expect(wrench).toMatchObject({ ratings: 4.7, ratingCount: 3 })
    const reviews = await request(`${shop.address}/api/tools/${wrench._id}/reviews`, 'GET')
    expect(reviews.body.map(({ rating }: { rating: number }) => rating)).toEqual([5, 5, 4])
    const astray = await rowsOf(sql`
      select tool.name from tool left join review on review.tool_id = tool.id and review.state = 'approved'
      group by tool.id having tool.rating_count <> count(review.id) or tool.rating_total <> coalesce(sum(review.rating), 0)`)
    expect(astray).toEqual([])
  })

  it('has at least 40 drawings beside those of its categories, which are for tools without one', async () => {
    const [own] = await rowsOf(sql<{ count: number }>`
      select count(distinct image_id) as count from tool where image_id is not null`)
    expect(own?.count).toBeGreaterThanOrEqual(40)
    expect(await rowsOf(sql`select slug from category where image_id is null`)).toEqual([])
    expect(await rowsOf(sql`select name from tool where image_id in (select image_id from category)`)).toEqual([])
  })

  it('keeps every picture in every width and format, and serves what its addresses say', async () => {
    const images = await rowsOf(sql<{ key: string }>`select key from image order by key`)
    const files = images.flatMap(({ key }) =>
      pictureWidths.flatMap(width => [`${key}-${width}.avif`, `${key}-${width}.webp`]),
    )
    expect(await readdir(folder)).toEqual(expect.arrayContaining(files))
    const { body } = await request(`${shop.address}/api/tools?limit=200`, 'GET')
    expect(body).toHaveLength(200)
    for (const { img, picture } of body) {
      const named = [img, ...`${picture.avif}, ${picture.webp}`.split(', ').map((part: string) => part.split(' ')[0])]
      for (const address of named) expect(files).toContain(address.replace(`${shop.address}/images/`, ''))
    }
  })

  it('tells how far its drawings are, one by one', () => {
    const total = progress.length
    expect(total).toBeGreaterThanOrEqual(52)
    expect(progress).toEqual(Array.from({ length: total }, (_, index) => `${index + 1}/${total}`))
  })

  it('has a ledger that equals its stock', async () => {
    const wrong = await rowsOf(sql`
      select tool.id from tool left join (
        select tool_id, sum(on_hand_change) as on_hand, sum(reserved_change) as reserved, count(*) as count
        from stock_movement group by tool_id
      ) ledger on ledger.tool_id = tool.id
      where ledger.count is distinct from 1 or tool.on_hand <> ledger.on_hand or tool.reserved <> 0
        or ledger.reserved <> 0`)
    expect(wrong).toEqual([])
  })

  it('is the same on every machine: ids, order and content', async () => {
    const other = await startTestShop()
    try {
      expect(await fillDemoShop(other.system, diskImages(folder), silent)).toBe(true)
      expect(await contentOf(other)).toEqual(await contentOf(shop))
    } finally {
      await other.close()
    }
  })

  it('is filled once: a second fill does nothing, and neither does one of a shop that has a tool', async () => {
    const before = await contentOf(shop)
    const nothing = diskImages(join(folder, 'nothing'))
    expect(await fillDemoShop(shop.system, nothing, silent)).toBe(false)
    expect(await contentOf(shop)).toEqual(before)
    const other = await startTestShop()
    try {
      await createTool(other)
      expect(await fillDemoShop(other.system, nothing, silent)).toBe(false)
    } finally {
      await other.close()
    }
    await expect(readdir(join(folder, 'nothing'))).rejects.toThrow('ENOENT')
  })

  it('sells: its first tool can be ordered at its minimum', async () => {
    const [tool] = await rowsOf(sql<{ id: string; minimum: number }>`
      select id, minimum_quantity as minimum from tool order by id limit 1`)
    const buyer = await createPerson(shop)
    expect(await placeOrder(buyer, tool?.id ?? '', tool?.minimum)).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('what the demo shop’s parts fit', () => {
  beforeAll(async () => {
    await giveVehicles(shop)
    const filled = await Promise.all(Array.from({ length: 4 }, () => fillDemoFitment(shop.system)))
    expect(filled.filter(Boolean)).toHaveLength(1)
  })

  const countOf = async (query: RawBuilder<{ count: number }>) => (await rowsOf(query))[0]?.count ?? 0
  const partOf = async (number: string) =>
    (await rowsOf(sql<{ id: string }>`select id from tool where part_number = ${number}`))[0]?.id ?? ''

  it('is told of at least 200 parts, each row of the file on a vehicle that customers can pick', async () => {
    const { parts } = await readDemoFitment()
    const yearsOf = (years: string) =>
      years.split(', ').reduce((sum, range) => {
        const [first = '', last = first] = range.split('-')
        return sum + Number(last) - Number(first) + 1
      }, 0)
    const yearTexts = parts.flatMap(({ fits = [] }) =>
      fits.flatMap(({ on }) => on.map(where => where.split('|')[2] ?? '')),
    )
    const expected = yearTexts.reduce((sum, years) => sum + yearsOf(years), 0)
    expect(await countOf(sql`select count(*) from fitment`)).toBe(expected)
    expect(await countOf(sql`select count(distinct tool_ordinal) from fitment`)).toBeGreaterThanOrEqual(200)
    const hidden = sql<{ count: number }>`
      select count(*) from fitment join vehicle on vehicle.id = vehicle_id where not vehicle.is_offered`
    expect(await countOf(hidden)).toBe(0)
  })

  it('says of everything that it is invented', async () => {
    expect(await rowsOf(sql`select distinct name, public_name, is_demo from data_source`)).toEqual([
      { name: 'Demo data, invented', public_name: 'Demo data, invented', is_demo: true },
    ])
    const { id } = await vehicleNamed(shop, '2003 Honda|Civic')
    const fit = await readFit(shop.system, { toolId: await partOf('CV 610.03'), vehicleId: id })
    expect(fit).toMatchObject({ answer: 'fits', source: 'Demo data, invented', isDemo: true, position: 'Front' })
  })

  it('gives every one of the four answers, and universal parts, for a vehicle that many have', async () => {
    for (const name of [
      '2003 Honda|Accord',
      '2015 Toyota|RAV4',
      '2008 Ford|F-150',
      '2016 BMW|328i',
      '2020 Honda|Civic',
    ]) {
      const { id } = await vehicleNamed(shop, name)
      const { answers } = await fitOfVehicle(shop.system, id)
      // 1 fits, 2 fits if, 3 does not fit.
      expect(new Set(answers)).toEqual(new Set([1, 2, 3]))
      expect(answers.filter(answer => answer === 1).length).toBeGreaterThan(5)
      const unknown = await readFit(shop.system, { toolId: await partOf('AO-2290'), vehicleId: id })
      expect(unknown).toMatchObject({ answer: 'no-data', isUniversal: false })
      const wrench = await readFit(shop.system, { toolId: await partOf('7-13'), vehicleId: id })
      expect(wrench).toMatchObject({ answer: 'no-data', isUniversal: true })
    }
  })

  it('has conditions, notes, positions, quantities, years left out, engines, and what does not fit under a condition', async () => {
    const kinds = await rowsOf(sql`
      select bool_or(conditions is not null and notes is not null) as both, bool_or(conditions is null and notes is not null) as notes,
        bool_or(answer = 4) as "notIf", count(distinct position) > 8 as positions, count(distinct quantity) > 4 as quantities,
        bool_or(vehicle.engine_id is not null) as engines
      from fitment join vehicle on vehicle.id = vehicle_id`)
    expect(kinds).toEqual([{ both: true, notes: true, notIf: true, positions: true, quantities: true, engines: true }])
    const pads = await partOf('ST 02 110')
    const answerIn = async (year: number) => {
      const { id } = await vehicleNamed(shop, `${year} Jeep|Grand Cherokee`)
      return (await readFit(shop.system, { toolId: pads, vehicleId: id })).answer
    }
    expect([await answerIn(2007), await answerIn(2008), await answerIn(2009)]).toEqual(['fits', 'no-data', 'fits'])
  })

  it('has every kind of number, GTINs that check, and one number of two brands', async () => {
    const kinds = await rowsOf(sql<{ kind: string; count: number }>`
      select kind, count(*) as count from part_number group by kind order by kind`)
    expect(kinds.map(({ kind }) => kind)).toEqual(['gtin', 'interchange', 'oem', 'own'])
    for (const { count } of kinds) expect(count).toBeGreaterThan(200)
    const gtins = await rowsOf(sql<{ value: string }>`select value from part_number where kind = 'gtin'`)
    const sumOf = (digits: string) =>
      digits.split('').reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
    for (const { value } of gtins) expect(sumOf(value) % 10).toBe(0)
    expect(new Set(gtins.map(({ value }) => value)).size).toBe(gtins.length)
    expect(
      await rowsOf(sql`
      select folded from part_number where kind = 'own' group by folded having count(distinct brand) > 1`),
    ).toEqual([{ folded: '6PK1900' }])
  })

  it('has numbers that were replaced, once and twice, and a circle of them', async () => {
    const chain = async (number: string) => {
      const seen = [number]
      for (;;) {
        const [next] = await rowsOf(sql<{ value: string }>`
          select new_number as value from supersession where old_number = ${seen.at(-1)}`)
        if (!next) return { seen, isCircle: false }
        if (seen.includes(next.value)) return { seen, isCircle: true }
        seen.push(next.value)
      }
    }
    expect(await chain('CV 455.09')).toEqual({ seen: ['CV 455.09', 'CV 455.10', 'CV 455.11'], isCircle: false })
    expect(await chain('AO-2200')).toEqual({ seen: ['AO-2200', 'AO-2207'], isCircle: false })
    expect(await chain('IL-4399')).toMatchObject({ isCircle: true })
  })

  it('is told once, and not of a shop that sells other things', async () => {
    expect(await fillDemoFitment(shop.system)).toBe(false)
    const other = await startTestShop()
    try {
      await createTool(other)
      expect(await fillDemoFitment(other.system)).toBe(false)
      expect((await sql`select from data_source`.execute(other.db)).rows).toEqual([])
    } finally {
      await other.close()
    }
  })
})

async function pricesOf(shop: TestShop) {
  const { rows } = await sql<{ least: number; most: number }>`
    select min(price) as least, max(price) as most from tool`.execute(shop.db)
  return rows[0]
}

// The catalogue's cheapest tool is 1.20, the dearest 1840.00.
describe.each([
  { currency: 'usd', least: 120, most: 184_000 },
  { currency: 'jpy', least: 1, most: 1840 },
  { currency: 'kwd', least: 1200, most: 1_840_000 },
])('a demo shop in $currency', ({ currency, least, most }) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await startTestShop({ environment: { CURRENCY: currency } })
    await fillDemoShop(shop.system, diskImages(folder), silent)
  })
  afterAll(() => shop.close())

  it('has the prices of the file in its own minor units, and its currency written down', async () => {
    expect(await pricesOf(shop)).toMatchObject({ least, most })
    const { rows } = await sql`select currency from shop_fact`.execute(shop.db)
    expect(rows).toEqual([{ currency }])
  })
})
