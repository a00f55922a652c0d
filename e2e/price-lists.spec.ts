import { expect, expectAccessible, expectNothingWider, test, toastOf } from './journey.ts'
import { adminSignedIn, ask, newCustomerSignedIn, shopUrl, signInAs } from './roles.ts'
import { confirmEmail } from './steps.ts'

/** A tool of its own, at 40 dollars. */
async function newTool(): Promise<{ id: string; name: string }> {
  const admin = await adminSignedIn()
  const [other] = await ask<{ img: string }[]>('/api/tools?limit=1', 'GET')
  const name = `Clamp ${process.pid}-${Date.now().toString(36)}`
  const body = {
    name,
    description: 'Steel.',
    price: '40',
    availableQuantity: 1000,
    minimumQuantity: 1,
    img: other?.img,
  }
  const { insertedId } = await ask<{ insertedId: string }>('/api/tools', 'POST', { body, token: admin.token })
  return { id: insertedId, name }
}

test('staff gives a group of customers a price, which they see and pay, and nobody else sees', async ({ page }) => {
  const [tool, customer] = [await newTool(), await newCustomerSignedIn()]
  await signInAs(page, customer)
  await confirmEmail(page, customer.account.email)
  await signInAs(page, await adminSignedIn())
  const name = tool.name.replace('Clamp', 'Trade')
  await page.goto('/dashboard/price-lists')
  await page.getByLabel('Name of the new group').fill(name)
  await page.getByRole('button', { name: 'Add group' }).click()
  await page.getByRole('button', { name: `Members of ${name}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email of a customer').fill(customer.account.email)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: customer.account.email })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()

  await page.getByRole('link', { name: 'New price list' }).click()
  await page.getByRole('button', { name: 'Save price list' }).click()
  await expect(page.getByText('Give the list a name.')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Who pays these prices').selectOption('group')
  await page.getByLabel('Group', { exact: true }).selectOption(name)
  await page.getByRole('button', { name: 'Save price list' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByLabel('Add a product by name or part number').fill(tool.name)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByRole('button', { name: `Add a price for ${tool.name}` }).click()
  await dialog.getByLabel('Price for one, price 1').fill('31.41')
  await dialog.getByRole('button', { name: 'Add a quantity' }).click()
  await dialog.getByLabel('From, price 2').fill('10')
  await dialog.getByLabel('Price for one, price 2').fill('27.18')
  await dialog.getByRole('button', { name: 'Save price' }).click()
  await expect(toastOf(page, `The price of ${tool.name} is saved.`)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: tool.name })).toContainText('from 10: $27.18')
  await expectAccessible(page)
  await expectNothingWider(page)

  await signInAs(page, customer)
  await page.goto(`/shop/${tool.id}`)
  await expect(page.getByText('List price $40.00')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Price by quantity' })).toContainText('$27.18')
  const everyones = await (await fetch(`${shopUrl()}/shop/${tool.id}/x`)).text()
  expect(everyones).toContain('$40.00')
  expect(everyones).not.toMatch(/31\.41|27\.18/)
  await page.goto(`/purchase/${tool.id}?quantity=10`)
  await expect(page.getByText('10 × $27.18')).toBeVisible()
})
