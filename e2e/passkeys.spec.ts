import type { CDPSession, Page } from '@playwright/test'
import { expect, expectAccessible, test as base } from './journey.ts'
import { signUp } from './steps.ts'

/** Passkeys hang on a name: this shop is opened by the one that it has on its own machine. */
const test = base.extend({
  baseURL: async ({}, use) => use(process.env['SHOP_URL']?.replace('127.0.0.1', 'localhost')),
})

const main = (page: Page) => page.getByRole('main')
const button = (page: Page) => main(page).getByRole('button', { name: 'Log in with a passkey' })

type Device = {
  id: string
  cdp: CDPSession
  /** Whether whoever holds it is the one it belongs to. */
  recognises(isOwner: boolean): Promise<void>
  /** Whether somebody touches it when it asks. */
  isTouched(isTouched: boolean): Promise<void>
}

/** A device with passkeys of its own in this browser, as Chromium plays one. */
async function deviceIn(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    id,
    cdp,
    recognises: async isOwner => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: isOwner })
    },
    isTouched: async isTouched => {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: id, enabled: isTouched })
    },
  }
}

async function addPasskey(page: Page, password: string): Promise<void> {
  await page.goto('/dashboard/account')
  await main(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByLabel('Your password', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(/ on /)
  await page.getByLabel('Name', { exact: true }).fill('Workshop tablet')
  await page.getByLabel('Your password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The passkey is added. You can log in with it from now on.')).toBeVisible()
  await expect(main(page).getByText('Workshop tablet')).toBeVisible()
}

async function logOut(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  if ((page.viewportSize()?.width ?? 0) < 700) await page.getByRole('button', { name: /menu/i }).first().click()
  await page.getByRole('button', { name: 'LOGOUT' }).first().click()
  await expect(page).toHaveURL(/\/login/)
}

test('a passkey is added, opens the account, is renamed and removed', async ({ page, expectRefusal }) => {
  expectRefusal('/identity/passkey/')
  // A browser that offers none at the email's field: this one would choose by itself, before anybody can press the button.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  const device = await deviceIn(page)
  const customer = await signUp(page)
  await page.goto('/dashboard/account')
  await expect(main(page).getByText('You have no passkey yet.')).toBeVisible()
  await main(page).getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Your password', { exact: true }).fill('not the one')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').getByText('That is not your password. Type it once more.')).toBeVisible()
  await expectAccessible(page)
  await addPasskey(page, customer.password)
  await expectAccessible(page)
  await main(page).getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Your password', { exact: true }).fill(customer.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').getByText('This device holds a passkey for your account already.')).toBeVisible()
  await expect(page.getByLabel('Your password', { exact: true })).toHaveValue(customer.password)
  await logOut(page)

  await page.goto('/login?from=/dashboard/account')
  await page.getByLabel('Email', { exact: true }).fill('somebody@example.com')
  await expectAccessible(page)
  await device.recognises(false)
  await button(page).click()
  await expect(page.getByRole('alert').getByText('No passkey was used')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('somebody@example.com')
  await device.recognises(true)
  await button(page).click()
  await expect(page).toHaveURL(/\/dashboard\/account$/)
  await expect(main(page).getByText(customer.email).first()).toBeVisible()
  await expect(main(page).getByText(/last used/)).toBeVisible()

  await main(page).getByRole('button', { name: 'Rename: Workshop tablet' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Front desk')
  await page.keyboard.press('Enter')
  await expect(main(page).getByText('Front desk')).toBeVisible()
  await main(page).getByRole('button', { name: 'Remove: Front desk' }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByLabel('Your password', { exact: true }).fill(customer.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(main(page).getByText('You have no passkey yet.')).toBeFocused()
  await logOut(page)

  await button(page).click()
  await expect(page.getByRole('alert').getByText('The shop does not know this passkey')).toBeVisible()
})

test('the browser offers a passkey where the email is typed', async ({ page }) => {
  const device = await deviceIn(page)
  const customer = await signUp(page)
  await addPasskey(page, customer.password)
  await device.isTouched(false)
  await logOut(page)
  await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('autocomplete', 'username webauthn')
  await device.isTouched(true)
  await page.goto('/login?from=/dashboard/account')
  await expect(page).toHaveURL(/\/dashboard\/account$/)
  await expect(main(page).getByText(customer.email).first()).toBeVisible()
})

test('where the shop is opened by digits, no passkey is offered', async ({ page }) => {
  const address = process.env['SHOP_URL'] ?? ''
  await page.goto(`${address}/login`)
  await expect(main(page).getByRole('button', { name: 'Continue with Google' })).toBeEnabled()
  await expect(button(page)).toHaveCount(0)
})
