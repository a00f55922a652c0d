import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually'
import { type Person, createPerson, request, visitor } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'

let shop: TestShop
let admin: Person
beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const page = { title: 'Returns', summary: 'Within a month.', text: '## How\n\nSend it back.\n\n- unused\n- in its box' }
const article = { topic: 'Brakes', question: 'When to change pads?', answer: 'At 3 mm.', text: 'Measure them.' }

const list = async () => (await admin.call('GET', '/content-documents')).body
const one = async (name: string) =>
  (await list()).documents.find((document: { name: string }) => document.name === name)
const put = (name: string, value: unknown, version: number, more = {}) =>
  admin.call('PUT', `/content-entries/${name}`, { value, version, ...more })
const add = (name: string, value: unknown) => put(name, value, 0, { isNew: true })
const say = async (name: string, value: unknown) => put(name, value, (await one(name)).version)
const remove = async (name: string) =>
  admin.call('DELETE', `/content-entries/${name}?version=${(await one(name)).version}`)
const read = async (path: string, of = shop) => visitor(of).call('GET', path)
const footerLinks = async () => {
  const { footer } = (await read('/content')).body
  return footer.flatMap(({ links }: { links: { label: string }[] }) => links.map(({ label }) => label))
}

describe('a page of the shop', () => {
  it('is added, shown at its address as it was typed, in the site map, and by another process', async () => {
    const database = { url: shop.databaseUrl, drop: async () => undefined }
    const second = await startTestShop({ database })
    try {
      expect((await read('/content/pages/returns', second)).status).toBe(404)
      expect(await add('page:returns', page)).toMatchObject({ status: 200, body: { version: 1 } })
      expect((await read('/content/pages/returns')).body).toEqual({
        slug: 'returns',
        title: 'Returns',
        summary: 'Within a month.',
        sections: [{ heading: 'How', paragraphs: ['Send it back.'], points: ['unused', 'in its box'] }],
      })
      await eventually(
        async () => (await read('/content/pages/returns', second)).status,
        status => status === 200,
        1000,
      )
    } finally {
      await second.close()
    }
    const { body } = await request(`${shop.address}/sitemap/pages-1.xml`, 'GET')
    expect(String(body)).toContain('/pages/returns')
  })

  it('is written anew and brought back to the original', async () => {
    const original = (await read('/content/pages/terms-of-use')).body
    await say('page:terms-of-use', { ...page, title: 'Our terms' })
    expect((await read('/content/pages/terms-of-use')).body.title).toBe('Our terms')
    expect(await one('page:terms-of-use')).toMatchObject({ title: 'Our terms', isOwn: true, isLinked: true })
    await say('page:terms-of-use', null)
    expect((await read('/content/pages/terms-of-use')).body).toEqual(original)
  })

  it('is removed with the links that lead there, and comes back with them', async () => {
    expect(await footerLinks()).toContain('Jobs')
    expect(await remove('page:jobs')).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
    expect((await read('/content/pages/jobs')).status).toBe(404)
    expect(await footerLinks()).not.toContain('Jobs')
    expect(await one('page:jobs')).toMatchObject({ isRemoved: true })
    expect((await admin.call('GET', '/content-documents/page:jobs')).status).toBe(404)
    const [last] = (await list()).changes
    expect(last).toMatchObject({ name: 'page:jobs', before: null, wasThere: true })
    await say('page:jobs', null)
    expect(await footerLinks()).toContain('Jobs')
  })

  it('is removed once, however often it is asked for, and not by whoever read an older version', async () => {
    await add('page:short', page)
    const { version } = await one('page:short')
    await put('page:short', { ...page, title: 'Changed' }, version)
    const outdated = await admin.call('DELETE', `/content-entries/page:short?version=${version}`)
    expect(outdated).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } })
    const path = `/content-entries/page:short?version=${version + 1}`
    expect(await admin.call('DELETE', path)).toMatchObject({ body: { modifiedCount: 1 } })
    expect(await admin.call('DELETE', path)).toMatchObject({ status: 200, body: { modifiedCount: 0 } })
    expect(await one('page:short')).toBeUndefined()
  })

  it('is put where it was after it was removed, and leaves again when its addition is taken back', async () => {
    await add('page:gone', page)
    await remove('page:gone')
    const [removal, addition] = (await list()).changes
    expect(removal).toMatchObject({ before: page, wasThere: true })
    expect(addition).toMatchObject({ before: null, wasThere: false })
    expect(await add('page:gone', removal.before)).toMatchObject({ status: 200, body: { version: 3 } })
    expect((await read('/content/pages/gone')).body.title).toBe('Returns')
  })

  it.each(['page:terms-of-use', 'page:taken', 'article:why-write-unit-tests'])(
    'is not added where there is something: %s',
    async name => {
      await add('page:taken', page)
      const value = name.startsWith('page:') ? { ...page, title: 'Another' } : article
      expect(await add(name, value)).toMatchObject({ status: 409, body: { code: 'address-taken' } })
    },
  )

  it('is added once by two who choose the same address at once', async () => {
    const values = ['One', 'Two', 'Three'].map(title => ({ ...page, title }))
    const answers = await Promise.all(values.map(value => add('page:at-once', value)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  it('stays where screens of the shop lead there', async () => {
    expect(await remove('page:contact')).toMatchObject({ status: 409, body: { code: 'page-needed' } })
    expect((await read('/content/pages/contact')).status).toBe(200)
  })

  it.each([
    ['page:Our-Terms', 404, {}],
    ['page:a--b', 404, {}],
    [`page:${'a'.repeat(81)}`, 404, {}],
    ['page:', 404, {}],
    ['page:fine', 400, { ...page, text: ' ' }],
    ['page:fine', 400, { ...page, text: 'x'.repeat(30_001) }],
    ['page:fine', 400, { ...page, sections: [] }],
    ['article:fine', 400, page],
  ])('is refused as %s with %i', async (name, status, value) => {
    expect((await add(name, value)).status).toBe(status)
    expect(await one(name)).toBeUndefined()
  })

  it.each(['page:%00', 'page:%ED%A0%80', 'constructor', 'hero', 'page:none'])('is none of the name %s', async name => {
    const { status } = await admin.call('GET', `/content-documents/${name}`)
    expect([400, 404]).toContain(status)
  })

  it('has an original to come back to, or is none', async () => {
    expect(await put('page:never-there', null, 0)).toMatchObject({ status: 404, body: { code: 'no-such-entry' } })
  })

  it('is one of a number that a process can hold', async () => {
    await sql`
      insert into content_entry (name, value, version, created_at, changed_at)
      select 'page:many-' || n, ${JSON.stringify(page)}::jsonb, 1, now(), now() from generate_series(1, 200) n`.execute(
      shop.db,
    )
    expect(await add('page:one-more', page)).toMatchObject({ status: 409, body: { code: 'too-many-pages' } })
    await sql`delete from content_entry where name like 'page:many-%'`.execute(shop.db)
  })
})

describe('an article of the blog', () => {
  it('comes before those of the file, with its neighbours, and can be linked to', async () => {
    expect(await add('article:when-to-change-pads', article)).toMatchObject({ status: 200 })
    const [first, second] = (await read('/blog')).body.articles
    expect(first).toMatchObject({ slug: 'when-to-change-pads', question: 'When to change pads?', minutes: 1 })
    const shown = (await read('/blog/when-to-change-pads')).body
    expect(shown.previous).toBeUndefined()
    expect(shown.next.slug).toBe(second.slug)
    const links = [{ label: 'Pads', to: '/blog/when-to-change-pads' }]
    const footer = { lists: [{ title: 'Read', links }], copyright: 'Us' }
    expect(await put('footer', footer, 0)).toMatchObject({ status: 200 })
    expect(await footerLinks()).toEqual(['Pads'])
    await remove('article:when-to-change-pads')
    expect(await footerLinks()).toEqual([])
    expect((await read('/blog/when-to-change-pads')).status).toBe(404)
  })
})
