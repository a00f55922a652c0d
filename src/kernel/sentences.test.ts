import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { requiredText } from './fields.ts'
import { plainSentence } from './sentences.ts'

const messageOf = (schema: z.core.$ZodType, value: unknown) =>
  z.safeParse(schema, value, { error: plainSentence }).error?.issues.map(issue => issue.message)

describe('what is said of an input that breaks a rule without words of its own', () => {
  it.each([
    [z.string(), undefined, 'This is missing.'],
    [z.string(), null, 'This must be a text.'],
    [z.number(), '5', 'This must be a number.'],
    [z.int(), 0.5, 'This must be a whole number.'],
    [z.boolean(), 'yes', 'This must be true or false.'],
    [z.array(z.string()), {}, 'This must be a list.'],
    [z.object({}), [], 'This must be an object with fields.'],
    [z.string().check(z.minLength(1)), '', 'Use at least 1 character.'],
    [z.string().check(z.maxLength(80)), 'x'.repeat(81), 'Use at most 80 characters.'],
    [z.number().check(z.gte(1)), 0, 'Use at least 1.'],
    [z.number().check(z.gt(0)), 0, 'Use more than 0.'],
    [z.number().check(z.lt(5)), 5, 'Use less than 5.'],
    [z.array(z.string()).check(z.maxLength(2)), ['a', 'b', 'c'], 'Give at most 2.'],
    [z.set(z.string()).check(z.maxSize(1)), new Set(['a', 'b']), 'Give at most 1.'],
    [z.enum(['BSC', 'BBA']), 'MBA', 'Use one of these: BSC, BBA.'],
    [z.literal(true), false, 'Use one of these: true.'],
    [z.strictObject({}), { a: 1, b: 2 }, 'Leave out what is not known here: a, b.'],
    [z.string().check(z.regex(/^\d+$/)), 'x', 'This is not written in the way that is expected here.'],
    [z.union([z.number(), z.string()]), [], 'This is not what is expected here.'],
  ])('%# is a plain sentence', (schema, value, sentence) => expect(messageOf(schema, value)).toEqual([sentence]))

  it('leaves the words of the specification as they are', () => {
    expect(
      messageOf(
        requiredText(() => 'Address is required'),
        null,
      ),
    ).toEqual(['Address is required'])
    expect(
      messageOf(
        requiredText(() => 'Address is required'),
        undefined,
      ),
    ).toEqual(['Address is required'])
  })
})
