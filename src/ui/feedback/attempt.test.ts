import { expect, it } from 'vitest'
import { attemptFor } from './attempt.ts'

it('keeps its key while the content stays, whatever failed meanwhile', () => {
  const first = attemptFor('{"quantity":5}', undefined)
  expect(attemptFor('{"quantity":5}', first)).toBe(first)
})

it('takes a new key for other content, and after success', () => {
  const first = attemptFor('{"quantity":5}', undefined)
  expect(attemptFor('{"quantity":6}', first).key).not.toBe(first.key)
  expect(attemptFor('{"quantity":5}', undefined).key).not.toBe(first.key)
})

it('makes keys that the API takes', () => expect(attemptFor('', undefined).key).toMatch(/^[0-9a-f]{32}$/))
