import { describe, expect, it } from 'vitest'
import { Phone } from './phone.contract.ts'
import { dialled, phoneParts } from './phone.rules.ts'
import { e164Of, shownPhone } from './phone.server.ts'

describe('a phone number (finding 13)', () => {
  it.each([
    ['+1 555 010 0148', '+15550100148'],
    ['(555) 010-0148', '5550100148'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['(+49) 30/901820', '+4930901820'],
    ['030.90 18 20 ext. 12', '030901820;ext=12'],
    ['5550100 x7', '5550100;ext=7'],
    ['5550100 ext 7', '5550100;ext=7'],
    ['5550100, extension: 7', '5550100;ext=7'],
    ['5550100 #7', '5550100;ext=7'],
    ['(0)30 901820', '030901820'],
    ['12345', '12345'],
    ['+123456789012345', '+123456789012345'],
    [' +880 1555–010148 ', '+8801555010148'],
    ['٠٥٠ ١٢٣ ٤٥٦٧', '0501234567'],
    ['＋８１−３−１２３４−５６７８', '+81312345678'],
  ])('%j is dialled as %s', (phone, number) => {
    expect(dialled(phone)).toBe(number)
    expect(Phone.safeParse(phone).data).toBe(phone.trim())
  })

  it.each([
    'abc',
    '',
    '-',
    '1',
    '12 34',
    '+1234567890123456',
    'call me: 5550100',
    '5550100 ask for Ann',
    '+1 555 010 0148 0148 0148',
    '0800 FLOWERS',
    '٠٥٠ اتصل',
    '030 901820 ext',
  ])('%j is none, and is refused', phone => {
    expect(phoneParts(phone)).toBeUndefined()
    expect(Phone.safeParse(phone).success).toBe(false)
  })
})

describe('a phone number of a country', () => {
  it.each([
    ['DE', '030 901820', '+4930901820'],
    ['DE', '(030) 90 18 20 ext. 12', '+4930901820'],
    ['DE', '00 49 30 901820', '+4930901820'],
    ['AT', '+49 30 901820', '+4930901820'],
    ['US', '(937) 555-0100', '+19375550100'],
    ['US', '011 44 20 7946 0958', '+442079460958'],
    ['GB', '+44 (0)20 7946 0958', '+442079460958'],
    ['BD', '01555-010148', '+8801555010148'],
    ['SA', '٠٥٠١٢٣٤٥٦٧', '+966501234567'],
    ['JP', '０３−１２３４−５６７８', '+81312345678'],
    ['XK', '044 123 456', '+38344123456'],
    ['IT', '06 6982', '+39066982'],
    [undefined, '+880 1555 010148', '+8801555010148'],
  ])('in %s, %j is %s', async (country, typed, e164) => {
    expect(await e164Of(typed, country)).toBe(e164)
    expect(shownPhone(e164)).toEqual({ phoneNumber: e164, phoneIsDoubtful: false })
  })

  it.each([
    ['US', '+1 555 010 0148'],
    ['US', '555 0100'],
    ['DE', '+999 1234567'],
    ['FR', '030 901820'],
    [undefined, '030 901820'],
    // Nobody has a number of Antarctica.
    ['AQ', '030 901820'],
    ['DE', 'ask at the desk'],
  ])('in %s, %j is doubtful, and kept as it was typed', async (country, typed) => {
    expect(await e164Of(typed, country)).toBe('')
    expect(shownPhone('')).toEqual({ phoneNumber: null, phoneIsDoubtful: true })
  })

  it('was not asked for before', () => {
    expect(shownPhone(null)).toEqual({ phoneNumber: null, phoneIsDoubtful: false })
    expect(dialled('5550100 x7', '+19375550100')).toBe('+19375550100;ext=7')
    expect(dialled('ask at the desk', null)).toBeUndefined()
  })
})
