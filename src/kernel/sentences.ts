import type * as z from 'zod/mini'
import { textFor, texts } from './texts.ts'

type Issue = z.core.$ZodRawIssue
type Bound = 'least' | 'most'

/** What to call the kinds of value, in a sentence for people who send them. */
const kinds = texts('kernel.kinds', {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with fields',
  record: 'an object with fields',
  date: 'a date',
})

const sentences = texts('kernel.sentences', {
  missing: 'This is missing.',
  kind: (kind = 'of another kind') => `This must be ${kind}.`,
  above: (limit: number | bigint) => `Use more than ${limit}.`,
  below: (limit: number | bigint) => `Use less than ${limit}.`,
  oneOf: (values: readonly string[]) => `Use one of these: ${values.join(', ')}.`,
  unknown: (keys: readonly string[]) => `Leave out what is not known here: ${keys.join(', ')}.`,
  format: 'This is not written in the way that is expected here.',
  other: 'This is not what is expected here.',
  characters: (bound: Bound, limit: number | bigint) =>
    `Use at ${bound} ${limit} ${Number(limit) === 1 ? 'character' : 'characters'}.`,
  items: (bound: Bound, limit: number | bigint) => `Give at ${bound} ${limit}.`,
  bound: (bound: Bound, limit: number | bigint) => `Use at ${bound} ${limit}.`,
})

/**
 * What to say of an input that breaks a rule which has no words of its own: for `z.safeParse(schema, input, { error })`.
 * The specification's own messages stand in the schemas, and come first.
 */
export function plainSentence(issue: Issue): string {
  if (issue.input === undefined) return sentences.missing
  switch (issue.code) {
    case 'invalid_type':
      return sentences.kind(textFor(kinds, issue.expected))
    case 'too_small':
      if (issue.inclusive === false) return sentences.above(issue.minimum)
      return boundSentence('least', issue.origin, issue.minimum)
    case 'too_big':
      if (issue.inclusive === false) return sentences.below(issue.maximum)
      return boundSentence('most', issue.origin, issue.maximum)
    case 'invalid_value':
      return sentences.oneOf(issue.values.map(String))
    case 'unrecognized_keys':
      return sentences.unknown(issue.keys)
    case 'invalid_format':
      return sentences.format
    default:
      return sentences.other
  }
}

function boundSentence(bound: Bound, origin: string, limit: number | bigint): string {
  if (origin === 'string') return sentences.characters(bound, limit)
  if (origin === 'array' || origin === 'set') return sentences.items(bound, limit)
  return sentences.bound(bound, limit)
}
