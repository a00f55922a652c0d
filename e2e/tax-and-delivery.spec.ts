import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNothingWider, test, toastOf } from './journey.ts'
import { type OwnShop, askDatabase, startOwnedShop } from './own-shop.ts'
import { adminJustSignedIn, asNewCustomer, ask, newCustomerSignedIn, shopUrl, signInAs } from './roles.ts'
import { payWith, testCards } from './steps.ts'

const country = 'IS'

// All say the shop's settings: one after the other.
test.describe.configure({ mode: 'default' })

/** A table of taxes counts for whoever orders to an address of one text: for everybody else's journeys, too. */
let shop: OwnShop
test.beforeAll(async () => {
  shop = await startOwnedShop({})
})
test.afterAll(() => shop.stop())

const query = (text: string, values: unknown[]) => askDatabase<{ id: string }>(shop, text, values)

type Tool = { _id: string; name: string }

/** `price` in cents. */
async function newTool(name: string, price: number): Promise<Tool> {
  const id = randomUUID()
  await query(
    `insert into tool (id, name, description, price, on_hand, minimum_quantity, image_url)
     values ($1, $2, 'For the workshop.', $3, 10000, 1, $4)`,
    [id, name, price, `${shop.address}/favicon.svg`],
  )
  return { _id: id, name }
}

async function say(settings: Record<string, object | null>): Promise<void> {
  const { token } = await adminJustSignedIn()
  const written = Object.entries(settings).map(([name, value]) => [name, value && JSON.stringify(value)])
  await ask('/api/settings', 'PUT', { token, body: { settings: Object.fromEntries(written) } })
}

async function addTax(page: Page, row: number, { taxClass, rate }: { taxClass: string; rate: string }): Promise<void> {
  await page.getByRole('button', { name: 'Add a tax row' }).click()
  await page.getByLabel('Country', { exact: true }).nth(row).selectOption(country)
  await page.getByLabel('Class', { exact: true }).nth(row).fill(taxClass)
  await page.getByLabel('Rate (%)', { exact: true }).nth(row).fill(rate)
}

async function sayTaxesAndMethods(page: Page): Promise<void> {
  await page.goto('/dashboard/settings')
  await addTax(page, 0, { taxClass: 'standard', rate: '24' })
  await addTax(page, 1, { taxClass: 'reduced', rate: '0.11' })
  await page.getByRole('button', { name: 'Add a delivery method' }).click()
  const method = page.getByRole('group', { name: 'Method 1' })
  await method.getByLabel('Price').fill('19.90')
  await method.getByLabel('Working days').fill('1')
  await method.getByLabel('Countries').fill(country)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('0.11 can mean 0.11 % or 11 %. Type the one that you mean.')).toBeVisible()
  await expect(page.getByText('Name the method.')).toBeVisible()
  // What holds everywhere else is the owner's to say, too.
  await expect(page.getByText('Enter the rate.')).toBeVisible()
  await page.getByLabel('Rate everywhere else').fill('0%')
  await expectAccessible(page)
  await expectNothingWider(page)
  await page.getByLabel('Rate (%)', { exact: true }).nth(1).fill('11')
  await method.getByLabel('Name').fill('Express')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(toastOf(page, 'The settings are saved.')).toBeVisible()
}

test('an owner says a reduced tax and a second way of delivery; a customer orders goods of both and pays what the receipt says @desktop', async ({
  page,
  browser,
}) => {
  const [grease, wrench] = [await newTool('Grease', 1000), await newTool('Wrench', 2000)]
  await signInAs(page, await adminJustSignedIn())
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
  await checkout.getByLabel('Country').selectOption(country)
  await checkout.getByLabel('Street and number').fill('Laugavegur 3')
  await checkout.getByLabel('Postal code').fill('101')
  await checkout.getByLabel('City').fill('Reykjavik')
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
  const tool = await newTool('Lift', 20_000)
  const pickUp = { name: 'Pick up', price: '0', days: '2', goodsFrom: '79000', pickUp: { country } }
  await say({ TAX_TABLE: [{ country, taxClass: 'standard', rate: '24%' }], DELIVERY_METHODS: [pickUp] })
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

test('the page of one tool shows the tax of the country that is chosen, and its order has it (finding 3) @desktop', async ({
  page,
}) => {
  const tool = await newTool('Compressor', 10_000)
  await say({ TAX_TABLE: [{ country, taxClass: 'standard', rate: '24%' }], DELIVERY_METHODS: null })
  await asNewCustomer(page)
  await page.goto(`/purchase/${tool._id}`)
  const amounts = page.getByRole('region', { name: 'Order total' })
  // Nobody has said where to, nor where the shop is: the highest.
  await expect(amounts.getByText('Tax (24%)')).toBeVisible()
  await expect(amounts.getByText('$124.00')).toBeVisible()
  await expect(amounts.getByText(/^Tax and delivery depend on the country/)).toBeVisible()
  await page.getByLabel('Company').fill('Garage')
  await page.getByLabel('Phone').fill('+354 555 0100')
  await page.getByLabel('Address', { exact: true }).fill('Laugavegur 3, 101 Reykjavik')
  await page.getByLabel('Country').selectOption('US')
  await expect(amounts.getByText('For delivery within the United States')).toBeVisible()
  await expect(amounts.getByText('Tax (0%)')).toBeVisible()
  await page.getByLabel('Country').selectOption(country)
  await expect(amounts.getByText('For delivery within Iceland')).toBeVisible()
  await expect(amounts.getByText('$124.00')).toBeVisible()
  await expectAccessible(page)
  await expectNothingWider(page)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await page.goto(`/dashboard/order/${page.url().split('/').at(-1)}`)
  await expect(page.getByText('$124.00').first()).toBeVisible()
})
