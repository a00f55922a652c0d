import type { Page } from '@playwright/test'
import { Client } from 'pg'
import { type Issuer, startIssuer } from '#test/identity/google-issuer'
import { expect, newCustomer, test } from './journey.ts'
import { type Gate, type OwnShop, startGate, startOwnShop } from './own-shop.ts'
import { expectTold, pageThatBlocksWindows, pageWithoutStorage, pressedByNobody } from './told.ts'

/**
 * Each kind of section 8, by a real cause, with the embedded identity service: test/identity/sign-in-kinds.test.ts holds the list.
 * The shop is this file's own, so that it can fail; its Google is an issuer that the tests steer.
 */
test.describe.configure({ mode: 'default' })
const onDesktop = { tag: '@desktop' }

let issuer: Issuer
let gate: Gate
let shop: OwnShop
const customer = newCustomer()

test.beforeAll(async () => {
  issuer = await startIssuer()
  gate = await startGate()
  shop = await startOwnShop({ ...issuer.environment(), PUBLIC_URL: gate.address })
  gate.leadTo(shop.address)
  const { name, email, password } = customer
  const made = await fetch(`${gate.address}/identity/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, email, password }),
  })
  expect(made.status).toBe(200)
})
test.afterAll(async () => {
  await shop.stop()
  await gate.close()
  await issuer.close()
})

const googleButton = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })

async function openLogin(page: Page, address = gate.address): Promise<void> {
  await page.goto(`${address}/login?from=/dashboard/account`)
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
}

const logIn = (page: Page) => page.getByRole('button', { name: 'Login' }).click()

/** What was typed is still there. */
async function expectKept(page: Page): Promise<void> {
  await expect(page.getByLabel('Email')).toHaveValue(customer.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(customer.password)
}

const expectSignedIn = (page: Page) => expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()

/** Presses the button, and waits until the window is at the issuer; the attempt's address there. */
async function openWindow(page: Page): Promise<{ popup: Page; url: string }> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), googleButton(page).click()])
  await popup.waitForURL(/\/authorize\?/)
  return { popup, url: popup.url() }
}

const claimsOf = ({ email, name } = newCustomer()) => ({ sub: email, email, name })

/** Sends the window on as a page at Google's does: one that the browser itself is sent to has nobody who opened it. */
const goOn = (page: Page, address: string) => page.evaluate(address => location.assign(address), address)

async function signInAtGoogle(page: Page): Promise<void> {
  const { popup, url } = await openWindow(page)
  await goOn(popup, issuer.approve(url, claimsOf()))
  await expectSignedIn(page)
}

test('[S8.10] [kind:popup-blocked] a browser that blocks windows', onDesktop, async ({ browser, launchOptions }) => {
  const page = await pageThatBlocksWindows({ browser, launchOptions })
  await pressedByNobody(page, `${gate.address}/login?from=/dashboard/account`, 'Continue with Google')
  await expectTold(page, 'popup-blocked')
  expect(page.context().pages()).toHaveLength(1)
  await page.getByRole('button', { name: 'Continue in this window' }).click()
  await page.waitForURL(/\/authorize\?/)
  await goOn(page, issuer.approve(page.url(), claimsOf()))
  await expectSignedIn(page)
  await page.close()
})

test(
  '[S8.11] [kind:popup-closed-by-user] a window that is closed; the next one signs in',
  onDesktop,
  async ({ page }) => {
    await openLogin(page)
    const { popup } = await openWindow(page)
    await popup.close()
    await expectTold(page, 'popup-closed-by-user')
    await expectKept(page)
    await signInAtGoogle(page)
  },
)

test('[S8.13] [kind:cancelled-popup-request] a second window; it signs in', onDesktop, async ({ page }) => {
  await openLogin(page)
  const { popup } = await openWindow(page)
  const closed = popup.waitForEvent('close')
  const second = await openWindow(page)
  await closed
  await expectTold(page, 'cancelled-popup-request')
  await goOn(second.popup, issuer.approve(second.url, claimsOf()))
  await expectSignedIn(page)
})

test(
  '[S8.14] [kind:web-storage-unsupported] a browser that keeps nothing',
  onDesktop,
  async ({ browser, launchOptions }) => {
    const page = await pageWithoutStorage({ browser, launchOptions })
    const asked: string[] = []
    page.on('request', request => void (request.url().includes('/identity/') && asked.push(request.url())))
    await openLogin(page)
    await logIn(page)
    await expectTold(page, 'web-storage-unsupported')
    await expectKept(page)
    await openLogin(page)
    await googleButton(page).click()
    await expectTold(page, 'web-storage-unsupported')
    // Neither password nor person was sent anywhere.
    expect([asked, page.context().pages().length]).toEqual([[], 1])
    await page.close()
  },
)

test('[S8.15] [kind:network-request-failed] a server that is gone, and comes back', onDesktop, async ({ browser }) => {
  const page = await browser.newPage()
  await openLogin(page)
  await gate.close()
  await logIn(page)
  await expectTold(page, 'network-request-failed')
  await expectKept(page)
  await googleButton(page).click()
  await expect(page.getByRole('region', { name: 'Continue with Google' }).getByRole('alert')).toContainText(
    'The shop cannot be reached.',
  )
  await gate.open()
  await logIn(page)
  await expectSignedIn(page)
  await page.close()
})

test(
  '[S8.16] [kind:unauthorized-domain] a shop that was opened at another address than its own',
  onDesktop,
  async ({ page, expectRefusal }) => {
    expectRefusal('/identity/')
    await openLogin(page, shop.address)
    await logIn(page)
    await expectTold(page, 'unauthorized-domain')
    await expectKept(page)
    await openLogin(page, shop.address)
    await googleButton(page).click()
    await expectTold(page, 'unauthorized-domain')
    await openLogin(page)
    await logIn(page)
    await expectSignedIn(page)
  },
)

test('[S8.17] [kind:invalid-auth-event] the answer of a redirect, opened once more', onDesktop, async ({ page }) => {
  await page.setViewportSize({ width: 400, height: 800 })
  await openLogin(page)
  await googleButton(page).click()
  await page.waitForURL(/\/authorize\?/)
  let answer = ''
  page.on('request', request => void (request.url().includes('google=') && (answer = request.url())))
  await goOn(page, issuer.approve(page.url(), claimsOf()))
  await expectSignedIn(page)
  await page.getByRole('button', { name: 'Menu' }).first().click()
  await page
    .getByRole('button', { name: /log ?out/i })
    .first()
    .click()
  await expect(page).toHaveURL(/\/login/)
  await page.goto(answer)
  await expect(page.getByRole('alert')).toContainText([
    'The answer of the sign-in window did not belong to this attempt.',
  ])
  await expect(page).toHaveURL(url => !url.searchParams.has('google'))
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

test(
  '[S8.18] [kind:internal-error] a shop whose database fails, and is mended',
  onDesktop,
  async ({ page, expectRefusal }) => {
    expectRefusal('/identity/')
    await openLogin(page)
    const database = new Client({ connectionString: shop.databaseUrl })
    await database.connect()
    try {
      await database.query('alter table identity."user" rename to "users"')
      await logIn(page)
      await expectTold(page, 'internal-error')
      await expectKept(page)
    } finally {
      await database.query('alter table identity."users" rename to "user"')
      await database.end()
    }
    await logIn(page)
    await expectSignedIn(page)
  },
)

test(
  '[S8.19] [kind:auth-domain-config-required] a Google that is not the one of the settings',
  { tag: ['@desktop', '@long'] },
  async ({ browser }) => {
    const wrong = await startIssuer()
    wrong.callItself('https://accounts.evil.example')
    const own = await startOwnShop(wrong.environment())
    const page = await browser.newPage()
    try {
      await page.goto(`${own.address}/login`)
      await googleButton(page).click()
      await expectTold(page, 'auth-domain-config-required')
      wrong.callItself(undefined)
      // The window is at the issuer by then, so that nothing is under way when the shop stops.
      await openWindow(page)
    } finally {
      await page.close()
      await own.stop()
      await wrong.close()
    }
  },
)

test(
  '[S8.20] [kind:invalid-api-key] a Google that does not take the shop for its client',
  { tag: ['@desktop', '@long'] },
  async ({ page }) => {
    await openLogin(page)
    const { popup, url } = await openWindow(page)
    issuer.takesClient(false)
    await goOn(popup, issuer.approve(url, claimsOf()))
    await expectTold(page, 'invalid-api-key')
    await expectKept(page)
    issuer.takesClient(true)
    await signInAtGoogle(page)
  },
)

test(
  '[S8.21] [kind:argument-error] a request that something between changed',
  { tag: ['@desktop', '@long'] },
  async ({ page, expectRefusal }) => {
    expectRefusal('/identity/google')
    await openLogin(page)
    await page.route('**/identity/google', route => route.continue({ postData: { way: 'popup' } }), { times: 1 })
    await googleButton(page).click()
    await expectTold(page, 'argument-error')
    await expectKept(page)
    await signInAtGoogle(page)
  },
)
