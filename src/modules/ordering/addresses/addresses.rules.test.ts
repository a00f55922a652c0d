import { expect, it } from 'vitest'
import { countries, countryName, withinCountry } from '#kernel/countries'
import { addressLines, countryInText, needsPostalCode, textWithCountry } from './addresses.rules.ts'

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
