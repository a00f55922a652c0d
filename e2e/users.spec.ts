import { expect, expectAccessible, test, toastOf } from './journey.ts'
import { adminJustSignedIn, asNewCustomer, signInAs } from './roles.ts'
import { confirmEmail } from './steps.ts'

test('[S2.27 S6.05 S6.10 S7.28 S8.02 D2.43] a customer sees the own entry, and is refused without being signed out', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/api/users/admin/')
  const { email } = await asNewCustomer(page)
  await page.goto('/dashboard/users')
  await expect(page.getByRole('heading', { name: 'Make Admins', level: 1 })).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await expect(page.getByRole('rowheader', { name: email })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Make Admin/ }).click()
  await expect(toastOf(page, 'Failed to make a admin', 'error')).toBeVisible()
  await expect(page.getByRole('rowheader', { name: email })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/users$/)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).not.toBeNull()
  await expectAccessible(page)
})

test('[S1.16 S2.27 S4.06 S4.07 S8.03 D2.42 D2.45 D2.46 D7.17] an admin finds an account, makes it an admin and takes the role back after a question', async ({
  page,
  browser,
  baseURL,
  expectRefusal,
}) => {
  expectRefusal('/api/users/admin/')
  const theirs = await browser.newContext({ ...(baseURL && { baseURL }) })
  const other = await theirs.newPage()
  const { email } = await asNewCustomer(other)

  await signInAs(page, await adminJustSignedIn())
  await page.goto('/dashboard/users')
  await expect(page.getByRole('rowheader').nth(1)).toBeVisible()
  for (const name of ['Email', 'Admin'])
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Email or name').fill(email)
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row.getByText('Not confirmed yet')).toBeVisible()
  await page.getByRole('button', { name: `Make Admin: ${email}` }).click()
  await expect(page.getByText('This email address is not confirmed yet.')).toBeVisible()

  await confirmEmail(other, email)
  await expect(other.getByText('Confirmed', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: `Make Admin: ${email}` }).click()
  await expect(toastOf(page, 'Successfully made an admin')).toBeVisible()
  await expect(page.getByRole('button', { name: `Make Admin: ${email}` })).toHaveCount(0)
  await expect(row.getByText('Yes', { exact: true })).toBeVisible()
  await other.goto('/dashboard/users')
  await expect(other.getByRole('rowheader').nth(1)).toBeVisible()

  await page.getByRole('button', { name: `Take role back: ${email}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`Take the admin role back from ${email} ?`)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(row.getByText('Yes', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: `Take role back: ${email}` }).click()
  await dialog.getByRole('button', { name: 'Take role back' }).click()
  await expect(page.getByText(`${email} is no longer an admin`)).toBeVisible()
  await expect(page.getByRole('button', { name: `Make Admin: ${email}` })).toBeVisible()

  await page.getByLabel('Email or name').fill('nobody at all')
  await expect(page.getByText('Nobody found')).toBeVisible()
  await expectAccessible(page)
  await theirs.close()
})
