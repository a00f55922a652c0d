import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Person, createPerson, createTool, reviewBy } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { paidOrder } from '#test/sandbox/money-back'
import { sendDigest } from './digest.server.ts'

const environment = { TIME_ZONE: 'Asia/Kathmandu', MAX_OPEN_ORDERS: '50' }

let shop: TestShop
let owner: Person
beforeAll(async () => {
  shop = await startTestShop({ environment })
  owner = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const head = {
  letterhead: { name: 'Tappet', logoUrl: undefined, wordsFor: () => undefined },
  publicUrl: () => 'https://shop.example',
}
/** Half past seven and a quarter past six in Kathmandu. */
const morning = (day: number) => new Date(Date.UTC(2030, 0, day, 1, 45))
const early = (day: number) => new Date(Date.UTC(2030, 0, day, 0, 30))

const digest = (at: Date, { system }: Pick<TestShop, 'system'> = shop) => sendDigest({ ...system, now: () => at }, head)
const choose = (person: Person, isWanted: boolean) =>
  person.call('PUT', '/account/mails', { mails: { digest: isWanted } })

type DigestMail = { to: string; subject: string; text: string }
/** Of the year of this test; the shop sends the digest of its own day meanwhile. */
async function digestMails(): Promise<DigestMail[]> {
  const { rows } = await sql<DigestMail>`
    select data ->> 'to' as to, data ->> 'subject' as subject, data ->> 'text' as text from pgboss.job
    where name = 'mail' and data ->> 'subject' like '%to do on%2030' order by created_on, 1`.execute(shop.db)
  return rows
}

beforeEach(async () => {
  await choose(owner, true)
})
afterEach(async () => {
  await sql`delete from pgboss.job where name = 'mail' and data ->> 'subject' like '%to do on%'`.execute(shop.db)
  await sql`delete from digest`.execute(shop.db)
})

it('where nothing waits nobody is told so, and not later on that day either', async () => {
  await digest(morning(1))
  const tool = await createTool(shop)
  await sql`update tool set low_stock_level = 1000 where id = ${tool}`.execute(shop.db)
  await digest(new Date(morning(1).getTime() + 3_600_000))
  expect(await digestMails()).toEqual([])
  await digest(morning(2))
  expect(await digestMails()).toMatchObject([{ to: owner.email, subject: 'Tappet: to do on Jan 2, 2030' }])
})

it('is not sent before seven by the shop’s clock', async () => {
  await digest(early(3))
  expect(await digestMails()).toEqual([])
  await digest(morning(3))
  expect(await digestMails()).toHaveLength(1)
})

it('says the figures of the overview', async () => {
  const buyer = await createPerson(shop)
  await paidOrder(shop, buyer)
  await paidOrder(shop, buyer)
  await buyer.call('POST', '/review', await reviewBy(buyer))
  await digest(morning(4))
  const [mail] = await digestMails()
  const { todo } = (await owner.call('GET', '/overview')).body
  expect(todo.toShip.count).toBe(2)
  expect(mail?.text).toContain(`Orders to ship: ${todo.toShip.count}\n`)
  expect(mail?.text).toContain(`Reviews to read: ${todo.reviews.count}\n`)
  expect(mail?.text).not.toContain('Refunds that failed')
  expect(mail?.text).toContain('https://shop.example/dashboard/overview')
})

it('is sent once a day, by two processes at once, again and again, and after a restart', async () => {
  const database = { url: shop.databaseUrl, drop: async () => undefined }
  const second = await startTestShop({ environment, database })
  try {
    await Promise.all(Array.from({ length: 6 }, (_, at) => digest(morning(5), at % 2 === 0 ? shop : second)))
    expect(await digestMails()).toHaveLength(1)
  } finally {
    await second.close()
  }
  const restarted = await startTestShop({ environment, database })
  try {
    await digest(new Date(morning(5).getTime() + 7_200_000), restarted)
    expect(await digestMails()).toHaveLength(1)
    // A clock that is set back finds the day told, too.
    await digest(morning(4), restarted)
    expect(await digestMails()).toHaveLength(1)
    await digest(morning(6), restarted)
    expect(await digestMails()).toHaveLength(2)
  } finally {
    await restarted.close()
  }
})

it('that dies half-way has sent nothing, and is sent by the next run', async () => {
  const broken = { ...head, publicUrl: () => { throw new Error('cut off') } } // prettier-ignore
  await expect(sendDigest({ ...shop.system, now: () => morning(7) }, broken)).rejects.toThrow('cut off')
  expect(await digestMails()).toEqual([])
  await digest(morning(7))
  expect(await digestMails()).toHaveLength(1)
})

it('is for whoever wishes for it and may see it, with what is theirs to do', async () => {
  const [teller, other] = [await createPerson(shop, 'accounts'), await createPerson(shop, 'manager')]
  await choose(teller, true)
  await digest(morning(8))
  const mails = await digestMails()
  expect(mails.map(({ to }) => to).toSorted()).toEqual([owner.email, teller.email].toSorted())
  const ofTeller = mails.find(({ to }) => to === teller.email)
  expect(ofTeller?.text).toContain('Orders to ship')
  // Whoever keeps the books does not read reviews.
  expect(ofTeller?.text).not.toContain('Reviews to read')
  await choose(other, true)
  await sql`update account set role = 'support' where id = ${other.accountId}`.execute(shop.db)
  await digest(morning(9))
  expect((await digestMails()).filter(({ to }) => to === other.email)).toEqual([])
})
