import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNothingWider, test, toastOf } from './journey.ts'
import { ask, newCustomerSignedIn, pay, signInAs } from './roles.ts'
import { payWith, testCards } from './steps.ts'

type Tool = { _id: string; name: string; partNumber: string; availableQuantity: number; minimumQuantity: number }

async function plentiful(page: Page): Promise<[Tool, Tool]> {
  const tools = (await (await page.request.get('/api/tools?limit=200')).json()) as Tool[]
  const [one, other] = tools.filter(tool => tool.partNumber && tool.availableQuantity > 100 * tool.minimumQuantity)
  if (!one || !other) throw new Error('the demo shop has no such parts')
  return [one, other]
}

const address = { name: 'Padma Fleet', street: '4 Ferry Ghat Road', postalCode: '8200', city: 'Barisal', country: 'BD' }

/** A customer of the page's browser with an order of two parts. */
async function withOrder(page: Page) {
  const [one, other] = await plentiful(page)
  const customer = await newCustomerSignedIn()
  const { token } = customer
  const lines = [one, other].map(tool => ({ tools_id: tool._id, quantity: tool.minimumQuantity }))
  await ask('/api/basket/lines', 'PUT', { body: { lines }, token })
  const { insertedId } = await ask<{ insertedId: string }>('/api/basket/order', 'POST', { body: { address }, token })
  await signInAs(page, customer)
  return { one, other, customer, orderId: insertedId }
}

test('My Orders finds an order by its reference and its part, says what is in it, and is saved as a file (finding 21)', async ({
  page,
}) => {
  const { one, other, customer, orderId } = await withOrder(page)
  await pay(customer, orderId)
  const body = {
    tools_id: one._id,
    quantity: one.minimumQuantity,
    phone: '+880 1555 010148',
    company: 'Padma Fleet Service',
    address: '4 Ferry Ghat Road, Barisal 8200',
    purchaseOrderReference: 'PO 4711',
  }
  await ask('/api/orders', 'POST', { body, token: customer.token })
  await page.goto('/dashboard/order')
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading') })
  await expect(cards).toHaveCount(2)
  // Units of different parts are no quantity of anything; of one part, the specification's words.
  const both = cards.filter({ hasText: 'and 1 more' })
  await expect(both).toContainText('2 lines')
  await expect(both).not.toContainText('Ordered Quantity')
  const single = cards.filter({ hasText: 'PO 4711' })
  await expect(single).toContainText('Ordered Quantity')
  await expectAccessible(page)
  await expectNothingWider(page)

  const search = page.getByLabel('Order number, reference or part')
  await search.fill('po 4711')
  await expect(cards).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'My Orders 1' })).toBeVisible()
  await search.fill(other.partNumber.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  await expect(both).toBeVisible()
  await expect(single).toHaveCount(0)
  await search.fill('nothing like it')
  await expect(page.getByText('No such orders')).toBeVisible()
  await page.getByRole('link', { name: 'Show all orders' }).click()
  await expect(cards).toHaveCount(2)

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const rows = (await text(await (await saving).createReadStream())).trim().split('\r\n')
  expect(rows).toHaveLength(4)
  expect(rows.filter(row => row.includes('PO 4711'))).toHaveLength(1)
  expect(rows.filter(row => row.includes(one.partNumber))).toHaveLength(2)
})

test.describe('a buyer elsewhere', () => {
  test.use({ timezoneId: 'Asia/Dhaka' })
  test('reads until when units are held by their own clock (finding 22)', async ({ page }) => {
    const { customer, orderId } = await withOrder(page)
    const { reservedUntil } = await ask<{ reservedUntil: string }>(`/api/orders/${orderId}`, 'GET', customer)
    const timeIn = (timeZone: string) =>
      new Date(reservedUntil).toLocaleTimeString('en-US', { timeZone, timeStyle: 'short' })
    const held = (at: string) => new RegExp(`held until .*, ${at.replace(/\s/, '\\s')}`, 'i')
    for (const path of [`/dashboard/payment/${orderId}`, `/dashboard/order/${orderId}`]) {
      await page.goto(path)
      await expect(page.getByText(held(timeIn('Asia/Dhaka')))).toBeVisible()
      await expect(page.getByText(held(timeIn('UTC')))).toHaveCount(0)
    }
    // A paper is read by others: it says whose time it is.
    await page.goto(`/dashboard/order/${orderId}/receipt`)
    await expect(page.getByText(/ UTC$/).first()).toBeVisible()
  })
})

test('the payment page lists what is paid for, begins in the card, and says nothing of an old decline while the next card is tried (finding 22)', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/sandbox/v1/')
  const { one, other, orderId } = await withOrder(page)
  await page.goto('/dashboard/order')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^PAY NOW/ })
    .click()
  await expect(page).toHaveURL(`/dashboard/payment/${orderId}`)
  await expect(page.getByLabel('Card number')).toBeFocused()
  const lines = page.getByRole('list', { name: 'What you pay for' }).getByRole('listitem')
  await expect(lines).toHaveText(
    [one, other].map(
      ({ name, minimumQuantity }) => new RegExp(`^${minimumQuantity} × ${name.replaceAll(/[^\w ]/g, '.')}`),
    ),
  )
  await expectAccessible(page)
  await expectNothingWider(page)
  await payWith(page, testCards.declined)
  const old = page.getByText('use another card, or ask your bank.')
  await expect(old).toBeVisible()
  const { promise: isTime, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/confirm', async route => {
    await isTime
    await route.continue()
  })
  await payWith(page, testCards.success)
  await expect(page.getByRole('button', { name: 'Paying . . .' })).toBeVisible()
  await expect(old).toHaveCount(0)
  letGo()
  await expect(page.getByText('Yooooooo ! your payment is success')).toBeVisible()
})

test('what is added says how many and leads to the basket, is said once, and says where it cannot be ordered so (findings 18 and 22)', async ({
  page,
}) => {
  const [one] = await plentiful(page)
  await page.goto(`/shop/${one._id}`)
  const quantity = page.getByRole('textbox', { name: 'Quantity' })
  await quantity.fill(String(one.minimumQuantity))
  await page.getByRole('button', { name: `Add to basket: ${one.name}` }).click()
  const told = toastOf(page, `${one.minimumQuantity.toLocaleString('en-US')} × ${one.name} added to your basket`)
  await expect(told).toBeVisible()
  // Its place is read out as it fills: an alert in it would be said twice.
  await expect(page.locator('.Toastify [role="alert"]')).toHaveCount(0)
  await quantity.fill('99984')
  await page.getByRole('button', { name: `Add to basket: ${one.name}` }).click()
  await expect(toastOf(page, `99,984 × ${one.name} added to your basket. Only `, 'success')).toHaveCount(0)
  await expect(toastOf(page, `99,984 × ${one.name} added to your basket. Only `)).toBeVisible()
  await page.locator('.Toastify__toast').getByRole('link', { name: 'Go to the basket' }).first().click()
  await expect(page).toHaveURL('/basket')
})
