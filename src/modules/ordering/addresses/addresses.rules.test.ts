import { expect, it } from 'vitest'
import { countries, countryName } from '#kernel/countries'
import { addressLines, needsPostalCode } from './addresses.rules.ts'

const address = { name: 'Padma', street: '4 Ferry Ghat Road', city: 'Barisal', postalCode: '8200', country: 'BD' }

it('stands on a parcel as its country writes it', () => {
  expect(addressLines(address, 'en-US')).toEqual(['Padma', '4 Ferry Ghat Road', '8200 Barisal', 'Bangladesh'])
  const dayton = {
    name: 'Test',
    street: '1 Test Lane',
    city: 'Dayton',
    region: 'OH',
    postalCode: '45402',
    country: 'US',
  }
  expect(addressLines(dayton, 'en-US')).toEqual(['Test', '1 Test Lane', 'Dayton, OH 45402', 'United States'])
  expect(addressLines({ ...dayton, region: undefined, postalCode: undefined }, 'de-DE')).toEqual([
    'Test',
    '1 Test Lane',
    'Dayton',
    'Vereinigte Staaten',
  ])
})

it('knows a name for each country, and asks for a postal code where there are some', () => {
  expect(countries).toHaveLength(249)
  expect(countries.filter(code => countryName(code, 'en-US') === code)).toEqual([])
  expect(['US', 'DE', 'BD', 'HK', 'AE'].map(needsPostalCode)).toEqual([true, true, true, false, false])
  // Of what is no country, another complaint is made.
  expect(needsPostalCode('XX')).toBe(false)
})
