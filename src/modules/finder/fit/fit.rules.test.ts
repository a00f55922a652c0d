import { describe, expect, it } from 'vitest'
import { PlaceOrder } from '#contracts/ordering'
import { type FitRow } from './fit-words.rules.ts'
import { fitOf, noData } from './fit.rules.ts'
import { toAcknowledge } from '../answers.rules.ts'

const row = (more: Partial<FitRow> = {}): FitRow => ({
  fits: true,
  engine: null,
  conditions: [],
  notes: [],
  position: null,
  quantity: null,
  source: 'A file',
  date: '2026-01-01',
  isDemo: false,
  ...more,
})
const submodel = (value: string) => [{ name: 'Submodel', value }]

describe('what has to be acknowledged', () => {
  it('is taken by an order however much there is of it', () => {
    const long = (at: number) => `${at} ${'of those with the longest name '.repeat(6)}`
    const rows = Array.from({ length: 30 }, (_, at) =>
      row({
        fits: at % 3 !== 0,
        engine: `${at}.0 L`,
        conditions: ['Submodel', 'Body', 'Transmission'].map(name => ({ name, value: long(at) })),
        notes: [long(at)],
      }),
    )
    const alike = rows.map(one => ({
      ...one,
      fits: true,
      engine: null,
      notes: [],
      conditions: submodel(long(rows.indexOf(one))),
    }))
    const acknowledgements = [fitOf(rows, false), fitOf(rows, true), fitOf(alike, true)].map(toAcknowledge)
    expect(Math.max(...acknowledgements.flat().map(statement => statement.length))).toBeGreaterThan(5000)
    for (const statements of acknowledgements) {
      expect(PlaceOrder.shape.acknowledged.safeParse(statements)).toMatchObject({ success: true, data: statements })
    }
  })
})

describe('what rows say together', () => {
  it('takes a plain no for stronger than a plain yes beside it, and the engine’s word for stronger than everyone’s', () => {
    expect(fitOf([row(), row({ fits: false })], true).answer).toBe('does-not-fit')
    expect(fitOf([row({ fits: false }), row({ engine: '2.0 L' })], true).answer).toBe('fits')
    expect(fitOf([row(), row({ engine: '2.0 L', fits: false })], true).answer).toBe('does-not-fit')
  })

  it('says no for an engine that nobody told only if it is no for all of them', () => {
    expect(fitOf([row({ fits: false })], false).answer).toBe('does-not-fit')
    expect(fitOf([row({ fits: false, engine: '2.0 L' })], false).answer).toBe('no-data')
    expect(fitOf([row({ fits: false }), row({ engine: '2.0 L' })], false)).toMatchObject({
      answer: 'fits-if',
      conditions: [{ name: 'Engine', value: '2.0 L' }],
    })
    expect(fitOf([row(), row({ fits: false, engine: '2.0 L' })], false)).toMatchObject({
      answer: 'fits-if',
      conditions: [{ name: 'Not with Engine', value: '2.0 L' }],
    })
  })

  it('makes one condition of values that differ, and ways of conditions that do', () => {
    const values = [row({ conditions: submodel('GL') }), row({ conditions: submodel('GLS') })]
    expect(fitOf(values, true).conditions).toEqual([{ name: 'Submodel', value: 'GL or GLS' }])
    const engines = [row({ engine: '1.8 L' }), row({ engine: '2.0 L' })]
    expect(fitOf(engines, false).conditions).toEqual([{ name: 'Engine', value: '1.8 L or 2.0 L' }])
    const ways = [row({ conditions: submodel('GL') }), row({ notes: ['With tow bar'] })]
    expect(fitOf(ways, true)).toMatchObject({
      conditions: [
        { name: 'Either', value: 'Submodel GL' },
        { name: 'Or', value: 'With tow bar' },
      ],
      notes: [],
    })
  })

  it('asks for nothing where one of the ways asks for nothing, but for what is excluded', () => {
    const rows = [row(), row({ conditions: submodel('GL') }), row({ fits: false, conditions: submodel('GLS') })]
    expect(fitOf(rows, true)).toMatchObject({
      answer: 'fits-if',
      conditions: [{ name: 'Not with Submodel', value: 'GLS' }],
    })
  })

  it('names what one engine needs that the others do not', () => {
    const rows = [row(), row({ engine: '2.0 L', conditions: submodel('GL') })]
    expect(fitOf(rows, false)).toMatchObject({
      answer: 'fits-if',
      conditions: [{ name: 'With engine 2.0 L', value: 'Submodel GL' }],
    })
  })

  it.each([
    ['a condition', { conditions: submodel('GL') }, [{ name: 'Not with Submodel', value: 'GL' }], []],
    ['a note', { notes: ['Tow bar'] }, [], ['Not with: Tow bar']],
    ['two notes', { notes: ['Tow bar', 'ABS'] }, [{ name: 'Not with', value: 'Tow bar, ABS' }], []],
    ['both', { conditions: submodel('GL'), notes: ['ABS'] }, [{ name: 'Not with', value: 'Submodel GL, ABS' }], []],
  ])('names what it does not fit with: %s', (_, words, conditions, notes) => {
    expect(fitOf([row(), row({ fits: false, ...words })], true)).toMatchObject({ answer: 'fits-if', conditions, notes })
  })

  it('names the engine beside what is excluded with it alone', () => {
    const rows = [row(), row({ engine: '2.0 L' }), row({ engine: '2.0 L', fits: false, conditions: submodel('GL') })]
    expect(fitOf(rows, false)).toMatchObject({
      answer: 'fits-if',
      conditions: [{ name: 'Not with', value: 'Engine 2.0 L, Submodel GL' }],
    })
  })

  it('says a note once that all ways share, and makes no one condition of two that differ', () => {
    const way = (name: string, value: string, notes: string[]) => row({ conditions: [{ name, value }], notes })
    expect(fitOf([way('Submodel', 'GL', ['ABS']), way('Body', 'Sedan', ['ABS'])], true)).toMatchObject({
      conditions: [
        { name: 'Either', value: 'Submodel GL' },
        { name: 'Or', value: 'Body Sedan' },
      ],
      notes: ['ABS'],
    })
    expect(fitOf([way('Submodel', 'GL', ['ABS']), way('Submodel', 'GLS', [])], true)).toMatchObject({
      conditions: [
        { name: 'Either', value: 'Submodel GL, ABS' },
        { name: 'Or', value: 'Submodel GLS' },
      ],
      notes: [],
    })
    const pair = (model: string, body: string) =>
      row({ conditions: [...submodel(model), { name: 'Body', value: body }], notes: ['ABS'] })
    expect(fitOf([pair('GL', 'Sedan'), pair('GLS', 'Coupe')], true).conditions).toHaveLength(2)
    expect(fitOf([pair('GL', 'Sedan'), pair('GLS', 'Sedan')], true)).toMatchObject({
      conditions: [
        { name: 'Submodel', value: 'GL or GLS' },
        { name: 'Body', value: 'Sedan' },
      ],
      notes: ['ABS'],
    })
    expect(fitOf([pair('GL', 'Sedan')], true)).toMatchObject({
      conditions: pair('GL', 'Sedan').conditions,
      notes: ['ABS'],
    })
  })

  it('rests on the engine’s own rows where it has some, and says where those are from', () => {
    const plain = { engine: '2.0 L', fits: false, source: 'Engine', date: '2025-01-01' }
    const everyone = row({ fits: false, source: 'Everyone', date: '2026-09-09' })
    expect(fitOf([everyone, row(plain)], true)).toMatchObject({ answer: 'does-not-fit', source: 'Engine' })
    expect(fitOf([everyone], true)).toMatchObject({ answer: 'does-not-fit', source: 'Everyone' })
    const own = row({ engine: '2.0 L', conditions: submodel('GL'), position: 'Front', source: 'Engine' })
    expect(fitOf([row({ source: 'Everyone', date: '2026-09-09', position: 'Rear' }), own], true)).toMatchObject({
      answer: 'fits-if',
      conditions: submodel('GL'),
      position: 'Front',
      source: 'Engine',
    })
  })

  it('is no data where there are no rows, and where only exclusions are known', () => {
    expect(fitOf([], true)).toEqual({ ...noData(false) })
    expect(noData(true)).toEqual({ answer: 'no-data', isUniversal: true, conditions: [], notes: [] })
    expect(fitOf([row({ fits: false, conditions: submodel('GL'), source: 'Known' })], true)).toMatchObject({
      answer: 'no-data',
      isUniversal: false,
      source: 'Known',
    })
  })

  it('asks for an engine only where that changes the answer', () => {
    expect(fitOf([row(), row({ engine: '2.0 L' })], false)).toMatchObject({ answer: 'fits', conditions: [] })
    const no = [row({ fits: false }), row({ engine: '1.8 L', fits: false }), row({ engine: '2.0 L' })]
    expect(fitOf(no, false).conditions).toEqual([{ name: 'Engine', value: '2.0 L' }])
    const under = [row({ conditions: submodel('GL') }), row({ engine: '2.0 L' })]
    expect(fitOf(under, false)).toMatchObject({
      answer: 'fits-if',
      conditions: [
        { name: 'Either', value: 'Submodel GL' },
        { name: 'Or', value: 'Engine 2.0 L' },
      ],
    })
  })

  it('sums units over positions, and says none where rows disagree', () => {
    const front = row({ position: 'Front', quantity: 2 })
    expect(fitOf([front, row({ position: 'Rear', quantity: 1 })], true)).toMatchObject({
      position: 'Front, Rear',
      quantity: 3,
    })
    expect(fitOf([front, front], true)).toMatchObject({ position: 'Front', quantity: 2 })
    expect(fitOf([front, row({ position: 'Front', quantity: 4 })], true).quantity).toBeUndefined()
    expect(fitOf([front, row({ position: 'Rear' })], true).quantity).toBeUndefined()
    const engines = [row({ engine: '1.8 L', quantity: 4 }), row({ engine: '3.0 L', quantity: 6 })]
    expect(fitOf(engines, false).quantity).toBeUndefined()
  })

  it('names the newest source of the rows that decided', () => {
    const rows = [
      row({ fits: false, source: 'Old', date: '2020-01-01' }),
      row({ fits: false, source: 'New', date: '2026-05-05', isDemo: true }),
      row({ source: 'Overruled', date: '2026-09-09' }),
    ]
    expect(fitOf(rows, true)).toMatchObject({ source: 'New', date: '2026-05-05', isDemo: true })
  })

  it('names no older one where buyers are told nothing of the newest', () => {
    const rows = [
      row({ source: 'Old', date: '2020-01-01' }),
      row({ source: null, date: '2026-05-05', position: 'Front', isDemo: true }),
    ]
    const fit = fitOf(rows, true)
    expect(fit).toMatchObject({ answer: 'fits', isDemo: true })
    expect(Object.keys(fit)).not.toContain('source')
    expect(Object.keys(fit)).not.toContain('date')
  })
})
