import type { Page } from '@playwright/test'
import { expect, expectAccessible, newCustomer, test } from './journey.ts'
import { confirmEmail, signUp } from './steps.ts'

const googleButton = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })
const closedSentence = 'The sign-in window was closed before you had signed in. Try again.'

/** What the consoles of sign-in windows said: nothing. */
const complaints: string[] = []
test.afterEach(() => expect(complaints).toEqual([]))

/** Opens the sign-in window by the button, and waits until the stand-in has answered in it. */
async function openWindow(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), googleButton(page).click()])
  popup.on('console', message => complaints.push(`console ${message.type()}: ${message.text()}`))
  popup.on('pageerror', error => complaints.push(`uncaught: ${error.message}`))
  await expect(popup.getByRole('heading', { name: 'Choose who you are' })).toBeVisible()
  return popup
}

/** Somebody whom the stand-in has not seen yet. */
async function chooseNewPerson(page: Page, person = newCustomer()) {
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  return person
}

async function expectSignedIn(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/dashboard\/order\?from=mail$/)
  await expect(page.getByText('Welcome to Dashboard')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeTruthy()
}

// A phone has no windows: the other project of playwright.config.ts leaves these out.
test.describe('on a desktop', { tag: '@desktop' }, () => {
  test('[S1.20 S2.05 S9.13 D5.02] a window of 500 by 600 signs in, and the page goes back to where one came from', async ({
    page,
  }) => {
    await page.goto('/dashboard/order?from=mail')
    await expect(page).toHaveURL(/\/login\?from=/)
    const popup = await openWindow(page)
    await expect.poll(() => popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600])
    await expect(page.getByText('Loading . . .')).toBeVisible()
    await expect(popup.getByText('no Google account involved')).toBeVisible()
    await expectAccessible(popup)
    const closed = popup.waitForEvent('close')
    await chooseNewPerson(popup)
    await closed
    await expectSignedIn(page)
  })

  test('[S2.10] the sign-up page signs in by Google too', async ({ page }) => {
    await page.goto('/signUp')
    await expectAccessible(page)
    const popup = await openWindow(page)
    const { name } = await chooseNewPerson(popup)
    await expect(page).toHaveURL(url => url.pathname === '/')
    await expect(page.getByText(name).first()).toBeVisible()
  })

  test('who has a password joins Google in My Account, and removes it again, each with the password (findings 27 and 28)', async ({
    page,
  }) => {
    const customer = await signUp(page)
    await confirmEmail(page, customer.email)
    await page.goto('/dashboard/account')
    await page.getByRole('button', { name: 'Join Google' }).click()
    await page.getByLabel('Your password', { exact: true }).fill(customer.password)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    const popup = await openWindow(page)
    await chooseNewPerson(popup, customer)
    await expect(page.getByText('“Continue with Google” opens your account.')).toBeVisible()
    await page.getByRole('button', { name: 'Remove Google' }).click()
    await expectAccessible(page)
    await page.getByLabel('Your password', { exact: true }).fill(customer.password)
    await page.getByRole('button', { name: 'Remove Google' }).click()
    await expect(page.getByRole('button', { name: 'Join Google' })).toBeVisible()
    await expect(page.getByText('Google is removed. It does not open your account any more.')).toBeVisible()
  })

  test('[S4.18 S8.12] a window that is closed is told under the form', { tag: '@long' }, async ({ page }) => {
    await page.goto('/login')
    const popup = await openWindow(page)
    await popup.close()
    await expect(page.getByRole('alert').getByText(closedSentence)).toBeVisible()
    await expect(page.getByText('Loading . . .')).toBeHidden()
    await expectAccessible(page)
  })

  test('[S4.18] somebody who cancels at Google is told so', async ({ page }) => {
    await page.goto('/login')
    const popup = await openWindow(page)
    await popup.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('You cancelled the Google sign-in.')).toBeVisible()
  })

  test('[S4.18] a second window cancels the first, and signs in', { tag: '@long' }, async ({ page }) => {
    await page.goto('/login?from=/dashboard/order?from=mail')
    const first = await openWindow(page)
    const closed = first.waitForEvent('close')
    const second = await openWindow(page)
    await closed
    await expect(page.getByText('Another sign-in window was opened. Go on in that one.')).toBeVisible()
    await chooseNewPerson(second)
    await expectSignedIn(page)
  })

  test(
    '[S4.18 S4.19] a blocked window is told, and there is a way on without one',
    { tag: '@long' },
    async ({ page }) => {
      await page.addInitScript(() => void (window.open = () => null))
      await page.goto('/login?from=/dashboard/order?from=mail')
      await googleButton(page).click()
      await expect(page.getByText('The browser blocked the sign-in window.')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Continue in this window' }).click()
      await chooseNewPerson(page)
      await expectSignedIn(page)
    },
  )
})

test.describe('on a phone', { tag: '@phone' }, () => {
  test('[S1.20 S2.05 D5.02] a redirect signs in, and goes back to where one came from', async ({ page }) => {
    await page.goto('/dashboard/order?from=mail')
    await googleButton(page).click()
    await expect(page.getByRole('heading', { name: 'Choose who you are' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page.getByText('Name is required')).toBeVisible()
    await expectAccessible(page)
    await chooseNewPerson(page)
    await expectSignedIn(page)
  })

  test('a redirect that is cancelled at Google comes back to the page, which says so', async ({ page }) => {
    await page.goto('/signUp?from=/shop')
    await googleButton(page).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('You cancelled the Google sign-in.')).toBeVisible()
    await expect(page).toHaveURL(/\/signUp\?from=%2Fshop$/)
  })
})

test(
  '[S4.19] an answer that belongs to no attempt of this browser signs nobody in',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/login?google=27eb13d437acf9b6612fda2bd7e0b5dc')
    await expect(page.getByText('The answer of the sign-in window did not belong to this attempt.')).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  },
)

test('a browser that keeps nothing is told before a window opens', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    }),
  )
  await page.goto('/login')
  await googleButton(page).click()
  await expect(page.getByText('This browser does not let the shop remember you.')).toBeVisible()
  expect(page.context().pages()).toHaveLength(1)
})

test(
  '[S5.23] a shop that was opened at another of its names says that it does not know it',
  { tag: '@long' },
  async ({ page, baseURL, expectRefusal }) => {
    expectRefusal('/identity/google')
    await page.goto(`${baseURL?.replace('127.0.0.1', 'localhost')}/login`)
    await googleButton(page).click()
    await expect(page.getByText('The shop was opened at an address that it does not know.')).toBeVisible()
  },
)

test('a shop out of reach is told, and the window closes', { tag: '@long' }, async ({ page }) => {
  await page.goto('/login')
  await googleButton(page).hover()
  await page.route('**/identity/google', route => route.abort('aborted'))
  await googleButton(page).click()
  await expect(page.getByText('The shop cannot be reached.')).toBeVisible()
  await expect.poll(() => page.context().pages().length).toBe(1)
})
