import type { Page } from '@playwright/test'
import { expect, expectAccessible, test, toastOf } from './journey.ts'
import { adminJustSignedIn, adminSignedIn, asNewCustomer, ask, shopUrl, withPicture } from './roles.ts'
import { confirmEmail, logIn, shopAdmin } from './steps.ts'

/** What staff have typed when their session ends: it waits for them, for nobody else, and writes over nobody unseen. */

let made = 0
const newName = () => `unsaved-${process.pid}-${Date.now().toString(36)}-${(made += 1)}`

/** Ends the page's session at the server; the page hears of it when it saves. */
async function endSession(page: Page): Promise<void> {
  const answer = await page.request.post('/identity/sign-out', { headers: { origin: shopUrl() }, data: {} })
  expect(answer.ok()).toBe(true)
}

/** Presses a button after the session has ended: the login remembers the page. */
async function pressTooLate(page: Page, button: RegExp): Promise<void> {
  await endSession(page)
  await page.getByRole('button', { name: button }).click()
  await expect(page).toHaveURL(/\/login\?from=/)
}

/** Logs in at the login page that is open, which leads back. */
async function logInAgain(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page).not.toHaveURL(/\/login/)
}

const restored = (page: Page) => page.getByText('Your unsaved changes are back.')

test('a text outlives the end of a session, for the account that typed it and for no other', async ({
  page,
  browser,
  baseURL,
  expectRefusal,
}) => {
  expectRefusal('/api/content-entries/')
  expectRefusal('/identity/token')
  const theirs = await browser.newContext({ ...(baseURL && { baseURL }) })
  const other = await theirs.newPage()
  const { email, password } = await asNewCustomer(other)
  await confirmEmail(other, email)
  await expect(other.getByText('Confirmed', { exact: true })).toBeVisible()
  await theirs.close()
  const { token } = await adminJustSignedIn()
  await ask(`/api/users/admin/${email}`, 'PUT', { token })
  const name = `page:${newName()}`
  const value = { title: 'A page', summary: 'In short.', text: 'As it was.' }
  await ask(`/api/content-entries/${name}`, 'PUT', { token, body: { value, version: 0, isNew: true } })

  const path = `/dashboard/content/pages/${name}`
  await logIn(page, shopAdmin(), path)
  const text = page.getByLabel('Text', { exact: true })
  await text.fill('An hour of typing.')
  await pressTooLate(page, /^Save/)
  await logInAgain(page, { email, password })
  await expect(text).toHaveValue('As it was.')
  await expect(restored(page)).toHaveCount(0)
  await text.fill('Typed by another.')
  await pressTooLate(page, /^Save/)
  await logInAgain(page, shopAdmin())
  await expect(text).toHaveValue('An hour of typing.')
  await expect(restored(page)).toBeVisible()
  await expectAccessible(page)

  const meanwhile = { value: { ...value, summary: 'Said meanwhile.' }, version: 1 }
  await ask(`/api/content-entries/${name}`, 'PUT', { token, body: meanwhile })
  await page.reload()
  await expect(text).toHaveValue('An hour of typing.')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Somebody else has saved this since you opened it.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(toastOf(page, 'The words of A page: saved.')).toBeVisible()
  await expect(restored(page)).toHaveCount(0)

  await text.fill('Better not.')
  await page.reload()
  await page.getByRole('button', { name: 'Discard them' }).click()
  await expect(text).toHaveValue('An hour of typing.')
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.reload()
  await expect(text).toHaveValue('An hour of typing.')
  await expect(restored(page)).toHaveCount(0)
  await ask(`/api/content-entries/${name}?version=3`, 'DELETE', { token })
  await ask(`/api/users/admin/${email}`, 'DELETE', { token })
})

/** A tool with an attribute, of which there are 20. */
async function newTool() {
  const { token } = await adminSignedIn()
  const name = newName()
  const { insertedId: category } = await ask<{ insertedId: string }>('/api/categories', 'POST', {
    token,
    body: { name },
  })
  const attribute = { name: 'Finish', kind: 'text' }
  await ask(`/api/categories/${category}/attributes`, 'POST', { token, body: attribute })
  const some = await withPicture()
  const fields = { name, description: 'Steel.', price: '10.00', minimumQuantity: 1, img: some.img, category: name }
  const body = { ...fields, availableQuantity: 20 }
  const { insertedId: id } = await ask<{ insertedId: string }>('/api/tools', 'POST', { token, body })
  return { id, fields, token }
}

test('a product outlives the end of a session; its quantity where nothing has moved', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/api/tools/')
  expectRefusal('/identity/token')
  const { id, fields, token } = await newTool()
  const read = () => ask<Record<string, unknown>>(`/api/allTools/${id}`, 'GET', { token })
  const path = `/dashboard/manageProducts/${id}`
  const [price, quantity] = [page.getByLabel('Price per unit'), page.getByLabel('Available quantity')]
  const finish = page.getByLabel('Finish')
  const save = page.getByRole('button', { name: 'Save changes' })
  await logIn(page, shopAdmin(), path)
  await price.fill('12.00')
  await quantity.fill('25')
  await finish.fill('Chrome')
  await pressTooLate(page, /^Save changes/)
  await logInAgain(page, shopAdmin())
  await expect(price).toHaveValue('12.00')
  await expect(quantity).toHaveValue('25')
  await expect(finish).toHaveValue('Chrome')
  await expect(restored(page)).toBeVisible()
  await expectAccessible(page)
  await save.click()
  await expect(page.getByText(`${fields.name} is saved`)).toBeVisible()
  expect(await read()).toMatchObject({ price: 12, availableQuantity: 25, attributes: [{ value: 'Chrome' }] })

  await page.goto(path)
  await expect(price).toHaveValue('12.00')
  await expect(restored(page)).toHaveCount(0)
  await price.fill('13.00')
  await quantity.fill('30')
  await ask(`/api/tools/${id}/stock`, 'POST', { body: { delta: -3, reason: 'Sold at the counter' }, token })
  await pressTooLate(page, /^Save changes/)
  await logInAgain(page, shopAdmin())
  await expect(price).toHaveValue('13.00')
  // What was typed beside 25 says nothing beside 22.
  await expect(quantity).toHaveValue('22')
  await expect(page.getByText('The available quantity is the latest one')).toBeVisible()
  await page.getByRole('button', { name: 'Discard them' }).click()
  await expect(price).toHaveValue('12.00')
  await expect(page.getByLabel('Tool name')).toBeFocused()

  await finish.fill('Brass')
  const { version } = await read()
  const body = { ...fields, price: '12.00', description: 'Said meanwhile.', version, attributes: { finish: 'Zinc' } }
  await ask(`/api/tools/${id}`, 'PUT', { body, token })
  await page.reload()
  await expect(finish).toHaveValue('Brass')
  await save.click()
  await expect(page.getByText(/Someone else has changed this/)).toBeVisible()
  expect(await read()).toMatchObject({ attributes: [{ value: 'Zinc' }] })
  await page.getByRole('button', { name: /^Load the latest version/ }).click()
  await save.click()
  await expect(page.getByText(`${fields.name} is saved`)).toBeVisible()
  const attributes = [{ value: 'Brass' }]
  expect(await read()).toMatchObject({ description: 'Said meanwhile.', availableQuantity: 22, attributes })

  await page.goto(path)
  await price.fill('99.00')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/manageProducts$/)
  await page.goto(path)
  await expect(price).toHaveValue('12.00')
})

test('the form of a product stands still: its attributes come with it', async ({ page }) => {
  const { id } = await newTool()
  // Whatever the page reads beside the product itself comes late.
  await page.route('**/api/**', async route => {
    if (!route.request().url().includes(id)) await new Promise(resolve => setTimeout(resolve, 700))
    await route.continue()
  })
  await logIn(page, shopAdmin(), `/dashboard/manageProducts/${id}`)
  await expect(page.getByLabel('Price per unit')).toBeVisible()
  expect(await page.getByLabel('Finish').isVisible()).toBe(true)
  const form = page.locator('form').filter({ has: page.getByLabel('Price per unit') })
  const height = async () => (await form.boundingBox())?.height
  const first = await height()
  await page.waitForLoadState('networkidle')
  expect(await height()).toBe(first)
})
