import { describe, expect, it } from 'vitest'
import { synonymProblems, synonymsOf, queryTermsOf } from './synonyms.rules.ts'
import { indexWords, queryWords, singular } from './words.rules.ts'

/** Whether what is typed is met by what the catalogue says: each word, in one of its forms. */
function isMet(typed: string, text: string): boolean {
  const indexed = new Set(indexWords(text))
  return queryWords(typed).words.every(({ forms }) => forms.some(form => form.every(word => indexed.has(word))))
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
    ["driver's", 'Drivers seat'],
    ['gross', 'Groß'],
    ['5w30', 'Oil 5W–30'],
    ['m8x1.25', 'Bolt M8×1.25'],
    ['pies', 'Pie'],
    ['x ray', 'X-ray'],
    ['12 x', 'Size 12 X'],
    ...['oring', 'oering', 'Øring', 'ÖRING'].map((typed): [string, string] => [typed, 'Øring']),
    ...['schlussel', 'schluessel', 'SCHLÜSSEL', 'schlu\u0308ssel'].map((typed): [string, string] => [
      typed,
      'Schlüssel',
    ]),
    ['schlüssel', 'Schluessel'],
    ['schlüssel', 'Schlussel'],
    ['aalborg', 'Ålborg'],
    ['alborg', 'Ålborg'],
    ['getriebeol', 'Getriebe-Öl'],
    ['getriebe oel', 'Getriebe-Öl'],
    ['zolty', 'Żółty'],
    ['istanbul isik', 'İstanbul ışık'],
    ['dakovo', 'Đakovo'],
    ['thor eidur', 'Þór eiður'],
    ['laekur', 'Lækur'],
    ['coeur', 'Cœur'],
    ['grosse', 'GRÖẞE'],
    ['groesse 10', 'Größe-10'],
    ['hal', 'Ħal'],
    ['o12', 'Ø12'],
    ['ブレーキ', 'ブレーキパッド'],
    ['ﾌﾞﾚｰｷ', 'ブレーキパッド'],
    ['パッド', 'ブレーキパッド'],
    ['ブレーキパッド', '前ブレーキパッド用'],
    ['bmw', 'BMW用ブレーキパッド'],
    ['bmw ブレーキ', 'BMW用ブレーキパッド'],
    ['油', '机油滤清器'],
    ['滤清器', '机油滤清器'],
    ['브레이크', '전륜브레이크패드'],
    ['휠', '알루미늄휠'],
    ['เบรก', 'ผ้าเบรก'],
    ['ผ้า', 'ผ้าเบรก'],
    ['x'.repeat(40), 'x'.repeat(40)],
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
    ['バット', 'パッド'],
    ['ハット', 'パッド'],
    ['ブーキ', 'ブレーキ'],
    ['器清', '机油滤清器'],
    ['เรบก', 'ผ้าเบรก'],
    ['oering', 'Oring'],
  ]
  it.each(unmet)('"%s" does not meet "%s"', (typed, text) => {
    expect(isMet(typed, text)).toBe(false)
  })

  it('keeps each word once, no filler, and nothing of endless length', () => {
    expect(indexWords(`The pads for pad's, ${'x'.repeat(41)}`)).toEqual(['pad'])
    expect(indexWords('M10 x 1')).toEqual(expect.arrayContaining(['m10', '1']))
    expect(queryWords('M10 x 1').words.map(({ typed }) => typed)).toEqual(['m10', '1'])
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

  it('lets an unfinished word begin longer ones in each of its readings', () => {
    expect(queryWords('schlü').words.map(({ begins }) => begins)).toEqual([['schlu', 'schlue']])
    expect(queryWords('pad').words.map(({ typed, begins }) => [typed, begins])).toEqual([['pad', ['pad']]])
    expect(queryWords('ผ้').endsOpen).toBe(true)
  })

  it('takes the last word as unfinished until something follows it', () => {
    expect(queryWords('brake pa').endsOpen).toBe(true)
    expect(queryWords('brake pads ').endsOpen).toBe(false)
    expect(queryWords('brake pads for').endsOpen).toBe(false)
    expect(queryWords('fo').endsOpen).toBe(true)
    expect(queryWords('to the for').words.map(({ typed }) => typed)).toEqual(['for'])
    expect(queryWords('').words).toEqual([])
    expect(queryWords('… ?').words).toEqual([])
  })
})

describe('synonyms', () => {
  it('that cannot be used are named with their place', () => {
    const synonyms = [
      ['disc', 'rotor'],
      ['lamp', 'Lamps', 'bulb', '--'],
    ]
    expect(synonymProblems({ synonyms })).toEqual([
      'synonyms.1: "Lamps" stands there twice',
      'synonyms.1: "--" has no word in it',
    ])
  })

  it('stand beside the longest phrase that is typed, and never beside themselves', () => {
    const synonyms = synonymsOf([
      ['brake disc', 'rotor'],
      ['disc', 'plate'],
    ])
    const terms = queryTermsOf(queryWords('front brake discs').words, synonyms)
    expect(terms.map(({ words, others, isLast }) => [words.length, others, isLast])).toEqual([
      [1, [], false],
      [2, [['rotor']], true],
    ])
    expect([...synonyms.words]).toEqual(['brake', 'disc', 'rotor', 'plate'])
  })

  it('lead one way where one says less than the others (finding 20)', () => {
    const synonyms = synonymsOf([{ for: 'rotor', find: ['brake disc'] }])
    const othersOf = (words: string) => queryTermsOf(queryWords(words).words, synonyms).map(({ others }) => others)
    expect(othersOf('rotor')).toEqual([[['brake', 'disc']]])
    expect(othersOf('brake disc')).toEqual([[], []])
    expect(synonymProblems({ synonyms: [{ for: 'rotor', find: ['rotors'] }] })).toEqual([
      'synonyms.0: "rotors" stands there twice',
    ])
  })
})
