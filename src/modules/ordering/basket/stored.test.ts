import { expect, it } from 'vitest'
import { readStored } from './stored.ts'

const id = '0190a000-0000-7000-8000-000000000001'
const line = { id, tools_id: id, quantity: 2 }
const stored = (value: unknown) => readStored(JSON.stringify(value))

it('reads what it has written', () => {
  const whole = {
    ...line,
    vehicle: 7,
    reference: 'Van 7',
    acknowledged: ['ABS: yes'],
    seen: { price: '8.35', units: 5, free: 10, fit: 'fits-if' },
  }
  expect(stored([whole])).toEqual([whole])
})

it('takes whatever is no list of lines for an empty basket', () => {
  for (const text of [null, '', '{', 'null', '{}', '"basket"', '[1,null,"x",[]]']) expect(readStored(text)).toEqual([])
})

it('leaves out a line that no shop could price, and keeps the others', () => {
  const broken = [
    { ...line, quantity: 0 },
    { ...line, quantity: 1.5 },
    { ...line, quantity: '2' },
    { ...line, quantity: 1_000_001 },
    { ...line, tools_id: 'constructor' },
    { ...line, id: undefined },
  ]
  expect(stored([...broken, line])).toEqual([line])
})

it('keeps a line without the parts of it that make no sense', () => {
  const odd = { ...line, vehicle: -1, reference: 'x'.repeat(61), acknowledged: [1], seen: { price: 'free', free: 1 } }
  expect(stored([odd])).toEqual([line])
})

it('has each line once, and at most 500', () => {
  expect(stored([line, { ...line, quantity: 9 }])).toEqual([line])
  const many = Array.from({ length: 600 }, (_, at) => ({ ...line, reference: `Job ${at}` }))
  expect(stored(many)).toHaveLength(500)
})
