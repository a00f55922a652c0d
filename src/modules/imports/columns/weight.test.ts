import { describe, expect, it, test } from 'vitest'
import { columnCalled } from './csv-columns.rules.ts'
import { gramsIn, weightUnit, weightUnitIn } from './weight.rules.ts'

describe('the unit of a column of weights', () => {
  const names = ['Weight', 'Gewicht', 'Poids', 'Peso', 'Waga', 'Net weight']
  const units = ['kg', 'KG', 'g', 'lb', 'lbs', 'LB', 'oz']
  const heads = [
    (name: string, unit: string) => `${name} (${unit})`,
    (name: string, unit: string) => `${name} [${unit}]`,
    (name: string, unit: string) => `${name}, ${unit}`,
    (name: string, unit: string) => `${name} ${unit}`,
    (name: string, unit: string) => `${name} (in ${unit})`,
    (name: string, unit: string) => `${name}_${unit}`,
  ]
  it.each(heads)('stands in its head: %s', head => {
    for (const name of names)
      for (const unit of units) {
        const columnHead = head(name, unit)
        expect([columnHead, columnCalled(columnHead), weightUnitIn(columnHead)]).toEqual([
          columnHead,
          'weight',
          weightUnit(unit),
        ])
      }
  })

  it.each([...names, 'Weight (net)', 'Gewicht in', 'G. Weight', 'weight', ''])('is not said by %j', head => {
    expect(weightUnitIn(head)).toBeUndefined()
  })

  it('counts in a head that an owner maps, too', () => {
    expect(weightUnitIn('Masse (g) netto')).toBe(weightUnit('g'))
  })
})

test.each([
  ['0.62', 'lb', 281],
  ['1', 'lb', 454],
  ['1000', 'lbs', 453_592],
  ['3', 'oz', 85],
  ['250', 'g', 250],
  ['0.5', 'g', 1],
  ['0.001', 'oz', 1],
  ['2.5', 'g', 3],
  ['1.2345', 'kg', 1235],
  ['0', 'lb', undefined],
  ['0.000', 'g', undefined],
  ['', 'g', undefined],
  ['.', 'g', undefined],
  ['-1', 'g', undefined],
  ['heavy', 'lb', undefined],
  ['99999999', 'g', 99_999_999],
  ['100000000', 'g', undefined],
])('%j %s are %j grams', (typed, unit, grams) => {
  expect(gramsIn(typed, weightUnit(unit)!)).toBe(grams)
})
