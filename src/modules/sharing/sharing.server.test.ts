import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { SaxesParser } from 'saxes'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import type { ContentFile } from '#rules/content'
import { readContent } from '#services/content'
import { storeDrawing } from '#services/media'
import { diskImages } from '../media/disk.server.ts'
import { createTool } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { long } from '#test/tiers'
import { mountSharing } from './sharing.server.ts'
import { colours, sharedPictureOf, shopPicture } from './pictures.rules.ts'
import { contactPath, disallowed } from './engines.rules.ts'

const [http, publicUrl] = [fastify(), 'https://parts.example.com']
let shop: TestShop
let content: ContentFile
let statements: CompiledQuery[] = []

beforeAll(async () => {
  shop = await startTestShop({ environment: { PUBLIC_URL: publicUrl, ALLOW_SANDBOX: 'yes' } })
  content = await readContent(join(import.meta.dirname, '../../../content/shop.json'))
  const db = new Kysely<Record<string, never>>({
    dialect: new PostgresDialect({ pool: shop.pool }),
    log: event => void statements.push(event.query),
  })
  // As in the shop, but with parts that a few tools fill.
  mountSharing(http, {
    db,
    content,
    publicUrl: () => publicUrl,
    readPicture: async () => undefined,
    now: () => new Date('2026-11-20T10:00:00Z'),
    mostAddresses: 10,
  })
  http.setNotFoundHandler((_request, reply) => reply.status(404).send())
})
afterAll(async () => {
  await http.close()
  await shop.close()
})

type Read = { root: string; locations: string[]; changed: string[] }

/** Reads XML as strictly as it is meant: anything that is not well-formed throws. */
function readXml(text: string): Read {
  const read: Read = { root: '', locations: [], changed: [] }
  let words = ''
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ name, uri }) => {
    if (!read.root) read.root = `${uri} ${name}`
    words = ''
  })
  parser.on('text', more => void (words += more))
  parser.on('closetag', ({ name }) => {
    if (name === 'loc') read.locations.push(words)
    if (name === 'lastmod') read.changed.push(words)
  })
  parser.write(text).close()
  return read
}

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
/** As seen on this machine, whatever its public address is. */
const ownAddress = () => {
  const bound = shop.http.server.address()
  return `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
}
const get = async (path: string) => {
  const answer = await fetch(ownAddress() + path)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const inParts = async (path: string) => readXml((await http.inject(path)).body)
const pathOf = (location: string) => location.slice(publicUrl.length)

async function setCategory(tool: string, { slug, name }: { slug: string; name: string }): Promise<void> {
  await sql`
    with made as (insert into category (id, slug, name) values (${newId()}, ${slug}, ${name}) returning id)
    update tool set category_id = (select id from made) where id = ${tool}`.execute(shop.db)
}

async function setBrand(tool: string, name: string): Promise<void> {
  await sql`
    with made as (insert into brand (id, name) values (${newId()}, ${name}) returning id)
    update tool set brand_id = (select id from made) where id = ${tool}`.execute(shop.db)
}

describe('the site map', () => {
  it('has every tool on sale once, in parts of no more than the limit, and none that is archived', async () => {
    const tools: string[] = []
    for (let number = 0; number < 23; number += 1) tools.push(await createTool(shop, { name: `Part & <${number}>` }))
    const archived = tools.splice(4, 1)[0]
    await sql`update tool set archived_at = now() where id = ${archived}`.execute(shop.db)

    const index = await inParts('/sitemap.xml')
    expect(index.root).toBe(`${namespace} sitemapindex`)
    expect(index.locations.every(location => location.startsWith(`${publicUrl}/sitemap/`))).toBe(true)
    const urls: string[] = []
    for (const part of index.locations.filter(location => location.includes('/tools-'))) {
      const { root, locations, changed } = await inParts(pathOf(part))
      expect(root).toBe(`${namespace} urlset`)
      expect(locations.length).toBeGreaterThan(0)
      expect(locations.length).toBeLessThanOrEqual(10)
      expect(changed).toHaveLength(locations.length)
      expect(changed.every(time => new Date(time).toISOString() === time)).toBe(true)
      urls.push(...locations)
    }
    const ids = urls.map(location => new RegExp(`^${publicUrl}/shop/([0-9a-f-]{36})/part-[0-9]+$`).exec(location)?.[1])
    expect(ids.toSorted()).toEqual(tools.toSorted())
  })

  it('names no part whose tools are all archived, and answers 404 for what it does not name', async () => {
    const { rows } = await sql<{ ordinal: number }>`select max(ordinal) as ordinal from tool`.execute(shop.db)
    const next = Math.floor((rows[0]?.ordinal ?? 0) / 10) * 10 + 30
    await sql`alter table tool alter column ordinal restart with ${sql.raw(String(next))}`.execute(shop.db)
    // The last of its range, and the first of the next.
    const last = await createTool(shop)
    await sql`update tool set archived_at = now() where id = ${last}`.execute(shop.db)
    await createTool(shop)
    const gone = `/sitemap/tools-${next / 10}.xml`
    const { locations } = await inParts('/sitemap.xml')
    expect(locations).toContain(`${publicUrl}/sitemap/tools-${next / 10 + 1}.xml`)
    expect(locations).not.toContain(publicUrl + gone)
    for (const path of [
      gone,
      '/sitemap/tools-999.xml',
      '/sitemap/tools-0.xml',
      '/sitemap/pages-99.xml',
      '/sitemap/x',
    ]) {
      expect((await http.inject(path)).statusCode, path).toBe(404)
    }
    // Past the last ordinal that there can be, where a part is as large as the protocol allows.
    expect((await shop.http.inject('/sitemap/tools-999999.xml')).statusCode).toBe(404)
  })

  it('has the written pages, and the categories and brands with something on sale', async () => {
    const [sold, emptied] = [await createTool(shop), await createTool(shop)]
    await setCategory(sold, { slug: 'filters-and-more', name: 'Filters & more' })
    await setCategory(emptied, { slug: 'emptied', name: 'Emptied' })
    await sql`update tool set archived_at = now() where id = ${emptied}`.execute(shop.db)
    // What is sold in a category is sold in the one that it is in; a hidden one has no page.
    await sql`insert into category (id, slug, name) values (${newId()}, 'all-filters', 'All filters')`.execute(shop.db)
    await sql`update category set parent_id = (select id from category where slug = 'all-filters')
      where slug = 'filters-and-more'`.execute(shop.db)
    await setCategory(await createTool(shop), { slug: 'hidden', name: 'Hidden' })
    await sql`update category set is_hidden = true where slug = 'hidden'`.execute(shop.db)
    await setBrand(sold, 'Krüger & Sons')
    await setBrand(emptied, 'Given Up')
    await setBrand(await createTool(shop), '..')
    const { status, headers, text } = await get('/sitemap/pages-1.xml')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const { locations } = readXml(text)
    expect(locations).toEqual([...new Set(locations)])
    const { pages, blog } = content
    for (const path of [
      '/',
      '/shop',
      '/shop/c/all-filters',
      '/shop/c/all-filters/filters-and-more',
      '/shop/b/Kr%C3%BCger%20%26%20Sons',
      '/blog',
      ...blog.articles.map(({ slug }) => `/blog/${slug}`),
      ...pages.map(({ slug }) => `/pages/${slug}`),
    ]) {
      expect(locations).toContain(publicUrl + path)
    }
    expect(locations.join(' ')).not.toMatch(/emptied|hidden|Given|\.\.|login|signUp|dashboard|purchase/)
    const parts = (await inParts('/sitemap.xml')).locations.filter(location => location.includes('/pages-'))
    const split = await Promise.all(parts.map(part => inParts(pathOf(part))))
    expect(split.flatMap(part => part.locations)).toEqual(locations)
  })

  it('is cut at 50,000 tools, and read without going through the table', { timeout: 300_000, ...long }, async () => {
    await sql`alter table tool disable trigger user`.execute(shop.db)
    await sql`
      insert into tool (id, name, description, price, on_hand, minimum_quantity)
      select gen_random_uuid(), 'Many ' || n, 'One of many.', 100, 5, 1 from generate_series(1, 50001) n`.execute(
      shop.db,
    )
    await sql`alter table tool enable trigger user`.execute(shop.db)
    await sql`analyze tool`.execute(shop.db)
    const index = readXml((await get('/sitemap.xml')).text)
    const parts = index.locations.filter(location => location.includes('/tools-'))
    expect(parts).toEqual([1, 2].map(number => `${publicUrl}/sitemap/tools-${number}.xml`))
    const { rows } = await sql<{ count: number; last: number }>`
      select count(*)::integer as count, max(ordinal)::integer as last from tool where archived_at is null`.execute(
      shop.db,
    )
    const counts = await Promise.all(parts.map(async part => readXml((await get(pathOf(part))).text).locations.length))
    expect(counts[0]).toBeLessThanOrEqual(50_000)
    expect(counts[0]! + counts[1]!).toBe(rows[0]?.count)
    expect(counts[1]).toBe((rows[0]?.last ?? 0) - 50_000)

    // Who asks for the head alone, or goes away in the middle, leaves no connection behind.
    for (let time = 0; time < 20; time += 1) {
      const path = ownAddress() + pathOf(parts[0] ?? '')
      expect((await fetch(path, { method: 'HEAD' })).status).toBe(200)
      await (await fetch(path)).body?.cancel()
    }
    expect(readXml((await get(pathOf(parts[1] ?? ''))).text).locations).toHaveLength(counts[1] ?? 0)

    statements = []
    await inParts('/sitemap.xml')
    await inParts('/sitemap/tools-1.xml')
    const queries = statements.filter(query => /from "?tool\b/.test(query.sql))
    expect(queries.length).toBeGreaterThanOrEqual(3)
    for (const query of queries) {
      const plans = await plansOf(query)
      expect(plans, query.sql).not.toMatch(/Seq Scan on tool\b|Offset/)
      expect(query.sql).not.toMatch(/offset/i)
    }
  })
})

/** The plan for these very values, and the one for any. */
async function plansOf({ sql: text, parameters }: CompiledQuery): Promise<string> {
  const values = parameters.length > 0 ? `(${parameters.map(value => `'${String(value)}'`).join(', ')})` : ''
  return shop.db.connection().execute(async db => {
    await sql.raw(`prepare looked_at as ${text}`).execute(db)
    const plans: string[] = []
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await sql.raw(`set plan_cache_mode = ${mode}`).execute(db)
      const { rows } = await sql.raw<Record<'QUERY PLAN', string>>(`explain execute looked_at${values}`).execute(db)
      plans.push(...rows.map(row => row['QUERY PLAN']))
    }
    await sql`reset plan_cache_mode`.execute(db)
    await sql`deallocate looked_at`.execute(db)
    return plans.join('\n')
  })
}

describe('what engines and browsers are told', () => {
  it('keeps what is of one person, and what is no page, from engines, and names the site map', async () => {
    const { text, headers } = await get('/robots.txt')
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const lines = text.split('\n')
    expect(lines[0]).toBe('User-agent: *')
    for (const path of disallowed) expect(lines).toContain(`Disallow: ${path}`)
    expect(lines).toContain(`Sitemap: ${publicUrl}/sitemap.xml`)
    const forbids = (path: string) => disallowed.some(start => path.startsWith(start))
    for (const path of ['/', '/shop', '/blog', '/login', '/signUp', '/images/x.webp', '/og/shop.png', '/assets/x.js']) {
      expect(forbids(path), path).toBe(false)
    }
    for (const path of ['/dashboard', '/dashboard/order', '/purchase/1', '/api/tools']) expect(forbids(path)).toBe(true)
  })

  it('gives a manifest in the colours of the tokens, whose icons have the sizes that it says', async () => {
    const { text, headers } = await get('/manifest.webmanifest')
    expect(headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
    const manifest = JSON.parse(text)
    expect(manifest).toMatchObject({ name: content.shop.name, start_url: '/', background_color: colours.paper })
    expect(manifest.icons.map((icon: { sizes: string; purpose: string }) => `${icon.sizes} ${icon.purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ])
    for (const icon of manifest.icons as { src: string; sizes: string; type: string }[]) {
      const answer = await fetch(ownAddress() + icon.src)
      expect(answer.headers.get('content-type')).toBe(icon.type)
      const { width, height, format } = await sharp(await answer.bytes()).metadata()
      expect(`${width}x${height} ${format}`).toBe(`${icon.sizes} png`)
    }
    const tokens = readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8')
    for (const colour of Object.values(colours)) expect(tokens).toContain(`: ${colour};`)
  })

  it('answers a browser that has it already with 304', async () => {
    for (const path of ['/robots.txt', '/manifest.webmanifest', '/icons/icon-192.png', shopPicture.src]) {
      const { headers, status } = await get(path)
      expect(status, path).toBe(200)
      const again = await fetch(ownAddress() + path, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
      expect(again.status, path).toBe(304)
      expect(await again.text()).toBe('')
    }
  })
})

describe('the picture that a link is shown with', () => {
  it('has the size that pages say of it', async () => {
    const answer = await fetch(ownAddress() + shopPicture.src)
    const { width, height, format } = await sharp(await answer.bytes()).metadata()
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' })
  })
  it('is a tool’s own one, whole and on its paper, and there is none of what the shop does not have', async () => {
    // A red frame at the very edge of the drawing.
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="red"/></svg>'
    const { key, width, height } = await storeDrawing(diskImages(join(shop.dataDir, 'images')), Buffer.from(svg))
    const shared = sharedPictureOf({ src: `/images/${key}-640.webp` })
    expect(shared).toMatchObject({ width: 1200, height: 630 })
    const path = shared?.src ?? ''
    expect((await get(path)).status, 'a file that no picture of the shop has').toBe(404)
    await sql`insert into image (id, key, width, height) values (${newId()}, ${key}, ${width}, ${height})`.execute(
      shop.db,
    )
    const answer = await fetch(ownAddress() + path)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(answer.headers.get('cache-control')).toContain('immutable')
    const { data, info } = await sharp(await answer.bytes())
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([1200, 630])
    const colourAt = (x: number, y: number) => [...data.subarray((y * 1200 + x) * 3, (y * 1200 + x) * 3 + 3)]
    const near = (colour: number[], expected: number[]) =>
      colour.every((value, at) => Math.abs(value - (expected[at] ?? 0)) < 12)
    expect(near(colourAt(600, 3), [255, 0, 0]), 'nothing of it is cut off').toBe(true)
    expect(near(colourAt(600, 626), [255, 0, 0])).toBe(true)
    expect(near(colourAt(10, 315), [0xf2, 0xef, 0xe8]), 'beside it is paper').toBe(true)
    for (const gone of [path.replace('.jpg', '.png'), '/og/tools/x.jpg', `/og/tools/${'0'.repeat(24)}.jpg`]) {
      expect((await get(gone)).status, gone).toBe(404)
    }
    expect(sharedPictureOf(null)).toBeUndefined()
  })
})

describe('what is asked for at addresses of old', () => {
  it('is where a weakness is told, and until when that holds (finding 41)', async () => {
    const { statusCode, headers, body } = await http.inject('/.well-known/security.txt')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body).toContain(`Contact: ${publicUrl}/pages/contact\n`)
    expect(body).toContain('Expires: 2027-11-01T00:00:00.000Z\n')
    expect(content.pages.some(({ slug }) => contactPath === `/pages/${slug}`)).toBe(true)
  })

  it('is the icon, as a picture that every browser takes (finding 41)', async () => {
    const { headers, rawPayload } = await http.inject('/favicon.ico')
    expect(headers['content-type']).toBe('image/x-icon')
    expect(rawPayload.readUInt16LE(2)).toBe(1)
    expect(await sharp(rawPayload.subarray(rawPayload.readUInt32LE(18))).metadata()).toMatchObject({
      width: 32,
      format: 'png',
    })
  })

  it('each answer keeps camera, microphone and place from what stands in a page (finding 41)', async () => {
    const { headers } = await shop.http.inject('/robots.txt')
    expect(headers['permissions-policy']).toContain('camera=(), microphone=(), geolocation=()')
  })
})
