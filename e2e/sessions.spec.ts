import { expect, expectAccessible, test } from './journey.ts'
import { logIn, signUp } from './steps.ts'

test('a login on another device is seen in My Account, and ended there', async ({ page, browser, expectRefusal }) => {
  const customer = await signUp(page)
  const phone = await browser.newContext({
    baseURL: process.env['SHOP_URL'] ?? '',
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  })
  const there = await phone.newPage()
  await logIn(there, customer)

  await page.goto('/dashboard/account')
  const card = page.getByRole('region', { name: 'Where you are logged in' })
  const rows = card.getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('This browser')
  await expect(rows.last()).toContainText('Chrome on Android')
  await expectAccessible(page)
  await rows.last().getByRole('button', { name: 'Log out Chrome on Android' }).click()
  await expect(page.getByText('Chrome on Android is logged out')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(card.getByText('You are not logged in anywhere else.')).toBeVisible()
  await expect(card.getByRole('heading')).toBeFocused()

  expectRefusal('/api/')
  await there.goto('/dashboard/order')
  await expect(there).toHaveURL('/')
  expect(await there.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await phone.close()
})

test('everywhere else is one press', { tag: '@long' }, async ({ page, browser }) => {
  const customer = await signUp(page)
  const contexts = await Promise.all([1, 2].map(() => browser.newContext({ baseURL: process.env['SHOP_URL'] ?? '' })))
  for (const context of contexts) await logIn(await context.newPage(), customer)
  await page.goto('/dashboard/account')
  const card = page.getByRole('region', { name: 'Where you are logged in' })
  await expect(card.getByRole('listitem')).toHaveCount(3)
  await card.getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect(page.getByText('You are logged out everywhere else')).toBeVisible()
  await expect(card.getByRole('listitem')).toHaveCount(1)
  for (const context of contexts) await context.close()
})
