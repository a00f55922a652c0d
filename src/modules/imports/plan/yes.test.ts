import { describe, expect, it } from 'vitest'
import { asksForRemoval, needsYes } from './yes.rules.ts'

describe('a commit that removes', () => {
  it.each([
    ['nothing that is known', null, false],
    ['from a source that had nothing', { rows: 5, of: 0 }, false],
    ['a fifth', { rows: 20, of: 100 }, false],
    ['more than a fifth', { rows: 21, of: 100 }, true],
    ['everything', { rows: 1, of: 1 }, true],
  ])('%s asks for a yes as it should', (_, removal, asks) => {
    expect(asksForRemoval(removal, 20)).toBe(asks)
    expect(needsYes({ options: {}, removal })).toBe(asks)
    expect(needsYes({ options: { allowRemoval: false }, removal })).toBe(asks)
    expect(needsYes({ options: { allowRemoval: true }, removal })).toBe(false)
  })

  it('has a yes for as much as was shown when it was said, and for no more', () => {
    const removing = (mostRemoved: number) =>
      needsYes({ options: { allowRemoval: true, mostRemoved }, removal: { rows: 50, of: 100 } })
    expect([49, 50, 51].map(removing)).toEqual([true, false, false])
    expect(needsYes({ options: { allowRemoval: true, mostRemoved: 0 }, removal: null })).toBe(false)
  })
})
