import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { queryClientOf } from './query-client.ts'

const failure = (status: number) => new CallFailed({ code: 'x', status, message: 'No.' })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
})

/** Reads once with a failure each time; gives back when each try was made, in milliseconds after the first. */
async function triesOf(failed: Error): Promise<number[]> {
  const tries: number[] = []
  const began = Date.now()
  const queryFn = () => {
    tries.push(Date.now() - began)
    throw failed
  }
  const read = queryClientOf(`${Math.random()}@x.example`).fetchQuery({ queryKey: ['x'], retry: 3, queryFn })
  const [ended] = await Promise.allSettled([read, vi.advanceTimersByTimeAsync(10 * 60_000)])
  expect(ended).toEqual({ status: 'rejected', reason: failed })
  return tries
}

describe('the data of the dashboard', () => {
  it('[S9.18] is tried 3 times again when it cannot be read, with growing waits', async () => {
    expect(await triesOf(failure(503))).toEqual([0, 1000, 3000, 7000])
  })

  it('[S9.18] is asked for again at most 30 s later, however often it failed', () => {
    const { retryDelay, retry } = queryClientOf('a@x.example').getDefaultOptions().queries ?? {}
    if (typeof retryDelay !== 'function' || typeof retry !== 'function') throw new Error('both are rules')
    expect(retryDelay(4, failure(500))).toBe(16_000)
    for (const failures of [5, 6, 20, 1000]) expect(retryDelay(failures, failure(500))).toBe(30_000)
    for (const status of [0, 429, 500, 503])
      expect([0, 1, 2, 3].map(n => retry(n, failure(status)))).toEqual([true, true, true, false])
    for (const status of [400, 401, 403, 404, 409]) expect(retry(0, failure(status))).toBe(false)
  })

  it('[S9.17] is kept for 5 minutes after nothing shows it', async () => {
    const client = queryClientOf('b@x.example')
    await client.fetchQuery({ queryKey: ['kept'], queryFn: () => 'here' })
    await vi.advanceTimersByTimeAsync(5 * 60_000 - 1)
    expect(client.getQueryData(['kept'])).toBe('here')
    await vi.advanceTimersByTimeAsync(2)
    expect(client.getQueryData(['kept'])).toBeUndefined()
  })

  it('is what was read after a change, also where the first reading was under way then', async () => {
    const client = queryClientOf('reader@x.example')
    let [stored, readings] = ['before', 0]
    const queryFn = async () => {
      const read = stored
      readings += 1
      // The first one takes longer than the change.
      await new Promise(resolve => setTimeout(resolve, readings === 1 ? 1000 : 100))
      return read
    }
    const observer = new QueryObserver(client, { queryKey: ['list', 'one'], queryFn })
    const leave = observer.subscribe(() => undefined)
    stored = 'after'
    void client.invalidateQueries({ queryKey: ['list'] })
    await vi.advanceTimersByTimeAsync(5000)
    expect(observer.getCurrentResult().data).toBe('after')
    leave()
  })

  it('is not another account’s', async () => {
    const first = queryClientOf('first@x.example')
    await first.fetchQuery({ queryKey: ['orders'], queryFn: () => ['mine'] })
    expect(queryClientOf('first@x.example')).toBe(first)
    expect(queryClientOf('second@x.example').getQueryData(['orders'])).toBeUndefined()
    expect(first.getQueryData(['orders'])).toBeUndefined()
  })
})
