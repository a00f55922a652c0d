import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTool } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { isDoubtful, isSpelledSo, piecesOf } from './doubt.rules.ts'

/** The rules and the database say the same of a number: what is proposed on a screen is not taken by a file. */

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

/** What people write between the letters and digits of a number, and around it: spaces of all kinds, points, slashes, hyphens. */
const sign = fc.constantFrom(
  '',
  '',
  '',
  '.',
  ',',
  '/',
  ' ',
  '-',
  ' / ',
  '. ',
  '\u2044',
  '\u2215',
  '\u00A0',
  '\t',
  '·',
  '_',
  '\u2010',
  '\u3000',
  '½',
)
const letter = fc.constantFrom('0', '1', '2', '7', '12', 'A', 'b', 'Z', '４', 'ß', 'é', 'Ж')
/** One number written twice: the same letters, with other signs between and around them, or around them alone; without spaces around it. */
const written = fc
  .tuple(fc.array(fc.tuple(letter, sign, sign, fc.boolean()), { minLength: 1, maxLength: 8 }), fc.boolean(), sign, sign)
  .map(([parts, isSpelledAlike, before, other]) => ({
    given: (before + parts.map(([one, after]) => one + after).join('')).trim(),
    value: (
      other +
      parts.map(([one, after, another, isLower]) => lower(one, isLower) + (isSpelledAlike ? after : another)).join('')
    ).trim(),
  }))
/** Of other letters, upper and lower case are two numbers. */
const lower = (text: string, isLower: boolean) =>
  isLower ? text.replaceAll(/[A-Z]/g, letter => letter.toLowerCase()) : text
const many = fc.array(written, { minLength: 300, maxLength: 300, size: 'max' })

type Pair = { given: string; value: string }

const judgeBySql = async (pairs: Pair[], ordinal: number) =>
  (
    await sql<{ doubtful: boolean; pieces: string[] }>`
      select is_doubtful_number(given, value, ${ordinal}) as doubtful, pieces_of_part_number(given) as pieces
      from unnest(${pairs.map(({ given }) => given)}::text[], ${pairs.map(({ value }) => value)}::text[])
        with ordinality as pair (given, value, at) order by at`.execute(shop.db)
  ).rows

describe('whether a number may be another', () => {
  it('is the same for the rules and for the database, of any number', async () => {
    await fc.assert(
      fc.asyncProperty(many, async pairs => {
        const verdicts = await judgeBySql(pairs, 0)
        const otherwise = pairs.filter(({ given, value }, at) => isDoubtful(given, value) !== verdicts[at]?.doubtful)
        expect(otherwise).toEqual([])
        const several = (pieces: string[]) => (pieces.length > 1 ? pieces : [])
        expect(pairs.map(({ given }, at) => [given, several(verdicts[at]?.pieces ?? [])])).toEqual(
          pairs.map(({ given }) => [given, piecesOf(given)]),
        )
      }),
      { numRuns: 10, endOnFailure: true },
    )
  })

  it('is so, too, where another part on sale has one of its pieces for its number', async () => {
    const ids = [await createTool(shop), await createTool(shop)]
    const owns = ['12', '7']
    for (const [at, id] of ids.entries()) {
      await sql`update tool set part_number = ${owns[at]} where id = ${id}`.execute(shop.db)
    }
    const { rows } = await sql<{ ordinal: number }>`select ordinal from tool where id = ${ids[0]}`.execute(shop.db)
    const ordinal = rows[0]?.ordinal ?? 0
    const isPiece = (given: string) => piecesOf(given).includes('7')
    await fc.assert(
      fc.asyncProperty(many, async pairs => {
        const verdicts = await judgeBySql(pairs, ordinal)
        const isInDoubt = ({ given, value }: Pair) =>
          !isSpelledSo(given, value) && (isDoubtful(given, value) || isPiece(given))
        expect(new Set(pairs.map(isInDoubt))).toEqual(new Set([true, false]))
        expect(pairs.filter((pair, at) => isInDoubt(pair) !== verdicts[at]?.doubtful)).toEqual([])
      }),
      { numRuns: 10, endOnFailure: true },
    )
  })
})
