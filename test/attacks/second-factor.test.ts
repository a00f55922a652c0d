import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer, request } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { codeOf } from '../identity/authenticator.ts'
import { browserAt, password, protectedPerson } from './browser.ts'

/** Guessing codes, typing one twice and trusting a browser: accounts.second-factor.server.test.ts, on a clock of its own. */
let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

const eight = Array.from({ length: 8 })

/** Browsers that have typed the password and are asked for a code. */
async function asked(email: string, count: number) {
  const browsers = Array.from({ length: count }, () => browserAt(shop))
  for (const one of browsers) await one.logIn(email)
  return browsers
}

describe('the second factor', () => {
  it('reuse of a recovery code, from eight connections at once: one gets in', async () => {
    const { email, recovery } = await protectedPerson(shop)
    const browsers = await asked(email, 8)
    const answers = await Promise.all(browsers.map(one => one.typeRecovery(recovery[0] ?? '')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const inside = await Promise.all(browsers.map(one => one.whoAmI()))
    expect(inside.filter(who => who === email)).toHaveLength(1)
    const [late] = await asked(email, 1)
    expect((await late?.typeRecovery(recovery[0] ?? ''))?.status).toBe(401)
  })

  it('reuse of a code, from eight connections at once: one gets in', async () => {
    const { email, address } = await protectedPerson(shop)
    const browsers = await asked(email, 8)
    const answers = await Promise.all(browsers.map(one => one.typeCode(codeOf(address, 1))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('reuse of the question: one password, one session, also at once', async () => {
    const { email, recovery } = await protectedPerson(shop)
    const [one] = await asked(email, 1)
    if (!one) throw new Error('nobody was asked')
    const cookie = one.cookieHeader()
    const answers = await Promise.all(
      eight.map((_, index) =>
        browserAt(shop, { cookie }).send('POST', '/two-factor/verify-backup-code', { code: recovery[index] }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect((await browserAt(shop, { cookie }).typeRecovery(recovery[9] ?? '')).status).toBeLessThan(500)
    expect(await browserAt(shop, { cookie }).whoAmI()).toBeUndefined()
  })

  it('closing the account to its owner by wrong passwords: a browser that has given the code before goes on', async () => {
    const { email, address } = await protectedPerson(shop)
    const own = browserAt(shop)
    await own.logIn(email)
    // The password alone has not signed this browser in, so it is not known yet.
    expect([...own.cookies.keys()].some(name => name.includes('known_'))).toBe(false)
    expect((await own.typeCode(codeOf(address, 1))).status).toBe(200)
    for (let time = 0; time < 10; time += 1) await browserAt(shop).logIn(email, 'a guess')
    expect((await browserAt(shop).logIn(email)).status).toBe(429)
    expect((await own.logIn(email)).body).toMatchObject({ twoFactorRedirect: true })
  })

  it('skipping the second step: the question opens nothing', async () => {
    const { email } = await protectedPerson(shop)
    const guest = browserAt(shop)
    const answer = await guest.logIn(email)
    expect(answer.body).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] })
    expect([...guest.cookies.keys()]).toEqual(['tappet.two_factor'])
    expect((await guest.send('GET', '/token')).status).toBe(401)
    expect(await guest.whoAmI()).toBeUndefined()
    const question = decodeURIComponent(guest.cookies.get('tappet.two_factor') ?? '')
    for (const value of [question, question.split('.')[0] ?? '']) {
      const claimed = browserAt(shop, { cookie: `tappet.session_token=${encodeURIComponent(value)}` })
      expect(await claimed.whoAmI()).toBeUndefined()
      const headers = bearer(value)
      expect((await request(`${shop.address}/identity/token`, 'GET', undefined, headers)).status).toBe(401)
    }
    for (const path of ['/two-factor/disable', '/two-factor/generate-backup-codes', '/two-factor/enable'])
      expect([path, (await guest.send('POST', path, { password })).status]).toEqual([path, 401])
  })

  it('the question of one account, answered with the code of another', async () => {
    const [victim, mallory] = [await protectedPerson(shop), await protectedPerson(shop)]
    const [guest] = await asked(victim.email, 1)
    expect((await guest?.typeCode(codeOf(mallory.address, 1)))?.status).toBe(401)
    expect((await guest?.typeRecovery(mallory.recovery[0] ?? ''))?.status).toBe(401)
    expect(await guest?.whoAmI()).toBeUndefined()
  })

  it('the question of one account, answered in a session of another: nobody changes', async () => {
    const [victim, mallory] = [await protectedPerson(shop), await protectedPerson(shop)]
    const [guest] = await asked(victim.email, 1)
    mallory.own.cookies.set('tappet.two_factor', guest?.cookies.get('tappet.two_factor') ?? '')
    await mallory.own.typeCode(codeOf(mallory.address, 1))
    expect(await mallory.own.whoAmI()).toBe(mallory.email)
  })
})
