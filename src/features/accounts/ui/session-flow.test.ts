import { afterEach, expect, it, vi } from 'vitest'
import { sessionFlow } from './session-flow.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

it('[S9.15] a request to the identity service gives up after 30 s, and says that the shop cannot be reached', async () => {
  const waits: number[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(milliseconds => {
    waits.push(milliseconds)
    // As if the time had passed already.
    return AbortSignal.abort(new DOMException('The time is up.', 'TimeoutError'))
  })
  await expect(sessionFlow.logIn({ email: 'rahim@x.example', password: 'secret1' })).rejects.toMatchObject({
    code: 'network-request-failed',
    message: 'The shop cannot be reached. Check your connection and try again.',
  })
  expect(waits).toEqual([30_000])
})
