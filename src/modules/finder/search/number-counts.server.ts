import { sql } from 'kysely'
import { categoryFacet } from '#rules/catalogue'
import { readCategoryTree } from '#services/catalogue'
import type { Context } from '#platform/context'
import type { FacetValue, Facets } from './number-page.rules.ts'
import { numbersMost, numbersOf } from '../numbers/numbers.server.ts'
import type { NumberQuery } from '../numbers/numbers.rules.ts'

type CountRow = {
  facet: 'category' | 'brand' | 'stock' | 'rating' | 'total' | 'numbers'
  value: string | null
  label: string | null
  count: number
}

const countedColumns = sql`
  tool.category_id, tool.brand_id, tool.free >= tool.minimum_quantity as can_be_ordered,
  case when tool.rating_count > 0 then least(4, tool.rating_total / tool.rating_count) else 0 end as stars`

/**
 * How many tools a beginning leads to, and of which kinds, where nothing narrows it: counted where the rows are, for there
 * may be thousands.
 */
export async function countNumbers(
  ctx: Context,
  query: NumberQuery,
): Promise<{ total: number; isCut: boolean; facets: Facets }> {
  const { rows } = await sql<CountRow>`
    with number as materialized (
      ${numbersOf(query, numbersMost + 1, countedColumns)}
    ), hit as materialized (
      select distinct on (ordinal) ordinal, category_id, brand_id, can_be_ordered, stars from number
    ), own as materialized (
      select ordinal, lower(number_brand) as maker from number where kind = 'own' and folded = ${query.folded}
    )
    select 'category' as facet, category_id::text as value, null::text as label, count(*) as count
    from hit where category_id is not null group by category_id
    union all
    select 'brand', brand, brand, count(*)
    from (
      select ordinal, brand.name as brand from hit join brand on brand.id = hit.brand_id
      union
      select ordinal, number_brand from number
      -- As in the list: parts of several makers with one number are each its maker's alone.
      where kind <> 'own' and number_brand is not null and not (ordinal = any(array(select ordinal from own))
        and lower(number_brand) = any(array(select maker from own where maker is not null)))
    ) of_brand
    group by brand
    union all
    select 'stock', 'true', 'true', count(*) from hit where can_be_ordered
    union all
    select 'rating', stars::text, stars::text, count(*) from hit where stars > 0 group by stars
    union all
    select 'total', null, null, count(*) from hit
    union all
    select 'numbers', null, null, count(*) from number where folded <> all(${query.exact}::text[])`.execute(ctx.db)
  const countOf = (facet: 'total' | 'numbers') => rows.find(row => row.facet === facet)?.count ?? 0
  const of = (facet: CountRow['facet']) =>
    rows
      .flatMap(({ facet: own, value, label, count }): FacetValue[] =>
        own === facet && value !== null && label !== null && count > 0 ? [{ value, label, count }] : [],
      )
      .toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
  const ofCategories = rows.flatMap(({ facet, value, count }): [string, number][] =>
    facet === 'category' && value !== null ? [[value, count]] : [],
  )
  const stars = of('rating')
  const rating = ['4', '3', '2', '1'].map(least => ({
    value: least,
    label: least,
    count: stars.reduce((sum, { value, count }) => sum + (value >= least ? count : 0), 0),
  }))
  return {
    total: countOf('total'),
    isCut: countOf('numbers') > numbersMost,
    facets: {
      category: categoryFacet(await readCategoryTree(ctx), ofCategories, []),
      brand: of('brand'),
      price: [],
      stock: of('stock'),
      rating: rating.filter(({ count }) => count > 0),
      fit: [],
      attributes: [],
    },
  }
}
