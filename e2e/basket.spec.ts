import type { Page } from '@playwright/test'
import { civic, idOf, jetta, pads, pathOf } from './finder-steps.ts'
import { expect, expectAccessible, expectNothingWider, newCustomer, test } from './journey.ts'
import { ask, newCustomerSignedIn, signInAs } from './roles.ts'
import { payWith, testCards } from './steps.ts'

/** The way to the basket in the bar, with how many lines it has. */
const basketLink = (page: Page, lines: number) =>
  page.getByRole('link', { name: lines === 1 ? 'Basket, 1 line' : `Basket, ${lines} lines` })

/** Puts tools of the list into the basket, the first ones. */
async function addFromList(page: Page, path: string, count: number): Promise<void> {
  await page.goto(path)
  for (let at = 0; at < count; at++) {
    await page
      .getByRole('button', { name: /^Add to basket: / })
      .nth(at)
      .click()
    await expect(basketLink(page, at + 1)).toBeVisible()
  }
}

async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Country').selectOption({ label: 'Bangladesh' })
  await page.getByLabel('Name', { exact: true }).fill('Padma Fleet Service')
  await page.getByLabel('Street and number').fill('4 Ferry Ghat Road')
  await page.getByLabel('Postal code').fill('8200')
  await page.getByLabel('City').fill('Barisal')
}

test('a visitor puts three parts for a vehicle into the basket, signs up at the checkout, and pays one order @both', async ({
  page,
}) => {
  await addFromList(page, `/shop?vehicle=${await idOf(civic)}&fit=fits`, 3)
  await basketLink(page, 3).click()
  await expect(page.getByRole('heading', { name: 'Basket', level: 1 })).toBeVisible()
  await expect(page.getByText('Fits', { exact: true })).toHaveCount(3)
  await page
    .getByText(/^For .*Civic/)
    .first()
    .click()
  await page.getByLabel('Job reference').first().fill('Van 7')
  await page.getByLabel('Job reference').first().blur()
  const quantity = page.getByRole('spinbutton').first()
  const more = Number(await quantity.inputValue()) * 2
  await quantity.fill(String(more))
  const order = page.getByRole('region', { name: 'Order total' })
  await expect(order).toHaveAttribute('aria-busy', 'false')
  await expectAccessible(page)
  await expectNothingWider(page)

  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await expect(page).toHaveURL('/login?from=%2Fcheckout')
  const { name, email, password } = newCustomer()
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()

  await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible()
  const items = page.getByRole('list', { name: 'What is in your basket' })
  await expect(items.getByRole('listitem')).toHaveCount(3)
  await expect(items).toContainText(`${more} × `)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByText('Street is required')).toBeVisible()
  await fillAddress(page)
  await page.getByLabel('Purchase-order reference').fill('PO 4711')
  await page.getByLabel('Notes to the shop').fill('The gate opens at 7.')
  await expectAccessible(page)
  await expectNothingWider(page)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await expect(page.getByRole('heading', { name: /^Please Pay for .* and 2 more$/ })).toBeVisible()
  await payWith(page, testCards.success)
  await expect(page.getByText('Yooooooo ! your payment is success')).toBeVisible()

  await page.goto(page.url().replace('/payment/', '/order/'))
  const goods = page.getByRole('list').filter({ hasText: 'Job: Van 7' })
  await expect(goods.getByRole('listitem')).toHaveCount(3)
  for (const told of ['PO 4711', 'The gate opens at 7.', 'Barisal - 8200']) {
    await expect(page.getByText(told).first()).toBeVisible()
  }
  // What was ordered is in the basket no more.
  await page.goto('/basket')
  await expect(page.getByText('Your basket is empty')).toBeVisible()
})

test('what cannot be ordered as it is says so beside its line, with what would do', async ({ page }) => {
  const tool = (await pathOf(pads)).split('/').at(-1) ?? ''
  const customer = await newCustomerSignedIn()
  const lines = [{ tools_id: tool, quantity: 1, vehicle: await idOf(jetta) }]
  await ask('/api/basket/lines', 'PUT', { body: { lines }, token: customer.token })
  await signInAs(page, customer)
  await page.goto('/basket')
  await expect(page.getByText(/^The minimum order quantity is/)).toBeVisible()
  // Each by its tool: there is one of them in every row.
  const tick = page.getByRole('checkbox', {
    name: `I have checked that all of this applies to my vehicle. ${pads}`,
  })
  await expect(tick).not.toBeChecked()
  await expect(page.getByText('One line cannot be ordered as it is. Change it above.')).toBeVisible()
  await expectAccessible(page)
  for (const step of ['One less', 'One more']) {
    await expect(page.getByRole('button', { name: `${step} Quantity of ${pads}` })).toBeVisible()
  }
  await page.getByRole('button', { name: new RegExp(`^Use [0-9]+ of ${pads}$`) }).click()
  await tick.check()
  await expect(page.getByText('One line cannot be ordered as it is. Change it above.')).toBeHidden()
  await expect(tick).toBeChecked()

  await page.getByRole('button', { name: `Remove ${pads} from the basket` }).click()
  await expect(page.getByText('Your basket is empty')).toBeVisible()
})

test('what could not be saved is told beside its line, and the basket shows what would be ordered', async ({
  page,
}) => {
  const tool = (await pathOf(pads)).split('/').at(-1) ?? ''
  const customer = await newCustomerSignedIn()
  const lines = [{ tools_id: tool, quantity: 50, vehicle: await idOf(jetta) }]
  await ask('/api/basket/lines', 'PUT', { body: { lines }, token: customer.token })
  await signInAs(page, customer)
  await page.goto('/basket')
  const quantity = page.getByRole('spinbutton', { name: `Quantity of ${pads}` })
  const unsaved = page.getByText('57 was not saved. The shop cannot be reached. Check your connection and try again.')
  await expect(quantity).toHaveValue('50')
  await page.route(/\/api\/basket/, route => route.abort('aborted'))
  await quantity.fill('57')
  await quantity.blur()
  await expect(unsaved).toBeVisible()
  await expect(quantity).toHaveValue('50')
  await expect(quantity).toHaveAccessibleDescription(/^57 was not saved\./)
  const tick = page.getByRole('checkbox', { name: 'I have checked that all of this applies to my vehicle.' })
  await tick.click()
  const order = page.getByRole('region', { name: 'Order total' })
  await expect(order).toHaveAttribute('aria-busy', 'false')
  await expect(tick).not.toBeChecked()
  await expectAccessible(page)
  await expectNothingWider(page)

  await page.unrouteAll()
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Your basket could not be loaded')).toBeHidden()
  await expect(unsaved).toBeVisible()
  await quantity.fill('57')
  await tick.check()
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await expect(page.getByRole('list', { name: 'What is in your basket' })).toContainText('57 × ')
  await page.goBack()
  await expect(quantity).toHaveValue('57')
  await expect(unsaved).toBeHidden()
})

test('a quantity is what was typed last, however late the shop answers to the one before', async ({ page }) => {
  await addFromList(page, '/shop', 1)
  await basketLink(page, 1).click()
  const quantity = page.getByRole('spinbutton').first()
  const before = Number(await quantity.inputValue())
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/basket/priced', async route => {
    const response = await route.fetch()
    await answered.promise
    await route.fulfill({ response })
  })
  const asked = page.waitForRequest('**/api/basket/priced')
  await quantity.fill(String(before + 2))
  await asked
  // Back to what it was: that is a change as well, for the other is on its way.
  await quantity.fill(String(before))
  await quantity.blur()
  answered.resolve()
  await expect(page.getByRole('region', { name: 'Order total' })).toHaveAttribute('aria-busy', 'false')
  await page.reload()
  await expect(quantity).toHaveValue(String(before))
})

test('what is put in while the basket is still being counted counts', async ({ page }) => {
  await signInAs(page, await newCustomerSignedIn())
  const added = Promise.withResolvers<void>()
  await page.route('**/api/basket/count', async route => {
    const response = await route.fetch()
    await added.promise
    await route.fulfill({ response })
  })
  const counting = page.waitForResponse('**/api/basket/count')
  await addFromList(page, '/shop', 1)
  added.resolve()
  await (await counting).finished()
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
  await expect(basketLink(page, 1)).toBeVisible()
})

test('an address that was kept is chosen at the next checkout, and the book is kept in order', async ({ page }) => {
  const customer = await newCustomerSignedIn()
  await signInAs(page, customer)
  await page.goto('/dashboard/addresses')
  await expect(page.getByText('No addresses yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add an address' }).click()
  await fillAddress(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('4 Ferry Ghat Road, Barisal - 8200, Bangladesh')).toBeVisible()
  await expectAccessible(page)
  await expectNothingWider(page)
  await addFromList(page, '/shop', 1)
  await page.goto('/checkout')
  await expect(page.getByRole('radio', { name: /Padma Fleet Service/ })).toBeChecked()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)

  await page.goto('/dashboard/addresses')
  await page.getByRole('button', { name: /^Remove Padma/ }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
  const none = page.getByRole('heading', { name: 'No addresses yet' })
  await expect(none).toBeVisible()
  await expect(page.locator('[tabindex="-1"]:focus').filter({ has: none })).toBeVisible()
})
