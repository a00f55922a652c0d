import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Answer, type Person, createPerson, createTool, signIn, toolOf } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { picture, pictureForm } from '#test/files/pictures'
import { removeUnusedPictures } from '../../media/sweep.server.ts'

let shop: TestShop
let admin: Person
beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
})
beforeEach(async () => {
  // Access tokens are short, and these tests are days apart.
  admin = await signIn(shop, admin.email)
})
afterAll(() => shop.close())

async function upload(): Promise<string> {
  const bytes = await picture({ width: 40, height: 30 })
  return (await admin.call('POST', '/images', pictureForm(bytes))).body.data.url
}
async function uploads(count: number): Promise<string[]> {
  const urls = []
  while (urls.length < count) urls.push(await upload())
  return urls
}
const described = (urls: readonly string[]) => urls.map((img, at) => ({ img, alt: `View ${at + 1}` }))
async function added(urls: readonly string[], more: Record<string, unknown> = {}): Promise<string> {
  const answer = await admin.call('POST', '/tools', toolOf(urls[0] ?? '', { pictures: described(urls), ...more }))
  expect(answer).toMatchObject({ status: 200 })
  return answer.body.insertedId
}
const read = async (id: string) => (await admin.call('GET', `/tools/${id}`)).body
/** Which of these pictures a tool shows, in order, with their texts. */
async function shown(id: string, urls: readonly string[]) {
  const { img, pictures } = await read(id)
  expect(pictures[0]?.img).toBe(img)
  return (pictures as { img: string; alt: string }[]).map(one =>
    `${urls.findIndex(url => url.replace('-960.', '-640.') === one.img)} ${one.alt}`.trim(),
  )
}
const change = (id: string, more: Record<string, unknown>): Promise<Answer> =>
  admin.call('PUT', `/tools/${id}`, { ...toolOf(''), availableQuantity: undefined, version: 1, ...more })

it('a tool shows twelve pictures in the order in which they were sent, and sending what was read changes nothing', async () => {
  const urls = await uploads(12)
  const id = await added(urls)
  expect(await shown(id, urls)).toEqual(urls.map((_, at) => `${at} View ${at + 1}`))
  const { body: whole } = await admin.call('GET', `/allTools/${id}`)
  const body = { ...toolOf(whole.img), availableQuantity: undefined, pictures: whole.pictures, version: 1 }
  expect((await admin.call('PUT', `/tools/${id}`, body)).body).toEqual({ modifiedCount: 0, version: 1 })
  const list = (await admin.call('GET', '/tools?limit=5')).body as { _id: string; pictures: unknown[] }[]
  expect(list.find(({ _id }) => _id === id)?.pictures).toHaveLength(12)
})

it('another order, a text and a picture less are one change of a version, on the trail', async () => {
  const urls = await uploads(3)
  const id = await added(urls)
  const pictures = [{ img: urls[2], alt: 'From above' }, { img: urls[0] }]
  const answer = await change(id, { img: urls[2], pictures })
  expect(answer.body).toEqual({ modifiedCount: 1, version: 2 })
  expect(await shown(id, urls)).toEqual(['2 From above', '0'])
  expect((await change(id, { img: urls[2], pictures })).body).toEqual({ modifiedCount: 0, version: 2 })
  expect(await change(id, { img: urls[0], pictures: [{ img: urls[0] }] })).toMatchObject({ status: 409 })
  const { rows } = await sql<{ after: object }>`
    select after from audit where subject_id = ${id} and action = 'tool.changed'`.execute(shop.db)
  expect(rows).toMatchObject([{ after: { image_alt: 'From above', pictures: [{ alt: '' }] } }])
})

it('a client that knows one picture alone changes the first and leaves the others', async () => {
  const urls = await uploads(4)
  const id = await added(urls.slice(0, 3))
  await change(id, { img: urls[3] })
  expect(await shown(id, urls)).toEqual(['3', '1 View 2', '2 View 3'])
  // One that stands behind comes to the front with its text.
  await change(id, { img: urls[2], version: 2 })
  expect(await shown(id, urls)).toEqual(['2 View 3', '1 View 2'])
  await change(id, { img: urls[2], pictures: [], version: 3 })
  expect(await shown(id, urls)).toEqual(['2'])
})

it('what cannot be shown is refused with its place: strangers, doubles, another first one, one too many', async () => {
  const urls = await uploads(2)
  const id = await added(urls)
  const refused = async (pictures: unknown, more: Record<string, unknown> = {}) => {
    const answer = await change(id, { img: urls[0], pictures, ...more })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    return (answer.body.errors as { field: string; message: string }[]).map(({ field }) => field)
  }
  const [first, second] = described(urls)
  expect(await refused([first, { img: 'https://elsewhere.example/a.png' }])).toEqual(['pictures.1.img'])
  expect(await refused([first, { img: `/images/${'f'.repeat(32)}-960.webp` }])).toEqual(['pictures.1.img'])
  expect(await refused([first, second, second])).toEqual(['pictures'])
  expect(await refused([second, first])).toEqual(['pictures'])
  expect(await refused(Array.from({ length: 13 }, () => first))).toEqual(['pictures'])
  expect(await refused([{ ...first, alt: 'x'.repeat(201) }])).toEqual(['pictures.0.alt'])
  expect(await refused('no list')).toEqual(['pictures'])
  expect(await shown(id, urls)).toEqual(['0 View 1', '1 View 2'])
})

it('a tool without a picture, as imports make it, is changed and stays without; one that shows a picture needs one', async () => {
  const id = await createTool(shop)
  const { img, pictures } = (await admin.call('GET', `/allTools/${id}`)).body
  expect([img, pictures]).toEqual([null, []])
  expect((await change(id, { img, pictures, price: '31' })).body).toEqual({ modifiedCount: 1, version: 2 })
  const { img: _, ...unsaid } = { ...toolOf(''), availableQuantity: undefined, version: 2, price: '32' }
  expect((await admin.call('PUT', `/tools/${id}`, unsaid)).body).toEqual({ modifiedCount: 1, version: 3 })
  expect((await change(id, { img: '', pictures: [], version: 3, price: '33' })).status).toBe(200)
  expect(await read(id)).toMatchObject({ img: null, price: 33 })
  const picture = await upload()
  const behind = await change(id, { img: '', pictures: [{ img: picture }], version: 4 })
  expect(behind.body.errors).toMatchObject([{ field: 'pictures' }])

  await change(id, { img: picture, version: 4 })
  for (const none of [null, '', undefined]) {
    const refused = await change(id, { img: none, pictures: [], version: 5 })
    expect(refused.body.errors).toEqual([{ field: 'img', message: 'image is required' }])
  }
  expect(await shown(id, [picture])).toEqual(['0'])
})

it('changes at once are of one version: one of them is in, whole', async () => {
  const urls = await uploads(6)
  const id = await added(urls.slice(0, 1))
  const tries = [1, 2, 3, 4, 5].map(n => {
    const pictures = [...described(urls.slice(n)), ...described(urls.slice(0, n))]
    return change(id, { img: pictures[0]?.img, pictures })
  })
  const answers = await Promise.all(tries)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  const won = answers.findIndex(({ status }) => status === 200) + 1
  expect((await shown(id, urls)).map(one => Number(one[0]))).toEqual([0, 1, 2, 3, 4, 5].map(at => (at + won) % 6))
})

it('a tool that shows the picture of its category, or one of another host, keeps it first', async () => {
  const urls = await uploads(2)
  const id = await createTool(shop)
  await sql`update tool set image_url = 'https://pictures.example/1.png' where id = ${id}`.execute(shop.db)
  const img = 'https://pictures.example/1.png'
  const pictures = [{ img, alt: 'Of another host' }, ...described(urls)]
  expect((await change(id, { img, pictures })).status).toBe(200)
  expect((await read(id)).pictures.map(({ alt }: { alt: string }) => alt)).toEqual([
    'Of another host',
    'View 1',
    'View 2',
  ])
})

it('pictures behind the first are kept as long as a tool has them, and a day longer', async () => {
  const urls = await uploads(2)
  const id = await added(urls)
  const isServed = async () => (await fetch(urls[1] ?? '', { method: 'HEAD' })).status === 200
  const dayLater = async () => {
    shop.passTime(24 * 3600 * 1000 + 1000)
    await removeUnusedPictures(shop.system, shop.images)
  }
  await dayLater()
  expect(await isServed()).toBe(true)
  admin = await signIn(shop, admin.email)
  await change(id, { img: urls[0], pictures: [] })
  await removeUnusedPictures(shop.system, shop.images)
  expect(await isServed()).toBe(true)
  await dayLater()
  expect(await isServed()).toBe(false)
})
