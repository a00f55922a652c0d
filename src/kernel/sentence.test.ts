import { expect, it } from 'vitest'
import { joined, sentence } from './sentence.ts'

it('keeps what runs from right to left apart from the sentence around it', () => {
  expect(sentence`Remove ${'ورشة النور (A-1)'} from the basket`).toBe(
    'Remove \u2068ورشة النور (A-1)\u2069 from the basket',
  )
  expect(sentence`${'שמן'}: quantity set to ${5}.`).toBe('\u2068שמן\u2069: quantity set to 5.')
})

it('adds no signs to a name of another script', () => {
  expect(sentence`Remove ${'Öl 5W-30'} and ${'機油'}`).toBe('Remove Öl 5W-30 and 機油')
})

it('puts those texts side by side that there are', () => {
  expect(joined(['النور', null, '', undefined, 'A-1'], ', ')).toBe('\u2068النور\u2069, A-1')
})
