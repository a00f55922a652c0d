import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, isAlive, test } from './journey.ts'
import { ask } from './roles.ts'

const onDesktop = { tag: '@desktop' }

type Tool = {
  _id: string
  name: string
  price: number
  brand?: string
  partNumber?: string
  ratings: number | null
  img: string | null
}

/** What stands in the document's head, as the browser has it. */
function headOf(page: Page) {
  return page.evaluate(() => {
    const all = (selector: string, attribute: string) =>
      [...document.head.querySelectorAll(selector)].map(element => element.getAttribute(attribute))
    const properties = [...document.head.querySelectorAll('meta[property^="og:"]')].map(
      element => [element.getAttribute('property'), element.getAttribute('content')] as [string, string],
    )
    return {
      title: document.title,
      titles: document.querySelectorAll('title').length,
      description: all('meta[name="description"]', 'content'),
      canonical: all('link[rel="canonical"]', 'href'),
      robots: all('meta[name="robots"]', 'content'),
      shared: Object.fromEntries(properties),
      properties: properties.length,
    }
  })
}

// Whatever a page says of itself: tests assert its shape.
// oxlint-disable-next-line typescript/no-explicit-any -- reading it field by field would hide what the test says
type Thing = { '@type': string; [property: string]: any }

/** Every thing that the page tells engines of. */
async function thingsOf(page: Page): Promise<Thing[]> {
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  return blocks.flatMap(block => JSON.parse(block)['@graph'] as Thing[])
}
const thing = (things: Thing[], type: string): Thing => {
  const [found, ...others] = things.filter(one => one['@type'] === type)
  if (!found || others.length > 0) throw new Error(`there are ${found ? 'several' : 'no'} things of type ${type}`)
  return found
}

/** The browser has taken the page over. */
const hydrated = (page: Page) => expect.poll(() => isAlive(page)).toBe(true)

async function locationsOf(request: APIRequestContext, path: string): Promise<string[]> {
  const answer = await request.get(path)
  expect(answer.status(), path).toBe(200)
  return [...(await answer.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, location]) =>
    (location ?? '').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  )
}

const failpointsOf = (things: Thing[]) =>
  thing(things, 'BreadcrumbList')['itemListElement'].map((step: Thing) => step['name']) as string[]
const trailOf = (page: Page) => page.getByRole('navigation', { name: 'You are here' }).getByRole('listitem')

test(
  'every page of the site map says of itself what engines and chats ask for',
  { tag: ['@desktop', '@long'] },
  async ({ page, request, baseURL }) => {
    test.slow()
    const parts = await locationsOf(request, '/sitemap.xml')
    const pages: string[] = []
    for (const part of parts) {
      expect(part.startsWith(`${baseURL}/sitemap/`)).toBe(true)
      const locations = await locationsOf(request, part)
      // Of the tools, a few from everywhere in the list.
      pages.push(...locations.filter((_, index) => part.includes('/pages-') || index % 120 === 0))
    }
    expect(pages.length).toBeGreaterThan(30)
    const titles = new Map<string, string>()
    const pictures = new Map<string, string>()
    for (const location of pages) {
      const answer = await page.goto(location, { waitUntil: 'domcontentloaded' })
      expect(answer?.status(), location).toBe(200)
      const head = await headOf(page)
      expect(head.titles, location).toBe(1)
      expect(titles.get(head.title), `${head.title} at ${location}`).toBeUndefined()
      titles.set(head.title, location)
      expect(head.title).toMatch(/ – Tappet$/)
      expect(head.description, location).toHaveLength(1)
      expect(head.description[0]?.length, `${location}: ${head.description[0]}`).toBeGreaterThanOrEqual(50)
      expect(head.description[0]?.length, `${location}: ${head.description[0]}`).toBeLessThanOrEqual(160)
      expect(head.canonical).toEqual([location])
      expect(head.robots, location).toEqual([])
      expect(head.properties, location).toBe(Object.keys(head.shared).length)
      expect(head.shared).toMatchObject({
        'og:url': location,
        'og:description': head.description[0],
        'og:site_name': 'Tappet',
        'og:title': head.title.replace(/ – Tappet$/, ''),
      })
      const { 'og:image': image = '', 'og:image:width': width, 'og:image:height': height } = head.shared
      pictures.set(image, `${width} by ${height}`)
      expect(await thingsOf(page), location).not.toEqual([])
    }
    expect(pictures.size).toBeGreaterThan(3)
    for (const [picture, size] of pictures) {
      expect(picture.startsWith(`${baseURL}/`)).toBe(true)
      const answer = await request.get(picture)
      expect(answer.status(), picture).toBe(200)
      expect(answer.headers()['content-type']).toMatch(/^image\/(png|jpeg)$/)
      const { width, height } = await sharp(await answer.body()).metadata()
      expect(`${width} by ${height}`, picture).toBe(size)
    }
  },
)

test('every address of the site map answers', { tag: ['@desktop', '@long'] }, async ({ request }) => {
  test.slow()
  const parts = await locationsOf(request, '/sitemap.xml')
  const all = (await Promise.all(parts.map(part => locationsOf(request, part)))).flat()
  expect(all.length).toBeGreaterThan(300)
  expect(new Set(all).size).toBe(all.length)
  for (const location of all) expect((await request.head(location, { maxRedirects: 0 })).status(), location).toBe(200)
})

test('a tool’s page tells engines what it tells people', onDesktop, async ({ page, baseURL }) => {
  const tools = await ask<Tool[]>('/api/tools?limit=100', 'GET')
  // What another journey has imported may have neither picture nor stock.
  const known = tools.filter(tool => tool.brand && tool.partNumber && tool.img !== null)
  const chosen = [known.find(tool => tool.ratings !== null), known.find(tool => tool.ratings === null)]
  for (const { _id, ratings } of chosen.flatMap(tool => tool ?? [])) {
    await page.goto(`/shop/${_id}`)
    await hydrated(page)
    const things = await thingsOf(page)
    const product = thing(things, 'Product')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(product['name'])
    await expect(main.getByText(product['description'], { exact: true })).toBeVisible()
    await expect(main.getByText(product['sku'], { exact: true })).toBeVisible()
    await expect(main.getByText(product['mpn'], { exact: true }).first()).toBeVisible()
    await expect(main.getByText(product['brand'].name, { exact: true }).first()).toBeVisible()
    const { price, priceCurrency: currency, availability } = product['offers']
    const shown = Number(price).toLocaleString('en-US', { style: 'currency', currency })
    await expect(main.getByText(shown, { exact: true }).first()).toBeVisible()
    expect(availability).toBe('https://schema.org/InStock')
    await expect(main.getByText('In stock', { exact: true })).toBeVisible()
    if (ratings === null) expect(product['aggregateRating']).toBeUndefined()
    else {
      const { ratingValue, ratingCount } = product['aggregateRating']
      const stars = main.getByRole('article').getByRole('img', { name: `${ratingValue} of 5 stars` })
      await expect(stars.first()).toBeVisible()
      await expect(main.getByText(`${ratingCount} ratings`).first()).toBeVisible()
    }
    for (const image of [product['image']].flat()) expect((await page.request.get(image)).status()).toBe(200)
    expect(product['url']).toBe(page.url())
    expect(new URL(product['url']).origin).toBe(baseURL)
    await expect(trailOf(page)).toHaveText(failpointsOf(things))
  }
})

test(
  'home and blog tell engines of the shop, and of questions with the answers that stand there',
  onDesktop,
  async ({ page }) => {
    await page.goto('/')
    const home = await thingsOf(page)
    const shop = thing(home, 'Organization')
    await expect(page.getByRole('link', { name: shop['telephone'] }).first()).toBeVisible()
    await expect(page.getByText(shop['address']).first()).toBeVisible()
    expect((await page.request.get(shop['logo'])).headers()['content-type']).toBe('image/png')
    const found = thing(home, 'WebSite')['potentialAction'].target.urlTemplate as string
    await page.goto(found.replace('{search_term_string}', 'brake disc'))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('brake disc')

    await page.goto('/blog')
    const questions = thing(await thingsOf(page), 'FAQPage')['mainEntity'] as Thing[]
    await expect(page.getByRole('heading', { level: 2, name: /\?$/ })).toHaveText(questions.map(({ name }) => name))
    for (const { name, acceptedAnswer } of questions) {
      const entry = page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
      await expect(entry).toContainText(acceptedAnswer.text)
    }

    await page.getByRole('heading', { level: 2 }).first().getByRole('link').click()
    await expect(page).toHaveURL(/\/blog\/./)
    await page.reload()
    const things = await thingsOf(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(thing(things, 'Article')['headline'])
    await expect(trailOf(page)).toHaveText(failpointsOf(things))
  },
)

test(
  'a list has one address however it is shown, and what is searched or filtered is not listed',
  onDesktop,
  async ({ page, baseURL }) => {
    for (const [path, canonical] of [
      ['/shop?sort=price&view=list&utm_source=mail', '/shop'],
      ['/shop?view=list&category=brakes', '/shop/c/brakes'],
      ['/shop/c/brakes?view=list&sort=rating', '/shop/c/brakes'],
      ['/shop/c/brakes?brand=Halden', undefined],
      ['/shop?q=disc', undefined],
      ['/shop?category=brakes&category=filters', undefined],
      ['/shop?brand=Halden', undefined],
      ['/shop?inStock=true', undefined],
      ['/shop?category=no-such-category', undefined],
    ] as const) {
      expect((await page.goto(path))?.status()).toBe(200)
      const head = await headOf(page)
      expect(head.canonical, path).toEqual(canonical ? [baseURL + canonical] : [])
      expect(head.robots, path).toEqual(canonical ? [] : ['noindex'])
    }
  },
)

test(
  'what is of one person is kept from engines before any script runs, and so is what is not there',
  onDesktop,
  async ({ request }) => {
    const robots = await (await request.get('/robots.txt')).text()
    for (const path of ['/dashboard', '/dashboard/order', '/dashboard/allOrders', '/purchase/any-tool']) {
      const answer = await request.get(path)
      expect(answer.status(), path).toBe(200)
      const html = await answer.text()
      expect(html, path).toMatch(/<title>[^<]+ – Tappet<\/title>/)
      expect(html, path).toContain('<meta name="robots" content="noindex"/>')
      expect(html, path).not.toContain('rel="canonical"')
      expect(robots.split('\n').some(line => line.startsWith('Disallow: ') && path.startsWith(line.slice(10)))).toBe(
        true,
      )
    }
    for (const path of ['/login', '/signUp', '/forgot-password']) {
      const html = await (await request.get(path)).text()
      expect(html, path).toContain('<meta name="robots" content="noindex"/>')
      expect(html, path).toMatch(/<meta name="description" content="[^"]{50,160}"/)
    }
    for (const path of ['/no-such-page', '/blog/no-such-article', '/pages/no-such-page', '/shop/no-such-tool/at-all']) {
      const answer = await request.get(path)
      expect(answer.status(), path).toBe(404)
      expect(await answer.text(), path).toContain('<meta name="robots" content="noindex"/>')
    }
  },
)

test('a browser has nothing to say against the manifest', onDesktop, async ({ page, baseURL }) => {
  await page.goto('/')
  const session = await page.context().newCDPSession(page)
  const { url, errors, data } = await session.send('Page.getAppManifest')
  expect(url).toBe(`${baseURL}/manifest.webmanifest`)
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Tappet', start_url: '/' })
  await expect(page.locator('link[rel="apple-touch-icon"]')).toHaveCount(1)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // But that the windows of tests are private ones.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
})
