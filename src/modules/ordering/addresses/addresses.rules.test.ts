import { expect, it } from 'vitest'
import { countries, countryName, withinCountry } from '#kernel/countries'
import { addressLines, countryInText, placeLines, textWithCountry } from './addresses.rules.ts'
import { fieldsOf, readPostalCode } from './by-country.rules.ts'
import { DeliveryAddress } from './delivery-address.contract.ts'

const address = { name: 'Padma', street: '4 Ferry Ghat Road', city: 'Barisal', postalCode: '8200', country: 'BD' }

it('stands on a parcel as its country writes it', () => {
  expect(addressLines(address, 'en-US')).toEqual(['Padma', '4 Ferry Ghat Road', 'Barisal - 8200', 'Bangladesh'])
  const dayton = {
    name: 'Test',
    street: '1 Test Lane',
    city: 'Dayton',
    region: 'OH',
    postalCode: '45402',
    country: 'US',
  }
  expect(addressLines(dayton, 'en-US')).toEqual(['Test', '1 Test Lane', 'Dayton OH 45402', 'United States'])
  expect(addressLines({ ...dayton, region: undefined, postalCode: undefined }, 'de-DE')).toEqual([
    'Test',
    '1 Test Lane',
    'Dayton',
    'Vereinigte Staaten',
  ])
  expect(placeLines(dayton, 'en-US')).toEqual(['1 Test Lane', 'Dayton OH 45402', 'United States'])
})

it('begins with the large where its letters are those of such a country', () => {
  const tokyo = {
    name: '山田 太郎',
    street: '三宿1-2-3',
    city: '世田谷区',
    region: '東京都',
    postalCode: '154-0023',
    country: 'JP',
  }
  expect(addressLines(tokyo, 'en-US')).toEqual(['〒154-0023', '東京都世田谷区', '三宿1-2-3', '山田 太郎', 'Japan'])
  const inLatin = { ...tokyo, name: 'T. Yamada', street: '1-2-3 Mishuku', city: 'Setagaya', region: 'Tokyo' }
  expect(addressLines(inLatin, 'en-US')).toEqual(['T. Yamada', '1-2-3 Mishuku', 'Setagaya, Tokyo', '154-0023', 'Japan'])
  const dubai = { name: 'ورشة النور', street: 'شارع الشيخ زايد 12', city: 'دبي', country: 'AE' }
  expect(addressLines(dubai, 'en-US')).toEqual([dubai.name, dubai.street, dubai.city, 'United Arab Emirates'])
})

it.each([
  [
    'a region where there is none',
    { city: 'München', postalCode: '80331', region: 'Bayern', country: 'DE' },
    ['80331 München', 'Bayern', 'Germany'],
  ],
  ['the city of a city', { city: 'Singapore', postalCode: '546080', country: 'SG' }, ['SINGAPORE 546080', 'Singapore']],
  ['another city there', { city: 'Hong Kong', country: 'HK' }, ['Hong Kong SAR China']],
  [
    'a sign of the country before the code',
    { city: 'Zürich', postalCode: 'CH-8000', country: 'CH' },
    ['CH-8000 Zürich', 'Switzerland'],
  ],
  ['no code where there is a sign for it', { city: 'Bern', country: 'CH' }, ['Bern', 'Switzerland']],
  ['no code where a hyphen stands behind it', { city: 'Dhaka', country: 'BD' }, ['Dhaka', 'Bangladesh']],
  ['no code before a hyphen', { city: 'San Salvador', country: 'SV' }, ['San Salvador', 'El Salvador']],
  ['a code that is none there', { city: 'Paris', postalCode: 'n/a', country: 'FR' }, ['n/a Paris', 'France']],
  [
    'a country that is none',
    { city: 'Town', postalCode: '1', region: 'R', country: 'ZZ' },
    ['1 Town', 'R', 'Unknown Region'],
  ],
])('prints what was kept before this was known: %s', (_, place, printed) => {
  expect(placeLines({ name: 'Ann', street: 'Lane 1', ...place }, 'en-US')).toEqual(['Lane 1', ...printed])
})

it('knows a name for each country', () => {
  expect(countries).toHaveLength(250)
  expect(countries.filter(code => countryName(code, 'en-US') === code)).toEqual([])
  expect(countryName('XK', 'en-US')).toBe('Kosovo')
})

it.each([
  ['de', 'd-26133', '26133'],
  ['DE', 'DE 26133', '26133'],
  ['AT', 'A-1010', '1010'],
  ['CH', 'CH-8000', '8000'],
  ['LU', 'L-4750', '4750'],
  ['LI', 'FL-9490', '9490'],
  ['PL', '00950', '00-950'],
  ['PT', '2725 079', '2725-079'],
  ['LV', '1073', 'LV-1073'],
  ['JP', '〒154−0023', '154-0023'],
  ['JP', '１５４００２３', '1540023'],
  ['IR', '۱۱۹۳۶-۱۲۳۴۵', '11936-12345'],
  ['NL', '1234ab', '1234AB'],
  ['GB', 'sw1a1aa', 'SW1A1AA'],
  ['IE', 'd02 af30', 'D02 AF30'],
  ['US', '45402–1234', '45402-1234'],
  ['SZ', '100', undefined],
  ['CH', 'A-1010', undefined],
  ['DE', '1010', undefined],
  ['AE', '00000', '00000'],
])('reads in %s the postal code %j as %j', (country, typed, read) => {
  expect(readPostalCode(typed, country.toUpperCase())).toBe(read)
})

it('calls the parts of an address as its country does', () => {
  const labels = (country: string) =>
    fieldsOf(country)
      .filter(({ isThere }) => isThere)
      .map(({ label }) => label)
  expect(labels('US')).toEqual(['Street and number', 'ZIP code', 'City', 'State'])
  expect(labels('JP')).toEqual(['Street and number', 'Postal code', 'City', 'Prefecture'])
  expect(labels('IN')).toEqual(['Street and number', 'PIN code', 'City', 'State'])
  expect(labels('IE')).toEqual(['Street and number', 'Eircode', 'City', 'County'])
  expect(labels('CN')).toEqual(['Street, number and district', 'Postal code', 'City', 'Province'])
  expect(labels('SG')).toEqual(['Street and number', 'Postal code'])
  expect(labels('')).toEqual(['Street and number', 'Postal code', 'City', 'State or region'])
})

it('says all that is wrong at once, with an example', () => {
  const typed = { name: ' ', street: '1 Lane', city: '', region: '', postalCode: '4540', country: 'us' }
  expect(DeliveryAddress.safeParse(typed).error?.issues.map(({ path, message }) => [path.join(), message])).toEqual([
    ['name', 'Name is required'],
    ['postalCode', 'That is no ZIP code of the United States. Use one such as 95014.'],
    ['city', 'City is required'],
    ['region', 'State is required'],
  ])
})

it('of one text has the country that was chosen beside it, once, and says it to the next order', () => {
  const text = textWithCountry('Hof 1, 1010 Wien', 'AT', 'en-US')
  expect(text).toBe('Hof 1, 1010 Wien\nAustria')
  expect(textWithCountry(text, 'AT', 'en-US')).toBe(text)
  expect(textWithCountry('Hof 1, Wien, austria', 'AT', 'en-US')).toBe('Hof 1, Wien, austria')
  expect(countryInText(text, 'en-US')).toBe('AT')
  expect(countryInText('4 Ferry Ghat Road, Barisal 8200', 'en-US')).toBeUndefined()
})

it('is within a country as English says it', () => {
  const within = (code: string, locale = 'en-US') => withinCountry(code, locale)
  expect(['DE', 'US', 'GB', 'NL'].map(code => within(code))).toEqual([
    'Germany',
    'the United States',
    'the United Kingdom',
    'the Netherlands',
  ])
  expect(within('US', 'de-DE')).toBe('Vereinigte Staaten')
  expect(['AX', 'IM', 'DO'].map(code => within(code))).toEqual([
    'the Åland Islands',
    'the Isle of Man',
    'the Dominican Republic',
  ])
})
