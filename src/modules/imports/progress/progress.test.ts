import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Progress, measure, phases } from './progress.rules.ts'
import { progressTexts } from '../imports.texts.ts'

const reading: Progress = { phase: 'reading', step: 0, steps: 1, rows: 0, of: null, bytes: { done: 0, of: 4000 } }
const checking: Progress = { phase: 'checking', step: 1, steps: 5, rows: 3000, of: 9000, bytes: null }

describe('how far an import is', () => {
  it('is told by the size of the files while nobody knows how many rows they have', () => {
    const now = measure({ ...reading, rows: 500, bytes: { done: 1000, of: 4000 } }, 2)
    expect(now).toMatchObject({ share: 0.25, rows: 500, of: null, rowsASecond: 250, secondsLeft: 6 })
    expect(progressTexts(now)).toEqual({
      work: 'Reading',
      details: '25 % of the files · 500 rows so far · 250 rows a second · about 6 s left',
    })
  })

  it('is told by the rows as soon as they are counted', () => {
    const now = measure(checking, 10)
    expect(now).toMatchObject({ share: 1 / 3, rowsASecond: 300 })
    expect(progressTexts(now)).toEqual({
      work: 'Checking, step 2 of 5',
      details: '33 % · 3,000 of 9,000 rows gone through · 300 rows a second · about 20 s left',
    })
  })

  it('is no figure where nothing is known yet, and says so', () => {
    const first = measure({ ...checking, step: 0, rows: 0 }, 40)
    expect(first).toMatchObject({ share: 0, rowsASecond: null, secondsLeft: null })
    expect(progressTexts(first).details).toBe('0 % · 0 of 9,000 rows gone through · time left not known yet')
    const empty = measure({ ...reading, bytes: { done: 0, of: 0 } }, 3)
    expect(empty).toMatchObject({ share: null, secondsLeft: null })
    expect(progressTexts(empty).details).toBe('0 rows so far · time left not known yet')
    const waiting = measure({ ...reading, phase: 'waiting', bytes: null }, 3)
    expect(progressTexts(waiting).details).toBe('how long it takes is not known yet')
  })

  it('is never more than all of it, nor less than nothing, whatever is told', () => {
    const count = fc.integer({ min: 0, max: 10_000_000 })
    const any = fc.record({
      phase: fc.constantFrom(...phases),
      step: fc.integer({ min: 0, max: 5 }),
      steps: fc.constant(6),
      rows: count,
      of: fc.option(count),
      bytes: fc.option(fc.record({ done: count, of: count })),
    })
    fc.assert(
      fc.property(any, fc.double({ min: 0, max: 1e6, noNaN: true }), (progress, seconds) => {
        const { share, rowsASecond, secondsLeft } = measure(progress, seconds)
        if (share !== null) expect(share >= 0 && share <= 1).toBe(true)
        for (const figure of [rowsASecond, secondsLeft]) {
          if (figure !== null) expect(figure >= 0 && Number.isFinite(figure)).toBe(true)
        }
      }),
    )
  })
})
