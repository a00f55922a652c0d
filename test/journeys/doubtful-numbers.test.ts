import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson, visitor } from '#test/factories'
import { fileWith, importFiles, importerOf } from '#test/files/imports'
import { createNumberedTool } from '#test/files/prices'
import { type TestShop, startTestShop } from '#test/harness'
import { Refusal } from '#kernel/refusals'
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

let made = 0

/** Each door that takes part numbers: the number of the part that it takes one for; undefined where it asks or refuses. */
const doors: Record<string, (typed: string) => Promise<string | undefined>> = {
  'a quick order': async typed => {
    const { body } = await visitor(shop).call('POST', '/order-pad', { rows: [{ number: typed, quantity: 1 }] })
    return tools.get(body.added[0]?.tools_id)
  },
  'a file of prices': async typed => {
    const fields = { name: `List ${++made}`, gross: false, audience: 'everyone' }
    const list = (await staff.call('POST', '/price-lists', fields)).body.insertedId
    const form = new FormData()
    form.set('prices', new Blob([`part_number;price\n"${typed}";5\n`]), 'prices.csv')
    await staff.call('POST', `/price-lists/${list}/file`, form)
    const { body } = await staff.call('GET', `/price-lists/${list}/entries`)
    return tools.get(body[0]?.tool._id)
  },
  'a stock take': async typed => {
    const take = (await staff.call('POST', '/stockTakes', { note: 'Shelf 1' })).body.insertedId
    const { body } = await staff.call('POST', `/stockTakes/${take}/counts`, {
      counts: [{ partNumber: typed, counted: 4 }],
    })
    return tools.get(body.counted[0]?.tool._id)
  },
  'an import': async typed => {
    const price = `${++made}.25`
    const file = await fileWith(`part_number;price\n"${typed}";${price}\n`)
    // Nothing goes in where the only row is refused.
    await importFiles(importerOf(shop), [file]).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== 'import-refused-whole') throw error
    })
    const { rows } = await sql<{ id: string }>`select id from tool where price = ${made * 100 + 25}`.execute(shop.db)
    return tools.get(rows[0]?.id ?? '')
  },
}

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

describe.each(Object.entries(doors))('a part number at the door of %s', (_, take) => {
  it.each([
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
  ])('is never another part’s: %s', async (typed, number) => {
    expect(meantBy(typed)).toBe(number)
    expect(await take(typed)).toBe(number)
  })

  it('is taken for no part but the one that the rule names, however its signs are set', async () => {
    const signs = fc.constantFrom('', '', '-', ' ', '.', ',', '/')
    const written = fc
      .tuple(fc.constantFrom(...numbers), fc.array(signs, { minLength: 12, maxLength: 12 }))
      .map(([number, between]) =>
        Array.from(foldPartNumber(number))
          .map((letter, at) => (at === 0 ? letter : between[at] + letter))
          .join(''),
      )
    await fc.assert(
      fc.asyncProperty(written, async typed => {
        expect(await take(typed), typed).toBe(meantBy(typed))
      }),
      { numRuns: 15 },
    )
  })
})
