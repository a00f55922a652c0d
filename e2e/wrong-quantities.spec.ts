import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './journey.ts'
import { asAdmin, ask, asNewCustomer, newCustomerSignedIn, numberOf, orderUnits, pay, signInAs } from './roles.ts'

type Tool = { _id: string; name: string; availableQuantity: number; minimumQuantity: number; multiple: number }

/** The newest are other journeys' own, which change them meanwhile. */
async function plainTools(page: Page): Promise<[Tool, Tool]> {
  const tools = (await (await page.request.get('/api/tools?limit=200')).json()) as Tool[]
  const [one, other] = tools
    .toReversed()
    .filter(
      ({ availableQuantity, minimumQuantity, multiple }) =>
        availableQuantity > 50 && minimumQuantity === 1 && multiple === 1,
    )
  if (!one || !other) throw new Error('the demo shop has no such parts')
  return [one, other]
}

/** What is typed and is no quantity of anything. */
const wrong = ['3,5', '0', '-4', '', '5000000']

test('a quantity that is refused stops the way to the checkout, which leads back to its line, for visitors and customers (finding 16) @both', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/api/basket/lines/')
  const [one, other] = await plainTools(page)
  const lines = [one, other].map(({ _id }) => ({ tools_id: _id, quantity: 2 }))
  const kept = lines.map((line, at) => ({ ...line, id: `00000000-0000-4000-8000-00000000000${at}` }))
  const visit = async (next: string) => {
    await page.goto('/basket')
    const quantity = page.getByRole('spinbutton', { name: `Quantity of ${other.name}` })
    await expect(quantity).toHaveValue('2')
    for (const typed of wrong) {
      await quantity.fill(typed)
      await page.getByRole('link', { name: 'Go to checkout' }).click()
      await expect(page.getByText('Correct the marked line first.'), typed).toBeVisible()
      await expect(page, typed).toHaveURL('/basket')
      await expect(quantity).toBeFocused()
      await expect(quantity).toHaveAccessibleDescription(/^(Enter a whole number|5,000,000 was not saved)/)
    }
    await expectAccessible(page)
    // Refused while the hand rests in the field: the way stops once more, and goes on from there with what the line has.
    await quantity.fill('5000001')
    await expect(page.getByText('5,000,001 was not saved')).toBeVisible()
    await page.getByRole('link', { name: 'Go to checkout' }).click()
    await expect(quantity).toBeFocused()
    await expect(page).toHaveURL('/basket')
    await page.getByRole('link', { name: 'Go to checkout' }).click()
    await expect(page).toHaveURL(next)
    await page.goto('/basket')
    await expect(quantity).toHaveValue('2')
    await quantity.fill('3')
    await page.getByRole('link', { name: 'Go to checkout' }).click()
  }
  await page.goto('/basket')
  await page.evaluate(basket => localStorage.setItem('basket', JSON.stringify(basket)), kept)
  await visit('/login?from=%2Fcheckout')
  await expect(page).toHaveURL('/login?from=%2Fcheckout')
  await page.evaluate(() => localStorage.removeItem('basket'))

  const customer = await newCustomerSignedIn()
  await ask('/api/basket/lines', 'PUT', { body: { lines }, token: customer.token })
  await signInAs(page, customer)
  await visit('/checkout')
  await expect(page.getByRole('list', { name: 'What is in your basket' })).toContainText('3 × ')
})

test('what is wrong with a line is mended where the line is: basket and checkout lead to it (finding 16)', async ({
  page,
}) => {
  const [one, other] = await plainTools(page)
  const customer = await newCustomerSignedIn()
  const lines = [
    { tools_id: one._id, quantity: 1 },
    { tools_id: other._id, quantity: other.availableQuantity + 1 },
  ]
  await ask('/api/basket/lines', 'PUT', { body: { lines }, token: customer.token })
  await signInAs(page, customer)
  const quantity = page.getByRole('spinbutton', { name: `Quantity of ${other.name}` })
  await page.goto('/basket')
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await expect(quantity).toBeFocused()
  await expect(quantity).toHaveAccessibleDescription(/left\. Order [\d,]+ or fewer\./)
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page).toHaveURL('/basket#correct')
  await expect(quantity).toBeFocused()
})

test('units that are no number are no units left out: staff are led back to the line (finding 16)', async ({
  page,
  browser,
}) => {
  const customer = await asNewCustomer(page)
  const [one] = await plainTools(page)
  const orderId = await orderUnits(customer, one._id, 2)
  await pay(customer, orderId)
  const number = await numberOf(customer, orderId)
  const context = await browser.newContext({ baseURL: process.env['SHOP_URL'] ?? '', reducedMotion: 'reduce' })
  const admin = await context.newPage()
  await asAdmin(admin)
  await admin.goto(`/dashboard/allOrders/${orderId}`)
  await expect(admin.getByRole('heading', { name: `Order ${number}`, level: 1 })).toBeVisible()
  const dialog = admin.getByRole('dialog')
  const units = dialog.getByRole('spinbutton')
  for (const [open, verb] of [
    ['Mark shipped', 'Mark shipped'],
    ['Refund', 'Refund $1.00'],
  ] as const) {
    await admin.getByRole('button', { name: open, exact: true }).click()
    for (const typed of ['1,5', '9']) {
      await units.fill(typed)
      if (open === 'Mark shipped') await dialog.getByLabel('Carrier').fill('Sundarban Courier')
      else await dialog.getByLabel(/^Amount in/).fill('1')
      await dialog.getByRole('button', { name: verb, exact: true }).click()
      await expect(units, `${open} ${typed}`).toBeFocused()
      await expect(units).toHaveAttribute('aria-invalid', 'true')
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  }
  await context.close()
})

test('a basket is emptied after a question, and what was taken out is said and comes back (finding 21)', async ({
  page,
}) => {
  const [one, other] = await plainTools(page)
  const lines = [one, other].map(({ _id }) => ({ tools_id: _id, quantity: 2, reference: 'Van 7' }))
  const kept = lines.map((line, at) => ({ ...line, id: `00000000-0000-4000-8000-00000000000${at}` }))
  const visit = async () => {
    await page.goto('/basket')
    const quantity = page.getByRole('spinbutton')
    await expect(quantity).toHaveCount(2)
    await page.getByRole('button', { name: `Remove ${one.name} from the basket` }).click()
    await expect(page.getByRole('status').filter({ hasText: `${one.name} is out of the basket.` })).toBeVisible()
    await expect(quantity).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(quantity).toHaveCount(2)
    await expect(page.getByText('For Van 7')).toHaveCount(2)
    await page.getByRole('button', { name: 'Empty the basket' }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Empty the basket' }).click()
    await expect(page.getByText('Your basket is empty')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: '2 lines are out of the basket.' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(quantity).toHaveCount(2)
  }
  await page.goto('/basket')
  await page.evaluate(basket => localStorage.setItem('basket', JSON.stringify(basket)), kept)
  await visit()
  await page.evaluate(() => localStorage.removeItem('basket'))
  const customer = await newCustomerSignedIn()
  await ask('/api/basket/lines', 'PUT', { body: { lines }, token: customer.token })
  await signInAs(page, customer)
  await visit()
})
