import { join } from 'node:path'
import { expect, expectAccessible, isAlive, test, withoutScript } from './journey.ts'
import { ask } from './roles.ts'

test('[S1.02 S1.03 S1.04 S1.05 S1.06 S1.07 S2.01 S9.04 S9.06 D6.15 D7.01 D7.02 D7.03 D7.04 D7.05] the home page shows the shop, and comes alive', async ({
  page,
  viewport,
}) => {
  await page.goto('/')
  const main = page.getByRole('main')
  // What the page opens with: the first heading of all.
  await expect(main.getByRole('heading').first()).toHaveText('Find Parts For Your Vehicle')
  await expect(main.getByText('Over hundreds of brands and tens of thousands of parts')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible()
  const partsOf = (name: string, role: 'listitem' | 'article') => main.getByRole('region', { name }).getByRole(role)
  await expect(partsOf('Our promises', 'listitem')).toHaveText([
    /^Free Shipping\s*For orders from \$50$/,
    /^Counted stock\s*The same unit is never sold twice$/,
    /^Pay by card\s*The amount is fixed before you pay$/,
    /^Stock held 48 h\s*From order until payment$/,
  ])
  await expect(partsOf('Offers', 'article')).toHaveText([
    /^New Arrival\s*Motor Oil.*Order Now$/,
    /Save Up to 20%.*Order Now$/,
  ])
  await expect(main.getByRole('region', { name: 'The shop in numbers' }).locator('dl > div')).toHaveText([
    /^Customers\s*50k\+$/,
    /^Revenue\s*2\.6M$/,
    /^Reviews\s*100\+$/,
    /^Tools\s*5k\+$/,
  ])
  for (const [name, count] of [
    ['New Tools', 3],
    ['Popular Tools', 6],
  ] as const) {
    await expect(main.getByRole('region', { name }).getByRole('link', { name: /^Purchase / })).toHaveCount(count)
  }
  await expect(page.getByRole('heading', { name: 'Customer Reviews' })).toBeVisible()
  // In a browser's quirks mode, tables and lines would be others.
  expect(await page.evaluate(() => document.compatMode)).toBe('CSS1Compat')
  await expect.poll(() => isAlive(page)).toBe(true)
  await expectAccessible(page)
  // The README's picture is made by this journey: SCREENSHOTS=yes writes it anew.
  if (process.env['SCREENSHOTS'] === 'yes' && viewport?.width === 1280) {
    await page.screenshot({ path: join(import.meta.dirname, '../docs/home.png') })
  }
})

test('[S1.01 S6.01] home page, catalogue and a tool’s page are whole without scripts, and without an account', async ({
  browser,
  baseURL,
}) => {
  await withoutScript(browser, { baseURL }, async page => {
    await page.goto('/')
    await expect(page.getByRole('link', { name: /^Purchase / })).toHaveCount(9)
    await page.goto('/shop')
    const tool = page.getByRole('article').first().getByRole('heading')
    const name = (await tool.textContent()) ?? ''
    await tool.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  })
})

test('[D6.03] a tool’s page leads on to its purchase', async ({ page }) => {
  const [tool] = await ask<{ _id: string; name: string }[]>('/api/tools?limit=1', 'GET')
  await page.goto(`/shop/${tool?._id}`)
  await expect(page.getByRole('heading', { level: 1, name: tool?.name ?? '' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Purchase', exact: true }).click()
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent(`/purchase/${tool?._id}`)}`)
})

test('[D6.03] the catalogue leads to every tool, page by page', async ({ page }) => {
  await page.goto('/shop')
  await expectAccessible(page)
  const first = await page.getByRole('article').first().innerText()
  await page.getByRole('link', { name: /Next page/ }).click()
  await expect(page).toHaveURL(/after=/)
  await expect(page.getByRole('article').first()).not.toHaveText(first, { useInnerText: true })
  await page.getByRole('article').first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/shop\/[0-9a-f-]{36}\/[a-z0-9-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
})

test('[S2.31 S8.08 D6.09] an unknown address is a 404 with a picture and a way on', async ({ page, expectRefusal }) => {
  expectRefusal('/no/such/page')
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('main').getByRole('img')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  await expectAccessible(page)
})

test('[D7.11] every link of the footer leads to a page', async ({ page, request }) => {
  await page.goto('/')
  const targets = await page
    .locator('footer a')
    .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
  expect(targets.length).toBeGreaterThanOrEqual(11)
  for (const target of new Set(targets)) expect((await request.get(target)).status(), target).toBe(200)
})

test('pages answer HEAD as they answer GET', async ({ request }) => {
  for (const path of ['/', '/shop', '/login']) expect((await request.head(path)).status(), path).toBe(200)
})
