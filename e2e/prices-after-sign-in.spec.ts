import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, expectNothingWider, test } from './journey.ts'
import { type OwnShop, askDatabase, startOwnShop } from './own-shop.ts'
import { confirmEmail, signUp } from './steps.ts'

const [id, newer] = [randomUUID(), randomUUID()]
let shop: OwnShop
const query = (text: string, values?: unknown[]) => askDatabase(shop, text, values)

test.beforeAll(async () => {
  shop = await startOwnShop({ DEMO: 'no', PRICES_AFTER_SIGN_IN: 'yes' })
  const brand = randomUUID()
  await query("insert into brand (id, name) values ($1, 'Halden')", [brand])
  for (const [tool, name, number] of [
    [id, 'Marked bracket', 'MB-1'],
    [newer, 'Newer bracket', 'MB-2'],
  ]) {
    await query(
      `insert into tool (id, name, description, price, on_hand, minimum_quantity, brand_id, part_number)
        values ($1, $2, 'Steel.', 314159, 100, 1, $4, $3)`,
      [tool, name, number, brand],
    )
  }
  // It does what the other does.
  await query(
    `with source as (insert into data_source (name, dated) values ('Lists', '2026-01-01') returning id)
      insert into part_number (tool_ordinal, kind, value, brand, source_id)
      select ordinal, 'interchange', 'MB-1', 'Halden', source.id from tool, source where tool.id = $1`,
    [newer],
  )
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
  await expect(page.getByRole('main').getByRole('link', toConfirm).first()).toHaveAttribute(
    'href',
    '/dashboard/account',
  )
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

test('who is signed in and told no price is told why, on every screen, and nothing is called not sold (finding 12)', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ baseURL: shop.address })).newPage()
  const { email } = await signUp(page)
  const main = page.getByRole('main')
  const told = async (link: { name: string }, href: string, sentence: RegExp) => {
    await page.goto(`/shop/${id}`)
    await expect(main.getByRole('link', link)).toHaveCount(2)
    for (const way of await main.getByRole('link', link).all()) await expect(way).toHaveAttribute('href', href)
    await expect(main.getByRole('link', { name: 'Sign in for the price' })).toHaveCount(0)
    await page.goto(`/purchase/${id}`)
    await expect(page.getByText(sentence)).toBeVisible()
    await page.goto('/basket')
    await expect(page.getByText(sentence)).toBeVisible()
    await page.goto('/dashboard/lists')
    await page.getByRole('link', { name: 'Kept' }).click()
    await expect(main.getByRole('link', link)).toBeVisible()
    await expect(page.getByText('not sold')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Add to Basket: Marked bracket' })).toBeVisible()
  }
  await page.goto(`/shop/${id}`)
  await page.getByRole('button', { name: 'Add to basket: Marked bracket' }).click()
  await expect(page.getByRole('link', { name: 'Basket, 1 line' })).toBeVisible()
  await page.goto('/basket')
  await page.getByRole('button', { name: 'Save as a List' }).click()
  await page.getByLabel('Name').fill('Kept')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Empty the basket' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Empty the basket' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Marked bracket' })).toHaveValue('1')
  await told({ name: 'Confirm email for price' }, '/dashboard/account', /^Prices are for customers who have confirmed/)

  await confirmEmail(page, email)
  await query('update account set blocked_at = now() where email = $1', [email])
  await told({ name: 'Contact us for the price' }, '/pages/contact', /^This account is shown no prices at present/)
  await expectAccessible(page)
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
