import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPerson } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { codeOf } from '../identity/authenticator.ts'
import { browserAt, protectedPerson } from './browser.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

const sessionCookie = 'tappet.session_token'
const challengeCookie = 'tappet.two_factor'

describe('session fixation', () => {
  it('with the session of the attacker: the sign-in makes another one, and the planted one stays hers', async () => {
    const [victim, mallory] = [await createPerson(shop), await createPerson(shop)]
    const [own, hers] = [browserAt(shop), browserAt(shop)]
    await hers.logIn(mallory.email)
    const planted = hers.cookies.get(sessionCookie) ?? ''
    own.cookies.set(sessionCookie, planted)
    expect((await own.logIn(victim.email)).status).toBe(200)
    expect(own.cookies.get(sessionCookie)).not.toBe(planted)
    expect(await own.whoAmI()).toBe(victim.email)
    expect(await hers.whoAmI()).toBe(mallory.email)
  })

  it.each(['chosen-by-mallory', 'chosen-by-mallory.AAAA', ''])('with an invented session: %j', async planted => {
    const victim = await createPerson(shop)
    const [own, hers] = [browserAt(shop), browserAt(shop)]
    for (const browser of [own, hers]) browser.cookies.set(sessionCookie, planted)
    expect((await own.logIn(victim.email)).status).toBe(200)
    expect(own.cookies.get(sessionCookie)).not.toContain('chosen')
    expect(await hers.whoAmI()).toBeUndefined()
  })

  it('with a session that the owner has ended: it does not come to life again', async () => {
    const victim = await createPerson(shop)
    const own = browserAt(shop)
    await own.logIn(victim.email)
    const kept = browserAt(shop)
    kept.cookies.set(sessionCookie, own.cookies.get(sessionCookie) ?? '')
    expect(await kept.whoAmI()).toBe(victim.email)
    await own.send('POST', '/sign-out', {})
    await own.logIn(victim.email)
    expect(await kept.whoAmI()).toBeUndefined()
  })

  it('with the second step of the attacker: the victim’s password asks the victim’s own question', async () => {
    const [victim, mallory] = [await protectedPerson(shop), await protectedPerson(shop)]
    const [own, hers] = [browserAt(shop), browserAt(shop)]
    await hers.logIn(mallory.email)
    const planted = hers.cookies.get(challengeCookie) ?? ''
    own.cookies.set(challengeCookie, planted)
    expect((await own.logIn(victim.email)).body.twoFactorRedirect).toBe(true)
    expect(own.cookies.get(challengeCookie)).not.toBe(planted)
    expect((await own.typeCode(codeOf(victim.address, 1))).status).toBe(200)
    expect(await own.whoAmI()).toBe(victim.email)
    expect(await hers.whoAmI()).toBeUndefined()
  })
})
