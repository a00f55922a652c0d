import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { countries } from '#kernel/countries'
import { addressLines } from './addresses.rules.ts'
import { fieldsOf, labelOf, problemsByCountry, readPostalCode } from './by-country.rules.ts'
import { type CountryFormat, type Letter, formatOf } from './country-formats.rules.ts'
import { DeliveryAddress } from './delivery-address.contract.ts'

type Row = Record<
  'country' | 'fmt' | 'lfmt' | 'require' | 'zip' | 'zipex' | 'state_name_type' | 'zip_name_type',
  string
>
const file = path.join(import.meta.dirname, '../../../../db/addresses/address-formats.csv')
const rows: Row[] = parse(readFileSync(file), { columns: true })
/** AC and TA are parts of Saint Helena, ZZ is what holds elsewhere. */
const published = rows.filter(({ country }) => !['AC', 'TA', 'ZZ'].includes(country))

/** Where the table knows better than the list: db/addresses/NOTICE.md says why. */
const needsCodeToo = 'BG CY CZ EE HR HU LT LV MT RO SI SK'.split(' ')
const otherCodes = new Set('CL IE GB KH KR MU PE SA TW TZ UM VN'.split(' '))
const otherNames = new Map([
  ...['CL', 'KZ', 'UZ'].map(code => [code, 'region'] as const),
  ...['CO', 'HN', 'SV', 'UY'].map(code => [code, 'department'] as const),
  ['EG', 'governorate'],
  ['KR', 'city'],
])

/** The fields of a published format in the order in which they are printed, as the table names them. */
const orderOf = (format: string): string =>
  [...(format || '%N%n%O%n%A%n%C').matchAll(/%([NOAZCS])/g)].map(([, letter = '']) => letter.toLowerCase()).join('')
const lettersOf = (lines: readonly string[]): string => lines.join('').replaceAll(/[^nozacs]/g, '')

/** A field each, in Latin letters. */
const words = { n: 'Ann Lee', a: 'Side Lane 7', c: 'Oldtown', s: 'Westshire' }
const parts = (country: string, postalCode: string | undefined) => ({
  name: words.n,
  street: words.a,
  city: words.c,
  region: words.s,
  postalCode,
  country,
})

it('has each country that the list has, and no other', () => {
  expect(published.map(({ country }) => country).toSorted()).toEqual(countries.toSorted())
  expect(countries).toContain('XK')
})

/** Looks at each country, and says of which a complaint is. */
const everywhere = (check: (country: Row & { format: CountryFormat }) => void) => () => {
  for (const row of published) {
    try {
      check({ ...row, format: formatOf(row.country) })
    } catch (complaint) {
      throw new Error(`${row.country}: ${String(complaint)}`, { cause: complaint })
    }
  }
}

describe('an address in each country', () => {
  it(
    'has the fields, the needs and the order of lines that are published',
    everywhere(({ country, fmt, lfmt, require, format }) => {
      const { postalCode } = format
      const [order, latin] = [orderOf(fmt), orderOf(lfmt || fmt)]
      // A code that has no place in the list stands behind the city, or ends the address.
      const isPlaced = order.includes('z') || !postalCode
      const without = (letters: string) => (isPlaced ? letters : letters.replace('z', ''))
      expect(without(lettersOf(format.lines))).toBe(order)
      expect(without(lettersOf(format.latinLines))).toBe(latin)
      expect(format.has('z')).toBe(order.includes('z') || postalCode !== undefined)
      const needed = (require || 'AC') + (needsCodeToo.includes(country) ? 'Z' : '')
      const letters: Letter[] = ['a', 'z', 'c', 's']
      expect(letters.filter(format.needs).join('')).toBe(
        letters.filter(of => needed.includes(of.toUpperCase())).join(''),
      )
      // Nothing is needed that it has no field for.
      expect(letters.filter(letter => format.needs(letter) && !format.has(letter))).toEqual([])
    }),
  )

  it(
    'calls its parts as its people do',
    everywhere(({ country, fmt, state_name_type, zip_name_type, format }) => {
      const name = fmt.includes('%S') ? state_name_type.replace('do_si', 'city') || 'province' : 'province'
      expect(format.regionName).toBe(otherNames.get(country) ?? name)
      const code = new Map([
        ['IN', 'pin'],
        ['IE', 'eircode'],
      ]).get(country)
      expect(format.codeName).toBe(code ?? (zip_name_type || 'postal'))
      expect(new Set(fieldsOf(country).map(({ label }) => label)).size).toBe(4)
    }),
  )

  it(
    'takes the postal codes that are published, however they are typed, and refuses another with an example',
    everywhere(({ country, zip, zipex, format: { postalCode } }) => {
      const list = new RegExp(`^(?:${zip})$`)
      const examples = zipex.split(',').filter(example => example !== '' && list.test(example))
      expect(postalCode !== undefined).toBe(zip !== '' || otherCodes.has(country))
      if (!postalCode) return
      for (const example of [postalCode.example, ...examples]) {
        expect(readPostalCode(example, country), example).toBe(example)
        const typed = example.toLowerCase().replaceAll('-', ' ').replaceAll(/(\w)/g, '$1 ').replaceAll('  ', ' ')
        const read = readPostalCode(typed.replaceAll(' ', ''), country)
        expect(read?.replaceAll(/\W/g, ''), typed).toBe(example.replaceAll(/\W/g, ''))
        expect(postalCode.pattern.test(read ?? '')).toBe(true)
      }
      const wrong = { ...parts(country, 'Q?1'), phone: undefined, company: undefined }
      const message = `That is no ${labelOf('postalCode', country).replace('Postal', 'postal')} of `
      expect(problemsByCountry(wrong)).toEqual([
        {
          field: 'postalCode',
          message: expect.stringMatching(`^${message}.* Use one such as ${postalCode.example}\\.$`),
        },
      ])
      // What is no postal code in the list is none here, but for those that the list does not know yet.
      if (!otherCodes.has(country)) expect(list.test(postalCode.example) || zipex === '').toBe(true)
    }),
  )

  it(
    'is printed in that order, whole, the country last',
    everywhere(({ country, format }) => {
      const { postalCode } = format
      const lines = addressLines(parts(country, postalCode?.example ?? 'Q 1'), 'en-US')
      const text = lines.slice(0, -1).join('\n')
      const expected = { ...words, z: postalCode?.example ?? 'Q 1' }
      const where = lettersOf(format.latinLines)
        .replace('o', '')
        .split('')
        .map(letter => text.indexOf(expected[letter as keyof typeof expected]))
      expect(where).toEqual(where.toSorted((a, b) => a - b))
      for (const word of Object.values(expected)) expect(text.split(word), word).toHaveLength(2)
    }),
  )

  it(
    'is complete for the schema that forms and calls share when it has what is needed, and not before',
    everywhere(({ country, format: { postalCode } }) => {
      const fields = fieldsOf(country)
      const whole = parts(country, postalCode?.example ?? 'Q 1')
      const needed = fields.filter(({ isNeeded }) => isNeeded).map(({ field }) => field)
      const only = { name: words.n, country, ...Object.fromEntries(needed.map(field => [field, whole[field]])) }
      const read = DeliveryAddress.safeParse(only)
      expect(read.error?.issues ?? []).toEqual([])
      expect(addressLines(read.data!, 'en-US').length).toBeGreaterThan(2)
      for (const field of needed) {
        const { error } = DeliveryAddress.safeParse({ ...only, [field]: ' ' })
        expect(error?.issues).toMatchObject([{ path: [field], message: expect.stringMatching(/ is required$/) }])
      }
    }),
  )
})
