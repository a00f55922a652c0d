import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson } from '#test/factories'
import { doorNames, takeAllAt } from '#test/files/number-doors'
import { createNumberedTool } from '#test/files/prices'
import { type TestShop, startTestShop } from '#test/harness'

/** Letters that look like one another in Latin, Greek and Cyrillic. */
const looks = ['AΑА', 'BΒВ', 'EΕЕ', 'KΚК', 'MΜМ', 'XΧХ']

const letters = fc.constantFrom(...looks.flatMap(look => Array.from(look)), 'B', 'M', 'Z')
const digits = fc.stringMatching(/^[0-9]{2,5}$/)
const root = fc.tuple(fc.option(fc.array(letters, { minLength: 1, maxLength: 2 })), digits)
const signs = ['', '', '', '-', ' ', '.', ',', '/', '\u2212', '\u2013', '\u00a0', '\u200b', 'ー']

/** A number as somebody else writes it: with other signs, zeros, cases, widths and letters that look the same. */
const writtenLike = (number: string) =>
  fc
    .record({
      between: fc.array(fc.constantFrom(...signs), { minLength: 16, maxLength: 16 }),
      zeros: fc.constantFrom('', '', '', '0'),
      behind: fc.constantFrom('', '', '', '0', '.0'),
      look: fc.nat(2),
      swap: fc.constantFrom(false, false, true),
      change: fc.constantFrom<(text: string) => string>(
        text => text,
        text => text.toLowerCase(),
        wide,
      ),
    })
    .map(({ between, zeros, behind, look, swap, change }) => {
      const plain = Array.from(number).filter(sign => /[\p{L}\p{N}]/u.test(sign))
      const swapped = swap ? plain.map(sign => looks.find(one => one.includes(sign))?.[look] ?? sign) : plain
      const written = swapped.map((sign, at) => (at === 0 ? sign : between[at] + sign)).join('')
      return change(zeros + written + behind)
    })

function wide(text: string): string {
  return text.replaceAll(/[0-9A-Z]/g, sign => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
}

/** Numbers of one shop: some roots, and what differs from them by signs, zeros and looks alone. */
const catalogue = fc
  .uniqueArray(root, { minLength: 4, maxLength: 6, selector: ([name, own]) => `${name?.join('') ?? ''}${own}` })
  .chain(roots =>
    fc.tuple(
      ...roots.flatMap(([name, own]) => {
        const number = `${name?.join('') ?? ''}${own}`
        return [fc.constant(number), writtenLike(number), writtenLike(number)]
      }),
    ),
  )
  .map(all => [...new Set(all.map(number => number.normalize('NFKC').trim()))])
  .filter(all => all.length > 6)

/** As the specification says it, by itself: letters and digits alone, wide ones as plain ones, small ones as capitals. */
const compared = (text: string) =>
  Array.from(text.normalize('NFKC').toUpperCase())
    .filter(sign => /[\p{L}\p{N}]/u.test(sign) && sign !== 'ー')
    .join('')

/** With a point, comma or slash kept that is among the signs between two digits. */
function shape(text: string): string {
  const plain = text.normalize('NFKC')
  const kept = plain
    .replaceAll(/(?<=\d)(?:[^\p{L}\p{N}]|ー)+(?=\d)/gu, signs => (/[.,/]/.test(signs) ? '☓' : ''))
    .toUpperCase()
  return Array.from(kept)
    .filter(sign => sign === '☓' || (/[\p{L}\p{N}]/u.test(sign) && sign !== 'ー'))
    .join('')
}

/**
 * The rule of part numbers (figures and files, 4) for numbers of no brand: the number that is spelled so; else the only one that
 * reads the same, if all points, commas and slashes between digits are the same, and no other part has one of its pieces for its
 * number. Nothing else is ever taken: not by zeros, not by looks, not by digits alone.
 */
function meant(typed: string, numbers: readonly string[]): { number: string | undefined; isSpelled: boolean } {
  const spelled = numbers.filter(number => number === typed)
  if (spelled.length === 1) return { number: spelled[0], isSpelled: true }
  const alike = numbers.filter(number => compared(number) === compared(typed))
  const [only, another] = alike
  if (only === undefined) return { number: undefined, isSpelled: false }
  const same = alike.filter(number => number.toUpperCase() === typed.normalize('NFKC').trim().toUpperCase())
  if (another !== undefined) return { number: same.length === 1 ? same[0] : undefined, isSpelled: false }
  if (same.length === 1) return { number: only, isSpelled: false }
  const pieces = typed.normalize('NFKC').split(/(?<=\d)(?:[^\p{L}\p{N}]|ー)+(?=\d)/u)
  const isPiece = (number: string) => number !== only && pieces.some(piece => compared(piece) === compared(number))
  const isDoubtful = shape(only) !== shape(typed) || (pieces.length > 1 && numbers.some(isPiece))
  return { number: isDoubtful ? undefined : only, isSpelled: false }
}

/** Numbers that differ by their capitals alone or have a point among their signs, and have had a fault; two shops more by chance. */
const shops = [['Z69', 'z69', 'Z6 9', 'В72', 'в72', '4711', '47110', 'КX3.5.0'], ...fc.sample(catalogue, 2)]

describe.each(shops.map((numbers, at) => ({ at, numbers })))('in a generated shop, number $at', ({ numbers }) => {
  let shop: TestShop
  let staff: Person
  const tools = new Map<string, string>()

  beforeAll(async () => {
    shop = await startTestShop()
    staff = await createPerson(shop, 'admin')
    for (const number of numbers) tools.set(await createNumberedTool(shop, number), number)
  })
  afterAll(() => shop.close())

  it.each(doorNames)('%s takes a number for no other part than the rule names', async door => {
    const typed = fc.constantFrom(...numbers).chain(number => fc.oneof(fc.constant(number), writtenLike(number)))
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(typed, { minLength: 12, maxLength: 12 }), async all => {
        for (const { typed, tool } of await takeAllAt(door, { shop, staff }, all)) {
          const { number, isSpelled } = meant(typed, numbers)
          const taken = tools.get(tool ?? '')
          const said = `${JSON.stringify(typed)} among ${JSON.stringify(numbers)}`
          if (isSpelled) expect(taken, said).toBe(number)
          else expect([number, undefined], said).toContain(taken)
        }
      }),
      { numRuns: 1, endOnFailure: true },
    )
  })
})
