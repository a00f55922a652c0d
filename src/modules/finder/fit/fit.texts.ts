import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'
import type { FitCondition } from '../answers.rules.ts'

/** How the conditions of a fit are worded. */
export const fitTexts = texts('finder.fit', {
  engine: 'Engine',
  inSomeYears: 'Not in every year: choose yours',
  notWith: 'Not with',
  notWithNamed: (name: string) => sentence`Not with ${name}`,
  notWithNote: (note: string) => sentence`Not with: ${note}`,
  withEngine: (engine: string) => sentence`With engine ${engine}`,
  either: 'Either',
  or: 'Or',
  condition: ({ name, value }: FitCondition) => sentence`${name} ${value}`,
  oneOf: (values: readonly string[]) => values.join(' or '),
  allOf: (parts: readonly string[]) => parts.join(', '),
})
