import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson, visitor } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { mailTo } from '#test/mailbox'
import { pictureForm, smallPicture } from '#test/files/pictures'
import { removeUnusedPictures } from '../../media/sweep.server.ts'

let shop: TestShop
let admin: Person
beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const upload = async () => (await admin.call('POST', '/images', pictureForm(await smallPicture()))).body.data.url
const entry = async () => {
  const { entries } = (await admin.call('GET', '/content-entries')).body
  return entries.find(({ name }: { name: string }) => name === 'logo')
}
const put = (img: string | null, version: number) => admin.call('PUT', '/shop-logo', { img, version })
const say = async (img: string | null) => put(img, (await entry()).version)
const shown = async () => (await visitor(shop).call('GET', '/content')).body.shop.logo

describe('the logo of a shop', () => {
  it('is on every page and in the next mail, in a format that mail programs know', async () => {
    expect(await shown()).toBeUndefined()
    expect(await say(await upload())).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
    const logo = await shown()
    expect((await fetch(logo.src)).status).toBe(200)
    await admin.call('POST', '/test-mail')
    const mail = await mailTo(shop, admin.email, /A test mail/)
    const [, address = ''] = /<img src="([^"]+)" alt="Tappet"/.exec(mail.html) ?? []
    expect(address.startsWith(`${shop.address}/og/logo/`)).toBe(true)
    const picture = await fetch(address)
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).format).toBe('png')
    expect((await fetch(address.replace(/[0-9a-f]{8}\.png$/, '00000000.png'))).status).toBe(404)
  })

  it('leaves, and comes back by the trail although nothing else has shown it for days', async () => {
    await say(await upload())
    const before = await shown()
    await say(null)
    expect(await shown()).toBeUndefined()
    await removeUnusedPictures(shop.system, shop.images)
    shop.passTime(3 * 24 * 3600_000)
    await removeUnusedPictures(shop.system, shop.images)
    const { email } = admin
    // The first session has ended meanwhile.
    admin = await createPerson(shop, 'admin')
    const [last] = (await admin.call('GET', '/content-entries')).body.changes
    expect(last).toMatchObject({ name: 'logo', by: email })
    expect(await say(last.before.src)).toMatchObject({ status: 200 })
    expect(await shown()).toEqual(before)
  })

  it('of somebody who read an older version is refused', async () => {
    const url = await upload()
    const { version } = await entry()
    await put(null, version)
    expect(await put(url, version)).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } })
  })

  it.each(['https://elsewhere.example/x.png', '/images/0123456789abcdef01234567-640.webp', 'javascript:alert(1)', ' '])(
    'is no picture that the shop did not give out: %j',
    async img => {
      const before = await entry()
      expect(await put(img, before.version)).toMatchObject({ status: 400, body: { errors: [{ field: 'img' }] } })
      expect(await entry()).toEqual(before)
    },
  )

  it('is changed by its own call alone, which knows the pictures', async () => {
    const value = { key: 'a'.repeat(24), src: '/anything', width: 1, height: 1 }
    const { version } = await entry()
    expect((await admin.call('PUT', '/content-entries/logo', { value, version })).status).toBe(404)
  })

  it('is kept once, however often it was the logo', async () => {
    const url = await upload()
    await say(url)
    await say(null)
    await say(url)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from shop_logo`.execute(shop.db)
    expect(rows[0]?.count).toBe(1)
  })
})
