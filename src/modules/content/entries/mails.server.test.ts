import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually'
import { type Person, createPerson, createTool, placeOrder } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { mailTo } from '#test/mailbox'

let shop: TestShop
let admin: Person
beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

type Text = { name: string; version: number; original: { subject: string; text: string }; placeholders: string[] }
const all = async () =>
  (await admin.call('GET', '/mail-texts')).body as { mails: Text[]; changes: { before: unknown }[] }
const one = async (name: string) => (await all()).mails.find(mail => mail.name === name)
const say = async (name: string, value: unknown, by = admin) =>
  by.call('PUT', `/content-entries/${name}`, { value, version: (await one(name))?.version })
const numberOf = async (order: string) => {
  const { rows } = await sql<{ number: string }>`select number from orders where id = ${order}`.execute(shop.db)
  return rows[0]?.number ?? ''
}

describe('the words of a mail', () => {
  it('are the owner’s, with the values of each mail in their places', async () => {
    const value = {
      subject: '{shop}: we have {number}',
      text: 'Pay\nby {until}.\n\n<b>Then</b> {shop} packs {number}.',
    }
    expect(await say('mail:order-placed', value)).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
    const buyer = await createPerson(shop)
    const number = await numberOf(await placeOrder(buyer, await createTool(shop)))
    const mail = await mailTo(shop, buyer.email, new RegExp(`^Tappet: we have ${number}$`))
    expect(mail.text).toMatch(
      /^Hello Test Person,\n\nPay by [^{}]+\.\n\n<b>Then<\/b> Tappet packs T-\d+\.\n\nOrder: T-/,
    )
    expect(mail.html).toContain('&#60;b&#62;Then')
  })

  it('greet neutrally where nobody has confirmed the address, and hold nothing that its holder typed', async () => {
    const stranger = await createPerson(shop)
    await sql`update account set email_verified = false, display_name = 'CLAIM your prize'
      where id = ${stranger.accountId}`.execute(shop.db)
    await placeOrder(stranger, await createTool(shop))
    const mail = await mailTo(shop, stranger.email, /we have T-/)
    expect(mail.text).toMatch(/^Hello,\n\nPay by /)
    expect(mail.text).not.toContain('CLAIM')
  })

  it('are heard by another process, and are the original again when their owner wants it', async () => {
    const database = { url: shop.databaseUrl, drop: async () => undefined }
    const second = await startTestShop({ database })
    try {
      const written = () => second.letterhead.wordsFor('order-paid', new Map([['number', 'T-1']]))
      expect(written()).toBeUndefined()
      await say('mail:order-paid', { subject: '{number} is paid', text: 'Thank you.' })
      const mail = await eventually(
        async () => written(),
        words => words !== undefined,
        1000,
      )
      expect(mail).toEqual({ subject: 'T-1 is paid', paragraphs: ['Thank you.'] })
      await say('mail:order-paid', null)
      await eventually(
        async () => written(),
        words => words === undefined,
        1000,
      )
    } finally {
      await second.close()
    }
    expect((await all()).changes[0]?.before).toEqual({ subject: '{number} is paid', text: 'Thank you.' })
  })

  it.each([
    ['mail:order-paid', { subject: '{number} and {name}', text: 'x' }, 'value.subject', '{name} stands for nothing here. Use {number} or {shop}, or leave out the braces.'],
    ['mail:order-paid', { subject: '{number}', text: '{until}' }, 'value.text', '{until} stands for nothing here. Use {number} or {shop}, or leave out the braces.'],
    ['mail:refunded', { subject: 'Money for {number}', text: 'It comes.' }, 'value.text', 'Whoever reads this needs {amount}: write it into the subject or the text.'],
    ['mail:order-paid', { subject: 'Paid', text: 'Thanks.' }, 'value.text', 'Whoever reads this needs {number}: write it into the subject or the text.'],
    ['mail:reset', { subject: ' ', text: 'x' }, 'value.subject', 'Write something here.'],
  ])('are refused: %s as %j', async (name, value, field, message) => {
    const before = await one(name)
    expect(await say(name, value)).toMatchObject({ status: 400, body: { errors: [{ field, message }] } })
    expect(await one(name)).toEqual(before)
  }) // prettier-ignore

  it('may be the original of every mail, word for word', async () => {
    const { mails } = await all()
    expect(mails.length).toBeGreaterThan(15)
    for (const { name, original } of mails) expect((await say(name, original)).status, name).toBe(200)
    for (const { name } of mails) await say(name, null)
  })

  it.each(['mail:order-unknown', 'mail:', 'mail:constructor'])('are none of %s', async name => {
    const value = { subject: 's', text: 't' }
    expect((await admin.call('PUT', `/content-entries/${name}`, { value, version: 0 })).status).toBe(404)
  })
})
