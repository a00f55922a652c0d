import { expect, it } from 'vitest'
import { startIndex } from './build.server.ts'
import { searcher } from './search.server.ts'
import type { IndexQuestion } from './index.ts'
import { rowAnswers } from '../answers.rules.ts'
import { synonymsOf } from '../words/synonyms.rules.ts'

function searchOf(...names: string[]) {
  const builder = startIndex('usd', new Map())
  for (const [at, name] of names.entries()) {
    builder.add({
      ordinal: at + 1,
      name,
      description: '',
      tags: '',
      brand: 'Halden',
      category: undefined,
      price: 100,
      canBeOrdered: true,
      ratingTotal: 0,
      ratingCount: 0,
      isUniversal: false,
      created: at,
      units: 0,
    })
  }
  return searcher(builder.finish(), synonymsOf([]))
}

const plain: IndexQuestion = {
  words: 'pad',
  categories: [],
  brands: [],
  onlyInStock: false,
  sort: 'relevance',
  limit: 10,
}
const fitting = (...ordinals: number[]): IndexQuestion['fit'] => ({
  ordinals: Uint32Array.from(ordinals),
  answers: Uint8Array.from(ordinals, () => rowAnswers.fits),
  facets: [],
})

it('a question that fails leaves nothing of its vehicle to the next one', () => {
  const search = searchOf('Pad', 'Pad')
  const broken: IndexQuestion = {
    ...plain,
    fit: fitting(1),
    get minRating(): number {
      throw new Error('broken')
    },
  }
  expect(() => search.answer(broken)).toThrow('broken')
  expect(search.answer({ ...plain, fit: fitting(2) }).ordinals).toEqual([2])
})

it('of a query of many wrong words, no more than twelve are corrected', () => {
  const words = Array.from({ length: 20 }, (_, at) => `caliper${String.fromCharCode(97 + at).repeat(8)}`)
  const search = searchOf(words.join(' '))
  const wrong = words.map(word => `${word.slice(0, 3)}x${word.slice(4)}`)
  const correctedOf = (text: string[]) => search.answer({ ...plain, words: `${text.join(' ')} ` }).corrected?.split(' ')
  expect(correctedOf([...wrong.slice(0, 12), ...words.slice(12)])).toEqual(words)
  // With the thirteenth nothing would be found, and then nothing is corrected.
  expect(correctedOf(wrong)).toBeUndefined()
})

it('takes no correction that finds nothing, and tries near words of two together (finding 20)', () => {
  const search = searchOf('Brake pads', 'Brake pads', 'Broke pips', 'Clutch kit')
  const correctedOf = (words: string) => search.answer({ ...plain, words }).corrected
  expect(correctedOf('brke pds')).toBe('brake pads')
  expect(correctedOf('brke kti')).toBeUndefined()
})

it('knows whether words are the catalogue’s own, as they are typed', () => {
  const search = searchOf('Brake pad front', 'Brake disc')
  expect(search.knows('brake pads ')).toBe(true)
  expect(search.knows('pad disc ')).toBe(false)
  expect(search.knows('barke ')).toBe(false)
  expect(search.knows(' ')).toBe(false)
})
