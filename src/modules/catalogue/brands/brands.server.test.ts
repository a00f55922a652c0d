import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, createPerson, request, signIn, toolOf } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { givenPicture } from '#test/files/pictures'
import { removeUnusedPictures } from '../../media/sweep.server.ts'

let shop: TestShop
let admin: Person
let img: string
beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
  img = await givenPicture(admin)
  for (const brand of ['Halden', 'A/B & Söhne?', 'aardvark']) {
    const answer = await admin.call('POST', '/tools', toolOf(img, { brand, partNumber: 'L-1' }))
    expect(answer.status).toBe(200)
  }
})
afterAll(() => shop.close())

const named = (name: string) => request(`${shop.address}/api/brands/by-name/${encodeURIComponent(name)}`, 'GET')

it('a brand is found by its name, however it is written, with its tools on sale', async () => {
  expect((await named('hALDEN')).body).toMatchObject({ name: 'Halden', logo: null, count: 1 })
  expect((await named('A/B & Söhne?')).body).toMatchObject({ name: 'A/B & Söhne?' })
  expect(await named('Nobody')).toMatchObject({ status: 404, body: { code: 'brand-gone' } })
})

it('brands are listed by name, page by page, and searched', async () => {
  const first = await admin.call('GET', '/brands?limit=2')
  expect(first.body.map(({ name }: { name: string }) => name)).toEqual(['A/B & Söhne?', 'aardvark'])
  expect(first.headers.get('x-total-count')).toBe('3')
  const next = /\?[^>]*/.exec(first.headers.get('link') ?? '')?.[0]
  expect((await admin.call('GET', `/brands${next}`)).body.map(({ name }: { name: string }) => name)).toEqual(['Halden'])
  expect((await admin.call('GET', '/brands?q=%26')).body).toHaveLength(1)
})

it('a logo is shown at once, is on the trail, is kept, and goes when it is taken away', async () => {
  const { _id } = (await named('Halden')).body
  const logo = await givenPicture(admin)
  await sql`update tool set image_id = null`.execute(shop.db)
  const put = (body: object) => admin.call('PUT', `/brands/${_id}`, body)
  expect((await put({ logo })).body).toEqual({ modifiedCount: 1 })
  expect((await put({ logo })).body).toEqual({ modifiedCount: 0 })
  expect((await named('Halden')).body.logo.src).toBe(logo.replace('-960.', '-640.'))
  shop.passTime(24 * 3600 * 1000 + 1000)
  await removeUnusedPictures(shop.system, shop.images)
  expect((await fetch(logo, { method: 'HEAD' })).status).toBe(200)
  admin = await signIn(shop, admin.email)
  expect(await put({ logo: 'https://elsewhere.example/a.png' })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'logo' }] },
  })
  expect((await put({ logo: null })).body).toEqual({ modifiedCount: 1 })
  expect((await named('Halden')).body.logo).toBeNull()
  const { rows } = await sql`select action from audit where subject_id = ${_id}`.execute(shop.db)
  expect(rows).toEqual([{ action: 'brand.changed' }, { action: 'brand.changed' }])
})
