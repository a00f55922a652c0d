import { type FirebaseKeys, firebaseEnvironment, startFirebaseKeys } from '#test/identity/firebase'
import { playFirebase } from './firebase-users.ts'
import { expect, newCustomer, test } from './journey.ts'
import { type OwnShop, startOwnShop } from './own-shop.ts'

let keys: FirebaseKeys
let shop: OwnShop
let address: string

test.beforeAll(async () => {
  keys = await startFirebaseKeys()
  shop = await startOwnShop(firebaseEnvironment, { firebaseKeysUrl: keys.keysUrl })
  address = shop.address
})
test.afterAll(async () => {
  await shop.stop()
  await keys.close()
})

// On one device: the screens are those of the other journeys.
const onDesktop = { tag: '@desktop' }

test('[D5.04] with Firebase: sign up, confirm, log out, log in, and go', onDesktop, async ({ page, expectRefusal }) => {
  const { users, mails } = await playFirebase(page, keys)
  const customer = newCustomer()

  await page.goto(`${address}/signUp`)
  await page.getByLabel('Name').fill(customer.name)
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('heading', { name: `Welcome, ${customer.name}` })).toBeVisible()
  expect(mails).toEqual([customer.email])

  await page.goto(`${address}/dashboard/account`)
  await page.getByRole('button', { name: 'Send the email again' }).click()
  await expect(page.getByText(`A new email is on its way to ${customer.email}.`)).toBeVisible()
  expect(mails).toHaveLength(2)
  const [user] = users
  if (user) user.confirmed = true
  await page.getByRole('button', { name: 'I have confirmed it' }).click()
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()

  await page
    .getByRole('button', { name: /log ?out|sign ?out/i })
    .first()
    .click()
  // A page that is left before it has signed out is still signed in.
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await page.goto(`${address}/login?from=/dashboard/account`)
  // The same second would be the same sign-in.
  await expect.poll(() => Math.floor(Date.now() / 1000) > (user?.signedInAt ?? 0)).toBe(true)
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  expectRefusal('identitytoolkit.googleapis.com')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('That email and password do not match. Check both, or sign up first.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()

  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByLabel('Type your email address').fill(customer.email)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Your account has been deleted')).toBeVisible()
  // The browser has had Firebase forget its user too.
  expect(users).toEqual([])
  // A browser that still fetches what a journey answers has been seen not to close.
  await page.waitForLoadState('networkidle')
})
