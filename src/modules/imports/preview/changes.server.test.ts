import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AttributeShop, addingAll, startAttributeShop } from '#test/files/attributes'
import { commitSent, sendList } from '#test/files/sent-lists'

let at: AttributeShop
beforeAll(async () => {
  at = await startAttributeShop()
})
afterAll(() => at.shop.close())

const head = 'brand,part_number,price,category,gtin,oem,cross_reference,attribute:Width (mm),attribute:Shape'
type Change = { column: string; was: string; becomes: string }

/** The list, and each part that it changes with what it becomes. Attributes and categories that it makes are told before them. */
async function changesOf(lines: readonly string[], more: Record<string, unknown> = {}) {
  const { _id } = await sendList(
    at.admin,
    { name: 'seen.csv', content: [head, ...lines].join('\n') },
    { ...more, source: 'seen' },
  )
  const { body } = await at.admin.call('GET', `/imports/${_id}/changes`)
  const parts = body.filter(({ part }: { part: string }) => part.startsWith('Seen '))
  return { _id, parts: parts.map((one: { part: string; changes: Change[] }) => [one.part, ...one.changes.map(lineOf)]) }
}
const lineOf = ({ column, was, becomes }: Change) => `${column}: ${was} > ${becomes}`

describe('what an import shows of its parts before it goes in', () => {
  it('is their brand, numbers and attributes, too, and of those that are there what they add', async () => {
    const first = [
      'Seen,S-1,5,Seen,4006381333931,OE 1;OE 2,MX 1,12.50,round',
      'Seen,S-2,5,Seen,,OE 3,,7,square',
      'Seen,S-3,5,Seen,,,,,round',
      'Seen,S-4,5,Seen,,,,,square',
      'Seen,S-5,5,Seen,,,,,round',
      'Seen,S-6,5,Seen,,,,,square',
    ]
    const fresh = await changesOf(first, addingAll)
    expect(fresh.parts.slice(0, 2)).toEqual([
      [
        'Seen S-1',
        'brand:  > Seen',
        'price:  > 5.00',
        'category:  > Seen',
        'gtin:  > 4006381333931',
        'oem:  > OE 1; OE 2',
        'cross_reference:  > MX 1',
        'attribute:Shape:  > round',
        'attribute:Width (mm):  > 12.5',
      ],
      [
        'Seen S-2',
        'brand:  > Seen',
        'price:  > 5.00',
        'category:  > Seen',
        'oem:  > OE 3',
        'attribute:Shape:  > square',
        'attribute:Width (mm):  > 7',
      ],
    ])
    await commitSent(at.admin, fresh._id)

    // S-2 changes by its number alone, and S-3 by an attribute; S-1 says what is there.
    const next = [first[0]!, 'Seen,S-2,5,Seen,,OE 4,,,', 'Seen,S-3,5,Seen,,,,,Square']
    const more = await changesOf(next)
    expect(more.parts).toEqual([
      ['Seen S-2', 'oem: OE 3 > OE 4; OE 3'],
      ['Seen S-3', 'attribute:Shape: round > square'],
    ])
    const all = await changesOf(next, { full: true })
    expect(all.parts[0]).toEqual(['Seen S-2', 'oem: OE 3 > OE 4'])
    const none = await changesOf(['Seen,S-1,6,Seen,4006381333931,OE 2,,,'], { full: true })
    expect(none.parts).toEqual([
      ['Seen S-1', 'price: 5.00 > 6.00', 'oem: OE 1; OE 2 > OE 2', 'cross_reference: MX 1 > '],
    ])
  })

  it('names the first numbers alone of a part that has very many', async () => {
    const many = Array.from({ length: 40 }, (_, at) => `N ${at + 10}`)
    const { parts } = await changesOf([`Seen,M-1,5,,,${many.join(';')},,,`], { createParts: true })
    expect(parts[0]).toContain(`oem:  > ${many.slice(0, 12).join('; ')}; …`)
  })

  it.each([
    ['Weight (lb)', '0.62', '0.281', 281],
    ['Poids (g)', '250', '0.250', 250],
    ['Masse [oz]', '0.01', '0.001', 1],
    ['Gewicht', '0.25', '0.250', 250],
  ])('says weights with their unit, read in that of their head: %s', async (weights, cell, kilograms, grams) => {
    const columns = [
      { head: 'Ref', column: 'part_number' },
      { head: 'Price', column: 'price' },
      { head: weights, column: 'weight' },
      { head: 'Note', column: '' },
    ]
    const fixed = [
      { column: 'brand', value: 'Heavy' },
      { column: 'weight', value: '2' },
    ]
    const part = weights.replaceAll(/\W/g, '')
    const content = `Ref;Price;${weights};Note\n${part};5.00;${cell};x\n${part}2;5.00;;x\n`
    const { _id } = await sendList(
      at.admin,
      { name: 'heavy.csv', content },
      { source: weights, createParts: true, mapping: { columns, fixed } },
    )
    const { body } = await at.admin.call('GET', `/imports/${_id}/changes`)
    const weighed = body.map(({ changes }: { changes: Change[] }) => changes.filter(one => one.column === 'weight'))
    expect(weighed.flat().map(lineOf)).toEqual([`weight:  > ${kilograms} kg`, 'weight:  > 2.000 kg'])
    await commitSent(at.admin, _id)
    const { rows } = await sql<{ grams: number }>`
      select weight_grams as grams from tool where part_number in (${part}, ${`${part}2`}) order by part_number`.execute(
      at.shop.db,
    )
    expect(rows.map(({ grams }) => grams)).toEqual([grams, 2000])
  })
})
