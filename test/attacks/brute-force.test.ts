import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetStrangers } from '../../src/modules/identity/limits/sign-in-limits.server.ts'
import { createPerson, request } from '../factories.ts'
import { type TestShop, createTestDatabase, startTestShop } from '../harness.ts'
import { expectProblem } from '../problems.ts'
import { browserAt, password } from './browser.ts'

/** Shops that others reach, so that no limit is the generous one of a developer's machine. */
const reached = { HOST: '0.0.0.0', ALLOW_SANDBOX: 'yes' }
let direct: TestShop
let proxied: TestShop

beforeAll(async () => {
  direct = await startTestShop({ environment: reached })
  proxied = await startTestShop({ environment: { ...reached, TRUST_PROXY: 'loopback' } })
})
afterAll(async () => {
  await direct.close()
  await proxied.close()
})

const someone = () => `nobody-${randomBytes(4).toString('hex')}@example.com`
const from = (address: string) => ({ 'x-forwarded-for': address })
const anAddress = () => `198.51.${randomBytes(1)[0]}.${randomBytes(1)[0]}`

/** Tries one after the other, each as `send` makes it; what they are answered. */
async function statuses(count: number, send: (index: number) => Promise<{ status: number }>): Promise<number[]> {
  const answered: number[] = []
  for (let index = 0; index < count; index += 1) answered.push((await send(index)).status)
  return answered
}
const twelve = (then: number) => [...Array<number>(10).fill(401), then, then]

describe('brute force from one address', () => {
  it('ends after ten tries a minute, whatever accounts are tried, and goes on a minute later', async () => {
    expect(await statuses(12, () => browserAt(direct).logIn(someone()))).toEqual(twelve(429))
    const refused = await browserAt(direct).logIn(someone())
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    direct.passTime(61_000)
    expect((await browserAt(direct).logIn(someone())).status).toBe(401)
  })

  it('is not helped by headers that claim another address, where no proxy is trusted', async () => {
    direct.passTime(61_000)
    const names = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip']
    const headersOf = (index: number) =>
      Object.fromEntries(
        [...names, 'x-tappet-client-address', 'fastly-client-ip', 'via'].map(name => [
          name,
          name === 'forwarded' ? `for=203.0.113.${index}` : `203.0.113.${index}`,
        ]),
      )
    const tries = await statuses(12, index => browserAt(direct, headersOf(index)).logIn(someone()))
    expect(tries).toEqual(twelve(429))
  })

  it('is not helped by any header but the proxy’s own entry, where one is trusted', async () => {
    const real = anAddress()
    const headersOf = (index: number) => ({
      'x-forwarded-for': `203.0.113.${index}, ${real}`,
      'x-real-ip': `203.0.113.${index}`,
      forwarded: `for=203.0.113.${index}`,
      'x-tappet-client-address': `203.0.113.${index}`,
    })
    const tries = await statuses(12, index => browserAt(proxied, headersOf(index)).logIn(someone()))
    expect(tries).toEqual(twelve(429))
    // Its neighbour behind the same proxy has tries of its own.
    expect((await browserAt(proxied, from(anAddress())).logIn(someone())).status).toBe(401)
  })

  it('is not helped by the many addresses of one IPv6 network', async () => {
    const headersOf = (index: number) => from(`2001:db8:0:7:${index}::${index + 1}`)
    const tries = await statuses(12, index => browserAt(proxied, headersOf(index)).logIn(someone()))
    expect(tries).toEqual(twelve(429))
    expect((await browserAt(proxied, from('2001:db8:0:8::1')).logIn(someone())).status).toBe(401)
  })

  it('is not helped by the many networks of one IPv6 site (finding 38)', async () => {
    const body = () => ({ email: someone(), name: 'Nobody', password: 'short' })
    const tries = await statuses(161, index =>
      browserAt(proxied, from(`2001:db8:77:${index.toString(16)}::1`)).send('POST', '/sign-up/email', body()),
    )
    expect(tries).toEqual([...Array<number>(160).fill(400), 429])
    expect((await browserAt(proxied, from('2001:db8:78::1')).send('POST', '/sign-up/email', body())).status).toBe(400)
  })

  it('is not helped by other spellings of the path', async () => {
    const { email } = await createPerson(proxied)
    for (const path of [
      '/sign-in/email/',
      '//sign-in/email',
      '/sign-in//email',
      '/sign-in/%65mail',
      '/SIGN-IN/EMAIL',
      '/./sign-in/email;a=b',
      '/sign-in%2Femail',
    ]) {
      const answer = await browserAt(proxied, from(anAddress())).send('POST', path, { email, password })
      expect([path, answer.status]).toEqual([path, 404])
    }
  })

  it('makes twenty accounts an hour, so that sign-up tells of few emails whether they have one', async () => {
    const browser = () => browserAt(proxied, from('192.0.2.77'))
    const body = () => ({ email: someone(), name: 'Nobody', password: 'short' })
    const tries = await statuses(21, () => browser().send('POST', '/sign-up/email', body()))
    expect(tries).toEqual([...Array<number>(20).fill(400), 429])
    proxied.passTime(61_000)
    expect((await browser().send('POST', '/sign-up/email', body())).status).toBe(429)
  })

  it('finds no account with a password that is guessed first, or is its own address', async () => {
    const browser = browserAt(proxied, from('192.0.2.78'))
    const join = (typed: string) =>
      browser.send('POST', '/sign-up/email', { email: 'padma.k@example.com', name: 'Padma', password: typed })
    expect(await join('password1')).toMatchObject({ status: 400, body: { code: 'PASSWORD_COMMON' } })
    expect(await join('padma.k')).toMatchObject({ status: 400, body: { code: 'PASSWORD_IS_EMAIL' } })
    expect((await join(password)).status).toBe(200)
  })
})

describe('brute force from many addresses', () => {
  const tryFrom = (address: string, email: string, typed: string) =>
    browserAt(proxied, from(address)).logIn(email, typed)

  it('ends after ten tries for one account, of which the right password is refused too', async () => {
    const { email } = await createPerson(proxied)
    const tries = await statuses(12, index => tryFrom(anAddress(), email, `guess number ${index}`))
    expect(tries).toEqual(twelve(429))
    const right = await tryFrom(anAddress(), email, password)
    const wrong = await tryFrom(anAddress(), email.toUpperCase(), 'another guess')
    expect(right).toMatchObject({ status: 429, body: { code: 'ACCOUNT_CLOSED_FOR_A_WHILE' } })
    expect(right.body).toEqual(wrong.body)
    expect(right.body.message).toMatch(/Wait \d+ minutes.*or reset your password/)
    proxied.passTime(15 * 60_000)
    expect((await tryFrom(anAddress(), email, password)).status).toBe(200)
  })

  it('says the same of an email that has no account', async () => {
    const { email } = await createPerson(proxied)
    const nobody = someone()
    for (const one of [email, nobody]) await statuses(10, () => tryFrom(anAddress(), one, 'a guess'))
    const [known, unknown] = [await tryFrom(anAddress(), email, 'x y z'), await tryFrom(anAddress(), nobody, 'x y z')]
    expect(known.status).toBe(429)
    expect(unknown).toMatchObject({ status: known.status, body: known.body })
    expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()])
  })

  it('counts the tries that come at once', async () => {
    const { email } = await createPerson(proxied)
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => tryFrom(anAddress(), email, `guess number ${index}`)),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(14)
  })

  it('does not lock the owner out of a browser that has signed in before, which has ten tries of its own', async () => {
    const { email } = await createPerson(proxied)
    const own = browserAt(proxied, from('192.0.2.1'))
    expect((await own.logIn(email)).status).toBe(200)
    await own.send('POST', '/sign-out', {})
    await statuses(11, () => tryFrom(anAddress(), email, 'a guess'))
    expect((await own.logIn(email)).status).toBe(200)
    proxied.passTime(61_000)
    expect(await statuses(10, () => own.logIn(email, 'mistyped'))).toEqual(Array(10).fill(401))
    proxied.passTime(61_000)
    expect((await own.logIn(email)).status).toBe(429)
  })

  it('does not get the owner’s tries by a cookie of another account, or one made by hand', async () => {
    const [{ email }, mallory] = [await createPerson(proxied), await createPerson(proxied)]
    const [own, hers] = [browserAt(proxied, from(anAddress())), browserAt(proxied, from(anAddress()))]
    await own.logIn(email)
    await hers.logIn(mallory.email)
    const knownBy = ({ cookies }: typeof own) => [...cookies].find(([name]) => name.includes('known_')) ?? ['', '']
    const [[ownName, ownValue], [, herValue]] = [knownBy(own), knownBy(hers)]
    await statuses(10, () => tryFrom(anAddress(), email, 'a guess'))
    for (const value of [herValue, `${ownValue.split('.')[0]}.${herValue.split('.')[1]}`, 'AAAA.AAAA', 'x', '']) {
      const guest = browserAt(proxied, from(anAddress()))
      guest.cookies.set(ownName, value)
      expect((await guest.logIn(email)).status).toBe(429)
    }
    const cookie = browserAt(proxied, from(anAddress()))
    cookie.cookies.set(ownName, ownValue)
    expect((await cookie.logIn(email)).status).toBe(200)
  })

  it('leaves the owner known when SECRET gets a new first entry, and unknown when the old one goes', async () => {
    const [old, next] = ['an-old-secret-that-is-long-enough-to-sign', 'a-new-secret-that-is-long-enough-to-sign']
    const database = await createTestDatabase()
    const open = (secrets: string[]) => startTestShop({ database, environment: reached, secrets })
    const shops = [await open([old]), await open([next, old]), await open([next])] as const
    try {
      const { email } = await createPerson(shops[0])
      const own = browserAt(shops[0])
      await own.logIn(email)
      const aMinuteLater = () => shops.forEach(shop => shop.passTime(61_000))
      aMinuteLater()
      const guesses = await statuses(10, () => browserAt(shops[0]).logIn(email, 'a guess'))
      expect(guesses).toEqual(Array(10).fill(401))
      aMinuteLater()
      const answers = await Promise.all(shops.map(shop => browserAt(shop, { cookie: own.cookieHeader() }).logIn(email)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    } finally {
      for (const shop of shops) await shop.close()
      await database.drop()
    }
  })

  it('is forgotten when the owner resets the password', async () => {
    const { email } = await createPerson(proxied)
    await statuses(10, () => tryFrom(anAddress(), email, 'a guess'))
    await forgetStrangers(proxied.system, email)
    expect((await tryFrom(anAddress(), email, password)).status).toBe(200)
  })

  it('leaves a cookie that scripts and other sites’ requests do not carry', async () => {
    const { email } = await createPerson(proxied)
    const answer = await tryFrom(anAddress(), email, password)
    const line = answer.headers.getSetCookie().find(cookie => cookie.startsWith('tappet.known_'))
    expect(line).toMatch(/; HttpOnly/i)
    expect(line).toMatch(/; SameSite=Lax/i)
    expect(line).toMatch(/; Path=\/identity/i)
  })
})

describe('a flood of reads from one network', () => {
  const read = (path: string, address: string) =>
    request(`${proxied.address}/api${path}`, 'GET', undefined, from(address))

  it('is refused with the time to wait, while others, and what is kept, are answered (finding 29)', async () => {
    expect((await read('/blog', '192.0.2.90')).status).toBe(200)
    const tries = await statuses(601, index => read(`/blog/none-${index}`, '192.0.2.91'))
    expect(tries).toEqual([...Array<number>(600).fill(404), 429])
    const refused = await read('/blog/none', '192.0.2.91')
    expectProblem(refused, 429, 'too-many-requests')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await read('/blog/none', '192.0.2.92')).status).toBe(404)
    expect((await read('/blog?utm_source=flood', '192.0.2.91')).status).toBe(200)
    proxied.passTime(61_000)
    expect((await read('/blog/none', '192.0.2.91')).status).toBe(404)
  })
})

describe('sign-up tells that an account exists', () => {
  it('five times an hour to a network; then it takes no address from there, known or not (finding 12)', async () => {
    const at = { ...reached, TRUST_PROXY: 'loopback' }
    const shop = await startTestShop({ environment: at })
    try {
      const emails = await Promise.all(Array.from({ length: 7 }, async () => (await createPerson(shop)).email))
      const [network, other] = [from('198.51.100.7'), from('198.51.100.8')]
      const signUp = (email: string, headers = network) =>
        request(`${shop.address}/identity/sign-up/email`, 'POST', { email, password, name: 'Mallory' }, headers)
      // Sign-ups that tell nothing are none of the five.
      for (let count = 0; count < 6; count += 1) expect((await signUp(someone())).status).toBe(200)
      const told = await Promise.all(emails.map(email => signUp(email)))
      const statuses = told.map(({ status }) => status).toSorted()
      expect(statuses).toEqual([...Array<number>(5).fill(422), 429, 429])
      expect((await signUp(someone())).status).toBe(429)
      expect((await signUp(emails[0] ?? '', other)).status).toBe(422)
      shop.passTime(61 * 60_000)
      expect((await signUp(someone())).status).toBe(200)
    } finally {
      await shop.close()
    }
  })
})
