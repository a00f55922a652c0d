import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visitor } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { countInWords, exactTotalMost, facetCountMost } from '../lists.rules.ts'

let shop: TestShop

/** One tool more than are counted exactly, all of one brand; 6,000 of them have two numbers of another maker. */
beforeAll(async () => {
  shop = await startTestShop()
  await shop.db.transaction().execute(async db => {
    await sql`alter table tool disable trigger user`.execute(db)
    await sql`insert into data_source (name, dated) values ('Many', '2026-01-02')`.execute(db)
    await sql`insert into brand (id, name) values (gen_random_uuid(), 'Halden')`.execute(db)
    await sql`insert into category (id, slug, name) values (gen_random_uuid(), 'many', 'Many')`.execute(db)
    await sql`
      insert into tool (id, name, description, price, on_hand, minimum_quantity, part_number, brand_id, category_id)
      select gen_random_uuid(), 'Countable thing', 'One of many.', 100, 5, 1, 'CNT1-' || lpad(n::text, 5, '0'), brand.id,
        category.id
      from generate_series(1, 10001) n cross join brand cross join category
      where brand.name = 'Halden' and category.slug = 'many'`.execute(db)
    await sql`alter table tool enable trigger user`.execute(db)
    await sql`
      insert into part_number (tool_ordinal, kind, value, brand, source_id)
      select ordinal, 'own', part_number, 'Halden', null from tool where part_number like 'CNT1-%'
      union all
      select ordinal, 'oem', 'DUO1-' || part_number || side, 'Zedder', data_source.id
      from tool cross join data_source cross join (values ('A'), ('B')) sides (side)
      where part_number <= 'CNT1-06000'`.execute(db)
  })
  await shop.searchIndex.catchUp()
})
afterAll(() => shop.close())

const find = async (query: string) => (await visitor(shop).call('GET', `/search?${query}`)).body
const countsOf = ({ facets }: Record<'facets', Record<string, { count: number }[]>>) =>
  ['category', 'brand', 'stock'].map(name => facets[name]?.[0]?.count)

describe('counts', () => {
  it.each(['q=countable', 'q=cnt1', 'q=cnt1&sort=newest', ''])(
    'of more than ten thousand say that there are more: %s',
    async query => {
      const answer = await find(query)
      expect(answer).toMatchObject({ total: exactTotalMost, totalIsExact: false })
      expect(countsOf(answer)).toEqual([facetCountMost, facetCountMost, facetCountMost])
    },
  )

  it.each(['q=cnt1-0', 'q=cnt1-0&sort=newest'])('of fewer are exact: %s', async query => {
    const answer = await find(query)
    expect(answer).toMatchObject({ total: 9999, totalIsExact: true })
    expect(countsOf(answer)).toEqual([9999, 9999, 9999])
  })

  it.each(['q=duo1', 'q=duo1&sort=newest'])('of numbers that were cut off are not called exact: %s', async query => {
    const answer = await find(query)
    expect(answer.total).toBeLessThan(6000)
    expect(answer.totalIsExact).toBe(false)
  })

  it('are shown with a plus where there are more', () => {
    expect(countInWords(12, 'en')).toBe('12')
    expect(countInWords(exactTotalMost, 'en')).toBe('10,000')
    expect(countInWords(facetCountMost, 'en')).toBe('10,000+')
  })
})
