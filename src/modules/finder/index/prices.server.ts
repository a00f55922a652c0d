import { decimalsOf, toDecimalText } from '#kernel/money'

/** A range of prices, both ends in it, in minor units; `value` says it in the currency: `25-49.99`, `200-`. */
export type PriceRange = { from: number; to: number; value: string }

const shares = [0.2, 0.4, 0.6, 0.8]
const roundSteps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10]

/** Some five ranges with round ends, so that each has a fair share of the shop's tools. */
export function priceRanges(prices: Float64Array, currency: string): PriceRange[] {
  const unit = 10 ** decimalsOf(currency)
  const sorted = sampleOf(prices).sort()
  const ends = [
    ...new Set(shares.map(share => rounded((sorted[Math.floor(sorted.length * share)] ?? 0) / unit) * unit)),
  ].filter(end => end > (sorted[0] ?? 0) && end <= (sorted.at(-1) ?? 0))
  if (ends.length === 0) return []
  const from = [0, ...ends]
  return from.map((start, index) => {
    const end = from[index + 1]
    const to = end === undefined ? Infinity : end - 1
    const last = end === undefined ? '' : toDecimalText(to, currency)
    return { from: start, to, value: `${withoutZeros(toDecimalText(start, currency))}-${last}` }
  })
}

/** The number of the range that a price lies in. */
export function rangeOf(ranges: readonly PriceRange[], price: number): number {
  return Math.max(
    0,
    ranges.findLastIndex(({ from }) => price >= from),
  )
}

/** Takes prices one by one, however many, and keeps some thousands, evenly from all. */
export function samplePrices(): { add(price: number): void; sample(): Float64Array } {
  let sample: number[] = []
  let step = 1
  let seen = 0
  return {
    add(price) {
      if (seen++ % step === 0) sample.push(price)
      if (sample.length < 2 * mostSampled) return
      sample = sample.filter((_, at) => at % 2 === 0)
      step *= 2
    },
    sample: () => Float64Array.from(sample),
  }
}

const mostSampled = 5000

/** At most some thousands, evenly from all: enough for ends that are rounded anyway. */
function sampleOf(prices: Float64Array): Float64Array {
  const step = Math.max(1, Math.floor(prices.length / mostSampled))
  return Float64Array.from({ length: Math.floor(prices.length / step) }, (_, index) => prices[index * step] ?? 0)
}

/** The nearest round amount, one at the least. */
function rounded(amount: number): number {
  if (amount < 1) return 1
  const scale = 10 ** Math.floor(Math.log10(amount))
  const ratio = amount / scale
  const step = roundSteps.reduce((best, step) => (Math.abs(step - ratio) < Math.abs(best - ratio) ? step : best))
  return step === 1.5 && scale === 1 ? 2 : step * scale
}

function withoutZeros(amount: string): string {
  return amount.replace(/\.0+$/, '')
}
