import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { carriedNumbers, isMisspelt, isThere, readBroken, readRegister, root, titlesOf } from './register.ts'

const rows = readRegister()
const carried = carriedNumbers()

describe('the register of the specification', () => {
  it('has every sentence, numbered without a gap', () => {
    expect(rows.length).toBeGreaterThanOrEqual(150)
    const sections = Map.groupBy(rows, row => row.number.slice(0, 2))
    expect([...sections.keys()].join(' ')).toBe('S1 S2 S3 S4 S5 S6 S7 S8 S9 D1 D2 D3 D4 D5 D6 D7 D8')
    for (const [section, ofIt] of sections) {
      const counted = ofIt.map((_, index) => `${section}.${String(index + 1).padStart(2, '0')}`)
      expect(ofIt.map(row => row.number)).toEqual(counted)
    }
  })

  it('says of each row what it asks, in a sentence', () => {
    expect(rows.filter(row => row.requirement.length < 15 || !row.requirement.endsWith('.'))).toEqual([])
  })

  it('names files that exist', () => {
    const named = rows.flatMap(row => [row.builtIn, ...row.provedBy].map(file => `${row.number}: ${file}`))
    expect(named.filter(name => !existsSync(join(root, name.split(': ')[1] ?? '')))).toEqual([])
  })

  it('has no row that nothing proves', () => {
    expect(rows.filter(row => row.provedBy.length === 0).map(row => `${row.number} ${row.requirement}`)).toEqual([])
  })

  it('names for each row exactly the files whose titles carry its number: node test/generated/register.ts writes them', () => {
    const wrong = rows.filter(row => {
      const files = new Set(carried.filter(one => one.numbers.includes(row.number)).map(one => one.file))
      return files.symmetricDifference(new Set(row.provedBy)).size > 0
    })
    expect(wrong.map(row => row.number)).toEqual([])
  })

  it('has every number that a title carries', () => {
    const known = new Set(rows.map(row => row.number))
    expect(carried.flatMap(one => one.numbers.filter(n => !known.has(n)).map(n => `${n} in ${one.file}`))).toEqual([])
    expect(carried.filter(one => isMisspelt(one.title)).map(one => `${one.file}: ${one.title}`)).toEqual([])
  })

  it('lists twenty rows or more that were broken, from every section, each with a test that is there', () => {
    const broken = readBroken()
    expect(broken.length).toBeGreaterThanOrEqual(20)
    const sectionsOf = (of: readonly { number: string }[]) => new Set(of.map(one => one.number.slice(0, 2)))
    expect(sectionsOf(broken)).toEqual(sectionsOf(rows))
    expect(broken.filter(one => !isThere(one, carried)).map(one => `${one.number} ${one.file}: ${one.title}`)).toEqual(
      [],
    )
  })
})

describe('the reader of titles', () => {
  it.each([
    [`it('[S1.01] does', () => {})`, ['[S1.01] does']],
    ['test.skip(`[S1.01] ${rounds} rounds`, run)', ['[S1.01] ${rounds} rounds']],
    [`describe.concurrent("it's", () => { it('(x', y) })`, ["it's", '(x']],
    [`it.each([[')', f(1)], ['b' /* ) */]])('%s is', x)`, [')', 'b', '%s is']],
    [`it(\n  'has a line to itself',\n  x)`, ['has a line to itself']],
    [`rows.test('no')\nexit('no')\nit(title, x)`, []],
  ])('reads %s', (source, titles) => expect(titlesOf(source)).toEqual(titles))

  it('tells a number from what is only meant as one', () => {
    expect(['[S1.01-S1.05] x', '[S1.1] x', '[S1.01, S1.02] x', '[D2] x'].filter(isMisspelt)).toHaveLength(4)
    expect(['[S1.01 S1.02] x', '[object Object]', '[Step] x', '[D2.01] x'].filter(isMisspelt)).toEqual([])
  })
})
