import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNothingWider, test, toastOf } from './journey.ts'
import { adminSignedIn, asAdmin, asNewCustomer, ask, newCustomerSignedIn, shopUrl, signInAs } from './roles.ts'
import { payWith, testCards } from './steps.ts'

// Iceland alone: nobody else's orders go there while this runs.
const country = 'IS'

// Both say the shop's settings: one after the other.
test.describe.configure({ mode: 'default' })

test.afterAll(async () => {
  const { token } = await adminSignedIn()
  const body = { settings: { TAX_TABLE: null, DELIVERY_METHODS: null } }
  await ask('/api/settings', 'PUT', { token, body })
})

type Tool = { _id: string; name: string; img: string }

async function newTool(name: string, price: string): Promise<Tool> {
  const { token } = await adminSignedIn()
  const [other] = await ask<Tool[]>('/api/tools?limit=1', 'GET')
  const body = {
    name,
    description: 'For the workshop.',
    price,
    minimumQuantity: 1,
    availableQuantity: 10_000,
    img: other?.img,
  }
  const { insertedId } = await ask<{ insertedId: string }>('/api/tools', 'POST', { token, body })
  return ask<Tool>(`/api/tools/${insertedId}`, 'GET')
}

async function addTax(page: Page, row: number, { taxClass, rate }: { taxClass: string; rate: string }): Promise<void> {
  await page.getByRole('button', { name: 'Add a tax row' }).click()
  await page.getByLabel('Country', { exact: true }).nth(row).selectOption(country)
  await page.getByLabel('Class', { exact: true }).nth(row).fill(taxClass)
  await page.getByLabel('Rate', { exact: true }).nth(row).fill(rate)
}

async function sayTaxesAndMethods(page: Page): Promise<void> {
  await page.goto('/dashboard/settings')
  await addTax(page, 0, { taxClass: 'standard', rate: '24%' })
  await addTax(page, 1, { taxClass: 'reduced', rate: '11' })
  await page.getByRole('button', { name: 'Add a delivery method' }).click()
  const method = page.getByRole('group', { name: 'Method 1' })
  await method.getByLabel('Price').fill('19.90')
  await method.getByLabel('Working days').fill('1')
  await method.getByLabel('Countries').fill(country)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Use a percentage with its sign, such as 19%.')).toBeVisible()
  await expect(page.getByText('Name the method.')).toBeVisible()
  await expectAccessible(page)
  await expectNothingWider(page)
  await page.getByLabel('Rate', { exact: true }).nth(1).fill('11%')
  await method.getByLabel('Name').fill('Express')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(toastOf(page, 'The settings are saved.')).toBeVisible()
}

test('an owner says a reduced tax and a second way of delivery; a customer orders goods of both and pays what the receipt says @desktop', async ({
  page,
  browser,
}) => {
  const stamp = `${process.pid}-${Date.now().toString(36)}`
  const [grease, wrench] = [await newTool(`Grease ${stamp}`, '10'), await newTool(`Wrench ${stamp}`, '20')]
  await asAdmin(page)
  await sayTaxesAndMethods(page)
  await page.goto(`/dashboard/manageProducts/${grease._id}`)
  await page.getByLabel('Tax class').selectOption('reduced')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(page, `${grease.name} is saved`)).toBeVisible()

  const customer = await newCustomerSignedIn()
  const lines = [grease, wrench].map(({ _id }) => ({ tools_id: _id, quantity: 1 }))
  await ask('/api/basket/lines', 'PUT', { token: customer.token, body: { lines } })
  const checkout = await (await browser.newContext({ baseURL: shopUrl(), reducedMotion: 'reduce' })).newPage()
  await signInAs(checkout, customer)
  await checkout.goto('/checkout')
  await expect(checkout.getByRole('radio', { name: /^Standard delivery/ })).toBeChecked()
  await expect(checkout.getByRole('radio', { name: /^Express/ })).toBeHidden()
  await checkout.getByLabel('Street and number').fill('Laugavegur 3')
  await checkout.getByLabel('Postal code').fill('101')
  await checkout.getByLabel('City').fill('Reykjavik')
  await checkout.getByLabel('Country').selectOption(country)
  await checkout.getByRole('radio', { name: /^Express, within 1 working day/ }).check()
  const sum = checkout.getByRole('complementary', { name: 'Your order' })
  await expect(sum.getByText('Tax (24%)')).toBeVisible()
  await expect(sum.getByText('$60.58')).toBeVisible()
  await expectAccessible(checkout)
  await expectNothingWider(checkout)
  await checkout.getByRole('button', { name: 'Place Order' }).click()
  await expect(checkout).toHaveURL(/\/dashboard\/payment\//)
  await payWith(checkout, testCards.success)
  const order = checkout.url().split('/').at(-1)
  await checkout.goto(`/dashboard/order/${order}/receipt`)
  const receipt = checkout.getByRole('article')
  for (const text of [
    'Express, within 1 working day',
    '$19.90',
    'Tax (24%)',
    '$9.58',
    'Tax (11%)',
    '$1.10',
    '$60.58',
  ]) {
    await expect(receipt.getByText(text, { exact: true }).first()).toBeVisible()
  }
  await checkout.context().close()
})

test('the page of one tool offers what goes anywhere, and orders at its price @desktop', async ({ page }) => {
  const { token } = await adminSignedIn()
  const tool = await newTool(`Lift ${process.pid}-${Date.now().toString(36)}`, '200')
  // More than anybody else orders while this runs.
  const pickUp = { name: 'Pick up', price: '0', days: '2', goodsFrom: '79000', pickUp: { country } }
  const settings = {
    TAX_TABLE: JSON.stringify([{ country, taxClass: 'standard', rate: '24%' }]),
    DELIVERY_METHODS: JSON.stringify([pickUp]),
  }
  await ask('/api/settings', 'PUT', { token, body: { settings } })
  await asNewCustomer(page)
  await page.goto(`/purchase/${tool._id}`)
  const amounts = page.getByRole('region', { name: 'Order total' })
  await expect(amounts.getByText('$200.00').first()).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Pick up/ })).toBeHidden()
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('400')
  await page.getByRole('radio', { name: 'Pick up, you pick it up, within 2 working days' }).check()
  await expect(amounts.getByText('Tax (24%)')).toBeVisible()
  await expectAccessible(page)
  await expectNothingWider(page)
  await page.getByLabel('Company').fill('Garage')
  await page.getByLabel('Phone').fill('+354 555 0100')
  await page.getByLabel('Address', { exact: true }).fill('Laugavegur 3, 101 Reykjavik')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await page.goto(`/dashboard/order/${page.url().split('/').at(-1)}`)
  await expect(page.getByText('Pick up, you pick it up, within 2 working days')).toBeVisible()
})
