import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { fakeStorage } from '#test/identity/storage'
import { type StoredSession, type StorageOf, read } from './session-storage.ts'
import { type SessionFlow, SessionStore } from './session-store.ts'

const minute = 60_000
const ownersCall = endpoint('GET /orders', { summary: '', access: 'owner', answer: z.unknown() })
const staffCall = endpoint('GET /allOrders', { summary: '', access: 'staff:orders', answer: z.unknown() })
const account = { name: 'Rahim', email: 'rahim@x.example', emailVerified: true, admin: false, permissions: [] }

let now: number
let storage: ReturnType<typeof fakeStorage>
let storageOf: StorageOf
let calls: string[]
/** Whether the page is for an account alone. */
let isGuarded: boolean
/** What the server answers; a test replaces what it is about. */
let flow: SessionFlow
let store: SessionStore

const session = (token: string, minutes = 15): StoredSession => ({ token, expiresAt: now + minutes * minute, account })
const input = { email: account.email, password: 'secret1' }
const storedToken = () => storage.getItem('accessToken')

beforeEach(() => {
  now = Date.parse('2026-11-21T08:00:00Z')
  storage = fakeStorage()
  storageOf = () => storage
  calls = []
  isGuarded = true
  flow = {
    sendVerificationMail: () => expect.unreachable(),
    requestReset: () => expect.unreachable(),
    changePassword: () => expect.unreachable(),
    requestEmailChange: () => expect.unreachable(),
    logIn: async () => session('first'),
    confirm: async () => session('confirmed'),
    signUp: async () => session('first'),
    enter: async () => session('first'),
    renew: async () => {
      calls.push('renew')
      return session('renewed')
    },
    leave: async token => void calls.push(`leave ${token}`),
    storageProblem: () => new Error('no storage'),
  }
  store = newStore()
})

/** As a tab that was just opened on the same storage. */
function newStore(): SessionStore {
  return new SessionStore({
    storage: storageOf,
    loadFlow: async () => flow,
    now: () => now,
    reload: () => void calls.push('reload'),
    isGuarded: () => isGuarded,
  })
}

const lent = (from = store) => from.lend(({ access }) => (access.startsWith('staff:') ? undefined : '/'))

describe('signing in', () => {
  it('[S4.12 S7.01 S9.09] keeps the token under its specified name', async () => {
    await store.start()
    expect(store.state().state).toBe('signed-out')
    await store.logIn(input)
    expect(store.state()).toEqual({ state: 'signed-in', account })
    expect(storedToken()).toBe('first')
    expect(JSON.parse(storage.getItem('account') ?? '')).toEqual({ expiresAt: '2026-11-21T08:15:00.000Z', account })
  })

  it('[D5.03] is signed out until the second factor is confirmed', async () => {
    flow.logIn = async () => 'second factor'
    await store.start()
    expect(await store.logIn(input)).toBe('second factor')
    expect(store.state().state).toBe('signed-out')
    expect(storedToken()).toBeNull()
    await store.confirm({ kind: 'app', code: '123456' })
    expect(store.state()).toEqual({ state: 'signed-in', account })
    expect(storedToken()).toBe('confirmed')
  })

  it('sends no password when the browser keeps nothing', async () => {
    storage.isBroken = true
    flow.logIn = async () => expect.unreachable()
    await store.start()
    await expect(store.logIn(input)).rejects.toThrow('no storage')
    expect(store.state().state).toBe('signed-out')
  })

  it('stays signed out when it fails', async () => {
    await store.start()
    flow.logIn = () => Promise.reject(new Error('wrong password'))
    await expect(store.logIn(input)).rejects.toThrow('wrong password')
    expect(store.state().state).toBe('signed-out')
    expect(storedToken()).toBeNull()
  })
})

describe('coming back', () => {
  beforeEach(() => store.logIn(input))

  it('[S3.11 S4.11] knows who was here, without asking', async () => {
    const later = newStore()
    await later.start()
    expect(later.state()).toEqual({ state: 'signed-in', account })
    expect(calls).toEqual([])
  })

  it('lets nobody in before an ended token is renewed', async () => {
    now += 20 * minute
    const later = newStore()
    const starting = later.start()
    expect(later.state().state).toBe('loading')
    await starting
    expect(later.state().state).toBe('signed-in')
    expect(storedToken()).toBe('renewed')
  })

  it('is signed out when the service has forgotten the session', async () => {
    now += 20 * minute
    flow.renew = async () => undefined
    const later = newStore()
    await later.start()
    expect(later.state()).toEqual({ state: 'signed-out' })
    expect(storedToken()).toBeNull()
  })

  it('is still signed in when the shop cannot be reached', async () => {
    now += 20 * minute
    flow.renew = () => Promise.reject(new Error('offline'))
    const later = newStore()
    await later.start()
    expect(later.state().state).toBe('signed-in')
    expect(storedToken()).toBe('first')
  })

  it('asks who it is when only the token was left', async () => {
    storage.removeItem('account')
    const later = newStore()
    await later.start()
    expect(later.state().state).toBe('signed-in')
    expect(calls).toEqual(['renew'])
  })

  it.each([
    'null',
    '{',
    '[]',
    '{"expiresAt":"soon","account":{}}',
    '{"expiresAt":"2026-11-21T08:15:00Z","account":{"name":1}}',
  ])('does not trip over %s', text => {
    storage.setItem('account', text)
    expect(read(storageOf)).toEqual({ token: 'first' })
  })
})

describe('renewal', () => {
  beforeEach(() => store.logIn(input))

  it('[D3.02] happens before the token ends, once, whoever asks', async () => {
    now += 14 * minute + 1000
    expect(lent().token()).toBe('first')
    expect(lent().token()).toBe('first')
    await expect(Promise.all([store.renew(), store.renew()])).resolves.toEqual([true, true])
    expect(calls).toEqual(['renew'])
    expect(lent().token()).toBe('renewed')
  })

  it('is asked for anew by whoever wants to know who this is now', async () => {
    const answers: ((result: StoredSession) => void)[] = []
    flow.renew = () => new Promise(resolve => answers.push(resolve))
    const begun = store.renew()
    const refreshed = store.refresh()
    await expect.poll(() => answers.length).toBe(1)
    answers[0]?.({ ...session('old'), account: { ...account, emailVerified: false } })
    await begun
    await expect.poll(() => answers.length).toBe(2)
    answers[1]?.(session('new'))
    await refreshed
    expect(store.state()).toMatchObject({ account: { emailVerified: true } })
  })

  it('that comes after the sign-out changes nothing', async () => {
    let answer: (result: StoredSession) => void = () => undefined
    flow.renew = () => new Promise(resolve => (answer = resolve))
    const renewing = store.renew()
    await store.logOut()
    answer(session('too late'))
    await expect(renewing).resolves.toBe(false)
    expect(store.state().state).toBe('signed-out')
    expect(storedToken()).toBeNull()
  })

  it('that cannot be asked for is not the end', async () => {
    flow.renew = () => Promise.reject(new Error('offline'))
    await expect(store.renew()).rejects.toThrow('offline')
    expect(store.state().state).toBe('signed-in')
  })
})

describe('leaving', () => {
  beforeEach(() => store.logIn(input))

  it('[S2.34 D3.04] tells the server, then forgets', async () => {
    await store.logOut()
    expect(calls).toEqual(['leave first'])
    expect(store.state()).toEqual({ state: 'signed-out', exit: '/login' })
    expect([storedToken(), storage.getItem('account')]).toEqual([null, null])
  })

  it.each(['the server is away', 'the code cannot be loaded'])('[D8.09] forgets also when %s', async problem => {
    const broken = new SessionStore({
      storage: storageOf,
      loadFlow: async () => {
        if (problem === 'the code cannot be loaded') throw new Error(problem)
        return { ...flow, leave: () => Promise.reject(new Error(problem)) }
      },
      now: () => now,
      reload: () => expect.unreachable(),
      isGuarded: () => true,
    })
    await broken.start()
    expect(broken.state().state).toBe('signed-in')
    await expect(broken.logOut()).rejects.toThrow(problem)
    expect(broken.state().state).toBe('signed-out')
    expect(storedToken()).toBeNull()
  })

  it('forgets also when the storage is out of reach', async () => {
    storage.isBroken = true
    await store.logOut()
    expect(store.state().state).toBe('signed-out')
    expect(lent().token()).toBeUndefined()
  })

  it('[D3.11] is followed by other tabs, and so is coming back', async () => {
    const other = newStore()
    await other.start()
    await store.logOut()
    other.follow()
    expect(other.state()).toEqual({ state: 'signed-out' })
    await store.logIn(input)
    other.follow()
    expect(other.state().state).toBe('signed-in')
    expect(calls).not.toContain('reload')
  })

  it('by another account, which the page has not heard of yet, loads the page anew', async () => {
    const other = newStore()
    await other.start()
    await store.logOut()
    flow.logIn = async () => ({ ...session('second'), account: { ...account, email: 'karim@x.example' } })
    await store.logIn(input)
    other.follow()
    expect(calls).toContain('reload')
    expect(other.state()).toEqual({ state: 'signed-in', account })
  })

  it('does not, where the same account has another address by now: what was typed stays', async () => {
    const as = (_id: string, email: string) => ({ ...session('second'), account: { ...account, _id, email } })
    flow.logIn = async () => as('one', 'rahim@x.example')
    await store.logIn(input)
    const other = newStore()
    await other.start()
    flow.logIn = async () => as('one', 'new@x.example')
    await store.logIn(input)
    other.follow()
    expect(calls).not.toContain('reload')
    expect(other.state()).toMatchObject({ account: { email: 'new@x.example' } })
    flow.logIn = async () => as('two', 'new@x.example')
    await store.logIn(input)
    other.follow()
    expect(calls).toContain('reload')
  })
})

describe('a refused call', () => {
  beforeEach(() => store.logIn(input))

  it('[S4.13 S4.14 S8.04] ends the session and leads home, one of the staff’s to the login page', async () => {
    lent().refused(ownersCall, 403)
    expect(store.state()).toEqual({ state: 'signed-out', exit: '/' })
    expect(storedToken()).toBeNull()
    await store.logIn(input)
    lent().refused(staffCall, 403)
    expect(store.state()).toEqual({ state: 'signed-out', exit: undefined })
  })

  it('leaves staff at work whose role may not do this, and ends a session that is over', async () => {
    flow.logIn = async () => ({ ...session('first'), account: { ...account, permissions: ['shipping'] } })
    await store.logIn(input)
    lent().refused(staffCall, 403)
    expect(store.state().state).toBe('signed-in')
    lent().refused(staffCall, 401)
    expect(store.state().state).toBe('signed-out')
  })

  it('ends the session of staff who are refused what their role lets them do', async () => {
    flow.logIn = async () => ({ ...session('first'), account: { ...account, permissions: ['orders'] } })
    await store.logIn(input)
    lent().refused(staffCall, 403)
    expect(store.state()).toEqual({ state: 'signed-out', exit: undefined })
  })

  it('decides one redirect only', () => {
    store.arrive('/dashboard/order')
    lent().refused(ownersCall, 403)
    store.arrive('/dashboard/order')
    expect(store.state()).toEqual({ state: 'signed-out', exit: '/' })
    store.arrive('/')
    expect(store.state()).toEqual({ state: 'signed-out' })
  })
})

describe('a session that was ended from elsewhere', () => {
  const ends: Record<string, () => unknown> = {
    'by a refused call': () => store.lend(() => undefined).refused(ownersCall, 401),
    'by a renewal that finds it over': () => {
      flow.renew = async () => undefined
      return store.refresh()
    },
    'by another tab': () => {
      storage.clear()
      store.follow()
    },
  }
  it.each(Object.entries(ends))('empties the pages that are for everybody: %s (finding 30)', async (_how, end) => {
    for (const isForAccounts of [false, true]) {
      await store.logIn(input)
      isGuarded = isForAccounts
      calls.length = 0
      await end()
      expect(calls.filter(word => word === 'reload')).toEqual(isForAccounts ? [] : ['reload'])
      expect(store.state().state).toBe('signed-out')
      expect(storedToken()).toBeNull()
    }
  })

  it('is none where somebody logs out here, or nobody was here', async () => {
    isGuarded = false
    await ends['by another tab']?.()
    await store.logIn(input)
    await store.logOut()
    expect(calls).not.toContain('reload')
  })
})
