import type { Page } from '@playwright/test'
import { codeOf } from '../test/identity/authenticator.ts'
import { expect, expectAccessible, test } from './journey.ts'
import { signUp } from './steps.ts'

const main = (page: Page) => page.getByRole('main')
const passwordOf = (page: Page) => page.getByLabel('Your password', { exact: true })

/** Turns it on in My Account; what the app knows then, and the codes for the day it is lost. */
async function turnOn(page: Page, password: string) {
  await page.goto('/dashboard/account')
  await main(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(passwordOf(page)).toBeFocused()
  await passwordOf(page).fill('not the one')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').getByText('That is not your password. Type it once more.')).toBeVisible()
  await expectAccessible(page)
  await passwordOf(page).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Set up your authenticator app' })).toBeFocused()
  const address = (await page.getByRole('link', { name: 'Open in your authenticator app' }).getAttribute('href')) ?? ''
  const key = new URL(address).searchParams.get('secret') ?? ''
  await expect(page.getByText(key.match(/.{1,4}/g)?.join(' ') ?? '-')).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code of the setup key' })).toBeVisible()
  await page.getByLabel('First code').fill('12')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Type the 6 digits that the app shows.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('First code').fill(codeOf(address))
  await page.keyboard.press('Enter')
  await expect(page.getByText('The second factor is on', { exact: true })).toBeVisible()
  const codes = main(page)
    .getByRole('listitem')
    .filter({ hasText: /^[a-z2-9]{5}-[a-z2-9]{5}$/ })
  await expect(codes).toHaveCount(10)
  const recovery = await codes.allTextContents()
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a text file' }).click()
  expect((await downloading).suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(main(page).getByRole('button', { name: 'Turn off' })).toBeVisible()
  await expect(page.getByText('On', { exact: true })).toBeVisible()
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible()
  return { address, recovery }
}

async function logOut(page: Page): Promise<void> {
  // What My Account still reads would be refused as soon as the session has ended, and the console says so.
  await page.waitForLoadState('networkidle')
  if ((page.viewportSize()?.width ?? 0) < 700) await page.getByRole('button', { name: /menu/i }).first().click()
  await page.getByRole('button', { name: 'LOGOUT' }).first().click()
  await expect(page).toHaveURL(/\/login/)
}

async function typePassword(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/login?from=/dashboard/account')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await main(page).getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
}

test('[D5.03 S7.36] a second factor is turned on, asked for at each login, and turned off', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/identity/two-factor/')
  // My Account enters anew and reads its lists when it opens; whoever logs out at that moment has that refused.
  expectRefusal('/api/user/')
  expectRefusal('/api/account/vehicles')
  expectRefusal('/api/account/ways-in')
  expectRefusal('/identity/token')
  const customer = await signUp(page)
  const { address, recovery } = await turnOn(page, customer.password)
  await logOut(page)

  await typePassword(page, customer)
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await code.fill(codeOf(address, 40))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').getByText('That code is not right.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(customer.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await main(page).getByRole('button', { name: 'Login' }).click()
  await code.fill(codeOf(address, 1))
  await main(page).getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
  await logOut(page)

  await typePassword(page, customer)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  const recoveryCode = page.getByLabel('Recovery code', { exact: true })
  await expect(recoveryCode).toBeFocused()
  await expectAccessible(page)
  await recoveryCode.fill(recovery[0]?.toUpperCase().replace('-', ' ') ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
  await expect(page.getByText('You have 9 recovery codes left.')).toBeVisible()

  await main(page).getByRole('button', { name: 'Turn off' }).click()
  await passwordOf(page).fill(customer.password)
  await main(page).getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('The second factor is off')).toBeVisible()
  await expect(main(page).getByRole('button', { name: 'Turn on' })).toBeVisible()
  await page.reload()
  await expect(main(page).getByRole('button', { name: 'Turn on' })).toBeVisible()
})
