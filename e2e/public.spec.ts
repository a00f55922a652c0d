import { join } from 'node:path'
import { expect, expectAccessible, isAlive, test, withoutScript } from './journey.ts'

test('[S1.02 S1.03 S1.04 S1.05 S1.06 S1.07 S2.01 S9.04 S9.06 D6.15] the home page shows the shop, and hydrates', async ({
  page,
  viewport,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Find Parts For Your Vehicle' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible()
  for (const text of [
    'Free Shipping',
    'For orders from $50',
    'Motor Oil',
    'Save Up to 20%',
    '50k+',
    '2.6M',
    '100+',
    '5k+',
  ]) {
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'New Tools' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Purchase / })).toHaveCount(9)
  await expect(page.getByRole('heading', { name: 'Customer Reviews' })).toBeVisible()
  // Hydration can fail without a word: React marks the nodes that it has taken over.
  await expect.poll(() => isAlive(page)).toBe(true)
  await expectAccessible(page)
  // The README's picture is made by this journey: SCREENSHOTS=yes writes it anew.
  if (process.env['SCREENSHOTS'] === 'yes' && viewport?.width === 1280) {
    await page.screenshot({ path: join(import.meta.dirname, '../docs/home.png') })
  }
})

test('[S1.01 S6.01] the home page is whole without scripts', { tag: '@long' }, async ({ browser, baseURL }) => {
  await withoutScript(browser, { baseURL }, async page => {
    await page.goto('/')
    await expect(page.getByRole('link', { name: /^Purchase / })).toHaveCount(9)
  })
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
