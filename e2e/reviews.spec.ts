import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test, toastOf } from './journey.ts'
import { asAdmin, asNewCustomer, ask, paidOrder } from './roles.ts'

const tool = 'Headlamp bulb H7 12 V 55 W'
const picture = join(import.meta.dirname, '../docs/home.png')
const thanks = 'Hey 👋, Thanks for your Review'

/** Chooses the picture of the form and waits until the shop has it. */
async function choosePicture(page: Page): Promise<void> {
  await page.getByLabel('Picture', { exact: true }).setInputFiles(picture)
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible()
}

test('[S1.08 S1.11 S2.25 S5.13 S7.24 S9.08 D2.39 D6.01 D7.16] a review with a picture waits, is approved by an admin, and stands on the home page', async ({
  page,
  browser,
  baseURL,
}) => {
  const words = `They answer the phone, and the parts fit. ${Date.now()} ${test.info().project.name}`
  await asNewCustomer(page)
  await page.goto('/dashboard/reviews')
  await expect(page.getByRole('heading', { name: 'Add your review', level: 1 })).toBeVisible()
  await expect(page.getByText('You have not written any yet')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByLabel('Rating', { exact: true }).locator('option')).toHaveText(['5', '4', '3', '2', '1'])
  await page.getByLabel('Rating', { exact: true }).selectOption('4')
  await expect(page.getByRole('main').getByRole('img', { name: '4 of 5 stars' })).toBeVisible()
  await page.getByLabel('Review', { exact: true }).fill(words)
  await expect(page.getByText(`${words.length} of 2,000`)).toBeVisible()
  await choosePicture(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(toastOf(page, thanks)).toBeVisible()
  const own = page.getByRole('listitem').filter({ hasText: words })
  await expect(own.getByText('Waiting for approval')).toBeVisible()
  await expect(page.getByLabel('Review', { exact: true })).toHaveValue('')
  await expectAccessible(page)

  const theirs = await browser.newContext({ ...(baseURL && { baseURL }), viewport: page.viewportSize() })
  const admin = await theirs.newPage()
  await asAdmin(admin)
  await admin.goto('/dashboard/manageReviews')
  await expect(admin.getByRole('heading', { name: 'Manage Reviews', level: 1 })).toBeVisible()
  const card = admin.getByRole('listitem').filter({ hasText: words })
  await expect(card.getByRole('img', { name: 'Picture by Padma Fleet Service' })).toBeVisible()
  await expectAccessible(admin)
  await card.getByRole('button', { name: /^Approve/ }).click()
  await expect(admin.getByText('The review by Padma Fleet Service is approved')).toBeVisible()
  await expect(card.getByText('Approved', { exact: true })).toBeVisible()
  await admin.getByLabel('State').selectOption('waiting')
  await expect(card).toHaveCount(0)

  await page.goto('/')
  await expect(page.getByText(words)).toBeVisible()
  await expectAccessible(page)
  await expect(async () => {
    const file = await page.request.get('/data/reviews.json')
    expect(await file.text()).toContain(words)
  }).toPass()

  await admin.getByLabel('State').selectOption('approved')
  await card.getByRole('button', { name: /^Refuse/ }).click()
  await expect(card).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(words)).toHaveCount(0)
  await theirs.close()
})

test('[S5.11 S5.12 D2.37] the form says what is missing, in the specification’s words', async ({ page }) => {
  await asNewCustomer(page)
  await page.goto('/dashboard/reviews')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('review is required **')).toBeVisible()
  await expect(page.getByText('image is required')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Review', { exact: true }).fill('Too short')
  await expect(page.getByText('Write at least 10 characters.')).toBeVisible()
})

test('[D1.09 D2.36] what was written outlives a failure and a reload, and goes out once', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/api/review')
  await asNewCustomer(page)
  await page.goto('/dashboard/reviews')
  await page.getByLabel('Review', { exact: true }).fill('They answer the phone, and the parts fit.')
  await choosePicture(page)
  await page.route('**/api/review', route => route.fulfill({ status: 503, body: 'busy' }))
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('alert').getByText(/answered in an unexpected way/)).toBeVisible()
  await page.unroute('**/api/review')
  await page.reload()
  await expect(page.getByLabel('Review', { exact: true })).toHaveValue('They answer the phone, and the parts fit.')
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible()
  await page.getByRole('button', { name: 'Add', exact: true }).dblclick()
  await expect(page.getByText(thanks).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'About the shop' })).toHaveCount(1)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await expect(page.getByLabel('Review', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Review', { exact: true })).toHaveValue('They answer the phone, and the parts fit.')
  await expect(page.getByText('Your new review replaces the old one')).toBeVisible()
  await expectAccessible(page)
})

test('[D2.35 D2.38] a tool that was bought can be reviewed; its page shows it once it is approved', async ({
  page,
  browser,
  baseURL,
}) => {
  const customer = await asNewCustomer(page)
  const { id: order } = await paidOrder(customer, tool)
  await page.goto('/dashboard/reviews')
  const words = `Bright, white, and still burning. ${Date.now()} ${test.info().project.name}`
  await page.getByLabel('About', { exact: true }).selectOption({ label: tool })
  await page.getByLabel('Review', { exact: true }).fill(words)
  await choosePicture(page)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('heading', { name: `About ${tool}` })).toBeVisible()

  const theirs = await browser.newContext({ ...(baseURL && { baseURL }), viewport: page.viewportSize() })
  const admin = await theirs.newPage()
  await asAdmin(admin)
  await admin.goto('/dashboard/manageReviews')
  const card = admin.getByRole('listitem').filter({ hasText: words })
  await expect(card.getByText('Verified buyer')).toBeVisible()
  await card.getByRole('button', { name: /^Approve/ }).click()
  await expect(card.getByText('Approved', { exact: true })).toBeVisible()
  await theirs.close()

  const { tools_id } = await ask<{ tools_id: string }>(`/api/orders/${order}`, 'GET', customer)
  await page.goto(`/shop/${tools_id}`)
  await expect(page.getByRole('heading', { name: 'Reviews', level: 2 })).toBeVisible()
  await expect(page.getByText(words)).toBeVisible()
  await expectAccessible(page)
})

test(
  '[S2.41 D3.10] a customer who opens Manage Reviews is signed out; an admin who opens Add a Review is sent to the dashboard',
  { tag: '@long' },
  async ({ page, context }) => {
    await asAdmin(page)
    await page.goto('/dashboard/reviews')
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.evaluate(() => localStorage.clear())
    await context.clearCookies()
    await asNewCustomer(page)
    await page.goto('/dashboard/manageReviews')
    await expect(page).toHaveURL(/\/login/)
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  },
)
