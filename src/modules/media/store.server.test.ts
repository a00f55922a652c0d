import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '#kernel/refusals'
import { createPerson, request } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { type ImageHost, picture, pictureForm, startImageHost } from '#test/files/pictures'
import { removeUnusedPictures } from './sweep.server.ts'

type Running = {
  environment: Record<string, string>
  close(): Promise<void>
  fail?: ImageHost['fail']
  host?: ImageHost
}

/** The three homes of pictures, each as its operator sets it up. */
const homes: Record<string, () => Promise<Running>> = {
  'local disk': async () => ({ environment: {}, close: async () => undefined }),

  'S3 service': async () => {
    const directory = await mkdtemp(join(tmpdir(), 'tappet-s3-'))
    const options = { port: 0, address: '127.0.0.1', silent: true, configureBuckets: [{ name: 'pictures' }] }
    const server = new S3rver({ ...options, directory })
    const { port } = await server.run()
    return {
      environment: {
        S3_ENDPOINT: `http://127.0.0.1:${port}`,
        S3_BUCKET: 'pictures',
        S3_KEY: 'S3RVER',
        S3_SECRET: 'S3RVER',
      },
      async close() {
        await server.close()
        await rm(directory, { recursive: true, force: true })
      },
    }
  },

  'image host': async () => {
    const host = await startImageHost('the key')
    const environment = { IMAGE_HOST_URL: host.url, IMAGE_HOST_KEY: 'the key' }
    return { environment, close: host.close, fail: host.fail, host }
  },
}

describe.each(Object.keys(homes))('pictures in the %s', name => {
  let home: Running
  let shop: TestShop

  beforeAll(async () => {
    home = (await homes[name]?.()) as Running
    shop = await startTestShop({ environment: home.environment })
  })
  afterAll(async () => {
    await shop.close()
    await home.close()
  })

  const bytes = new TextEncoder().encode('the bytes of a picture')
  const file = `${'0123456789abcdef'.repeat(2)}-320.webp`

  it('[D5.08 D5.09 D5.10] are read as they were put, put again without harm, and gone when removed', async () => {
    const { images } = shop
    expect(await images.has(file)).toBe(false)
    expect(await images.read(file)).toBeUndefined()
    await images.put(file, bytes)
    await images.put(file, bytes)
    expect(await images.has(file)).toBe(true)
    expect(Buffer.from((await images.read(file)) ?? [])).toEqual(Buffer.from(bytes))
    await images.remove(file)
    await images.remove(file)
    expect(await images.has(file)).toBe(false)
    expect(await images.read(file)).toBeUndefined()
  })

  it('are whole when two put the same at once', async () => {
    const twice = file.replace('-320.', '-640.')
    await Promise.all([1, 2, 3, 4].map(() => shop.images.put(twice, bytes)))
    expect(Buffer.from((await shop.images.read(twice)) ?? [])).toEqual(Buffer.from(bytes))
  })

  it('say in one line where they are', () => {
    expect(shop.images.name).toMatch(/^[^\n]+$/)
    expect(shop.images.name).not.toContain('the key')
  })

  it('[S7.29 S7.30] are uploaded, and served at the shop’s own address for ever', async () => {
    const person = await createPerson(shop)
    const answer = await person.call('POST', '/images', pictureForm(await picture()))
    expect(answer).toMatchObject({ status: 200, body: { success: true, data: { width: 640, height: 480 } } })
    const { url } = answer.body.data
    expect(url).toMatch(new RegExp(`^${shop.address}/images/[0-9a-f]{32}-960.webp$`))
    for (const [address, type] of [
      [url, 'image/webp'],
      [url.replace('.webp', '.avif'), 'image/avif'],
      [url.replace('-960.', '-320.'), 'image/webp'],
    ]) {
      const served = await fetch(address)
      expect(served.status).toBe(200)
      expect(served.headers.get('content-type')).toBe(type)
      expect(served.headers.get('cache-control')).toMatch(/max-age=31536000.*immutable/)
      expect(served.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      await served.arrayBuffer()
      const tag = served.headers.get('etag') ?? ''
      expect((await fetch(address, { headers: { 'if-none-match': tag, 'cache-control': 'max-age=0' } })).status).toBe(
        304,
      )
    }
  })

  it('[D2.48] are removed a day after nothing refers to them any more, files and row', async () => {
    const person = await createPerson(shop)
    const { url } = (await person.call('POST', '/images', pictureForm(await picture()))).body.data
    await removeUnusedPictures(shop.system, shop.images)
    expect((await request(url, 'HEAD')).status).toBe(200)
    shop.passTime(25 * 3600 * 1000)
    await removeUnusedPictures(shop.system, shop.images)
    expect((await request(url, 'HEAD')).status).toBe(404)
  })
})

describe('a store elsewhere', () => {
  let host: ImageHost
  let shop: TestShop
  beforeAll(async () => {
    host = await startImageHost('the key')
    shop = await startTestShop({ environment: { IMAGE_HOST_URL: host.url, IMAGE_HOST_KEY: 'the key' } })
  })
  afterAll(async () => {
    await shop.close()
    await host.close()
  })

  it('is asked for a file once, however many want it, and never for one that is not of this shop', async () => {
    const person = await createPerson(shop)
    const { url } = (await person.call('POST', '/images', pictureForm(await picture()))).body.data
    await rm(shop.imagesDirectory, { recursive: true })
    const before = host.reads()
    const answers = await Promise.all(Array.from({ length: 8 }, () => request(url, 'GET')))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(await request(`${shop.address}/images/${'f'.repeat(32)}-960.webp`, 'GET')).toMatchObject({ status: 404 })
    expect(host.reads()).toBe(before + 1)
    expect(await readdir(shop.imagesDirectory)).toHaveLength(1)
  })

  it('shows what was removed at no other process after a minute, though that has a copy', async () => {
    const other = await startTestShop({
      environment: { IMAGE_HOST_URL: host.url, IMAGE_HOST_KEY: 'the key' },
      database: { url: shop.databaseUrl, drop: async () => undefined },
    })
    try {
      const person = await createPerson(shop)
      const { url } = (await person.call('POST', '/images', pictureForm(await picture()))).body.data
      const there = url.replace(shop.address, other.address)
      expect((await request(there, 'HEAD')).status).toBe(200)
      await removeUnusedPictures(shop.system, shop.images)
      shop.passTime(25 * 3600 * 1000)
      await removeUnusedPictures(shop.system, shop.images)
      other.passTime(60_000)
      expect((await request(there, 'HEAD')).status).toBe(404)
    } finally {
      await other.close()
    }
  })

  it('that is down is told to whoever uploads, and the next try works', async () => {
    const person = await createPerson(shop)
    const bytes = await picture()
    host.fail(500)
    const refused = await person.call('POST', '/images', pictureForm(bytes))
    host.fail(undefined)
    expect(refused).toMatchObject({ status: 503, body: { code: 'image-host-unreachable' } })
    expect(await person.call('POST', '/images', pictureForm(bytes))).toMatchObject({ status: 200 })
  })

  it('that is down says of a picture that it cannot be read, and not that it could not be stored (finding 14)', async () => {
    const file = `${'b'.repeat(32)}-320.webp`
    // Nobody listens there.
    await sql`insert into hosted_image (file, url) values (${file}, 'http://127.0.0.1:9/gone')`.execute(shop.db)
    await expect(shop.images.read(file)).rejects.toThrow(/cannot be read just now/)
  })

  it('whose address leads on, or gives more than a picture, is left alone (finding 43)', async () => {
    let inside = 0
    const elsewhere = createServer((request, answer) => {
      if (request.url === '/moved') return answer.writeHead(302, { location: '/inside' }).end()
      if (request.url === '/inside') inside += 1
      return answer.end(Buffer.alloc(request.url === '/long' ? 21 * 1024 ** 2 : 1))
    })
    await new Promise<void>(resolve => void elsewhere.listen(0, '127.0.0.1', resolve))
    const { port } = elsewhere.address() as AddressInfo
    for (const path of ['moved', 'long']) {
      const file = `${'a'.repeat(32)}-${path}.webp`
      await sql`insert into hosted_image (file, url) values (${file}, ${`http://127.0.0.1:${port}/${path}`})`.execute(
        shop.db,
      )
      const outcome = await shop.images.read(file).then(
        bytes => bytes?.length,
        (error: unknown) => error instanceof Refusal && error.code,
      )
      expect(outcome, path).toBe('image-host-silent')
    }
    expect(inside).toBe(0)
    elsewhere.closeAllConnections()
    await new Promise(resolve => void elsewhere.close(resolve))
  })
})
