import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, createPerson, signUp } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { browserAt } from './browser.ts'

let shop: TestShop
const emails: Record<string, string> = { 'has no account': 'nobody@example.com' }

beforeAll(async () => {
  crypto.scrypt = countedScrypt
  syncBuiltinESMExports()
  Object.assign(pg.Client.prototype, { query: countedQuery })
  shop = await startTestShop({ hash: 'full' })
  emails['has an account'] = (await createPerson(shop)).email
  emails['is not confirmed'] = (await signUp(shop, 'unconfirmed@example.com')).email
  const google = (await createPerson(shop)).email
  emails['has an account by Google alone'] = google
  await sql`
    update identity.account set "providerId" = 'google', "accountId" = '1017', "password" = null
    where "userId" = (select "id" from identity."user" where "email" = ${google})`.execute(shop.db)
})
afterAll(async () => {
  await shop.close()
  Object.assign(crypto, { scrypt })
  syncBuiltinESMExports()
  Object.assign(pg.Client.prototype, { query })
})

type Work = { hashes: number; statements: string[] }
let work: Work = { hashes: 0, statements: [] }

const { scrypt } = crypto
const { query } = pg.Client.prototype

const countedScrypt = Object.assign((...given: Parameters<typeof scrypt>) => {
  work.hashes += 1
  scrypt(...given)
}, scrypt)

function countedQuery(this: pg.Client, ...given: unknown[]): unknown {
  const text = String(Object(given[0]).text ?? given[0])
  // The shop's jobs go on meanwhile: they have nothing to do with identity or tries.
  if (/into rate_limit|from rate_limit|"(user|account|session|twoFactor|verification)"/.test(text))
    work.statements.push(text)
  return Reflect.apply(query, this, given)
}

/** What the shop does for a call: how many passwords it hashes, and which statements it sends. */
async function workOf(call: () => Promise<Answer>): Promise<{ answer: Answer; work: Work }> {
  work = { hashes: 0, statements: [] }
  return { answer: await call(), work }
}

describe('enumeration at the login', () => {
  const tryFor = async (kind: string) => workOf(() => browserAt(shop).logIn(emails[kind] ?? '', 'not the one for sure'))

  it('by text: every email is answered alike', async () => {
    const answers: Answer[] = []
    for (const kind of Object.keys(emails)) answers.push((await tryFor(kind)).answer)
    const said = answers.map(({ status, body, headers }) => ({ status, body, headers: [...headers.keys()] }))
    expect(said[0]).toMatchObject({ status: 401, body: { code: 'INVALID_EMAIL_OR_PASSWORD' } })
    for (const other of said) expect(other).toEqual(said[0])
  })

  it('by work: every email costs one hash and the same statements', async () => {
    const works: [string, Work][] = []
    for (const kind of Object.keys(emails)) works.push([kind, (await tryFor(kind)).work])
    const [first] = works
    expect(first?.[1].hashes).toBe(1)
    expect(first?.[1].statements.length).toBeGreaterThan(1)
    for (const [kind, work] of works) expect([kind, work]).toEqual([kind, first?.[1]])
  })

  it('by work, in a browser that is known to some account', async () => {
    const mallory = await createPerson(shop)
    const hers = browserAt(shop)
    await hers.logIn(mallory.email)
    const works: [string, Work][] = []
    for (const kind of Object.keys(emails))
      works.push([kind, (await workOf(() => hers.logIn(emails[kind] ?? '', 'not the one for sure'))).work])
    for (const [kind, work] of works) expect([kind, work]).toEqual([kind, works[0]?.[1]])
  })

  it('by what is refused before the password is looked at', async () => {
    for (const typed of ['', 'x'.repeat(129)]) {
      const answers: Answer[] = []
      for (const email of Object.values(emails)) answers.push(await browserAt(shop).logIn(email, typed))
      for (const { status, body } of answers)
        expect({ status, body }).toEqual({ status: answers[0]?.status, body: answers[0]?.body })
    }
  })
})
