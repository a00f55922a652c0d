import type { ToolIndex } from './build.server.ts'
import type { Names } from './columns.server.ts'
import { type Tally, answerOfCode, endsOfCode, figureCounts } from './tally.server.ts'
import type { FacetCount, IndexAnswer, IndexQuestion } from './index.ts'
import { categoryCounts } from '../filters/attributes.rules.ts'
import { type FitFacet, fitFacets, placeBit, places } from '../lists.rules.ts'

/** Values of one filter that are offered. */
export const mostBrands = 50
const starsOffered = [4, 3, 2, 1]

/** The counts as an answer says them. Values that nothing has are left out, unless they are chosen. */
export function facetsOf(
  { counts, attributes }: Pick<Tally, 'counts' | 'attributes'>,
  { categories, tree, brands, ranges }: ToolIndex,
  question: IndexQuestion,
): IndexAnswer['facets'] {
  const { price, inStock, atLeast } = figureCounts(counts, ranges)
  const chosen = question.fit?.facets ?? []
  const withFit = (isIt: (code: number) => boolean) =>
    counts.fit.reduce((sum, count, code) => sum + (isIt(code) ? count : 0), 0)
  const isShown = (code: number) => chosen.length === 0 || chosen.some(facet => isOf(facet, code))
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
      .map(facet => ({
        facet,
        entry: plain(
          facet,
          withFit(code => isOf(facet, code)),
        ),
      }))
      .filter(({ facet, entry }) => question.fit && (entry.count > 0 || chosen.includes(facet)))
      .map(({ entry }) => entry),
    // What fails the filter of fit alone is counted by its answer, too, and is not shown.
    position: (question.fit?.places ? places : []).map(place =>
      plain(
        place,
        withFit(code => (endsOfCode(code) & placeBit(place)) > 0 && isShown(code)),
      ),
    ),
    attributes: attributes?.counts() ?? [],
  }
}

const isOf = (facet: FitFacet, code: number) => answerOfCode(code) === fitFacets.indexOf(facet) + 1

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
