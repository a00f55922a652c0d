import { expect, test } from './journey.ts'
import { adminSignedIn, asAdmin, ask, asNewCustomer, withPicture } from './roles.ts'
import { placeOrder } from './steps.ts'

type Tool = { _id: string; name: string; img: string }

let made = 0

/** A tool of its own, with enough of it for whoever orders the newest tool meanwhile. */
async function newTool(more: Record<string, unknown>): Promise<Tool> {
  const admin = await adminSignedIn()
  const { img } = await withPicture()
  made += 1
  const name = `Cable tie ${process.pid}-${Date.now().toString(36)}-${made}`
  const body = { name, description: 'Nylon.', price: '4.20', availableQuantity: 10_000, img, ...more }
  const { insertedId } = await ask<{ insertedId: string }>('/api/tools', 'POST', { body, token: admin.token })
  return ask<Tool>(`/api/tools/${insertedId}`, 'GET')
}

test('what is sold in multiples is stepped, judged and ordered in them, and shows what its price is for', async ({
  page,
}) => {
  const sold = { unit: 'box', boxQuantity: 50, minimumQuantity: 48, multiple: 24, weightGrams: 1250 }
  const tool = await newTool(sold)
  await page.goto(`/shop/${tool._id}/x`)
  const main = page.getByRole('main')
  await expect(main.getByText('/ box of 50').first()).toBeVisible()
  await expect(main.getByText('1.25 kg / box of 50')).toBeVisible()
  await expect(main.getByText('Multiples of')).toBeVisible()

  await asNewCustomer(page)
  await page.goto(`/purchase/${tool._id}`)
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' })
  await expect(quantity).toHaveValue('48')
  await expect(page.getByText('From 48 to 9,984, in multiples of 24')).toBeVisible()
  await quantity.press('ArrowUp')
  await expect(quantity).toHaveValue('72')
  await quantity.fill('50')
  await expect(page.getByText('This is sold in multiples of 24. Order 48 or 72.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeDisabled()
  await placeOrder(page, 96)
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
})

test('an admin says how a tool is sold, is told what does not go together, and nothing typed is lost', async ({
  page,
}) => {
  const tool = await newTool({ minimumQuantity: 1 })
  await asAdmin(page)
  await page.goto(`/dashboard/manageProducts/${tool._id}`)
  await page.getByLabel('Sold by').selectOption({ label: 'Box of …' })
  await page.getByLabel('Multiple', { exact: false }).fill('5')
  await page.getByLabel('Minimum order quantity').fill('7')
  await page.getByLabel('Weight of a unit').fill('1.5.0')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Use a number, such as 12.5.')).toBeVisible()
  await page.getByLabel('Weight of a unit').fill('1.5')
  await page.getByLabel('Number in the box').fill('25')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Use a multiple of 5: 5 or 10.')).toBeVisible()
  await page.getByLabel('Minimum order quantity').fill('10')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(/\/dashboard\/manageProducts$/)
  await page.goto(`/dashboard/manageProducts/${tool._id}`)
  await expect(page.getByLabel('Number in the box')).toHaveValue('25')
  await expect(page.getByLabel('Weight of a unit')).toHaveValue('1.5')
  await expect(page.getByLabel('Minimum order quantity')).toHaveValue('10')
})
