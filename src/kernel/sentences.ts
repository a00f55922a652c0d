import type * as z from 'zod/mini'

type Issue = z.core.$ZodRawIssue

/** What to call the kinds of value, in a sentence for people who send them. */
const kinds = new Map(
  Object.entries({
    string: 'a text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object with fields',
    record: 'an object with fields',
    date: 'a date',
  }),
)

/**
 * What to say of an input that breaks a rule which has no words of its own: for `z.safeParse(schema, input, { error })`.
 * The specification's own messages stand in the schemas, and come first.
 */
export function plainSentence(issue: Issue): string {
  if (issue.input === undefined) return 'This is missing.'
  switch (issue.code) {
    case 'invalid_type':
      return `This must be ${kinds.get(issue.expected) ?? 'of another kind'}.`
    case 'too_small':
      if (issue.inclusive === false) return `Use more than ${issue.minimum}.`
      return boundSentence('least', issue.origin, issue.minimum)
    case 'too_big':
      if (issue.inclusive === false) return `Use less than ${issue.maximum}.`
      return boundSentence('most', issue.origin, issue.maximum)
    case 'invalid_value':
      return `Use one of these: ${issue.values.map(String).join(', ')}.`
    case 'unrecognized_keys':
      return `Leave out what is not known here: ${issue.keys.join(', ')}.`
    case 'invalid_format':
      return 'This is not written in the way that is expected here.'
    default:
      return 'This is not what is expected here.'
  }
}

function boundSentence(bound: 'least' | 'most', origin: string, limit: number | bigint): string {
  if (origin === 'string') return `Use at ${bound} ${limit} ${Number(limit) === 1 ? 'character' : 'characters'}.`
  if (origin === 'array' || origin === 'set') return `Give at ${bound} ${limit}.`
  return `Use at ${bound} ${limit}.`
}
