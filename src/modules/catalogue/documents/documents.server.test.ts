import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { documentForm, pdf } from '#test/files/documents'
import { type Answer, type Person, createPerson, createTool, signIn } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { startImageHost } from '#test/files/pictures'
import { removeUnusedPictures } from '../../media/sweep.server.ts'
import { documentsOfTool } from './documents.rules.ts'

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

type Sent = { file?: Buffer; kind?: string; name?: string }
const add = (tool: string, { file = pdf(), kind = 'data-sheet', name = '' }: Sent = {}): Promise<Answer> =>
  admin.call('POST', `/tools/${tool}/documents?kind=${kind}&name=${name}`, documentForm(file))
const remove = (tool: string, document: string) => admin.call('DELETE', `/tools/${tool}/documents/${document}`)
const documentsOf = async (tool: string) => (await admin.call('GET', `/tools/${tool}`)).body.documents
const trail = async (tool: string) =>
  (await sql<{ action: string }>`select action from audit where subject_id = ${tool} order by id`.execute(shop.db)).rows
const isServed = async (url: string) => (await fetch(url, { method: 'HEAD' })).status === 200

describe('a document of a tool', () => {
  it('is listed with its kind, name and size as soon as it is there, and leaves the version of the tool alone', async () => {
    const tool = await createTool(shop, { name: 'Brake cleaner' })
    const { version } = (await admin.call('GET', `/tools/${tool}`)).body
    const file = pdf('Safety first')
    const { status, body } = await add(tool, { file, kind: 'safety-data-sheet', name: 'German' })
    expect({ status, ...body }).toMatchObject({ status: 200, kind: 'safety-data-sheet', name: 'German' })
    const after = (await admin.call('GET', `/tools/${tool}`)).body
    expect(after).toMatchObject({ version, documents: [body] })
    expect(body.url).toMatch(/\/documents\/[0-9a-f]{32}\/brake-cleaner-safety-data-sheet-german\.pdf$/)
    expect(body.bytes).toBe(file.length)
    expect((await admin.call('GET', `/allTools/${tool}`)).body.documents).toEqual([body])
    expect(await trail(tool)).toEqual([{ action: 'tool.document-added' }])
  })

  it('reaches whoever opens it whole, as a file to save in which nothing runs', async () => {
    const file = pdf('/JavaScript')
    const { url } = (await add(await createTool(shop), { file })).body
    const answer = await fetch(url)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(file)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-site',
    })
    for (const path of [
      url.replace(/documents\/.{4}/, 'documents/ffff'),
      `${shop.address}/documents/..%2f..%2fsecret/x.pdf`,
    ]) {
      expect((await fetch(path)).status).toBe(404)
    }
    // The address of a picture leads to no document.
    expect((await fetch(url.replace(/documents\/(\w+)\/.*/, 'images/$1.pdf'))).status).toBe(404)
  })

  it('sent twice, or by several at once, is there once', async () => {
    const tool = await createTool(shop)
    const file = pdf('Once')
    const answers = await Promise.all([1, 2, 3].map(() => add(tool, { file })))
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
    expect(await documentsOf(tool)).toHaveLength(1)
    await add(tool, { file, name: 'German' })
    expect(await documentsOf(tool)).toMatchObject([{ kind: 'data-sheet', name: 'German' }])
    expect((await trail(tool)).map(({ action }) => action)).toEqual(['tool.document-added', 'tool.document-changed'])
  })

  it('is of one kind: the same file as another one is refused, naming the first (finding 33)', async () => {
    const tool = await createTool(shop)
    const file = pdf('One kind')
    await add(tool, { file, name: 'German' })
    expect(await add(tool, { file, kind: 'instructions' })).toMatchObject({
      status: 409,
      body: {
        code: 'document-there',
        message:
          'This tool has the same file already, as a data sheet (“German”). Remove that one first, or choose another file.',
      },
    })
    expect(await documentsOf(tool)).toMatchObject([{ kind: 'data-sheet', name: 'German' }])
  })

  it('is one of twelve at most, also when the last come at once', async () => {
    const tool = await createTool(shop)
    for (let n = 1; n < documentsOfTool.most; n += 1) await add(tool, { file: pdf(`Number ${n}`) })
    const last = await Promise.all(['a', 'b', 'c'].map(says => add(tool, { file: pdf(says) })))
    expect(last.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(last.find(({ status }) => status === 409)?.body.message).toBe(
      'A tool has at most 12 documents. Remove one first.',
    )
    expect(await documentsOf(tool)).toHaveLength(documentsOfTool.most)
  })

  it('is refused where it is no PDF, of no kind, too large, or of a tool that is gone', async () => {
    const tool = await createTool(shop)
    expect(await add(tool, { file: Buffer.from('<script>alert(1)</script>') })).toMatchObject({
      status: 415,
      body: { code: 'not-a-pdf' },
    })
    expect(await add(tool, { kind: 'menu' })).toMatchObject({ status: 400, body: { errors: [{ field: 'kind' }] } })
    expect(await add(tool, { file: pdf('Long', { pad: 20 * 1024 ** 2 }) })).toMatchObject({ status: 413 })
    await admin.call('DELETE', `/tools/${tool}`)
    expect(await add(tool)).toMatchObject({ status: 404, body: { code: 'tool-gone' } })
  })

  it('goes at once from its tool, and a day later from the shop, unless another tool has it', async () => {
    const [tool, other] = [await createTool(shop), await createTool(shop)]
    const file = pdf('Shared')
    const { _id, url } = (await add(tool, { file })).body
    await add(other, { file })
    expect((await remove(tool, _id)).body).toEqual({ deletedCount: 1 })
    expect((await remove(tool, _id)).body).toEqual({ deletedCount: 0 })
    expect(await documentsOf(tool)).toEqual([])
    const dayLater = async () => {
      shop.passTime(24 * 3600 * 1000 + 1000)
      await removeUnusedPictures(shop.system, shop.images)
      admin = await signIn(shop, admin.email)
    }
    await dayLater()
    await dayLater()
    expect(await isServed(url)).toBe(true)
    await remove(other, _id)
    await removeUnusedPictures(shop.system, shop.images)
    expect(await isServed(url)).toBe(true)
    await dayLater()
    expect(await isServed(url)).toBe(false)
    expect((await add(tool, { file })).body.url).toContain(url.split('/').at(-2))
    expect(await isServed(url)).toBe(true)
  })

  it('that came to its store and no further is gone within two days', async () => {
    const tool = await createTool(shop)
    const file = pdf('Half-way')
    // The tool goes between the file and its row on the tool.
    await sql`create function stop_here() returns trigger language plpgsql as $$ begin raise 'stop'; end $$`.execute(
      shop.db,
    )
    await sql`create trigger stop_here before insert on tool_document for each row execute function stop_here()`.execute(
      shop.db,
    )
    expect((await add(tool, { file })).status).toBe(500)
    await sql`drop trigger stop_here on tool_document`.execute(shop.db)
    const { rows } = await sql<{ key: string }>`
      select key from document order by created_at desc limit 1`.execute(shop.db)
    expect(await shop.images.has(`${rows[0]?.key}.pdf`)).toBe(true)
    shop.passTime(24 * 3600 * 1000 + 1000)
    await removeUnusedPictures(shop.system, shop.images)
    expect(await shop.images.has(`${rows[0]?.key}.pdf`)).toBe(false)
  })
})

it('a shop whose image host takes pictures only says so', async () => {
  const host = await startImageHost('the key')
  const hosted = await startTestShop({ environment: { IMAGE_HOST_URL: host.url, IMAGE_HOST_KEY: 'the key' } })
  const keeper = await createPerson(hosted, 'admin')
  const answer = await keeper.call(
    'POST',
    `/tools/${await createTool(hosted)}/documents?kind=other`,
    documentForm(pdf()),
  )
  expect(answer).toMatchObject({ status: 409, body: { code: 'documents-not-kept' } })
  await hosted.close()
  await host.close()
})
