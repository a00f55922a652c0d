import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { isStorageFull, watchStorage } from './storage.server.ts'

it.skipIf(process.platform !== 'linux')('a device without room is known as one (finding 40)', async () => {
  const error: unknown = await writeFile('/dev/full', 'x').catch((error: unknown) => error)
  expect(isStorageFull(error)).toBe(true)
})

it('a shop is full until half a minute has passed since a write found no room (finding 40)', () => {
  let at = 0
  const storage = watchStorage(() => at)
  expect([storage.noteIfFull(new Error('another one')), storage.isFull()]).toEqual([false, false])
  expect(storage.noteIfFull(Object.assign(new Error('no room'), { code: 'ENOSPC' }))).toBe(true)
  at = 29_999
  expect(storage.isFull()).toBe(true)
  at = 30_000
  expect(storage.isFull()).toBe(false)
})
