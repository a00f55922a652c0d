import { describe, expect, it } from 'vitest'
import { type Match, chooseMatch, isLitter, readingsOf } from './batches.rules.ts'

const read = (name: string) => readingsOf(name).map(({ brand, number, place }) => [brand, number, place])

describe('the name of a file', () => {
  it('is a part number, with or without its brand, with or without the number of the picture', () => {
    expect(read('TW100.jpg')).toEqual([[null, 'TW100', 1]])
    expect(read('sub/folder/Halden_TW100.jpeg')).toEqual([
      [null, 'Halden_TW100', 1],
      ['Halden', 'TW100', 1],
    ])
    expect(read('TW-100-2.png')).toEqual([
      [null, 'TW-100-2', 1],
      [null, 'TW-100', 2],
    ])
    expect(read('TW100 (12).webp').at(-1)).toEqual([null, 'TW100', 12])
    expect(read('Halden_TW100_3.avif')).toContainEqual(['Halden', 'TW100', 3])
    expect(read('Van_Damme_X_1.jpg')).toContainEqual(['Van Damme', 'X', 1])
  })

  it('that says nothing is read in no way, and none in a great many', () => {
    for (const name of ['', '.jpg', '   .png', 'folder/']) expect(read(name)).toEqual([])
    for (const name of ['_'.repeat(60_000), 'a_'.repeat(60_000)]) expect(readingsOf(name)).toEqual([])
    for (const name of ['_'.repeat(160), 'a_'.repeat(80)]) expect(readingsOf(name).length).toBeLessThan(20)
  })

  it('is nobody’s where an operating system put the file there', () => {
    for (const path of ['a/', '__MACOSX/a.jpg', 'a/.DS_Store', '._a.jpg', 'Thumbs.db'])
      expect(isLitter(path)).toBe(true)
    expect(isLitter('a/b.jpg')).toBe(false)
  })
})

describe('the tool of a file', () => {
  const match = (tool: string, more: Partial<Match> = {}): Match => ({
    tool,
    place: 1,
    isExact: true,
    isSpelled: false,
    isDoubtful: false,
    ...more,
  })

  it('is the one whose number is written just so, the whole name before a part of it', () => {
    expect(chooseMatch([match('A-2'), match('A', { place: 2 })])).toMatchObject({ tool: 'A-2' })
    expect(chooseMatch([match('A2', { isExact: false }), match('A', { place: 2 })])).toMatchObject({
      tool: 'A',
      place: 2,
    })
  })

  it('is nobody’s to guess where several could be meant', () => {
    expect(chooseMatch([match('A of one brand'), match('A of another')])).toBe('ambiguous')
    expect(chooseMatch([match('A2', { isExact: false }), match('A', { isExact: false, place: 2 })])).toBe('ambiguous')
    // Two numbers may differ by their capitals alone.
    expect(chooseMatch([match('Z69'), match('z69', { isSpelled: true })])).toMatchObject({ tool: 'z69' })
    expect(chooseMatch([match('A'), match('A')])).toMatchObject({ tool: 'A' })
    expect(chooseMatch([])).toBeUndefined()
    expect(chooseMatch([match('A', { isExact: false, isDoubtful: true })])).toBe('unclear')
    expect(chooseMatch([match('A', { isDoubtful: true }), match('A')])).toMatchObject({ tool: 'A' })
  })
})
