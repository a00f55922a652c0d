import fc from 'fast-check'
import { expect, it } from 'vitest'
import { postingsOf, sortedVocabulary } from './vocabulary.server.ts'

it('sorts the postings of each word, in whatever order they come', () => {
  const anyPosting = fc.record({ number: fc.nat(4), posting: fc.integer({ min: 0, max: 2 ** 31 - 1 }) })
  fc.assert(
    fc.property(fc.uniqueArray(anyPosting, { selector: ({ posting }) => posting }), list => {
      const words = ['hub', 'pad', 'cap', 'rod', 'oil']
      const own = words.map((_, at) => list.filter(({ number }) => number === at).map(({ posting }) => posting))
      const counts = own.map(({ length }) => length)
      const vocabulary = sortedVocabulary(words, counts, place =>
        list.forEach(({ number, posting }) => place(number, posting)),
      )
      for (const [at, word] of words.entries())
        expect([...postingsOf(vocabulary, word)]).toEqual(own[at]?.sort((one, other) => one - other))
    }),
  )
})
