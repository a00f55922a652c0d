import { expect, expectAccessible, expectNothingWider, test, toastOf } from './journey.ts'
import { adminJustSignedIn, asNewCustomer, signInAs } from './roles.ts'

const saved = 'Your choice of emails is saved'

test('an owner chooses which mails the shop sends them, and customers are asked nothing of the kind', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAs(page, await adminJustSignedIn())
  await page.goto('/dashboard/account')
  const card = page.getByRole('region', { name: 'Mails to me' })
  const paid = card.getByLabel('An order was paid')
  const digest = card.getByRole('checkbox', { name: 'Digest of the day' })
  await expect(paid).toBeChecked()
  await expect(digest).not.toBeChecked()
  await expect(digest).toHaveAccessibleDescription(/once a day at seven/)
  await expect(card.getByLabel('An import of mine failed or refused rows')).toBeChecked()
  await expectAccessible(page)
  await expectNothingWider(page)

  // By the keyboard alone.
  await paid.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(toastOf(page, saved)).toBeVisible()
  await page.reload()
  await expect(digest).toBeChecked()
  await expect(paid).not.toBeChecked()
  await paid.check()
  await digest.uncheck()
  await card.getByRole('button', { name: 'Save my choice' }).click()
  await expect(toastOf(page, saved)).toBeVisible()

  const theirs = await browser.newContext({ ...(baseURL && { baseURL }) })
  const other = await theirs.newPage()
  await asNewCustomer(other)
  await other.goto('/dashboard/account')
  await expect(other.getByRole('heading', { name: 'Delete your account' })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Mails to me' })).toHaveCount(0)
  await theirs.close()
})

test('what could not be saved stays as it was ticked, with the reason', async ({ page, expectRefusal }) => {
  expectRefusal('/api/account/mails')
  await signInAs(page, await adminJustSignedIn())
  await page.goto('/dashboard/account')
  const digest = page.getByRole('checkbox', { name: 'Digest of the day' })
  await digest.check()
  await page.route('**/api/account/mails', (route, request) =>
    request.method() === 'PUT' ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  )
  const save = page.getByRole('button', { name: 'Save my choice' })
  await save.click()
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible()
  await expect(digest).toBeChecked()
  await expect(save).toBeEnabled()
})
