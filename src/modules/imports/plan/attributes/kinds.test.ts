import { describe, expect, it } from 'vitest'
import { readAttributeCell } from '../../columns/attribute-columns.rules.ts'
import { inOrder, kindOf, leastTimes, mostChoices } from './kinds.rules.ts'
import { yesOrNoWord } from '../../columns/attribute-columns.rules.ts'

/** The kind of a column in which these cells stand. */
const kind = (cells: readonly string[], unit = '') => {
  const read = cells.flatMap(cell => readAttributeCell(`attribute:Size${unit && ` (${unit})`}`, cell) ?? [])
  const values = new Map(read.map(({ typed, text }) => [typed.toLowerCase(), text ?? typed]))
  return kindOf({
    unit,
    looks: new Set(read.map(({ look }) => look)),
    parts: read.length,
    numbers: read.filter(({ number }) => number !== null).length,
    several: read.filter(({ look }) => look === 'several').length,
    values: [...values.values()],
  })
}
const times = (cells: readonly string[], many: number) => Array.from({ length: many }, () => cells).flat()

describe('the kind of a column', () => {
  it('is a number where everything is one, with any decimal sign, and nothing would be lost', () => {
    expect(kind(['58', '58.5', '12,5', '-3'])).toBe('number')
    expect(kind(['58', '58 pcs'])).toBe('text')
    // A comma that may stand between thousands is none of a number.
    expect(kind(['12', '1,500'])).toBe('text')
    expect(kind(['1'])).toBe('number')
    expect(kind(['1', '0'])).toBe('number')
    expect(kind(['0986', '4711'])).toBe('text')
    expect(kind(['0.5', '0,5', '0'])).toBe('number')
  })

  it('is a number where the column has a unit and most of it is numbers, or none at all', () => {
    expect(kind(['58', '0280.50', '1'], 'mm')).toBe('number')
    expect(kind([...times(['58'], 4), 'about 20'], 'mm')).toBe('number')
    expect(kind([...times(['58'], 3), 'about 20'], 'mm')).toBeUndefined()
    expect(kind(times([...times(['58'], 3), 'about 20'], 3), 'mm')).toBeUndefined()
    expect(kind(['yes', 'no'], 'mm')).toBeUndefined()
  })

  it('is not decided by cells of several figures, where the column has a unit', () => {
    for (const several of ['60/55', '20-25', '10 x 20', '12,5 / 13,5', '8×8×1.5', '(12) 14']) {
      expect(kind(['58', ...times([several], 9)], 'mm'), several).toBe('number')
      expect(kind([several], 'mm'), several).toBeUndefined()
      expect(kind(['58', several]), several).toBe('text')
    }
    for (const word of ['about 20', 'M8 x 1', '2 St / 3 St']) {
      expect(kind(['58', ...times([word], 9)], 'mm'), word).toBeUndefined()
    }
  })

  it('is yes or no by words of any of the languages, and by letters where both are there', () => {
    for (const words of [
      ['yes', 'No'],
      ['ja', 'nein'],
      ['oui', 'non'],
      ['Sí', 'no'],
      ['sim', 'não'],
      ['tak', 'nie'],
      ['ja', 'nee'],
      ['true', '0'],
      ['yes'],
      ['Y', 'n'],
      ['J', 'N'],
    ]) {
      expect(kind(words), words.join(', ')).toBe('yes-no')
    }
    expect(kind(['N'])).toBe('text')
    expect(kind(times(['N'], 3))).toBe('choice')
    expect(kind(['Y', '1'])).toBe('text')
    expect(kind(['yes', 'no', 'maybe'])).toBe('text')
  })

  it('is a choice where few values recur, and text where the next list would bring others', () => {
    const words = (many: number) => Array.from({ length: many }, (_, at) => `Value ${at}`)
    expect(kind(times(words(mostChoices), leastTimes))).toBe('choice')
    expect(kind(times(words(mostChoices), leastTimes).slice(1))).toBe('text')
    expect(kind(times(words(mostChoices + 1), leastTimes))).toBe('text')
    expect(kind(['Steel', 'STEEL', 'steel'])).toBe('choice')
  })

  it('is text where two values would be one choice, or one of them none', () => {
    expect(kind(times(['A+', 'A-'], 3))).toBe('text')
    expect(kind(times(['red', '***'], 3))).toBe('text')
    expect(kind(times(['x'.repeat(61), 'y'], 3))).toBe('text')
    expect(kind(times(['x'.repeat(60), 'y'], 3))).toBe('choice')
  })
})

it('puts choices in the order of people: 2 before 10', () => {
  expect(inOrder(['M10', 'M2', 'brass'])).toEqual(['brass', 'M2', 'M10'])
})

it('leaves a word alone that is neither yes nor no', () => {
  expect(['Ja', 'NEIN', 'january', '1'].map(yesOrNoWord)).toEqual(['yes', 'no', 'january', '1'])
})
