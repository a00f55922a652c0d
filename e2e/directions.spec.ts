import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../src/screens/routes.ts'
import { expect, test } from './journey.ts'
import { isWhole } from './paper.ts'
import { type OwnShop, askDatabase, startOwnedShop } from './own-shop.ts'
import { type SignedIn, adminJustSignedIn, ask, newCustomerSignedIn, pay, signInAs } from './roles.ts'

// A shop whose people write from right to left: each screen shows every text in its own direction, and turns nothing else round.

let shop: OwnShop
let filled: Awaited<ReturnType<typeof fill>>
test.beforeAll(async () => {
  shop = await startOwnedShop({ COUNTRY: 'AE', SHOP_NAME: 'قطع النور (A-1)' })
  filled = await fill()
})
test.afterAll(() => shop.stop())

/** Signs and digits at the end of a text are what goes astray. */
const words = {
  shop: 'قطع النور (A-1)',
  tool: 'فلتر زيت OX 382 (2.0)',
  other: 'مسمار M10 × 50',
  description: 'للمحركات 1.6 – 2.0 (TDI).',
  brand: 'النور (A-1)',
  number: 'ز-47/11',
  category: 'فلاتر (1)',
  attribute: 'القطر 2',
  unit: 'مم',
  person: 'يعل Levi (2)',
  company: 'ورشة النور GmbH (3)',
  street: 'شارع الشيخ زايد 12',
  city: 'دبي (1)',
  region: 'دبي',
  job: 'سيارة 7 (B)',
  reference: 'طلب 15-A',
  note: 'اتصل قبل التسليم (10:00).',
  review: 'قطع جيدة جدا، وصلت في يومين (2).',
  list: 'زيوت (2026)',
  group: 'ورش (1)',
  prices: 'أسعار الورش (1)',
  take: 'رف 7 (B)',
  title: 'كيف تختار الفلتر (1)?',
  about: 'الفلتر المناسب لسيارتك (2.0).',
  part: 'قرص فرامل (280 × 22)',
  partNumber: 'ق-280/22',
  made: 'فرامل (2)',
  stock: 'متوفر (+)',
  source: 'مورد الفرامل (1)',
  file: 'أسعار (2026).csv',
}

/** What stands for the variable part of each address, by the address. */
type Ids = ReadonlyMap<string, string>

async function uploaded(token: string): Promise<string> {
  const form = new FormData()
  form.set('image', new Blob([readFileSync('e2e/pictures/torque-wrench.png')], { type: 'image/png' }), 'wrench.png')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${shop.address}/api/images`, { method: 'POST', headers, body: form })
  return ((await answer.json()) as { data: { url: string } }).data.url
}

/** A list as its supplier writes it, one row of which is refused, sent and checked. Returns the import's id. */
async function imported(token: string): Promise<string> {
  const upload = crypto.randomUUID()
  const form = new FormData()
  const columns = ['part_number', 'name', 'brand', 'price', 'category', 'stock']
  const row = (number: string, stock: string) => [number, words.part, words.brand, '12.50', words.made, stock].join(';')
  const lines = [columns.join(';'), row(words.partNumber, '4'), row(`${words.partNumber}2`, words.stock)]
  form.set('piece', new Blob([lines.join('\n')]), words.file)
  const headers = { authorization: `Bearer ${token}` }
  await fetch(`${shop.address}/api/imports/uploads?upload=${upload}&piece=0`, { method: 'POST', headers, body: form })
  const mapping = { columns: columns.map(column => ({ head: column, column })) }
  const files = [{ upload, name: words.file }]
  const body = { source: words.source, createParts: true, createCategories: true, mapping, files }
  const { insertedId: id } = await ask<{ insertedId: string }>('/api/imports', 'POST', { token, body })
  await expect
    .poll(async () => (await ask<{ state: string }>(`/api/imports/${id}`, 'GET', { token })).state)
    .toBe('staged')
  return id
}

/** Makes one of everything that people write, each by the shop's own calls. */
async function fill(): Promise<{ buyer: SignedIn; admin: SignedIn; ids: Ids }> {
  const admin = await adminJustSignedIn()
  const { token } = admin
  const make = async (path: string, body: object, as = token) =>
    (await ask<{ insertedId: string }>(path, 'POST', { token: as, body })).insertedId
  const category = await make('/api/categories', { name: words.category })
  await ask(`/api/categories/${category}/attributes`, 'POST', {
    token,
    body: { name: words.attribute, kind: 'number', unit: words.unit },
  })
  const goods = {
    description: words.description,
    price: '12.50',
    availableQuantity: 500,
    minimumQuantity: 1,
    img: await uploaded(token),
  }
  const tool = await make('/api/tools', {
    ...goods,
    name: words.tool,
    brand: words.brand,
    partNumber: words.number,
    category,
  })
  await make('/api/tools', { ...goods, name: words.other, brand: words.brand })
  const buyer = await newCustomerSignedIn()
  await askDatabase(shop, 'update account set email_verified = true, display_name = $1 where email = $2', [
    words.person,
    buyer.account.email,
  ])
  const [account] = await askDatabase<{ id: string }>(shop, 'select id from account where email = $1', [
    buyer.account.email,
  ])
  const { person: name, company, street, city, region } = words
  const address = { name, company, street, city, region, country: 'AE' }
  const addressId = await make('/api/addresses', address, buyer.token)
  const fillBasket = () =>
    ask('/api/basket/lines', 'PUT', {
      token: buyer.token,
      body: { lines: [{ tools_id: tool, quantity: 3, reference: words.job }] },
    })
  const placed = async () => {
    await fillBasket()
    const more = { addressId, company, notes: words.note, purchaseOrderReference: words.reference }
    return make('/api/basket/order', more, buyer.token)
  }
  const order = await placed()
  await pay(buyer, order)
  const unpaid = await placed()
  await fillBasket()
  const list = await make('/api/lists', { name: words.list, lines: [{ tools_id: tool, quantity: 2 }] }, buyer.token)
  await make(
    '/api/review',
    { rating: 5, review: words.review, img: await uploaded(buyer.token), tools_id: tool },
    buyer.token,
  )
  await askDatabase(shop, `update review set state = 'approved'`)
  const group = await make('/api/customer-groups', { name: words.group })
  await ask(`/api/customer-groups/${group}/members`, 'POST', { token, body: { email: buyer.account.email } })
  const fleet = await make('/api/companies', { name: words.company, vatNumber: 'AE100' })
  await ask(`/api/companies/${fleet}/members`, 'POST', { token, body: { email: buyer.account.email } })
  const prices = await make('/api/price-lists', { name: words.prices, gross: false, audience: 'group', group })
  await ask(`/api/price-lists/${prices}/entries/${tool}`, 'PUT', { token, body: { tiers: [{ from: 1, price: 11 }] } })
  const take = await make('/api/stockTakes', { note: words.take })
  const counts = [{ partNumber: words.number, counted: 490 }]
  await ask(`/api/stockTakes/${take}/counts`, 'POST', { token, body: { counts } })
  const edit = await make('/api/toolEdits', { filter: { q: words.brand }, change: { minimumQuantity: 2 } })
  const addressOf = async (name: string, value: object) => {
    await ask(`/api/content-entries/${name}`, 'PUT', { token, body: { value, version: 0, isNew: true } })
    return `/dashboard/content/pages/${name}`
  }
  const article = {
    question: words.title,
    topic: words.group,
    answer: words.about,
    text: `## ${words.take}\n\n${words.note}`,
  }
  const content = { title: words.title, summary: words.about, text: `${words.note}\n\n- ${words.job}` }
  await addressOf('page:directions', content)
  const [categorySlug] = await askDatabase<{ slug: string }>(shop, 'select slug from category where id = $1', [
    category,
  ])
  const ids = new Map(
    Object.entries({
      '/purchase/:toolID': `/purchase/${tool}`,
      '/dashboard/order/:orderId': `/dashboard/order/${order}`,
      '/dashboard/order/:orderId/receipt': `/dashboard/order/${order}/receipt`,
      '/dashboard/payment/:orderId': `/dashboard/payment/${unpaid}`,
      '/dashboard/lists/:listId': `/dashboard/lists/${list}`,
      '/dashboard/allOrders/:orderId': `/dashboard/allOrders/${order}`,
      '/dashboard/manageProducts/:id': `/dashboard/manageProducts/${tool}`,
      '/dashboard/manageProducts/edits/:id': `/dashboard/manageProducts/edits/${edit}`,
      '/dashboard/stockTakes/:id': `/dashboard/stockTakes/${take}`,
      '/dashboard/categories/:id/attributes': `/dashboard/categories/${category}/attributes`,
      '/dashboard/customers/:id': `/dashboard/customers/${account?.id}`,
      '/dashboard/companies/:id': `/dashboard/companies/${fleet}`,
      '/dashboard/price-lists/:id': `/dashboard/price-lists/${prices}`,
      '/shop/:id/:slug?': `/shop/${tool}`,
      '/shop/c/*': `/shop/c/${categorySlug?.slug}`,
      '/shop/b/:brand': `/shop/b/${encodeURIComponent(words.brand)}`,
      '/blog/:slug': '/blog/directions',
      '/pages/:slug': '/pages/directions',
      '/dashboard/imports/:id': `/dashboard/imports/${await imported(token)}`,
      '/dashboard/content/pages/new/:kind': '/dashboard/content/pages/new/article',
      '/dashboard/content/pages/:name': await addressOf('article:directions', article),
    }),
  )
  return { buyer, admin, ids }
}

/** The shop's pages import pictures, which no test can: their addresses are read from the table's text. */
const ofPages = readFileSync(new URL('../src/screens/storefront/pages.ts', import.meta.url), 'utf8')
const pagePaths = [...ofPages.matchAll(/\broute\('([^']+)'/g)].map(([, path = '']) => path)

type Found = { path: string; isAdmins: boolean }

/** The addresses of the application. */
function pathsIn(entries: readonly RouteConfigEntry[], above: Found = { path: '', isAdmins: false }): Found[] {
  return entries.flatMap(({ path, file, children }) => {
    const here = path === undefined ? above.path : `${above.path}/${path}`
    const isAdmins = above.isAdmins || file.includes('admin-layout')
    return children ? pathsIn(children, { path: here, isAdmins }) : [{ path: here || '/', isAdmins }]
  })
}

/** An address that leads nowhere, and what needs a parcel of pictures, which this shop has not. */
const left = new Set(['/*', '/dashboard/manageProducts/pictures/:id'])

/** Texts that would be read in the direction of something else, or would turn something else round, each with its place. */
const astray = (page: Page, known: readonly string[]) =>
  page.evaluate(known => {
    const rightToLeft = /[\u0590-\u08FF]/
    const found: string[] = []
    const own = (element: Element) =>
      [...element.childNodes]
        .filter(node => node.nodeType === Node.TEXT_NODE)
        .map(node => node.textContent)
        .join('')
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (!element.checkVisibility() || ['SCRIPT', 'STYLE', 'TEMPLATE', 'OPTION'].includes(element.tagName)) continue
      const place = () => `<${element.tagName.toLowerCase()} class="${element.className}">`
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
        if (
          /^(?:text|search|textarea)$/.test(element.type) &&
          rightToLeft.test(element.value) &&
          element.dir !== 'auto'
        )
          found.push(`${place()} ${element.value}`)
        continue
      }
      const text = own(element)
      if (!rightToLeft.test(text)) continue
      const { unicodeBidi, whiteSpace } = getComputedStyle(element)
      if (unicodeBidi !== 'plaintext' && element.tagName !== 'BDI')
        found.push(`no direction of its own: ${place()} ${text}`)
      // Each line that is shown as one is read by itself.
      for (const line of whiteSpace.startsWith('pre') ? text.split('\n') : [text]) {
        const bare = line.replaceAll(/\u2068[^\u2069]*\u2069/g, '')
        const rest = known.reduce((rest, one) => rest.replace(one, ''), bare)
        if (rightToLeft.test(bare) && rest.trim() !== '') found.push(`among other words: ${place()} ${line}`)
      }
    }
    return [...new Set(found)]
  }, known)

for (const who of ['buyer', 'admin'] as const) {
  test(`every text that runs from right to left keeps its direction on every screen of the ${who}, and turns nothing round`, async ({
    page,
  }) => {
    test.setTimeout(300_000)
    const known = [...Object.values(words), `${words.shop} © All Rights Reserved`].toSorted(
      (one, other) => other.length - one.length,
    )
    const own = pathsIn(routes).flatMap(({ path, isAdmins }) => (isAdmins === (who === 'admin') ? path : []))
    const paths = new Set(who === 'admin' ? own : [...pagePaths, ...own])
    const found: string[] = []
    let texts = 0
    await signInAs(page, filled[who])
    for (const path of paths.difference(left)) {
      const address = filled.ids.get(path) ?? path
      expect(address, 'say above what its variable part stands for').not.toMatch(/\/:|\*/)
      expect((await page.goto(address))?.status(), address).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[class*="skeleton"]')).toHaveCount(0)
      await page.waitForLoadState('networkidle')
      if (who === 'admin') expect(new URL(page.url()).pathname).toBe(address)
      texts += await page.evaluate(() => document.body.innerText.match(/[\u0590-\u08FF]+/g)?.length ?? 0)
      found.push(...(await astray(page, known)).map(text => `${path} ${text}`))
    }
    expect(pagePaths.length).toBeGreaterThan(5)
    expect(texts).toBeGreaterThan(200)
    expect(found.join('\n')).toBe('')
  })
}

for (const [paper, who, path] of [
  ['a receipt', 'buyer', '/dashboard/order/:orderId/receipt'],
  ['a packing slip', 'admin', '/dashboard/allOrders/print?state=paid'],
] as const) {
  test(`${paper} has names of both scripts whole, and in a direction of their own`, async ({ page }) => {
    // A4, in the pixels of a style sheet.
    await page.setViewportSize({ width: 794, height: 1123 })
    await page.emulateMedia({ media: 'print' })
    await signInAs(page, filled[who])
    await page.goto(filled.ids.get(path) ?? path)
    for (const name of [words.tool, words.person, words.company, words.street, words.reference]) {
      const place = page.getByText(name).filter({ visible: true }).first()
      await expect(place).toBeVisible()
      expect(await place.evaluate(isWhole), name).toBe(true)
    }
    const known = Object.values(words).toSorted((one, other) => other.length - one.length)
    expect(await astray(page, known)).toEqual([])
  })
}
