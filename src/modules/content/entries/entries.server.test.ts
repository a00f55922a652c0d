import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Content } from '#rules/content'
import { eventually } from '#test/eventually'
import { type Person, createPerson, visitor } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'

let shop: TestShop
let admin: Person
beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const all = async () => (await admin.call('GET', '/content-entries')).body
const one = async (entryName: string) => (await all()).entries.find(({ name }: { name: string }) => name === entryName)
const put = (name: string, value: unknown, version: number) =>
  admin.call('PUT', `/content-entries/${name}`, { value, version })
/** Says it, whatever was said before. */
const say = async (name: string, value: unknown) => put(name, value, (await one(name)).version)
const words = async (of = shop) => (await visitor(of).call('GET', '/content')).body
const trail = async () => {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int from audit where action = 'content.changed'`.execute(shop.db)
  return rows[0]?.count
}

const hero = { eyebrow: 'By the box', title: 'Brakes for every truck', lead: 'From stock, on the day', button: 'Look' }
const figures = { items: [{ label: 'Vans', value: '12' }] }

describe('the owner’s words', () => {
  it('are shown to whoever asks next, also where the answer was kept', async () => {
    await words()
    expect(await say('hero', hero)).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
    expect((await words()).hero).toMatchObject({ title: 'Brakes for every truck', action: { label: 'Look' } })
    expect(await one('hero')).toMatchObject({
      value: hero,
      isOwn: true,
      original: { title: 'Find Parts For Your Vehicle' },
    })
  })

  it('are shown by another process within a second, and at the start of one', async () => {
    await say('statistics', figures)
    const database = { url: shop.databaseUrl, drop: async () => undefined }
    const second = await startTestShop({ database })
    try {
      expect((await words(second)).statistics).toEqual(figures.items)
      await say('statistics', { items: [{ label: 'Vans', value: '13' }] })
      const shown = await eventually(
        async () => (await words(second)).statistics[0].value,
        value => value === '13',
        1000,
      )
      expect(shown).toBe('13')
    } finally {
      await second.close()
    }
  })

  it('give way to the original, and come back by the change that the trail has', async () => {
    await say('hero', hero)
    const before = await trail()
    await say('hero', null)
    expect((await words()).hero.title).toBe('Find Parts For Your Vehicle')
    expect(await one('hero')).toMatchObject({ isOwn: false })
    const [last] = (await all()).changes
    expect(last).toMatchObject({ by: admin.email, name: 'hero', before: hero })
    expect(await trail()).toBe(Number(before) + 1)
    await say('hero', last.before)
    expect((await words()).hero.title).toBe(hero.title)
  })

  it('of somebody who read an older version are refused, and leave what is there', async () => {
    const { version } = await one('hero')
    expect(await put('hero', { ...hero, title: 'First' }, version)).toMatchObject({ status: 200 })
    expect(await put('hero', { ...hero, title: 'Second' }, version)).toMatchObject({
      status: 409,
      body: { code: 'changed-meanwhile' },
    })
    expect((await words()).hero.title).toBe('First')
  })

  it('sent twice are one change: the second time changes nothing', async () => {
    const { version } = await one('hero')
    const value = { ...hero, title: 'Sent twice' }
    await put('hero', value, version)
    const before = await trail()
    expect(await put('hero', value, version)).toMatchObject({
      status: 200,
      body: { modifiedCount: 0, version: version + 1 },
    })
    expect(await trail()).toBe(before)
  })

  it('of many at once are those of one, also where nothing was said before', async () => {
    const { version } = await one('footer')
    expect(version).toBe(0)
    const before = await trail()
    const footer = (copyright: string) => ({ lists: [], copyright })
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map(name => put('footer', footer(name), version)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(await trail()).toBe(Number(before) + 1)
    expect((await one('footer')).version).toBe(1)
  })

  const link = (to: string) => ({ items: [{ eyebrow: 'E', title: 'T', text: 'X', action: { label: 'Go', to } }] })
  const linkSentence =
    'Use a path of this shop, such as /shop or /pages/contact, or an address that begins with https://.'
  it.each([
    ['hero', { ...hero, title: '  ' }, 'value.title', 'Write something here.'],
    ['hero', { ...hero, title: 'x'.repeat(81) }, 'value.title', 'Use at most 80 characters.'],
    ['hero', { ...hero, title: '\0' }, 'value.title', 'This holds a broken character. Leave it out.'],
    ['hero', { ...hero, other: 'x' }, 'value', 'Leave out what is not known here: other.'],
    ['hero', 'x', 'value', 'This must be an object with fields.'],
    ['services', { items: [{ icon: 'lorry', title: 'T', text: 'X' }] }, 'value.items.0.icon', 'Use one of these: truck, shield, card, clock.'],
    ['services', { items: [{ icon: 'truck', title: 'T', text: 'From {fee}' }] }, 'value.items.0.text', '{fee} stands for nothing here. Use {free-from}, {shipping-fee} or {hold-hours}, or leave out the braces.'],
    ['statistics', { items: Array.from({ length: 5 }, () => ({ label: 'a', value: 'b' })) }, 'value.items', 'There is room for 4 here. Remove some.'],
    ['promos', link('javascript:alert(1)'), 'value.items.0.action.to', linkSentence],
    ['promos', link('//evil.example/x'), 'value.items.0.action.to', linkSentence],
    ['promos', link('/\\evil.example'), 'value.items.0.action.to', linkSentence],
    ['promos', link('http://example.com'), 'value.items.0.action.to', linkSentence],
    ['promos', link('https://user:password@example.com'), 'value.items.0.action.to', linkSentence],
    ['promos', link('/dashboard/settings'), 'value.items.0.action.to', linkSentence],
    ['promos', link('/pages/nowhere'), 'value.items.0.action.to', 'The shop has no page /pages/nowhere. Write it first, or lead somewhere else.'],
  ])('are refused as %s: %j', async (name, value, field, message) => {
    const before = await one(name)
    expect(await put(name, value, before.version)).toMatchObject({ status: 400, body: { errors: [{ field, message }] } })
    expect(await one(name)).toEqual(before)
  }) // prettier-ignore

  it.each(['/shop?category=filters', '/shop/c/brakes/brake-pads', '/pages/contact#phone', 'https://example.com/a?b=c'])(
    'may lead to %s',
    async to => expect(await say('promos', link(to))).toMatchObject({ status: 200 }),
  )

  it.each(['heroes', 'constructor', '__proto__'])('are none of the name %s', async name =>
    expect(await put(name, hero, 0)).toMatchObject({ status: 404, body: { code: 'no-such-entry' } }),
  )

  it('are nobody’s who may not set up the shop', async () => {
    const other = await createPerson(shop, 'catalogue')
    expect(await other.call('PUT', '/content-entries/hero', { value: hero, version: 0 })).toMatchObject({ status: 403 })
  })
})

describe('what a shop claims before its owner has said anything', () => {
  const claimsOf = (content: Pick<Content, 'promos' | 'statistics' | 'hero' | 'shop'>) => [
    content.promos.length,
    content.statistics.length,
    content.hero.lead,
    content.shop.phone,
    content.shop.address,
  ]

  it('is no figure and no offer without the demo, and the samples with it', async () => {
    const [plain, demo] = await Promise.all([startTestShop(), startTestShop({ environment: { DEMO: 'yes' } })])
    try {
      expect(claimsOf(await words(plain))).toEqual([0, 0, 'Vehicle parts and tools for business customers.', '', ''])
      expect(claimsOf(await words(demo))).toEqual([
        2,
        4,
        'Over hundreds of brands and tens of thousands of parts',
        '+1 555 010 0148',
        '12 Foundry Lane, Adelaide, SA 5000',
      ])
    } finally {
      await Promise.all([plain.close(), demo.close()])
    }
  })

  it('is said in the name and the tagline that the shop has now: saving another word does not bring back the old ones', async () => {
    const settings = { SHOP_NAME: 'Bolt & Sons', SHOP_TAGLINE: 'Brakes from stock' }
    expect(await admin.call('PUT', '/settings', { settings })).toMatchObject({ status: 200 })
    const { version } = await one('footer')
    await put('footer', null, version)
    await say('hero', null)
    const { value } = await one('footer')
    expect(value.copyright).toContain('Bolt & Sons')
    expect((await one('hero')).value.lead).toBe('Brakes from stock')
    await say('footer', { ...value, lists: value.lists.slice(1) })
    expect((await words()).copyright).toContain('Bolt & Sons')
  })

  it('is promised as the settings have it', async () => {
    await say('services', null)
    await admin.call('PUT', '/settings', {
      settings: { FREE_SHIPPING_FROM: '75.5', RESERVATION_HOURS: '24', CURRENCY: 'eur' },
    })
    const { services } = await words()
    expect(services[0].text).toBe('For orders from €75.50')
    expect(services[3].title).toBe('Stock held 24 h')
    await admin.call('PUT', '/settings', { settings: { FREE_SHIPPING_FROM: '60' } })
    expect((await words()).services[0].text).toBe('For orders from €60')
  })
})

it('words that another release wrote and this one cannot read give way to the original', async () => {
  await sql`
    insert into content_entry (name, value, version, created_at, changed_at)
    values ('promos', '{"cards": 3}', 1, now(), now())
    on conflict (name) do update set value = excluded.value`.execute(shop.db)
  expect((await words()).promos).toEqual([])
})
