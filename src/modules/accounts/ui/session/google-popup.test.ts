import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { eventMemoryMs, googleFailureKind } from '../../../identity/google/google.rules.ts'
import { signInTexts } from '../../../identity/sign-in.texts.ts'
import { eventMemory, newEvent } from './google-events.ts'
import { googleProblem, openGoogleWindow, waitForAnswer } from './google-popup.ts'

const origin = 'https://shop.example'
const event = newEvent()
const done = { kind: 'tappet-google', event, error: null }

/** A page that a window was opened from; its target is the platform's own. */
function openWindow() {
  const view = Object.assign(new EventTarget(), { location: { origin } })
  const popup = { closed: false }
  const attempt = new AbortController()
  const memory = eventMemory(600_000, () => Date.now())
  const ended: string[] = []
  waitForAnswer({ view, popup, event, take: memory.take, signal: attempt.signal }).then(
    () => ended.push('signed in'),
    error => ended.push(error instanceof CallFailed ? error.code : `a bug: ${error}`),
  )
  const say = (data: unknown, from: { origin?: string; source?: unknown } = {}) =>
    view.dispatchEvent(Object.assign(new Event('message'), { data, origin, source: popup, ...from }))
  const pass = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    return [...ended]
  }
  return { popup, attempt, memory, say, pass }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a sign-in window', () => {
  it('[S9.13] is 500 by 600, in the middle of the page', () => {
    const windowArguments: unknown[] = []
    const view = {
      screenX: 100,
      screenY: 50,
      outerWidth: 1300,
      outerHeight: 900,
      open: (...parts: unknown[]) => {
        windowArguments.push(...parts)
        return null
      },
    }
    expect(openGoogleWindow(view as unknown as Window, 'Loading')).toBeNull()
    expect(windowArguments).toEqual(['', '_blank', 'popup=yes,width=500,height=600,left=500,top=200'])
  })

  it('that says it is done ends the wait at once', async () => {
    const { say, pass } = openWindow()
    say(done)
    expect(await pass(0)).toEqual(['signed in'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('[S4.18 S8.12 S9.14] that is closed is told 2 s after it is seen, and it is looked for every 2 s', async () => {
    const { popup, pass } = openWindow()
    await pass(1000)
    popup.closed = true
    expect(await pass(2999)).toEqual([])
    expect(await pass(1)).toEqual(['popup-closed-by-user'])
  })

  it('[S9.14] is looked for every 10 s once it has been open for a minute', async () => {
    const { popup, pass } = openWindow()
    await pass(61_000)
    popup.closed = true
    expect(await pass(9000 + 1999)).toEqual([])
    expect(await pass(1)).toEqual(['popup-closed-by-user'])
  })

  it('that closes itself after its answer is no window that somebody closed', async () => {
    const { popup, say, pass } = openWindow()
    popup.closed = true
    await pass(3000)
    say(done)
    expect(await pass(60_000)).toEqual(['signed in'])
  })

  it('[S4.18] gives way to a newer one, and nothing is looked for any more', async () => {
    const { attempt, pass } = openWindow()
    attempt.abort(googleProblem('cancelled-popup-request'))
    expect(await pass(0)).toEqual(['cancelled-popup-request'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([
    ['another origin', done, { origin: 'https://evil.example' }],
    ['another window', done, { source: {} }],
    ['a page that talks of something else', { kind: 'resize', height: 3 }, {}],
    ['nobody in particular', 'hello', {}],
  ])('does not hear %s', async (_who, data, from) => {
    const { say, pass } = openWindow()
    say(data, from)
    expect(await pass(0)).toEqual([])
    say(done)
    expect(await pass(0)).toEqual(['signed in'])
  })

  it.each([
    ['another attempt', { event: newEvent(), error: null }, 'invalid-auth-event'],
    ['no attempt', { event: null, error: null }, 'invalid-auth-event'],
    ['an attempt that the service did not know', { event: null, error: 'state_mismatch' }, 'invalid-auth-event'],
    ['a cancelled sign-in', { event, error: 'access_denied' }, 'google-cancelled'],
    ['an address that is not confirmed', { event, error: 'account_not_linked' }, 'google-unconfirmed'],
    ['something nobody foresaw', { event, error: 'constructor' }, 'internal-error'],
  ])('that tells of %s ends in a problem', async (_what, answer, code) => {
    const { say, pass } = openWindow()
    say({ kind: 'tappet-google', ...answer })
    expect(await pass(0)).toEqual([code])
  })

  it('takes no answer twice', async () => {
    const { memory, say, pass } = openWindow()
    memory.take(event)
    say(done)
    expect(await pass(0)).toEqual(['invalid-auth-event'])
  })
})

describe('the memory of answers', () => {
  it('[S4.19] takes each once', () => {
    const memory = eventMemory(600_000, () => Date.now())
    expect([memory.take('a'), memory.take('b'), memory.take('a')]).toEqual([true, true, false])
  })

  it('[S9.16] forgets them when none has come for 10 minutes', () => {
    const memory = eventMemory(eventMemoryMs, () => Date.now())
    memory.take('a')
    vi.advanceTimersByTime(599_999)
    expect(memory.take('a')).toBe(false)
    vi.advanceTimersByTime(1)
    expect(memory.take('a')).toBe(true)
  })
})

it('every way in which Google can fail has a sentence', () => {
  const kinds = ['state_mismatch', 'invalid_client', 'access_denied', 'account_not_linked', 'email_not_found']
    .concat(['invalid_request', 'server_error', 'what is this?'])
    .map(googleFailureKind)
  expect(kinds.filter(kind => !Object.hasOwn(signInTexts, kind))).toEqual([])
})
