import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mostTypos, nearWords } from './typos.server.ts'
import { sortedVocabulary, sortedWords } from './vocabulary.server.ts'

const noWords = sortedWords([])

function vocabularyOf(frequencies: Record<string, number>) {
  const words = Object.keys(frequencies)
  const counts = Object.values(frequencies)
  return sortedVocabulary(words, counts, place =>
    counts.forEach((count, number) => {
      for (let slot = 0; slot < count; slot++) place(number, slot << 3)
    }),
  )
}

/** Damerau and Levenshtein by the book, the whole table for each pair. */
function distanceOf(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  const at = (row: number, column: number) => table[row]?.[column] ?? Infinity
  for (let row = 1; row <= one.length; row++)
    for (let column = 1; column <= other.length; column++) {
      const differs = Number(one[row - 1] !== other[column - 1])
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const line = table[row]
      if (line)
        line[column] = Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + differs,
          isSwap ? at(row - 2, column - 2) + 1 : Infinity,
        )
    }
  return at(one.length, other.length)
}

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 10 })

const sortedLetters = (word: string) => word.split('').toSorted().join('')

it('finds exactly the words within the distance, however they share their beginnings', () => {
  fc.assert(
    fc.property(fc.uniqueArray(letters, { maxLength: 60 }), letters, (words, typed) => {
      const vocabulary = vocabularyOf(Object.fromEntries(words.map(word => [word, 1])))
      const most = mostTypos(typed)
      const isSwap = (word: string) => sortedLetters(word) === sortedLetters(typed) && distanceOf(word, typed) === 1
      // Between the first and the last letter, a vowel was left out.
      const isFilled = (word: string) =>
        [1, 2].some(at => word[at] === 'a' && word.slice(0, at) + word.slice(at + 1) === typed)
      const within = (limit: number) => {
        const isWithin = (word: string) =>
          typed.length === 3 ? isSwap(word) || isFilled(word) : limit > 0 && distanceOf(word, typed) <= limit
        return words.filter(word => word !== typed && isWithin(word)).toSorted()
      }
      const isNear = typed.length < 8 && within(1).length > 0
      const results = nearWords(vocabulary, typed, noWords).filter(({ text }) => !text.includes(' '))
      expect(results.map(({ text }) => text).toSorted()).toEqual(within(isNear ? Math.min(1, most) : most))
      for (const { text, distance } of results) expect(distance).toBe(distanceOf(text, typed))
    }),
    { numRuns: 500 },
  )
}, 60_000)

it('prefers fewer wrong letters, then the same first letter, then the more frequent word', () => {
  const vocabulary = vocabularyOf({ brake: 3, braked: 50, drake: 60, brace: 9, break: 4 })
  expect(nearWords(vocabulary, 'brakr', noWords).map(({ text }) => text)).toEqual(['brake'])
  expect(nearWords(vocabulary, 'brade', noWords).map(({ text }) => text)).toEqual(['brace', 'brake'])
  expect(nearWords(vocabulary, 'rbake', noWords).map(({ text }) => text)).toEqual(['brake'])
  expect(nearWords(vocabulary, 'crake', noWords).map(({ text }) => text)).toEqual(['drake', 'brake'])
})

it('takes two neighbours that were swapped for one slip, in a word of three letters too (finding 14)', () => {
  const vocabulary = vocabularyOf({ pad: 9, kit: 5, oil: 7, pan: 3 })
  for (const [typed, meant] of [
    ['pda', 'pad'],
    ['kti', 'kit'],
    ['iol', 'oil'],
    ['apn', 'pan'],
  ] as const)
    expect(nearWords(vocabulary, typed, noWords).map(({ text }) => text)).toEqual([meant])
  expect(nearWords(vocabulary, 'dpa', noWords)).toEqual([])
  expect(nearWords(vocabulary, 'acp', sortedWords(['cap'])).map(({ text }) => text)).toEqual(['cap'])
})

it('corrects no word with a digit, and nothing else in one of three letters', () => {
  const vocabulary = vocabularyOf({ m10x125: 5, '5w30': 5, cap: 9, w210: 3 })
  for (const typed of ['m10x126', '5w40', 'cup', 'w211']) expect(nearWords(vocabulary, typed, noWords)).toEqual([])
})

it('takes apart two words that were written as one', () => {
  const vocabulary = vocabularyOf({ brake: 9, pad: 9, rake: 2 })
  expect(nearWords(vocabulary, 'brakepads', noWords).map(({ text }) => text)).toContain('brake pads')
})
