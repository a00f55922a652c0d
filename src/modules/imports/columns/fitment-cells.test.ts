import fc from 'fast-check'
import { expect, it } from 'vitest'
import { joinConditions, joinNotes, splitConditions, splitNotes } from './fitment-cells.rules.ts'

const text = fc
  .array(fc.constantFrom('\\', ';', '=', '\n', 'a', ' ', '|'), { minLength: 1, maxLength: 8 })
  .map(signs => signs.join('').trim())
  .filter(Boolean)

it('keeps conditions apart, whatever is in them', () => {
  const condition = fc.record({ name: text, value: text })
  fc.assert(
    fc.property(fc.array(condition, { maxLength: 5 }), conditions => {
      const read = splitConditions(joinConditions(conditions)).map(({ name, value }) => ({ name, value }))
      expect(read).toEqual(conditions)
    }),
  )
})

it('keeps notes apart, whatever is in them', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), notes => {
      expect(splitNotes(joinNotes(notes))).toEqual(notes)
    }),
  )
})

it('reads what people write', () => {
  expect(splitConditions('Submodel=GLS; Drive = AWD;;A=b=c')).toEqual([
    { name: 'Submodel', value: 'GLS', written: 'Submodel=GLS' },
    { name: 'Drive', value: 'AWD', written: 'Drive = AWD' },
    { name: 'A', value: 'b=c', written: 'A=b=c' },
  ])
  expect(splitConditions('AWD')).toEqual([{ name: 'AWD', value: '', written: 'AWD' }])
  expect(splitNotes(String.raw`In C:\parts; not rear.`)).toEqual([String.raw`In C:\parts; not rear.`])
})
