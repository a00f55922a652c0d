import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, test, toastOf } from './journey.ts'
import { asAdmin, asNewCustomer, orderTool } from './roles.ts'

const tool = 'Headlamp bulb H7 12 V 55 W'
const updated = 'Hey 👋, Your profile is updated'
const unchanged = 'Nothing has changed: your profile was like this already.'

test.describe('My Profile', () => {
  test('[S1.12 S2.22 S3.08 S3.09 S3.10 S7.26 D2.41 D7.15] is filled in, saved, said to be unchanged when it is (finding 4), changed, and there after a reload', async ({
    page,
  }) => {
    const { name, email } = await asNewCustomer(page)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Update Your Profile :', level: 1 })).toBeVisible()
    await expect(page.getByText('Your email address is not confirmed yet.')).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
    for (const label of ['Name', 'Email']) {
      await expect(page.getByLabel(label, { exact: true })).not.toBeEditable()
    }
    await page.getByLabel('Phone').fill('+880 1555 010148')
    await page.getByLabel('Educational Status').selectOption('HIgher level')
    await page.getByLabel('Add link').fill('https://padma.example/fleet')
    await page.getByLabel('District').selectOption('Rajhsahi')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(toastOf(page, updated)).toBeVisible()
    const link = page.getByRole('link', { name: 'https://padma.example/fleet' })
    await expect(link).toHaveAttribute('href', 'https://padma.example/fleet')
    await expect(link).toHaveAttribute('rel', /noopener/)
    // The first message goes by itself, so that the next one is the second saving's own.
    await expect(page.getByText(updated)).toBeHidden()
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText(unchanged)).toBeVisible()
    await expect(page.getByText(updated)).toBeHidden()
    // The first saving made the profile; this one changes it.
    await page.getByLabel('Phone').fill('+880 1555 010149')
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(toastOf(page, updated)).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Phone')).toHaveValue('+880 1555 010149')
    await expect(page.getByLabel('Educational Status')).toHaveValue('HIgher level')
    await expect(page.getByLabel('District')).toHaveValue('Rajhsahi')
    await expectAccessible(page)
  })

  test('[S5.21 D2.41] makes no link of what is none, and says what is too long', async ({ page }) => {
    await asNewCustomer(page)
    await page.goto('/dashboard')
    await page.getByLabel('Add link').fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText(updated)).toBeVisible()
    await expect(page.getByText('Shown as plain text')).toBeVisible()
    await expect(page.locator('a[href^="javascript"]')).toHaveCount(0)
    await page.getByLabel('Phone').fill('1'.repeat(41))
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('Use at most 40 characters.')).toBeVisible()
    await expectAccessible(page)
  })

  test('[D1.09] keeps what was typed through a failure and a reload', async ({ page, expectRefusal }) => {
    expectRefusal('/api/users/myProfile')
    await asNewCustomer(page)
    await page.goto('/dashboard')
    await page.getByLabel('Phone').fill('+880 1555 010149')
    await page.route('**/api/users/myProfile*', (route, request) =>
      request.method() === 'PUT' ? route.fulfill({ status: 500, body: 'broken' }) : route.continue(),
    )
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByRole('alert').getByText(/answered in an unexpected way/)).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByLabel('Phone')).toHaveValue('+880 1555 010149')
    await expect(page.getByText('They are not saved yet.')).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/api/users/myProfile*')
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText(updated)).toBeVisible()
    await expect(page.getByText('They are not saved yet.')).toBeHidden()
  })

  test('[S8.09] says that no user is logged in when the session has ended meanwhile', async ({
    page,
    expectRefusal,
  }) => {
    expectRefusal('/api/users/myProfile')
    expectRefusal('/identity/token')
    await asNewCustomer(page)
    await page.goto('/dashboard')
    await page.getByLabel('Phone').fill('1')
    // The page asks on its own whether the address has been confirmed meanwhile.
    await page.waitForLoadState('networkidle')
    // Ended elsewhere: neither this tab nor its storage hears of it.
    const token = await page.evaluate(() => localStorage.getItem('accessToken'))
    await page.request.delete('/api/session', { headers: { authorization: `Bearer ${token}` } })
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('No user is logged in')).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  })
})

test('[D3.11] another tab’s logout is seen by this one', { tag: '@long' }, async ({ page, context }) => {
  await asNewCustomer(page)
  await page.goto('/dashboard/account')
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByText('Welcome to Dashboard')).toBeVisible()
  // What either page still reads would be refused once the session has ended.
  await Promise.all([page, other].map(tab => tab.waitForLoadState('networkidle')))
  if ((other.viewportSize()?.width ?? 0) < 700) await other.getByRole('button', { name: /menu/i }).first().click()
  await other.getByRole('button', { name: 'LOGOUT' }).first().click()
  await expect(other).toHaveURL(/\/login/)
  await expect(page).toHaveURL(/\/login/)
})

test('[D6.13] my data comes as a file of JSON with today’s date', async ({ page }) => {
  const { email, token } = await asNewCustomer(page)
  await orderTool({ token }, tool)
  await page.goto('/dashboard/account')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as {
    account: { email: string }
    orders: { toolName: string; address: string }[]
  }
  expect(data.account.email).toBe(email)
  expect(data.orders).toMatchObject([{ toolName: tool, address: expect.stringContaining('Barisal') }])
  await expect(page.getByText('Your data has been downloaded')).toBeVisible()
})

test('[D6.14] an account is deleted after its address is typed, once nothing is unpaid', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/api/account')
  expectRefusal('/identity/sign-in/email')
  const customer = await asNewCustomer(page)
  await orderTool(customer)
  await page.goto('/dashboard/account')
  await expect(page.getByText('You can delete your account once none of your orders is unpaid')).toBeVisible()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Delete your account ?' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Type your email address').fill('somebody@else.example')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByText('That is not your email address.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Type your email address').fill(customer.email)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByText('Pay or delete your unpaid orders first.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  await page.goto('/dashboard/order')
  await page.getByRole('button', { name: /DELETE/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'DELETE' }).click()
  await expect(page.getByText('No orders yet')).toBeVisible()
  await page.goto('/dashboard/account')
  // What the page still reads would be refused once the account is gone, and the console says so.
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByLabel('Type your email address').fill(customer.email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { name: 'Find Parts For Your Vehicle' })).toBeVisible()
  // Said by a page that was left at once, and read on the next one.
  await expect(page.getByText('Your account has been deleted')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()

  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('That email and password do not match.')).toBeVisible()
})

test('an admin has the same page', { tag: '@long' }, async ({ page }) => {
  await asAdmin(page)
  await page.goto('/dashboard/account')
  await expect(page.getByText('Admin', { exact: true })).toBeVisible()
  await expectAccessible(page)
})
