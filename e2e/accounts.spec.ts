import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectBelow, expectRed, newCustomer, test } from './journey.ts'
import { confirmEmail, signUp } from './steps.ts'

test('[S2.04 S2.09 S5.01 S5.02 S5.03 S5.04 S5.05] sign-up and login say what is missing, in the specification’s words', async ({
  page,
}) => {
  await page.goto('/signUp')
  await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
  for (const text of ['Name is required', 'Email is required', 'Password is required']) {
    await expect(page.getByText(text)).toBeVisible()
  }
  await expectAccessible(page)
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill('not an address')
  await page.getByLabel('Password', { exact: true }).fill('12345')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Provide a valid Email')).toBeVisible()
  await expect(page.getByText('Password must be 6 characters')).toBeVisible()
  await expectAccessible(page)
})

test('[S8.01 D1.09] a wrong password is told in red under the form, and what was typed stays', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/identity/sign-in/email')
  const { email } = newCustomer()
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  const told = page.getByText('That email and password do not match.')
  await expect(told).toBeVisible()
  await expectRed(told)
  await expectBelow(told, page.getByRole('main').getByRole('button', { name: 'Login' }))
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
})

test('too many wrong passwords are told with how long to wait, and the browser that is known goes on', async ({
  page,
  browser,
  expectRefusal,
}) => {
  expectRefusal('/identity/sign-in/email')
  const { email, password } = await signUp(page)
  const stranger = await browser.newContext()
  for (let time = 0; time < 10; time += 1)
    await stranger.request.post('/identity/sign-in/email', { data: { email, password: 'a guess' } })
  const elsewhere = await stranger.newPage()
  const logIn = async (at: Page) => {
    await at.goto('/login')
    await at.getByLabel('Email', { exact: true }).fill(email)
    await at.getByLabel('Password', { exact: true }).fill(password)
    await at.getByRole('main').getByRole('button', { name: 'Login' }).click()
  }
  await logIn(elsewhere)
  await expect(elsewhere.getByText(/Wait 1\d minutes and try again, or reset your password\./)).toBeVisible()
  await expect(elsewhere.getByLabel('Email', { exact: true })).toHaveValue(email)
  await stranger.close()

  await page.evaluate(() => localStorage.clear())
  await logIn(page)
  await expect(page).not.toHaveURL(/login/)
})

test('[S1.19 S2.06 S2.21 S2.34 S2.40 S4.12 S9.09 D3.04 D3.08] a protected page leads to the login and back to the full address; logging out ends it', async ({
  page,
}) => {
  const customer = await signUp(page)
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  await page.goto('/dashboard/order?from=mail')
  await expect(page).toHaveURL(/\/login\?from=/)
  await page.getByLabel('Email', { exact: true }).fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/dashboard\/order\?from=mail$/)
  await expect(page.getByText('Welcome to Dashboard')).toBeVisible()
  await expectAccessible(page)
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)

  if ((page.viewportSize()?.width ?? 0) < 700) await page.getByRole('button', { name: /menu/i }).first().click()
  await page.getByRole('button', { name: 'LOGOUT' }).first().click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  const answer = await page.request.get(`/api/orders?email=${customer.email}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status()).toBe(401)
})

test('[S2.12 S7.35] the link in the verification mail confirms the address', async ({ page }) => {
  const customer = await signUp(page)
  await confirmEmail(page, customer.email)
  await expect(page.getByText('Thank you: your email address is confirmed.')).toBeVisible()
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
})
