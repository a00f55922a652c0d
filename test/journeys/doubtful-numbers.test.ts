import { globSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson, visitor } from '#test/factories'
import { doorNames, looksUpNumbers, placesOfDoors, takeAllAt } from '#test/files/number-doors'
import { createNumberedTool } from '#test/files/prices'
import { type TestShop, startTestShop } from '#test/harness'
import { foldPartNumber } from '#rules/finder'

/** Numbers of one shop that differ by signs and zeros alone, or have one another for a piece. */
const numbers = ['4711', '47110', '1/2', '12-34', 'BM-88', '0986494096', 'W 712/45', '7,5', '33 44']

let shop: TestShop
let staff: Person
const tools = new Map<string, string>()

beforeAll(async () => {
  shop = await startTestShop()
  staff = await createPerson(shop, 'admin')
  for (const number of numbers) tools.set(await createNumberedTool(shop, number), number)
})
afterAll(() => shop.close())

/**
 * The rule of the specification (figures and files, 4), said the long way: the number that is spelled so; else the one that reads
 * the same without spaces and hyphens, if it has the same points, commas and slashes between digits, and none of the pieces
 * between its digits is the number of another part.
 */
function meantBy(typed: string): string | undefined {
  const spelled = numbers.find(number => number.toUpperCase() === typed.toUpperCase())
  if (spelled !== undefined) return spelled
  const shape = (text: string) =>
    foldPartNumber(
      Array.from(text)
        .map((sign, at) => {
          const isBetween = /\d\s*$/.test(text.slice(0, at)) && /^\s*\d/.test(text.slice(at + 1))
          return './,'.includes(sign) && isBetween ? 'x' : sign
        })
        .join(''),
    )
  const [alike, another] = numbers.filter(number => foldPartNumber(number) === foldPartNumber(typed))
  if (alike === undefined || another !== undefined || shape(alike) !== shape(typed)) return undefined
  const pieces = typed.split(/(?<=\d)[^\da-z]+(?=\d)/i)
  const isPiece = (number: string) =>
    number !== alike && pieces.some(piece => foldPartNumber(piece) === foldPartNumber(number))
  return pieces.length > 1 && numbers.some(isPiece) ? undefined : alike
}

const written = [
  ['47110', '47110'],
  ['4711.0', undefined],
  ['471,10', undefined],
  ['47/110', undefined],
  ['4711 0', undefined],
  ['12', undefined],
  ['1/2', '1/2'],
  ['1234', '12-34'],
  ['12/34', undefined],
  ['bm88', 'BM-88'],
  ['BM.88', 'BM-88'],
  ['0 986 494 096', '0986494096'],
  ['W71245', undefined],
  ['W-712/45', 'W 712/45'],
  ['75', undefined],
  ['3344', '33 44'],
] as const

it.each(written)('the rule says of %s that it is %s', (typed, number) => expect(meantBy(typed)).toBe(number))

describe.each(doorNames)('a part number at the door of %s', door => {
  const take = async (all: readonly string[]) => {
    const taken = await takeAllAt(door, { shop, staff }, all)
    return taken.map(({ typed, tool }) => ({ typed, number: tools.get(tool ?? '') }))
  }
  const asTheRule = (told: { typed: string }[]) => told.map(({ typed }) => ({ typed, number: meantBy(typed) }))

  it('is never another part’s', async () => {
    const told = await take(written.map(([typed]) => typed))
    expect(told.length).toBeGreaterThan(10)
    expect(told).toEqual(asTheRule(told))
  })

  it('is taken for no part but the one that the rule names, however its signs are set', async () => {
    const signs = fc.constantFrom('', '', '-', ' ', '.', ',', '/')
    const anyhow = fc
      .tuple(fc.constantFrom(...numbers), fc.array(signs, { minLength: 12, maxLength: 12 }))
      .map(([number, between]) =>
        Array.from(foldPartNumber(number))
          .map((letter, at) => (at === 0 ? letter : between[at] + letter))
          .join(''),
      )
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(anyhow, { minLength: 15, maxLength: 15 }), async all => {
        const told = await take(all)
        expect(told).toEqual(asTheRule(told))
      }),
      { numRuns: 1, endOnFailure: true },
    )
  })
})

it.each(written)('a search for %s is sure of no part but the one that the rule names', async typed => {
  const { body } = await visitor(shop).call('GET', `/search?${new URLSearchParams({ q: typed })}`)
  const sure = body.tools.filter(({ matched }: { matched?: { isExact: boolean } }) => matched?.isExact)
  const meant = meantBy(typed)
  expect(sure.map(({ _id: id }: { _id: string }) => tools.get(id))).toEqual(meant === undefined ? [] : [meant])
})

/** Places of imports that compare numbers, and take no part for one that somebody has written. */
const others = new Map([
  ['commit/undo-rows', 'what was replaced before is told by both of its numbers'],
  ['export/numbers', 'each number of a part once'],
  ['plan/held', 'parts of rows that were refused keep what they have'],
  ['plan/numbers', 'numbers beside one another; of what replaces what, those in doubt are refused'],
  ['plan/unlisted', 'a part stays where a row may name it'],
])

it('every place of the program that looks parts up by numbers is one of these doors', () => {
  const places = globSync('src/**/*.server.ts')
    .map(path => path.replaceAll('\\', '/'))
    // The finder itself says what numbers mean, to the quick order, and shows what it finds.
    .filter(path => !path.startsWith('src/modules/finder/') && looksUpNumbers(path))
  const known = [...placesOfDoors, ...[...others.keys()].map(name => `src/modules/imports/${name}.server.ts`)]
  expect(places.toSorted()).toEqual(known.toSorted())
})
