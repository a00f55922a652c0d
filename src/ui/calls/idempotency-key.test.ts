import { expect, it } from 'vitest'
import { keyFor } from './idempotency-key.ts'

it('keeps its key while the content stays, whatever failed meanwhile', () => {
  const first = keyFor('{"quantity":5}', undefined)
  expect(keyFor('{"quantity":5}', first)).toBe(first)
})

it('takes a new key for other content, and after success', () => {
  const first = keyFor('{"quantity":5}', undefined)
  expect(keyFor('{"quantity":6}', first).key).not.toBe(first.key)
  expect(keyFor('{"quantity":5}', undefined).key).not.toBe(first.key)
})

it('makes keys that the API takes', () => expect(keyFor('', undefined).key).toMatch(/^[0-9a-f]{32}$/))
