import fc from 'fast-check'

/** The plainest reading of part numbers: no index, no statement, no folding by patterns; and small catalogues to ask it about. */

export type Number_ = {
  tool: number
  kind: 'own' | 'oem' | 'interchange' | 'gtin'
  value: string
  brand: string | null
}
export type Replaced = { brand: string; from: string; to: string }

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const plain = (text: string) =>
  text
    .toUpperCase()
    .split('')
    .filter(letter => letters.includes(letter))
    .join('')
const hasDigit = (text: string) =>
  plain(text)
    .split('')
    .some(letter => letter >= '0' && letter <= '9')
const kinds = ['own', 'oem', 'interchange', 'gtin']

/** Ways of reading what was typed as a brand and a number. */
function readings(q: string): { brand?: string; number: string }[] {
  const tokens = q.split(' ').filter(token => plain(token) !== '')
  const split = tokens.flatMap((_, at) => {
    const [left, right] = [tokens.slice(0, at), tokens.slice(at)]
    return [
      { brand: left, number: right },
      { brand: right, number: left },
    ]
  })
  const branded = split
    .filter(({ brand, number }) => brand.length > 0 && number.length > 0 && !brand.some(hasDigit))
    .map(({ brand, number }) => ({ brand: brand.join(' ').toLowerCase(), number: plain(number.join('')) }))
  return [{ number: plain(q) }, ...branded.filter(({ number }) => hasDigit(number))]
}

/** The numbers of tools at which a chain ends: the last of its steps that is sold. */
function endOf(numbers: readonly Number_[], replaced: readonly Replaced[], start: Replaced): Number_[] {
  const steps = [start]
  for (;;) {
    const last = steps.at(-1)?.to ?? ''
    const next = replaced.find(one => one.brand === start.brand && plain(one.from) === plain(last))
    if (!next || steps.some(step => plain(step.from) === plain(next.to))) break
    steps.push(next)
  }
  const ends = steps
    .map(step => numbers.filter(one => plain(one.value) === plain(step.to) && one.brand === start.brand))
    .filter(sold => sold.length > 0)
  return ends.at(-1) ?? []
}

export function oracleOfNumbers(numbers: readonly Number_[], replaced: readonly Replaced[], q: string): number[] {
  const wanted = readings(q)
  const isMeant = (value: string, brand: string | null) =>
    wanted.some(one => one.number === plain(value) && (!one.brand || one.brand === brand?.toLowerCase()))
  const found: { tool: number; rank: number; by: string }[] = []
  for (const { tool, kind, value, brand } of numbers) {
    const isPadded = kind === 'gtin' && plain(q).length >= 12 && value === plain(q).padStart(14, '0')
    if (isMeant(value, brand) || isPadded) found.push({ tool, rank: kinds.indexOf(kind), by: plain(value) })
    else if (hasDigit(q) && plain(q).length >= 3 && plain(value).startsWith(plain(q))) {
      found.push({ tool, rank: 9, by: plain(value) })
    }
  }
  for (const start of replaced.filter(one => isMeant(one.from, one.brand))) {
    for (const { tool, kind } of endOf(numbers, replaced, start)) {
      found.push({ tool, rank: 5, by: String(kinds.indexOf(kind)) })
    }
  }
  const sorted = found.sort((a, b) => a.rank - b.rank || (a.by < b.by ? -1 : a.by > b.by ? 1 : 0) || a.tool - b.tool)
  return [...new Set(sorted.map(({ tool }) => tool))]
}

/** Few signs, so that numbers meet; O beside 0, and zeros in front. */
const value = fc
  .array(fc.constantFrom('0', 'O', '1', 'A', '-', ' ', 'a', '.'), { minLength: 1, maxLength: 5 })
  .map(signs => signs.join(''))
  .filter(text => plain(text) !== '')
const brand = fc.constantFrom('Xen', 'Yor')
export const partNumber = fc.oneof(
  fc.record({
    tool: fc.nat(4),
    kind: fc.constantFrom('own' as const, 'oem' as const, 'interchange' as const),
    value,
    brand,
  }),
  fc.record({
    tool: fc.nat(4),
    kind: fc.constant('gtin' as const),
    value: fc.constantFrom('04006381333931', '00012345678905'),
    brand: fc.constant(null),
  }),
)
export const replacement = fc
  .record({ brand, from: value, to: value })
  .filter(({ from, to }) => plain(from) !== plain(to))
export const query = fc.oneof(
  value,
  fc.tuple(brand, value).map(words => words.join(' ')),
  fc.tuple(value, brand).map(words => words.join(' ')),
  fc.constantFrom('4006381333931', '012345678905', '12345678905', '04006381333931'),
)

const isWithoutZeros = ({ kind, value }: Number_, q: string) =>
  kind === 'gtin' && /^[0-9]{6,11}$/.test(q) && value === q.padStart(14, '0')

const isWithoutLetters = ({ kind, value }: Number_, q: string) =>
  kind === 'own' &&
  q.length >= 4 &&
  plain(value) !== q &&
  /\d\d\d/.test(plain(value)) &&
  plain(value).replace(/\D/g, '') === q

/** Of one brand, what is spelled so comes first; of two that differ by their capitals alone, the very same. */
function spelledFirst(numbers: readonly Number_[], q: string): readonly Number_[] {
  const spellings = [(text: string) => text.trim().toUpperCase(), (text: string) => text.trim()]
  return spellings.reduce((left: readonly Number_[], spelling) => {
    const isSpelled = ({ value }: Number_) => spelling(value) === spelling(q)
    const spelled = left.filter(isSpelled)
    return left.filter(one => isSpelled(one) || !spelled.some(({ brand }) => brand === one.brand))
  }, numbers)
}

/** What a number means to somebody who orders by it: one tool, those to choose from, and what replaced it. */
export function oracleOfMeaning(
  numbers: readonly Number_[],
  replaced: readonly Replaced[],
  { number: q, brand: said }: { number: string; brand?: string | undefined },
) {
  const wanted = readings(q)
  const isMeant = (value: string, brand: string | null) =>
    wanted.some(one => one.number === plain(value) && (!one.brand || one.brand === brand?.toLowerCase()))
  const isOf = (brand: string | null) => !said || brand?.toLowerCase() === said.toLowerCase()
  const exact = numbers.filter(
    ({ kind, value, brand }) =>
      isMeant(value, brand) || (kind === 'gtin' && plain(q).length >= 12 && value === plain(q).padStart(14, '0')),
  )
  const isKnown = exact.length > 0 || replaced.some(one => isMeant(one.from, one.brand))
  // Nobody has it: a trade item's number without its zeros, or the digits of a number without its letters.
  const all = isKnown ? exact : numbers.filter(one => isWithoutZeros(one, plain(q)) || isWithoutLetters(one, plain(q)))
  const starts = replaced.filter(one => isMeant(one.from, one.brand) && isOf(one.brand))
  const own = all.filter(({ brand }) => isOf(brand))
  const isOther = own.length === 0 && starts.length === 0 && all.length > 0
  const meant = isOther ? all : own
  const toolsOf = (some: readonly Number_[]) => [...new Set(some.map(({ tool }) => tool))].toSorted().join()
  const makers = [...new Set(meant.flatMap(({ brand }) => brand ?? []))]
  const isCollision = new Set(makers.map(maker => toolsOf(meant.filter(({ brand }) => brand === maker)))).size > 1
  const best = Math.min(...meant.map(({ kind }) => kinds.indexOf(kind)))
  const surest = isCollision ? meant : meant.filter(({ kind }) => kinds.indexOf(kind) === best)
  return {
    tools: toolsOf(spelledFirst(surest, q)),
    isOther,
    newer: starts.length === 0 ? undefined : toolsOf(starts.flatMap(start => endOf(numbers, replaced, start))),
  }
}
