import { describe, expect, it } from 'vitest'
import { type Seen, judgeNew, unlikeThose } from './judge.rules.ts'
import { placesFor } from './places.rules.ts'

const pathOf = (path: string) => ({ key: path.toLowerCase(), path })
const places = (paths: readonly string[], taken: readonly string[] = []) =>
  placesFor(
    paths.map(pathOf),
    taken.map(path => path.toLowerCase()),
  ).map(({ path, of, isTaken }) => [path, of.map(one => one.path), isTaken])

describe('where an attribute is made', () => {
  it('is the deepest category that all parts have in common', () => {
    const all = ['Brakes > Discs > Vented', 'Brakes > Discs > Solid']
    expect(places(all)).toEqual([['Brakes > Discs', all, false]])
    expect(places(['Brakes > Discs'])).toEqual([['Brakes > Discs', ['Brakes > Discs'], false]])
    expect(places(['Brakes > Discs', 'Brakes'])).toMatchObject([['Brakes', {}, false]])
    // A name that begins alike is another category.
    expect(places(['Brakes > Disc', 'Brakes > Discs'])).toMatchObject([['Brakes', {}, false]])
  })

  it('is each top category where they have none in common', () => {
    expect(places(['Brakes > Discs', 'Oils', 'Oils > Engine'])).toEqual([
      ['Brakes', ['Brakes > Discs'], false],
      ['Oils', ['Oils', 'Oils > Engine'], false],
    ])
  })

  it('is each branch where one below has an attribute of the name', () => {
    expect(
      places(['Brakes > Pads > Front', 'Brakes > Pads > Rear', 'Brakes > Drums', 'Brakes'], ['Brakes > Discs']),
    ).toEqual([
      ['Brakes', ['Brakes'], true],
      ['Brakes > Pads', ['Brakes > Pads > Front', 'Brakes > Pads > Rear'], false],
      ['Brakes > Drums', ['Brakes > Drums'], false],
    ])
  })

  it('is none where the category or one above has one', () => {
    expect(places(['Brakes > Discs'], ['brakes'])).toEqual([['Brakes > Discs', ['Brakes > Discs'], true]])
  })
})

const seen = (more: Partial<Seen> = {}): Seen => ({
  ...pathOf('Brakes'),
  several: 0,
  column: 'attribute:Width (mm)',
  slug: 'width',
  unit: 'mm',
  parts: 1,
  numbers: more.parts ?? 1,
  looks: ['number'],
  values: ['5'],
  wordy: null,
  ...more,
})
const judge = (...all: Partial<Seen>[]) => judgeNew(all.map(seen), []).map(({ unit, code }) => [unit, code])

describe('what is made', () => {
  it('is one of two with a name, the one that more parts say', () => {
    expect(judge({ unit: 'in', column: 'attribute:Width (in)', parts: 2 }, { parts: 3 })).toEqual([
      ['mm', null],
      ['in', 'attribute-new-taken'],
    ])
  })

  it('has a name and a unit that an attribute can have', () => {
    expect(judge({ column: `attribute:${'n'.repeat(61)} (mm)` })).toEqual([['mm', 'attribute-new-name']])
    expect(judge({ column: `attribute:${'n'.repeat(60)} (mm)` })).toEqual([['mm', null]])
    expect(judge({ unit: 'u'.repeat(21) })).toEqual([['u'.repeat(21), 'attribute-new-name']])
    expect(judge({ column: 'attribute:*** (mm)' })).toEqual([['mm', 'attribute-new-name']])
  })

  it('says which value is no number', () => {
    const [made] = judgeNew([seen({ parts: 2, numbers: 1, looks: ['number', 'other'], wordy: 'about 5' })], [])
    expect(made).toMatchObject({ code: 'attribute-new-unit', value: 'about 5' })
  })

  it('is of the parts that say a number where it has a unit, and none where no part of a place does', () => {
    const wordy = { looks: ['other' as const], numbers: 0, wordy: '60/55' }
    const made = judgeNew([seen({ parts: 9, numbers: 8 }), seen({ ...pathOf('Oils'), ...wordy })], [])
    expect(made).toMatchObject([
      { path: 'Brakes', kind: 'number', parts: 8, code: null },
      { path: 'Oils', code: 'attribute-new-unit', value: '60/55' },
    ])
  })

  it('is as many as a category has room for', () => {
    const many = Array.from({ length: 31 }, (_, at) => ({ slug: `width-${at}`, column: `attribute:Width ${at} (mm)` }))
    expect(judge(...many).map(([, code]) => code)).toEqual([
      ...Array.from({ length: 30 }, () => null),
      'attribute-new-room',
    ])
    const others = Array.from({ length: 2000 }, (_, at) => ({ key: 'oils', slug: `width-${at}` }))
    expect(judgeNew([seen()], others)).toMatchObject([{ code: 'attribute-new-room' }])
    expect(judgeNew([seen()], others.slice(1))).toMatchObject([{ code: null }])
  })

  it('has as choices what the parts of its categories say, each once', () => {
    const column = { column: 'attribute:Material', slug: 'material', unit: '', looks: ['other' as const], parts: 6 }
    const made = judgeNew(
      [
        seen({ ...column, ...pathOf('Brakes > Discs'), values: ['Steel', 'Cast iron'] }),
        seen({ ...column, ...pathOf('Brakes > Pads'), values: ['STEEL'] }),
        seen({ ...column, ...pathOf('Oils'), values: ['None'] }),
      ],
      [],
    )
    expect(made).toMatchObject([
      {
        path: 'Brakes',
        kind: 'choice',
        choices: ['Cast iron', 'Steel'],
        numbers: { 'cast-iron': '1', steel: '2' },
        parts: 12,
      },
      { path: 'Oils', kind: 'choice', choices: ['None'], parts: 6 },
    ])
  })
})

it('what somebody has made meanwhile is another where kind or choices differ', () => {
  const planned = { key: 'brakes > discs', slug: 'material', unit: '', kind: 'choice' as const, choices: ['Steel'] }
  const there = { ordinal: 7, key: 'brakes', slug: 'material', unit: '', kind: 'choice', choices: ['steel', 'iron'] }
  const unlike = (more: Partial<typeof there>) => unlikeThose([planned], [{ ...there, ...more }])
  expect(unlike({})).toEqual([])
  expect(unlike({ choices: ['iron'] })).toEqual([7])
  expect(unlike({ kind: 'text' })).toEqual([7])
  expect(unlike({ kind: 'text', key: 'oils' })).toEqual([])
  expect(unlike({ kind: 'text', unit: 'mm' })).toEqual([])
})
