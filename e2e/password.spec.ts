import type { Browser, Page } from '@playwright/test'
import { join } from 'node:path'
import { readOutbox } from '#platform/mail/port'
import { codeOf } from '../test/identity/authenticator.ts'
import { expect, expectAccessible, newCustomer, test } from './journey.ts'
import { type OwnShop, startOwnShop } from './own-shop.ts'
import { logIn, mailedLink, signUp } from './steps.ts'

const main = (page: Page) => page.getByRole('main')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const newPassword = (page: Page) => page.getByLabel('New password', { exact: true })
const another = 'quite another password'

/** Does something in a browser of its own, where nobody is logged in. */
async function elsewhere<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ baseURL: process.env['SHOP_URL'] ?? '' })
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}

/** The card of My Account with this title. */
const card = (page: Page, title: string) =>
  main(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, level: 2 }) })

test('a forgotten password: what was typed comes along, and the link in the mail sets a new one', async ({
  page,
  browser,
  expectRefusal,
}) => {
  expectRefusal('/api/password')
  const customer = newCustomer()
  await elsewhere(browser, other => signUp(other, customer))
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(customer.email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(customer.email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await expect(page.getByText(`If there is an account for ${customer.email}, an email is on its way.`)).toBeVisible()
  await expectAccessible(page)

  const link = await mailedLink(page, customer.email, '/reset-password')
  await page.goto(link)
  await newPassword(page).fill('short')
  await page.getByRole('button', { name: 'Save and log in' }).click()
  await expect(page.getByText('Password must be 6 characters')).toBeVisible()
  await expectAccessible(page)
  await newPassword(page).fill(another)
  await page.getByRole('button', { name: 'Save and log in' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('Welcome to Dashboard')).toBeVisible()

  await elsewhere(browser, other => logIn(other, { ...customer, password: another }))
  await page.goto(link)
  await newPassword(page).fill('a third password')
  await page.getByRole('button', { name: 'Save and log in' }).click()
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Send me a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test('an address without an account reads the same words', async ({ page }) => {
  const { email } = newCustomer()
  await page.goto('/forgot-password')
  await page.getByLabel('Email', { exact: true }).fill('nobody')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText('Provide a valid Email')).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText(`If there is an account for ${email}, an email is on its way.`)).toBeVisible()
  await page.getByRole('button', { name: 'Try another address' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeFocused()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
})

test('a new password by mail asks for the second factor of the account all the same', async ({ page }) => {
  const customer = await signUp(page)
  await page.goto(await mailedLink(page, customer.email, '/confirm-email'))
  await expect(page).toHaveURL(/confirmed=yes/)
  await main(page).getByRole('button', { name: 'Turn on' }).click()
  await page.getByLabel('Your password', { exact: true }).fill(customer.password)
  await page.keyboard.press('Enter')
  const address = (await page.getByRole('link', { name: 'Open in your authenticator app' }).getAttribute('href')) ?? ''
  await page.getByLabel('First code').fill(codeOf(address))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()

  await page.goto('/forgot-password')
  await page.getByLabel('Email', { exact: true }).fill(customer.email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.goto(await mailedLink(page, customer.email, '/reset-password'))
  await newPassword(page).fill(another)
  await page.getByRole('button', { name: 'Save and log in' }).click()
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
  // The next code: the one that turned it on has been used.
  await page.getByLabel('Code', { exact: true }).fill(codeOf(address, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
})

test(
  'a changed password logs out every other browser, and the present one is asked for',
  { tag: '@long' },
  async ({ page, browser, expectRefusal }) => {
    expectRefusal('/api/password')
    const customer = await signUp(page)
    await elsewhere(browser, async other => {
      await logIn(other, customer, '/dashboard/account')
      await page.goto('/dashboard/account')
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByLabel('Current password')).toBeFocused()
      await expectAccessible(page)
      await page.getByLabel('Current password').fill('not the one')
      await newPassword(page).fill(another)
      await page.getByRole('button', { name: 'Save password' }).click()
      await expect(page.getByText('That is not the password of this account.')).toBeVisible()
      await page.getByLabel('Current password').fill(customer.password)
      await page.getByRole('button', { name: 'Save password' }).click()
      await expect(page.getByText('Your password is changed')).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()

      await other.goto('/dashboard/order')
      await expect(other).toHaveURL('/')
      expect(await other.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
      await logIn(other, { ...customer, password: another })
    })
  },
)

test(
  'another email address: nothing changes until its mail is opened, and then this page says so',
  { tag: '@long' },
  async ({ page, browser }) => {
    const customer = await signUp(page)
    const { email } = newCustomer()
    await page.goto('/dashboard/account')
    await card(page, 'Email address').getByRole('button', { name: 'Change address' }).click()
    await expect(page.getByLabel('New email address')).toBeFocused()
    await page.getByLabel('New email address').fill(email)
    await page.getByLabel('Your password', { exact: true }).fill(customer.password)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send me the link' }).click()
    await expect(page.getByText(`A link is on its way to ${email}.`)).toBeFocused()
    await expectAccessible(page)

    const link = await mailedLink(page, email, '/confirm-email')
    await elsewhere(browser, async other => {
      await other.goto(link)
      await expect(other.getByText('Log in to the account that the new address is for')).toBeVisible()
      await expectAccessible(other)
      await main(other).getByRole('link', { name: 'Login' }).click()
      await other.getByLabel('Email', { exact: true }).fill(customer.email)
      await password(other).fill(customer.password)
      await main(other).getByRole('button', { name: 'Login' }).click()
      await expect(other).toHaveURL(/\/dashboard\/account\?changed=yes/)
      await expect(other.getByText(`Your email address is ${email} now.`)).toBeVisible()
      await expectAccessible(other)
    })
    await elsewhere(browser, other => logIn(other, { email, password: customer.password }))
  },
)

test('[S2.12] the link confirms, in whatever browser it is opened', { tag: '@long' }, async ({ page, browser }) => {
  const customer = newCustomer()
  await elsewhere(browser, other => signUp(other, customer))
  await page.goto(await mailedLink(page, customer.email, '/confirm-email'))
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  await expectAccessible(page)
  await logIn(page, customer, '/dashboard/account')
  await expect(card(page, 'Email address').getByText('Confirmed')).toBeVisible()
})

/** A shop that others can reach: there, a link in a mail proves a mailbox and nothing else. */
test.describe('in a shop that is open to others', () => {
  let shop: OwnShop
  test.beforeAll(async () => {
    shop = await startOwnShop({
      NODE_ENV: 'production',
      SECRET: 'a-secret-of-more-than-thirty-two-signs',
      ALLOW_SANDBOX: 'yes',
    })
  })
  test.afterAll(() => shop.stop())

  const elsewhere = async <T>(browser: Browser, work: (page: Page) => Promise<T>) => {
    const context = await browser.newContext({ baseURL: shop.address })
    return work(await context.newPage()).finally(() => context.close())
  }

  async function mailedLink(email: string): Promise<string> {
    let link: string | undefined
    await expect(async () => {
      const mails = await readOutbox(join(shop.dataDir, 'outbox'))
      link = mails.filter(({ to }) => to === email).flatMap(({ links }) => links)[0]
      expect(link).toBeTruthy()
    }).toPass()
    return link ?? ''
  }

  test('another browser is asked for the password, and then confirms', async ({ page, browser, expectRefusal }) => {
    expectRefusal('/api/email-confirmation')
    const customer = newCustomer()
    await elsewhere(browser, other => signUp(other, customer))
    await page.goto(await mailedLink(customer.email))
    await expect(page.getByText('You are not logged in here.')).toBeVisible()
    await expectAccessible(page)
    await password(page).fill('not the password')
    await page.getByRole('button', { name: 'Confirm and log in' }).click()
    await expect(page.getByText('That is not the password of this account.')).toBeVisible()
    await password(page).fill(customer.password)
    await page.getByRole('button', { name: 'Confirm and log in' }).click()
    await expect(page).toHaveURL(/\/dashboard\/account\?confirmed=yes/)
    await expect(page.getByText('Thank you: your email address is confirmed.')).toBeVisible()
  })

  test(
    'a stranger’s sign-up becomes the mailbox owner’s by a password of her own, and shuts the stranger out',
    { tag: '@long' },
    async ({ page, browser }) => {
      const customer = newCustomer()
      await elsewhere(browser, async stranger => {
        await signUp(stranger, customer)
        await page.goto(await mailedLink(customer.email))
        await page.getByRole('button', { name: 'Choose a new password instead' }).click()
        await expect(page.getByRole('heading', { name: 'Make this account yours' })).toBeFocused()
        await expectAccessible(page)
        await newPassword(page).fill(another)
        await page.getByRole('button', { name: 'Save and log in' }).click()
        await expect(page).toHaveURL(/\/dashboard\/account\?confirmed=yes/)

        await stranger.goto('/dashboard/order')
        await expect(stranger).toHaveURL('/')
        await stranger.goto('/login')
        await stranger.getByLabel('Email', { exact: true }).fill(customer.email)
        await password(stranger).fill(customer.password)
        await main(stranger).getByRole('button', { name: 'Login' }).click()
        await expect(stranger.getByText('That email and password do not match.')).toBeVisible()
      })
    },
  )
})

test('whoever signs up a second time is led to the login, or to a new password', async ({
  page,
  browser,
  expectRefusal,
}) => {
  expectRefusal('/identity/sign-up/email')
  const customer = newCustomer()
  await elsewhere(browser, other => signUp(other, customer))
  await page.goto('/signUp')
  await page.getByLabel('Name', { exact: true }).fill(customer.name)
  await page.getByLabel('Email', { exact: true }).fill(customer.email)
  await password(page).fill('whatever it was')
  await main(page).getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('There is already an account with this email. Log in, or reset')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(customer.email)
})
