import type { Page } from '@playwright/test'
import { type FirebaseKeys, firebaseEnvironment, startFirebaseKeys } from '#test/identity/firebase'
import { playFirebase, playFirebaseWindow } from './firebase-users.ts'
import { expect, newCustomer, test } from './journey.ts'
import { type OwnShop, startOwnShop } from './own-shop.ts'
import { expectTold, pageThatBlocksWindows, pageWithoutStorage, pressedByNobody } from './told.ts'

/** Each kind of section 8 with Firebase: the SDK is the real one, and what it asks is answered on this machine. */
const onDesktop = { tag: '@desktop' }
/** They are told as those of Google are (sign-in-kinds.spec.ts): a few stand for it in the short tier. */
const inLongTier = { tag: ['@desktop', '@long'] }

let keys: FirebaseKeys
let shop: OwnShop
test.beforeAll(async () => {
  keys = await startFirebaseKeys()
  shop = await startOwnShop(firebaseEnvironment, { firebaseKeysUrl: keys.keysUrl })
})
test.afterAll(async () => {
  await shop.stop()
  await keys.close()
})

const customer = newCustomer()
const googleButton = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })
const logIn = (page: Page) => page.getByRole('button', { name: 'Login' }).click()
const expectSignedIn = (page: Page) => expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()

async function openLogin(page: Page): Promise<void> {
  await page.goto(`${shop.address}/login?from=/dashboard/account`)
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
}

async function expectKept(page: Page): Promise<void> {
  await expect(page.getByLabel('Email')).toHaveValue(customer.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(customer.password)
}

async function openWindow(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), googleButton(page).click()])
  await popup.waitForURL(/__\/auth\/handler/)
  return popup
}

/** A Firebase that knows the customer, and whose frame answers. */
async function playAll(page: Page) {
  const firebase = await playFirebase(page, keys)
  const { name, email, password } = customer
  firebase.users.push({ uid: 'uid-of-customer', name, email, password, confirmed: true, signedInAt: 0 })
  return { ...firebase, ...(await playFirebaseWindow(page)) }
}

test(
  '[S8.10] [kind:popup-blocked firebase] a browser that blocks windows',
  onDesktop,
  async ({ browser, launchOptions }) => {
    const page = await pageThatBlocksWindows({ browser, launchOptions })
    await playAll(page)
    await pressedByNobody(page, `${shop.address}/login`, 'Continue with Google')
    await expectTold(page, 'popup-blocked')
    await page.getByRole('button', { name: 'Continue in this window' }).click()
    await page.waitForURL(/__\/auth\/handler/)
    await page.close()
  },
)

test(
  '[S8.11] [kind:popup-closed-by-user firebase] a window that is closed; the next one signs in',
  onDesktop,
  async ({ page }) => {
    const { approve } = await playAll(page)
    await openLogin(page)
    await (await openWindow(page)).close()
    await expectTold(page, 'popup-closed-by-user')
    await expectKept(page)
    await approve(await openWindow(page))
    await expectSignedIn(page)
  },
)

test('[S8.13] [kind:cancelled-popup-request firebase] a second window; it signs in', inLongTier, async ({ page }) => {
  const { approve } = await playAll(page)
  await openLogin(page)
  await openWindow(page)
  const second = await openWindow(page)
  await expectTold(page, 'cancelled-popup-request')
  await approve(second)
  await expectSignedIn(page)
})

test(
  '[S8.14] [kind:web-storage-unsupported firebase] a browser that keeps nothing',
  inLongTier,
  async ({ browser, launchOptions }) => {
    const page = await pageWithoutStorage({ browser, launchOptions })
    await playAll(page)
    await openLogin(page)
    await logIn(page)
    await expectTold(page, 'web-storage-unsupported')
    await expectKept(page)
    await openLogin(page)
    await googleButton(page).click()
    await expectTold(page, 'web-storage-unsupported')
    expect(page.context().pages()).toHaveLength(1)
    await page.close()
  },
)

test(
  '[S8.15] [kind:network-request-failed firebase] a line that is gone, and comes back',
  onDesktop,
  async ({ browser }) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const { users } = await playAll(page)
    await openLogin(page)
    // The SDK is there by then, so that it is Firebase that cannot be reached.
    await page.waitForLoadState('networkidle')
    await page.unroute('https://identitytoolkit.googleapis.com/**')
    await context.setOffline(true)
    await logIn(page)
    await expectTold(page, 'network-request-failed')
    await expectKept(page)
    await context.setOffline(false)
    users.push(...(await playAll(page)).users)
    await logIn(page)
    await expectSignedIn(page)
    await context.close()
  },
)

test(
  '[S8.16] [kind:unauthorized-domain firebase] an address that is not among the project’s',
  inLongTier,
  async ({ page }) => {
    const { authorizedDomains } = await playAll(page)
    authorizedDomains.splice(0, 1, 'shop.example')
    // The answer waits for the window's page: a browser can lose the order to close a window that is only opening.
    const opened = Promise.withResolvers<void>()
    await page.route('https://identitytoolkit.googleapis.com/v1/projects**', async route => {
      await opened.promise
      await route.fallback()
    })
    await openLogin(page)
    await openWindow(page)
    opened.resolve()
    await expectTold(page, 'unauthorized-domain')
    await expect.poll(() => page.context().pages().length).toBe(1)
    await expectKept(page)
  },
)

test(
  '[S8.17] [kind:invalid-auth-event firebase] a redirect that has brought no answer of this browser’s',
  inLongTier,
  async ({ page }) => {
    await playAll(page)
    await page.addInitScript(() => sessionStorage.setItem('firebaseSignIn', 'yes'))
    await page.goto(`${shop.address}/login`)
    await expect(page.getByRole('alert')).toContainText([
      'The answer of the sign-in window did not belong to this attempt.',
    ])
  },
)

type Answering = { page: Page; said: string; kind: string }

/** A Firebase that answers this to a password is told as this kind; once it answers right again, the next try works. */
async function tellsOf({ page, said, kind }: Answering): Promise<void> {
  const { refusals } = await playAll(page)
  refusals.set('signInWithPassword', said)
  await openLogin(page)
  await logIn(page)
  await expectTold(page, kind)
  await expectKept(page)
  refusals.clear()
  await logIn(page)
  await expectSignedIn(page)
}

test('[S8.18] [kind:internal-error firebase] a Firebase that fails', onDesktop, async ({ page, expectRefusal }) => {
  expectRefusal('identitytoolkit.googleapis.com')
  await tellsOf({ page, said: 'A NEW KIND OF TROUBLE', kind: 'internal-error' })
})

test(
  '[S8.19] [kind:auth-domain-config-required firebase] a way in that is not switched on',
  inLongTier,
  async ({ page, expectRefusal }) => {
    expectRefusal('identitytoolkit.googleapis.com')
    await tellsOf({ page, said: 'OPERATION_NOT_ALLOWED', kind: 'auth-domain-config-required' })
  },
)

test(
  '[S8.20] [kind:invalid-api-key firebase] a key that Firebase does not know',
  inLongTier,
  async ({ page, expectRefusal }) => {
    expectRefusal('identitytoolkit.googleapis.com')
    const said = 'API key not valid. Please pass a valid API key.'
    await tellsOf({ page, said, kind: 'invalid-api-key' })
  },
)

test(
  '[S8.21] [kind:argument-error firebase] a password that got lost on its way',
  inLongTier,
  async ({ page, expectRefusal }) => {
    expectRefusal('identitytoolkit.googleapis.com')
    await tellsOf({ page, said: 'MISSING_PASSWORD', kind: 'argument-error' })
  },
)
