import { describe, expect, it } from 'vitest'
import { PlaceOrder } from '#contracts/ordering'
import { type FitRow } from './fit-words.rules.ts'
import { fitOf } from './fit.rules.ts'
import { toAcknowledge } from '../finder.rules.ts'

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
    const told = [fitOf(rows, false), fitOf(rows, true), fitOf(alike, true)].map(toAcknowledge)
    expect(Math.max(...told.flat().map(statement => statement.length))).toBeGreaterThan(5000)
    for (const statements of told) {
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
})
