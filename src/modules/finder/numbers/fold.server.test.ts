import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestShop, startTestShop } from '#test/harness'
import { isDoubtful, piecesOf } from './doubt.rules.ts'
import { digitsOf, foldPartNumber, lookOf, plainPartNumber } from './fold.rules.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

/** What the database makes of each of many texts. */
async function inDatabase(texts: readonly string[]) {
  const { rows } = await sql<{
    nfkc: string
    look: string
    digits: string
    plain: string
    folded: string
    pieces: string[]
  }>`
    select normalize(text, NFKC) as nfkc, look_of_part_number(text) as look, digits_of_part_number(text) as digits, plain_part_number(text) as plain, fold_part_number(text) as folded, pieces_of_part_number(text) as pieces
    from unnest(${[...texts]}::text[]) with ordinality as given (text, place) order by place`.execute(shop.db)
  return rows
}

describe('program and database fold a part number alike', () => {
  it('in every letter, digit and sign that both know', async () => {
    // Neither Han nor Hangul has case or digits; halves of letters and NUL are in no text of the database.
    const blocks = [
      [0x1, 0x3400],
      [0xa000, 0xac00],
      [0xf900, 0x1_2000],
      [0x1_6000, 0x1_8000],
      [0x1_b000, 0x1_ff00],
      [0xe_0000, 0xe_0200],
    ] as const
    const letters = blocks
      .flatMap(([from, to]) => Array.from({ length: to - from }, (_, at) => String.fromCodePoint(from + at)))
      .filter(letter => /\P{Cn}/u.test(letter))
    const rows = await inDatabase(letters)
    const wrong = letters.flatMap((letter, at) => {
      const { nfkc = '', look, digits, plain, folded } = rows[at] ?? {}
      // One that is newer than the database's Unicode is known to the program alone.
      const isKnown = nfkc === letter.normalize('NFKC')
      const isAlike =
        !isKnown ||
        (plain === plainPartNumber(letter) &&
          folded === foldPartNumber(letter) &&
          look === lookOf(letter) &&
          digits === digitsOf(letter))
      return isAlike ? [] : [[letter.codePointAt(0)?.toString(16), plain, plainPartNumber(letter)].join(' ')]
    })
    expect(wrong).toEqual([])
  })

  it('in whole numbers, with their pieces and their doubts', async () => {
    const unit = fc.constantFrom(...Array.from('0147Aaß ./,-–−ー⁄½５ａВвΣς٤৪\u00a0\u200b\ufeffıİ'))
    const number = fc.string({ unit, minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(number, number), { minLength: 50, maxLength: 50 }), async pairs => {
        const rows = await inDatabase(pairs.map(([typed]) => typed))
        for (const [at, [typed]] of pairs.entries()) {
          expect(rows[at]?.folded, typed).toBe(foldPartNumber(typed))
          const pieces = rows[at]?.pieces ?? []
          expect(pieces.length > 1 ? pieces : [], typed).toEqual(piecesOf(typed))
        }
        const alike = pairs.flatMap(([typed, value]) =>
          foldPartNumber(typed) === foldPartNumber(value) ? [[typed, value] as const] : [],
        )
        const spelled = pairs.map(([typed]) => [typed, foldPartNumber(typed)] as const)
        for (const [typed, value] of [...alike, ...spelled]) {
          const { rows } = await sql<{ doubt: boolean }>`
            select is_doubtful_number(${typed}, ${value}, 0) as doubt`.execute(shop.db)
          expect(rows[0]?.doubt, `${typed} and ${value}`).toBe(isDoubtful(typed, value))
        }
      }),
      { numRuns: 20 },
    )
  })

  // Both, and whatever stands beside a point: to JavaScript a byte order mark is a space, and to PostgreSQL it is not.
  it.each([
    ['0\ufeff⁄0', '00'],
    ['4711\u200b.0', '47110'],
    ['4711-.0', '47110'],
    ['\u00a04711.0', '4711.0'],
    ['\ufeff4711.0', '4711.0'],
    ['47 110', '47110'],
  ])('%s beside %s', async (typed, value) => {
    const { rows } = await sql<{ doubt: boolean }>`select is_doubtful_number(${typed}, ${value}, 0) as doubt`.execute(
      shop.db,
    )
    expect(rows[0]?.doubt).toBe(isDoubtful(typed, value))
  })

  it.each([
    ['BM−88', 'BM88'],
    ['BM‐88', 'BM88'],
    ['BM―88', 'BM88'],
    ['ＢＭー８８', 'BM88'],
    ['ｂｍｰ88', 'BM88'],
    ['bm\u00a088', 'BM88'],
    ['BM\u200b88', 'BM88'],
    ['\ufeffBM-88', 'BM88'],
    ['BM\u00ad88', 'BM88'],
    ['вм-88', 'ВМ88'],
    ['ςας', 'ΣΑΣ'],
    ['éa-1', 'ÉA1'],
    ['٤٧١١', '4711'],
    ['৪৭১১', '4711'],
    ['0O', '0O'],
  ])('%s is compared as %s', async (typed, folded) => {
    expect(foldPartNumber(typed)).toBe(folded)
    expect((await inDatabase([typed]))[0]?.folded).toBe(folded)
  })
})
