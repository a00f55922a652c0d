import { expect, test } from 'vitest'
import { loadedOnce } from './loaded-once.server.ts'

test('what is loaded once is loaded again after a failure, and only then', async () => {
  let loads = 0
  const get = loadedOnce(async () => {
    loads += 1
    if (loads === 1) throw new Error('no file descriptor was left')
    return loads
  })
  const both = await Promise.allSettled([get(), get()])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await Promise.all([get(), get()])).toEqual([2, 2])
  expect(await get()).toBe(2)
})
