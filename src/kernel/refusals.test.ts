import { describe, expect, it } from 'vitest'
import { problemOf, problemOfBug } from './problem.ts'
import { type RefusalTable, commonRefusals, describeRefusal, refuse, refuseFields, refusing } from './refusals.ts'

const table = {
  'sold-out': { status: 409, title: 'Sold out', message: 'Choose another.' },
  'few-left': { status: 409, title: 'Few left', message: ({ left }) => `Only ${left} left.` },
} satisfies RefusalTable
const refuseHere = refusing(table)

describe('a refusal', () => {
  it('has the status and the sentence of its module’s table, told of the case', () => {
    expect(refuseHere('few-left', { left: 3 })).toMatchObject({
      name: 'Refusal',
      code: 'few-left',
      status: 409,
      title: 'Few left',
      message: 'Only 3 left.',
      details: { left: 3 },
      errors: [],
    })
    expect(refuseHere('not-yours')).toMatchObject({ status: 403, message: commonRefusals['not-yours'].message })
  })

  it('of fields names each', () => {
    const errors = [{ field: 'phone', message: 'Phone is required' }]
    expect(refuseFields(errors)).toMatchObject({ code: 'invalid-input', status: 400, errors })
  })

  it('that no table has is a bug', () => {
    expect(() => refuse('sold-out' as 'not-yours')).toThrow('sold-out')
  })

  it.each([
    [1, 'a minute'],
    [2, '2 minutes'],
  ])('says how long to wait: %d is %s', (minutes, words) => {
    expect(refuse('too-many-tries', { minutes }).message).toContain(`Wait ${words} and`)
  })

  it('is described with a name wherever a number or a name will stand', () => {
    const { code, status, title, message } = describeRefusal('few-left', table['few-left'])
    expect([code, status, title, message]).toEqual(['few-left', 409, 'Few left', 'Only {left} left.'])
    const sentences = Object.entries(commonRefusals).map(([code, entry]) => describeRefusal(code, entry).message)
    expect(sentences.filter(sentence => sentence.includes('{'))).toEqual([
      'Too many attempts. Wait {minutes} minutes and try again.',
      'Send one file as multipart/form-data, in the field {field}.',
      'This file is larger than {megabytes} MB. Choose a smaller one.',
      'Your account may not change this: {columns}. Leave it out, or have somebody do it whose role may.',
    ])
  })
})

describe('an error answer', () => {
  it('says what the refusal says, and nothing that it does not', () => {
    const problem = {
      type: 'urn:tappet:problem:sold-out',
      title: 'Sold out',
      status: 409,
      code: 'sold-out',
      message: 'Choose another.',
    }
    expect(problemOf(refuseHere('sold-out'))).toStrictEqual(problem)
    const errors = [{ field: 'tool', message: 'Gone' }]
    expect(problemOf(refuseHere('sold-out', { left: 0 }, errors), 'r1')).toStrictEqual({
      ...problem,
      requestId: 'r1',
      details: { left: 0 },
      errors,
    })
  })

  it('to a bug has the number under which the log has its cause', () => {
    const problem = problemOfBug('r1')
    expect(problem).toMatchObject({ status: 500, code: 'internal-error', requestId: 'r1' })
    expect(problem.type).toBe(`urn:tappet:problem:${problem.code}`)
    expect(problem.message).toContain('r1')
  })
})
