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

it.each([
  [{ message: 'Too many requests.' }, '2040', 'That was a lot of tries. Wait 34 minutes and try again.'],
  [{ message: 'Too many requests.' }, '12', 'That was a lot of tries. Wait a minute and try again.'],
  [{ code: 'ACCOUNT_CLOSED_FOR_A_WHILE', message: 'Wait 7 minutes, or …' }, '', 'Wait 7 minutes, or …'],
  [
    { code: 'ACCOUNT_TEMPORARILY_LOCKED', message: 'Locked' },
    '',
    'Those were too many wrong codes for this account. Wait a quarter of an hour and try again.',
  ],
])('says how long to wait after too many tries: %j', async (body, seconds, message) => {
  const headers = { ...(seconds && { 'x-retry-after': seconds }) }
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(body, { status: 429, headers }))
  await expect(sessionFlow.logIn({ email: 'rahim@x.example', password: 'secret1' })).rejects.toMatchObject({
    status: 429,
    message,
  })
})
