import { describe, expect, it } from 'vitest'
import { isDoubtful, piecesOf } from './doubt.rules.ts'

describe('a number that is compared alike', () => {
  it.each([
    ['4711.0', '47110'],
    ['471,10', '47110'],
    ['47/110', '47110'],
    ['12', '1/2'],
    ['½', '12'],
    ['4711 . 0', '47110'],
    ['４７１１．０', '47110'],
    ['4711\u200b.\ufeff0', '47110'],
    ['4711-.0', '47110'],
  ])('is in doubt where a point, comma or slash differs: %s and %s', (typed, value) => {
    expect(isDoubtful(typed, value)).toBe(true)
  })

  it.each([
    ['47110', '47110'],
    ['bm-88', 'BM88'],
    ['BM.88', 'BM-88'],
    ['0 986 494 096', '0986494096'],
    ['0-986-494-096', '0986494096'],
    ['1/2', '1/2'],
    ['1 / 2', '1/2'],
    ['CV 455.11', 'CV455.11'],
    ['1\ufeff/2', '1/2'],
    ['\u00a04711.0', '4711.0'],
  ])('is certain where spaces, hyphens and signs beside letters differ: %s and %s', (typed, value) => {
    expect(isDoubtful(typed, value)).toBe(false)
  })

  it('has pieces where signs stand between digits', () => {
    expect(piecesOf('4711.0')).toEqual(['4711', '0'])
    expect(piecesOf('0 986 494')).toEqual(['0', '986', '494'])
    expect(piecesOf('BM-88')).toEqual([])
    expect(piecesOf('Halden 7-13')).toEqual(['HALDEN7', '13'])
  })
})
