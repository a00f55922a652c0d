import { describe, expect, it } from 'vitest'
import { detailsFrom } from '../../../screens/account/purchase/order-draft.ts'

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
