import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, expectAccessible, expectNothingWider, test } from './journey.ts'
import { type OwnShop, startOwnShop } from './own-shop.ts'
import { confirmEmail, signUp } from './steps.ts'

const id = randomUUID()
let shop: OwnShop
test.beforeAll(async () => {
  shop = await startOwnShop({ DEMO: 'no', PRICES_AFTER_SIGN_IN: 'yes' })
  const client = new pg.Client(shop.databaseUrl)
  await client.connect()
  await client.query(
    `insert into tool (id, name, description, price, on_hand, minimum_quantity)
     values ($1, 'Marked bracket', 'Steel.', 314159, 100, 1)`,
    [id],
  )
  await client.end()
})
test.afterAll(() => shop.stop())

test('where prices are for confirmed customers, no page tells a visitor one, who is signed in is asked to confirm, and then sees them all', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ baseURL: shop.address })).newPage()
  for (const path of ['/', '/shop', '/shop?view=list', '/shop?sort=price-up&minPrice=3000', `/shop/${id}`]) {
    const html = await (await page.request.get(path)).text()
    expect(html, path).toContain('Marked bracket')
    expect(html, path).not.toMatch(/3,?141\.59/)
  }
  await page.goto('/shop')
  const card = page.getByRole('article').filter({ hasText: 'Marked bracket' })
  await expect(card.getByRole('link', { name: 'Sign in for the price' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Price' })).toHaveCount(0)
  await expectAccessible(page)
  await expectNothingWider(page)
  const height = (await card.boundingBox())?.height

  const { email } = await signUp(page)
  await page.goto('/shop')
  const toConfirm = { name: 'Confirm email for price' }
  await expect(card.getByRole('link', toConfirm)).toHaveAttribute('href', '/dashboard/account')
  expect((await card.boundingBox())?.height).toBe(height)
  await page.goto(`/shop/${id}`)
  await expect(page.getByRole('main').getByRole('link', toConfirm)).toHaveAttribute('href', '/dashboard/account')
  await page.goto(`/purchase/${id}`)
  await expect(page.getByText('Prices are for customers who have confirmed their email address.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeDisabled()
  await expect(page.getByText('$0.00')).toHaveCount(0)

  await confirmEmail(page, email)
  await page.goto('/shop')
  await expect(card).toContainText('$3,141.59')
  expect((await card.boundingBox())?.height).toBe(height)
  await page.goto(`/shop/${id}`)
  await expect(page.getByRole('main')).toContainText('$3,141.59')
  await page.goto(`/purchase/${id}`)
  await expect(page.getByText('1 × $3,141.59')).toBeVisible()
})

test('who logs out in another window sees no price any more on the page of a tool', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: shop.address })
  const [page, other] = [await context.newPage(), await context.newPage()]
  const { email } = await signUp(page)
  await confirmEmail(page, email)
  await page.goto(`/shop/${id}`)
  await expect(page.getByRole('main')).toContainText('$3,141.59')
  await other.goto('/')
  await other.evaluate(() => localStorage.clear())
  await expect(page.getByRole('main')).not.toContainText('$3,141.59')
  await context.close()
})
