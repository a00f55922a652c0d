import { sql } from 'kysely'
import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#test/eventually'
import { createPerson, signUp, visitor } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { forgetRefusedMail } from './delivery.server.ts'
import { sendMail } from './port.server.ts'

/** What the mail server says to each address, and how often it was asked. */
const answers = new Map<string, { code: number; text: string }>()
const recipients: string[] = []

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, callback) {
    recipients.push(address)
    const answer = answers.get(address)
    callback(answer ? Object.assign(new Error(answer.text), { responseCode: answer.code }) : null)
  },
  onData(stream, _session, callback) {
    stream.on('end', () => callback(null)).resume()
  },
})

let shop: TestShop
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  shop = await startTestShop({ environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
})
afterAll(async () => {
  await shop.close()
  await new Promise<void>(resolve => server.close(() => resolve()))
})

const letter = (to: string) => ({ to, subject: 'Order 1001', text: 'Thank you', html: '<p>Thank you</p>' })
const send = (to: string) => sendMail(shop.jobs, shop.db, letter(to))

async function jobsTo(email: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state from pgboss.job where name = 'mail' and data ->> 'to' = ${email}`.execute(shop.db)
  return rows.map(({ state }) => state)
}
const isDone = (email: string) =>
  eventually(
    () => jobsTo(email),
    states => states.every(state => state === 'completed'),
  )

async function refused() {
  const admin = await createPerson(shop, 'admin')
  return (await admin.call('GET', '/mails/refused')).body as { email: string; subject: string; answer: string }[]
}

it('an address that a mail server refuses for good is tried once, and staff are shown it (finding 30)', async () => {
  const email = 'gone@example.com'
  answers.set(email, { code: 550, text: '5.1.1 No such user here' })
  await send(email)
  await isDone(email)
  expect(recipients.filter(to => to === email)).toHaveLength(1)
  expect(await refused()).toMatchObject([{ email, subject: 'Order 1001', answer: '550 5.1.1 No such user here' }])
  const admin = await createPerson(shop, 'admin')
  expect((await admin.call('GET', '/overview')).body.todo.failedMail).toMatchObject({ count: 1 })
  answers.delete(email)
  await send(email)
  await isDone(email)
  expect(await refused()).toEqual([])
})

it('an address that refused mail three months ago is forgotten, and no other', async () => {
  const day = 24 * 3600 * 1000
  for (const days of [89, 91]) {
    await sql`insert into refused_mail (email, subject, answer, refused_at)
      values (${`refused-${days}@example.com`}, 'Order', '550', ${new Date(shop.system.now().getTime() - days * day)})`.execute(
      shop.db,
    )
  }
  await forgetRefusedMail(shop.system)
  expect((await refused()).map(({ email }) => email)).toEqual(['refused-89@example.com'])
  // It takes its mail again: what another process wrote is seen, too.
  await send('refused-89@example.com')
  await isDone('refused-89@example.com')
  expect(await refused()).toEqual([])
})

it('an address that a mail server refuses for now is tried again (finding 30)', async () => {
  const email = 'busy@example.com'
  answers.set(email, { code: 451, text: '4.7.1 Greylisted' })
  await send(email)
  await eventually(
    () => jobsTo(email),
    states => states.includes('retry'),
  )
  expect(await refused()).toEqual([])
  answers.delete(email)
  await isDone(email)
  expect(recipients.filter(to => to === email).length).toBeGreaterThan(1)
})

it('a link for an address that is refused for good is given up too, and goes with the account (finding 30)', async () => {
  const email = 'unreachable@example.com'
  answers.set(email, { code: 550, text: '5.1.1 No such user here' })
  const person = await signUp(shop, email)
  await eventually(refused, rows => rows.some(row => row.email === email))
  await visitor(shop).call('POST', '/password-reset', { email })
  const waiting = sql<{ count: number }>`
    select count(*)::integer as count from pgboss.job where name = 'link-mail' and state <> 'completed'`
  await eventually(
    async () => (await waiting.execute(shop.db)).rows[0]?.count,
    count => count === 0,
  )
  expect((await person.call('DELETE', '/account', { email })).status).toBe(200)
  expect((await refused()).filter(row => row.email === email)).toEqual([])
})
