import { expect, test } from 'vitest'
import { newId } from './context.server.ts'

test('ids are UUIDs of version 7, all different, in the order in which they were made', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids.every(id => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
})

test('an id carries the time at which it was made', () => {
  const before = Date.now()
  const made = Number.parseInt(newId().replace('-', '').slice(0, 12), 16)
  // Many ids of one millisecond borrow from the next ones.
  expect(made).toBeGreaterThanOrEqual(before)
  expect(made).toBeLessThan(before + 60_000)
})
