import { type Page, expect } from '@playwright/test'
import { newCustomer } from './journey.ts'

/** What customers do again and again, in the words of the screens. */

export async function signUp(page: Page, customer = newCustomer()) {
  await page.goto('/signUp')
  await page.getByLabel('Name', { exact: true }).fill(customer.name)
  await page.getByLabel('Email', { exact: true }).fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText(`We have sent an email to ${customer.email}`)).toBeVisible()
  return customer
}

/** Fills and sends the order form of the purchase page that is open. */
export async function placeOrder(page: Page, quantity?: number): Promise<void> {
  if (quantity !== undefined) await page.getByRole('spinbutton', { name: 'Quantity' }).fill(String(quantity))
  await page.getByLabel('Phone').fill('+880 1555 010148')
  await page.getByLabel('Company', { exact: true }).fill('Padma Fleet Service')
  await page.getByLabel('Address').fill('4 Ferry Ghat Road, Barisal 8200')
  await page.getByRole('button', { name: 'Place Order' }).click()
}

/** Types a card into the form of the payment page and presses Pay. */
export async function payWith(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('MM / YY').fill(`12 / ${(new Date().getFullYear() + 2) % 100}`)
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay/ }).click()
}

/** From the home page's Popular Tools to the open purchase page of the one with this name. */
export async function choosePopularTool(page: Page, name: string): Promise<void> {
  await page.goto('/')
  await page
    .getByRole('link', { name: `Purchase ${name}` })
    .first()
    .click()
  await expect(page).toHaveURL(/\/purchase\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

export const testCards = {
  success: '4242424242424242',
  declined: '4000000000000002',
  insufficient: '4000000000009995',
  challenge: '4000002500003155',
}

/** Logs in with the password that somebody has; `to` is the page to end on. */
export async function logIn(page: Page, who: { email: string; password: string }, to = '/dashboard'): Promise<void> {
  await page.goto(`/login?from=${encodeURIComponent(to)}`)
  await page.getByLabel('Email', { exact: true }).fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Welcome to Dashboard')).toBeVisible()
}

/** The first admin of the shop that the journeys share. */
export function shopAdmin(): { email: string; password: string } {
  return JSON.parse(process.env['SHOP_ADMIN'] ?? '{}') as { email: string; password: string }
}

/** The newest mail to this address with a link to that page of the shop; waits for it. */
export async function mailedLink(page: Page, email: string, path: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const outbox = await page.request.get('/dev/mail', { headers: { accept: 'application/json' } })
    const mails = (await outbox.json()) as { to: string; links: string[] }[]
    link = mails
      .filter(({ to }) => to === email)
      .flatMap(({ links }) => links)
      .find(one => one.includes(path))
    expect(link).toBeTruthy()
  }).toPass()
  return link ?? ''
}

/** Follows the link of the newest verification mail to this address, logged in to its account. */
export async function confirmEmail(page: Page, email: string): Promise<void> {
  await page.goto(await mailedLink(page, email, '/confirm-email'))
  await expect(page).toHaveURL(/\/dashboard\/account\?confirmed=yes/)
}
