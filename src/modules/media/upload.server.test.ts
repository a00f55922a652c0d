import { once } from 'node:events'
import { createConnection } from 'node:net'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type Person, createPerson, createTool, orderOf, request, signIn, visitor } from '#test/factories'
import { eventually } from '#test/eventually'
import { type TestShop, startTestShop } from '#test/harness'
import { hollowPng, picture, pictureForm, smallPicture } from '#test/files/pictures'
import { keyOfUpload, renditionsOf } from './encode.server.ts'
import { pictureLimits } from './upload.rules.ts'
import { removeUnusedPictures } from './sweep.server.ts'

const dayMs = 24 * 3600 * 1000

let shop: TestShop
let person: Person
beforeAll(async () => {
  shop = await startTestShop()
  person = await createPerson(shop)
})
afterAll(() => shop.close())

const send = (bytes: Uint8Array, name?: string, who = person): Promise<Answer> =>
  who.call('POST', '/images', pictureForm(bytes, name === undefined ? {} : { name }))

async function stored(answer: Answer): Promise<Buffer> {
  expect(answer).toMatchObject({ status: 200, body: { success: true } })
  return Buffer.from(await (await fetch(answer.body.data.url)).arrayBuffer())
}

const text = (content: string) => new TextEncoder().encode(content)

describe('what is taken', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('%s, in three widths, never enlarged', async kind => {
    const answer = await send(await picture({ kind, width: 700, height: 350 }))
    expect(answer.body.data).toMatchObject({ width: 700, height: 350 })
    const widths = []
    for (const width of [320, 640, 960]) {
      for (const format of ['webp', 'avif']) {
        const file = await fetch(answer.body.data.url.replace('960.webp', `${width}.${format}`))
        const metadata = await sharp(Buffer.from(await file.arrayBuffer())).metadata()
        widths.push(`${metadata.format} ${metadata.width}×${metadata.height}`)
      }
    }
    expect(widths).toEqual([
      'webp 320×160',
      'heif 320×160',
      'webp 640×320',
      'heif 640×320',
      'webp 700×350',
      'heif 700×350',
    ])
  })

  it('is turned upright, and tells no more where it was taken', async () => {
    const bytes = await sharp(await picture({ width: 400, height: 200 }))
      .withExif({ IFD0: { Copyright: 'someone' }, IFD3: { GPSLatitude: '23/1 42/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(bytes).metadata()).exif?.toString('latin1')).toContain('someone')
    const answer = await send(bytes)
    expect(answer.body.data).toMatchObject({ width: 200, height: 400 })
    const metadata = await sharp(await stored(answer)).metadata()
    expect(metadata).toMatchObject({ width: 200, height: 400 })
    for (const kind of ['exif', 'xmp', 'icc', 'iptc']) expect(metadata).not.toHaveProperty(kind)
    expect(metadata.orientation ?? 1).toBe(1)
  })

  it('of an animation is its first picture', async () => {
    const frames = await Promise.all(
      ['#f00', '#00f'].map(background =>
        sharp({ create: { width: 40, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const animated = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer()
    expect((await sharp(animated).metadata()).pages).toBe(2)
    const still = await stored(await send(animated))
    expect((await sharp(still).metadata()).pages ?? 1).toBe(1)
    expect((await sharp(still).stats()).dominant).toMatchObject({ r: 248, b: 8 })
  })

  it('is in sRGB, whatever it came in', async () => {
    const cmyk = await sharp(await picture({ width: 60, height: 60 }))
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer()
    expect((await sharp(await stored(await send(cmyk))).metadata()).space).toBe('srgb')
  })

  it('carries nothing along that hides behind a picture', async () => {
    const polyglot = Buffer.concat([await picture({ width: 60, height: 60 }), text('<script>alert(1)</script>')])
    const answer = await send(polyglot)
    expect((await stored(answer)).toString('latin1')).not.toContain('script')
    const served = await fetch(answer.body.data.url)
    expect(served.headers.get('content-type')).toBe('image/webp')
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('may be as thin as a wire', async () => {
    expect(
      (
        await send(
          await sharp({ create: { width: 2, height: 9000, channels: 3, background: '#123' } })
            .png()
            .toBuffer(),
        )
      ).status,
    ).toBe(200)
  })

  it('has the name of its content, not of its file', async () => {
    const { url } = (await send(await picture(), '../../../etc/x.png')).body.data
    expect(new URL(url).pathname).toMatch(/^\/images\/[0-9a-f]{32}-960\.webp$/)
  })
})

describe('what is refused, with a sentence', () => {
  const cases: [string, () => Promise<Uint8Array>, number, string][] = [
    ['an SVG called .png', async () => text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'not-a-picture'],
    ['HTML', async () => text('<!doctype html><script>alert(1)</script>'), 415, 'not-a-picture'],
    ['a GIF', async () => text('GIF89a\x01\x00\x01\x00'), 415, 'not-a-picture'],
    ['an SVG behind a picture’s first bytes', async () => text('\x89PNG\r\n<svg/>'), 415, 'not-a-picture'],
    ['half a JPEG', async () => (await picture()).subarray(0, 9000), 422, 'picture-damaged'],
    ['half a PNG', async () => (await picture({ kind: 'png' })).subarray(0, 9000), 422, 'picture-damaged'],
    ['half a WebP', async () => (await picture({ kind: 'webp' })).subarray(0, 9000), 422, 'picture-damaged'],
    ['half an AVIF', async () => (await picture({ kind: 'avif' })).subarray(0, 9000), 422, 'picture-damaged'],
    ['nothing but a signature', async () => Buffer.from('\xff\xd8\xff', 'latin1'), 422, 'picture-damaged'],
    ['a bomb of 30,000 × 30,000', async () => hollowPng(30_000, 30_000), 422, 'picture-too-large'],
    ['41 megapixels', async () => hollowPng(8200, 5000), 422, 'picture-too-large'],
    ['10 MB and a byte', async () => new Uint8Array(10 * 1024 ** 2 + 1), 413, 'file-too-large'],
    ['40 MB', async () => new Uint8Array(40 * 1024 ** 2), 413, 'file-too-large'],
    ['an empty file', async () => new Uint8Array(), 400, 'invalid-input'],
  ]
  it.each(cases)('%s', async (_what, make, status, code) => {
    const answer = await send(await make(), 'x.png')
    expect(answer).toMatchObject({ status, body: { code } })
    expect(answer.body.message).toMatch(/\.$/)
  })

  it('another field, two files, no file, no form', async () => {
    const bytes = await smallPicture()
    const field = (form: FormData) => person.call('POST', '/images', form)
    expect((await field(pictureForm(bytes, { field: 'picture' }))).body.errors[0].field).toBe('image')
    const two = pictureForm(bytes)
    two.append('image', new Blob([Uint8Array.from(bytes)]), 'b.png')
    expect((await field(two)).body.errors).toEqual([{ field: 'image', message: 'Send one file at a time.' }])
    expect((await field(new FormData())).status).toBe(400)
    const none = new FormData()
    none.set('image', 'only text')
    expect((await field(none)).body.errors).toEqual([{ field: 'image', message: 'image is required' }])
    expect(await person.call('POST', '/images', { image: 'x' })).toMatchObject({
      status: 415,
      body: { code: 'upload-expected' },
    })
    const broken = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await person.call('POST', '/images', '--x\r\nnot a part', broken)).body.code).toBe('malformed-request')
    const long = { 'content-type': `multipart/form-data; boundary=${'x'.repeat(300)}` }
    expect((await person.call('POST', '/images', '--x', long)).body.code).toBe('malformed-request')
  })

  it('[D2.47] a file without a session, whatever its size, and elsewhere than here', async () => {
    const form = () => pictureForm(new Uint8Array(8 * 1024 ** 2))
    expect(await visitor(shop).call('POST', '/images', form())).toMatchObject({ status: 401 })
    expect(await person.call('POST', '/orders', form())).toMatchObject({ status: 415 })
  })

  it('what is announced as too large, before it is sent', async () => {
    const { hostname, port } = new URL(shop.address)
    const socket = createConnection(Number(port), hostname)
    const head = `POST /api/images HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${person.token}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 900000000\r\n\r\n--x`
    socket.write(head)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /)
    socket.destroy()
  })

  it('a fifth file at a time of one person, who sends slowly, while others send theirs', async () => {
    const { hostname, port } = new URL(shop.address)
    const slow = await createPerson(shop)
    const head = `POST /api/images HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${slow.token}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 9000\r\n\r\n--x\r\n`
    const sockets = Array.from({ length: 5 }, () => createConnection(Number(port), hostname))
    for (const socket of sockets) socket.on('error', () => undefined).write(head)
    const [answer] = (await Promise.race(sockets.map(socket => once(socket, 'data')))) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 429 /)
    const form = pictureForm(await smallPicture())
    expect(await person.call('POST', '/images', form)).toMatchObject({ status: 200 })
    for (const socket of sockets) socket.destroy()
    await eventually(
      () => slow.call('POST', '/images', form),
      ({ status }) => status === 200,
    )
  })

  it('any path but that of a stored picture', async () => {
    for (const path of ['x.png', '..%2f..%2fsecret', '%2e%2e/secret', `${'a'.repeat(32)}-960.webp`, '.hidden', '']) {
      expect(await request(`${shop.address}/images/${path}`, 'GET')).toMatchObject({ status: 404 })
    }
  })
})

describe('the same picture', () => {
  it('at once, by several, is stored once and given to each', async () => {
    const bytes = await picture()
    const others = await Promise.all([createPerson(shop), createPerson(shop)])
    const answers = await Promise.all([person, ...others, person].map(who => send(bytes, undefined, who)))
    expect(new Set(answers.map(({ body }) => body.data.url)).size).toBe(1)
    const { rows } = await sql<{ images: number; uploads: number; leftovers: number }>`
      select (select count(*) from image where key = ${keyOfUpload(bytes)}) as images,
        (select count(*) from image_upload join image on image.id = image_id where key = ${keyOfUpload(bytes)}) as uploads,
        (select count(*) from image_leftover where key = ${keyOfUpload(bytes)}) as leftovers`.execute(shop.db)
    expect(rows).toEqual([{ images: 1, uploads: 3, leftovers: 0 }])
  })

  it('is mended by uploading it again when its files are gone', async () => {
    const bytes = await picture()
    const { url } = (await send(bytes)).body.data
    for (const { file } of renditionsOf(keyOfUpload(bytes))) await shop.images.remove(file)
    expect((await request(url, 'HEAD')).status).toBe(404)
    expect((await send(bytes)).body.data.url).toBe(url)
    expect((await request(url, 'HEAD')).status).toBe(200)
  })
})

it('pictures that fail to decode count as tries, and the next one is not looked at (finding 28)', async () => {
  const sender = await createPerson(shop)
  const broken = (await picture({ width: 64, height: 64 })).subarray(0, 300)
  const refused = []
  for (let sent = 0; sent <= pictureLimits.triesAnHour; sent += 1)
    refused.push((await send(broken, 'x', sender)).body.code)
  expect(refused.slice(0, -1).every(code => code === 'picture-damaged')).toBe(true)
  expect(refused.at(-1)).toBe('too-many-tries')
  expect((await send(await smallPicture(), 'x')).status).toBe(200)
})

describe('the quota of a day', () => {
  it('lets whoever keeps the catalogue upload more', async () => {
    const keeper = await createPerson(shop, 'admin')
    await sql`
      with made as (
        insert into image (id, key, width, height, created_at, unused_since)
        select gen_random_uuid(), lpad(n::text, 32, 'd'), 1, 1, ${shop.system.now()}, ${shop.system.now()}
        from generate_series(1, ${pictureLimits.aDay}) n returning id
      )
      insert into image_upload (image_id, account_id, created_at)
      select id, ${keeper.accountId}, ${shop.system.now()} from made`.execute(shop.db)
    expect((await send(await picture({ width: 32, height: 32 }), undefined, keeper)).status).toBe(200)
  })

  it('[D2.47] holds when the last ones come at once, and opens the day after', async () => {
    const buyer = await createPerson(shop)
    await sql`
      with made as (
        insert into image (id, key, width, height, created_at, unused_since)
        select gen_random_uuid(), lpad(n::text, 32, 'e'), 1, 1, ${shop.system.now()}, ${shop.system.now()} from generate_series(1, 38) n returning id
      )
      insert into image_upload (image_id, account_id, created_at)
      select id, ${buyer.accountId}, ${shop.system.now()} from made`.execute(shop.db)
    const bytes = await Promise.all([1, 2, 3, 4].map(() => picture({ width: 32, height: 32 })))
    const answers = await Promise.all(bytes.map(one => send(one, undefined, buyer)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429])
    const refused = answers.findIndex(({ status }) => status === 429)
    expect(answers[refused]?.body).toMatchObject({ code: 'too-many-pictures' })
    shop.passTime(dayMs + 1000)
    const again = await signIn(shop, buyer.email)
    expect((await send(bytes[refused] ?? new Uint8Array(), undefined, again)).status).toBe(200)
  })
})

describe('what nothing refers to', () => {
  // Access tokens are short, and these tests are days apart.
  beforeEach(async () => {
    person = await signIn(shop, person.email)
  })

  const upload = async () => {
    const bytes = await picture({ width: 64, height: 64 })
    const { id, url } = (await send(bytes)).body.data
    return { id: id as string, url: url as string, key: keyOfUpload(bytes), bytes }
  }
  const isServed = async (url: string) => (await request(url, 'HEAD')).status === 200
  const sweep = () => removeUnusedPictures(shop.system, shop.images)

  it('[D2.48] goes; what a tool or an order shows stays, and gets its day when the tool has another', async () => {
    const [used, ordered, unused] = [await upload(), await upload(), await upload()]
    const tool = await createTool(shop)
    await sql`update tool set image_id = ${ordered.id} where id = ${tool}`.execute(shop.db)
    expect((await person.call('POST', '/orders', orderOf(tool))).status).toBe(200)
    await sql`update tool set image_id = ${used.id} where id = ${tool}`.execute(shop.db)
    shop.passTime(dayMs + 1000)
    await sweep()
    expect(await Promise.all([used, ordered, unused].map(({ url }) => isServed(url)))).toEqual([true, true, false])
    await sql`update tool set image_id = null where id = ${tool}`.execute(shop.db)
    await sweep()
    expect(await isServed(used.url)).toBe(true)
    shop.passTime(dayMs + 1000)
    await sweep()
    expect(await isServed(used.url)).toBe(false)
  })

  it('stays when a tool takes it while it is being removed', async () => {
    const one = await upload()
    const tool = await createTool(shop)
    shop.passTime(dayMs + 1000)
    let swept: Promise<number> | undefined
    await shop.db.transaction().execute(async db => {
      await sql`update tool set image_id = ${one.id} where id = ${tool}`.execute(db)
      swept = sweep()
      await new Promise(resolve => setTimeout(resolve, 300))
    })
    await swept
    expect(await isServed(one.url)).toBe(true)
  })

  it('goes in the next run where a crash came between row and files', async () => {
    const { id, key, url } = await upload()
    await sql`delete from image where id = ${id}`.execute(shop.db)
    await sql`insert into image_leftover (key, remove_after) values (${key}, ${shop.system.now()})`.execute(shop.db)
    expect(await shop.images.has(`${key}-960.webp`)).toBe(true)
    await sweep()
    expect(await shop.images.has(`${key}-960.webp`)).toBe(false)
    expect(await isServed(url)).toBe(false)
  })

  it('goes where a crash came between files and row, unless somebody has finished it since', async () => {
    const [lost, finished] = [await upload(), await upload()]
    await sql`delete from image where id = ${lost.id}`.execute(shop.db)
    for (const { key } of [lost, finished]) {
      await sql`insert into image_leftover (key, remove_after) values (${key}, ${shop.system.now()})`.execute(shop.db)
    }
    await sweep()
    expect(await shop.images.has(`${lost.key}-960.webp`)).toBe(false)
    expect(await isServed(finished.url)).toBe(true)
    expect((await send(lost.bytes)).body.data.url).toBe(lost.url)
    expect(await isServed(lost.url)).toBe(true)
  })
})
