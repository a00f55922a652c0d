import { describe, expect, it } from 'vitest'
import { indexWords, queryWords, singular } from './words.rules.ts'

/** Whether what is typed is met by what the catalogue says: each word, in one of its forms. */
function isMet(typed: string, text: string): boolean {
  const kept = new Set(indexWords(text))
  return queryWords(typed).words.every(({ forms }) => forms.some(form => form.every(word => kept.has(word))))
}

describe('words of catalogue and query', () => {
  const met: [typed: string, text: string][] = [
    ['5w-30', 'Engine oil 5W30'],
    ['5w30', 'Engine oil 5W-30'],
    ['5w 30', 'Engine oil 5W-30'],
    ['5W30', 'Engine oil 5W 30'],
    ['m8x1.25', 'Bolt M8 × 1.25'],
    ['M8 x 1.25', 'Bolt M8x1.25'],
    ['m8', 'Bolt M8x1.25'],
    ['205/55R16', 'Tyre 205/55 R16'],
    ['205 55 r16', 'Tyre 205/55R16'],
    ['12v', 'Battery 12 V'],
    ['12 V', 'Battery 12V'],
    ['brake pad', 'Brake Pads'],
    ['batteries', 'Battery'],
    ['brushes', 'Brush'],
    ['lenses', 'Lens'],
    ['bushes', 'Bush'],
    ['anti-roll', 'anti roll bar'],
    ['antiroll', 'anti-roll bar'],
    ['citroen', 'Citroën'],
    ['driver’s', "Driver's seat"],
    ['seal for the pump', 'Pump seal'],
    ['ｂｏｌｔ', 'bolt'],
  ]
  it.each(met)('"%s" meets "%s"', (typed, text) => {
    expect(isMet(typed, text)).toBe(true)
  })

  const unmet: [typed: string, text: string][] = [
    ['5w30', 'Engine oil 5W40'],
    ['m8x1', 'Bolt M8x1.25'],
    ['1.25', 'Bolt 125 mm'],
    ['o12', 'Ring 012'],
    ['gas', 'Gasket'],
    ['chassi', 'Chassis'],
  ]
  it.each(unmet)('"%s" does not meet "%s"', (typed, text) => {
    expect(isMet(typed, text)).toBe(false)
  })

  it('leaves words alone that only look like plurals, and every word with a digit', () => {
    expect(['chassis', 'glass', 'bus', 'abs', 'lens', 'm10s', 'gas'].map(singular)).toEqual([
      'chassis',
      'glass',
      'bus',
      'abs',
      'lens',
      'm10s',
      'gas',
    ])
  })

  it('takes the last word as unfinished until something follows it', () => {
    expect(queryWords('brake pa').endsOpen).toBe(true)
    expect(queryWords('brake pads ').endsOpen).toBe(false)
    expect(queryWords('brake pads for').endsOpen).toBe(false)
    expect(queryWords('fo').endsOpen).toBe(true)
    expect(queryWords('').words).toEqual([])
    expect(queryWords('… ?').words).toEqual([])
  })
})
