import type { ToolIndex } from './build.server.ts'
import type { Names } from './columns.server.ts'
import { type Tally, figureCounts } from './tally.server.ts'
import type { FacetCount, IndexAnswer, IndexQuestion } from './index.ts'
import { categoryCounts } from '../search/attributes.rules.ts'
import { fitFacets } from '../finder.rules.ts'

/** Values of one filter that are offered. */
export const mostBrands = 50
const starsOffered = [4, 3, 2, 1]

/** The counts as an answer says them. Values that nothing has are left out, unless they are chosen. */
export function facetsOf(
  { counts, said }: Pick<Tally, 'counts' | 'said'>,
  { categories, tree, brands, ranges }: ToolIndex,
  question: IndexQuestion,
): IndexAnswer['facets'] {
  const { price, inStock, atLeast } = figureCounts(counts, ranges)
  const wanted = question.fit?.wanted ?? []
  return {
    category: categoryCounts(tree, question, {
      narrowed: countsById(counts.category, categories),
      open: countsById(counts.open, categories),
    }),
    brand: namedCounts(counts.brand, brands, question.brands),
    price: ranges.map(({ value }, at) => plain(value, price[at])).filter(({ count }) => count > 0),
    stock: [plain('true', inStock)].filter(({ count }) => count > 0 || question.onlyInStock),
    rating: ratingCounts(stars => atLeast[stars], question),
    fit: fitFacets
      .map((facet, at) => ({ facet, entry: plain(facet, counts.fit[at + 1]) }))
      .filter(({ facet, entry }) => question.fit && (entry.count > 0 || wanted.includes(facet)))
      .map(({ entry }) => entry),
    attributes: said?.counts() ?? [],
  }
}

function plain(value: string, count = 0): FacetCount {
  return { value, label: value, count }
}

/** `countOf`: of so many stars and more. */
export function ratingCounts(
  countOf: (stars: number) => number | undefined,
  { minRating }: Pick<IndexQuestion, 'minRating'>,
): FacetCount[] {
  return starsOffered
    .map(stars => plain(String(stars), countOf(stars)))
    .filter(({ value, count }) => count > 0 || Number(value) === minRating)
}

/** How many tools are in each category itself, where there are any. */
function countsById(counts: Uint32Array, { values }: Names): [id: string, count: number][] {
  return [...counts].flatMap((count, number) => (count > 0 && number > 0 ? [[values[number] ?? '', count]] : []))
}

/** The most frequent names, and those chosen. */
function namedCounts(counts: Uint32Array, { values, labels, numbers }: Names, chosen: readonly string[]): FacetCount[] {
  const byCount = (one: number, other: number) =>
    (counts[other] ?? 0) - (counts[one] ?? 0) || ((labels[one] ?? '') < (labels[other] ?? '') ? -1 : 1)
  const counted: number[] = []
  for (let number = 1; number < counts.length; number++) if ((counts[number] ?? 0) > 0) counted.push(number)
  const shown = mayBeShown(counts, counted).sort(byCount).slice(0, mostBrands)
  const others = chosen.map(value => numbers.get(value) ?? 0).filter(number => number > 0 && !shown.includes(number))
  return [...shown, ...new Set(others)].map(number => ({
    value: values[number] ?? '',
    label: labels[number] ?? '',
    count: counts[number] ?? 0,
  }))
}

/** Of these numbers, what may be among the most frequent: sorting counts is quick, sorting by name is not. */
function mayBeShown(counts: Uint32Array, numbers: number[]): number[] {
  if (numbers.length <= mostBrands) return numbers
  const least = Uint32Array.from(numbers, number => counts[number] ?? 0)
    .sort()
    .at(-mostBrands)
  return numbers.filter(number => (counts[number] ?? 0) >= (least ?? 0))
}
