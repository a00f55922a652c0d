import { describe, expect, it } from 'vitest'
import { dialled } from './orders.rules.ts'
import { detailsFrom } from '../../../screens/account/purchase/order-draft.ts'

describe('a phone number (finding 13)', () => {
  it.each([
    ['+1 555 010 0148', '+15550100148'],
    ['(555) 010-0148', '5550100148'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['(+49) 30/901820', '+4930901820'],
    ['030.90 18 20 ext. 12', '030901820'],
    ['5550100 x7', '5550100'],
    ['5550100 ext 7', '5550100'],
    ['(0)30 901820', '030901820'],
    ['12345', '12345'],
    ['+123456789012345', '+123456789012345'],
    [' +880 1555–010148 ', '+8801555010148'],
  ])('%j is dialled as %s', (phone, number) => expect(dialled(phone)).toBe(number))

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
    '٣٣٣٣٣٣',
  ])('%j is none', phone => expect(dialled(phone)).toBeUndefined())
})

describe('the details of an order form', () => {
  const order = (placedAt: string, phone: string) => ({
    placedAt,
    phone,
    company: 'Padma',
    address: placedAt,
    vatNumber: null,
  })
  const orders = [order('2026-01-01', '555010'), order('2026-02-01', '555020')]

  it('are those of the last order, with the phone number of the profile (finding 13)', () => {
    expect(detailsFrom(orders, { phone: '555030' })).toEqual([
      { name: 'phone', value: '555030' },
      { name: 'company', value: 'Padma' },
      { name: 'address', value: '2026-02-01' },
    ])
    expect(detailsFrom(orders, { phone: '' })[0]).toEqual({ name: 'phone', value: '555020' })
    expect(detailsFrom([], { phone: '555030' })).toEqual([{ name: 'phone', value: '555030' }])
  })
})
