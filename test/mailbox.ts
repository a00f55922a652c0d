import { sql } from 'kysely'
import { join } from 'node:path'
import { type SentMessage, readOutbox } from '#platform/mail/port'
import { type Answer, type Person, bearer, createPerson, request } from './factories.ts'
import { eventually } from './eventually.ts'
import type { TestShop } from './harness.ts'

/** What the shop has mailed to an address, newest first. */
export async function mailsTo(shop: TestShop, email: string): Promise<SentMessage[]> {
  return (await readOutbox(join(shop.dataDir, 'outbox'))).filter(({ to }) => to === email)
}

/** Waits for a mail with such a subject to this address. */
export async function mailTo(shop: TestShop, email: string, subject: RegExp): Promise<SentMessage> {
  const found = async () => (await mailsTo(shop, email)).find(mail => subject.test(mail.subject))
  const mail = await eventually(found, one => one !== undefined)
  if (!mail) throw new Error('there is no such mail')
  return mail
}

/** The token of the link in a mail. */
export function tokenIn(mail: SentMessage): string {
  return new URL(mail.links[0] ?? '').searchParams.get('token') ?? ''
}

/** Waits until every link that was asked for is mailed, or found to be for nobody. */
export async function linksAreMailed(shop: TestShop): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from pgboss.job where name = 'link-mail' and state < 'completed'`.execute(
      shop.db,
    )
    return rows[0]?.count
  }
  await eventually(waiting, count => count === 0)
}

/** The links of a user that are open, by purpose. */
export async function openLinks(shop: TestShop, email: string): Promise<string[]> {
  const { rows } = await sql<{ purpose: string }>`
    select "purpose" from identity."mailedLink" join identity."user" on "user"."id" = "userId"
    where "user"."email" = ${email} order by 1`.execute(shop.db)
  return rows.map(({ purpose }) => purpose)
}

/** Somebody who comes by Google alone. */
export async function createPasswordless(shop: TestShop): Promise<Person> {
  const person = await createPerson(shop)
  await sql`
    update identity."account" set "providerId" = 'google', "password" = null
    where "userId" = (select "id" from identity."user" where "email" = ${person.email})`.execute(shop.db)
  return person
}

/** What a test of mailboxes asks again and again, of the shop that it has started. */
export function mailboxes(shop: () => TestShop) {
  let made = 0
  const logIn = (email: string, typed: string) =>
    request(`${shop().address}/identity/sign-in/email`, 'POST', { email, password: typed })
  return {
    logIn,
    /** Whether the session that somebody holds is still open. */
    isIn: async (person: Person) => (await person.call('GET', `/users/myProfile?email=${person.email}`)).status !== 401,
    async enter(email: string, typed: string): Promise<Answer> {
      const session = await logIn(email, typed)
      const token = await request(`${shop().address}/identity/token`, 'GET', undefined, bearer(session.body.token))
      return request(`${shop().address}/api/user/${email}`, 'PUT', { email }, bearer(token.body.token))
    },
    async userOf(email: string) {
      const { rows } = await sql<{ id: string; emailVerified: boolean; twoFactorEnabled: boolean | null }>`
        select "id", "emailVerified", "twoFactorEnabled" from identity."user" where "email" = ${email}`.execute(
        shop().db,
      )
      return rows[0]
    },
    freshEmail: () => `mailbox-${(made += 1)}@example.com`,
  }
}
