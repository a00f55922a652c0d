import { text } from 'node:stream/consumers'
import { expect, expectAccessible, expectNothingWider, test, toastOf } from './journey.ts'
import { ask, asNewCustomer, newCustomerSignedIn, orderUnits, pay, signInAs } from './roles.ts'

type Tool = {
  name: string
  partNumber: string | null
  availableQuantity: number
  minimumQuantity: number
  multiple: number
}

test('a customer saves a quick order as a list, orders it again, renames it and removes it @both', async ({ page }) => {
  const answer = await page.request.get('/api/tools?limit=100')
  const [one, other] = ((await answer.json()) as Tool[]).filter(
    tool => tool.partNumber && tool.availableQuantity > 20 && tool.minimumQuantity === 1 && tool.multiple === 1,
  )
  if (!one || !other) throw new Error('the demo shop has no such parts')
  await asNewCustomer(page)
  await page.goto('/order-pad')
  for (const [index, tool] of [one, other].entries()) {
    await page.getByLabel(`Part number, line ${index + 1}`, { exact: true }).fill(tool.partNumber ?? '')
    await page.getByLabel(`Quantity, line ${index + 1}`, { exact: true }).fill('2')
  }
  await page.getByRole('button', { name: 'Check Lines' }).click()
  await page.getByRole('button', { name: 'Save as a List' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save List' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/Give the list a name\./)
  await dialog.getByLabel('Name').fill('Service kit')
  await dialog.getByRole('button', { name: 'Save List' }).click()
  await expect(page.getByText('The list “Service kit” is saved')).toBeVisible()

  await page.goto('/dashboard/lists')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Service kit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Service kit' })).toBeVisible()
  await expect(page.getByRole('link', { name: other.name })).toBeVisible()
  await expectAccessible(page)
  await expectNothingWider(page)
  await page.getByRole('button', { name: 'Add All to Basket' }).click()
  await expect(page).toHaveURL('/basket')
  await expect(page.getByRole('link', { name: one.name })).toBeVisible()
  await expect(page.getByRole('link', { name: other.name })).toBeVisible()

  await page.goto('/dashboard/lists')
  await page.getByRole('button', { name: 'Rename Service kit' }).click()
  await dialog.getByLabel('Name').fill('Oil change')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('button', { name: 'Remove Oil change' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter')
  const none = page.getByRole('heading', { name: 'No lists yet' })
  await expect(none).toBeVisible()
  await expect(page.locator('[tabindex="-1"]:focus').filter({ has: none })).toBeVisible()
})

test('what a customer has ordered again is offered to them, and one press puts it into the basket', async ({
  page,
}) => {
  const tools = (await (await page.request.get('/api/tools?limit=100')).json()) as (Tool & { _id: string })[]
  const tool = tools.find(({ availableQuantity, minimumQuantity }) => availableQuantity > 200 && minimumQuantity === 1)
  if (!tool) throw new Error('the demo shop has no such part')
  const customer = await newCustomerSignedIn()
  await signInAs(page, customer)
  await pay(customer, await orderUnits(customer, tool._id, 1))
  await page.goto('/dashboard/lists')
  await expect(page.getByRole('heading', { name: 'No lists yet' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Often ordered' })).toHaveCount(0)
  await orderUnits(customer, tool._id, 3)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Often ordered' })).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: `Quantity of ${tool.name}` })).toHaveValue('3')
  await expectAccessible(page)
  await expectNothingWider(page)
  await page.getByRole('button', { name: `Add to Basket: ${tool.name}` }).click()
  await expect(toastOf(page, `${tool.name} added to your basket`)).toBeVisible()
  await page.goto('/basket')
  await expect(page.getByRole('spinbutton', { name: `Quantity of ${tool.name}` })).toHaveValue('3')
})

test('a list is changed line by line, ordered line by line, printed and saved as a file (finding 21)', async ({
  page,
}) => {
  const tools = (await (await page.request.get('/api/tools?limit=100')).json()) as (Tool & { _id: string })[]
  const [one, other, third] = tools.filter(
    tool => tool.partNumber && tool.availableQuantity > 20 && tool.minimumQuantity === 1 && tool.multiple === 1,
  )
  if (!one || !other || !third) throw new Error('the demo shop has no such parts')
  const customer = await newCustomerSignedIn()
  await signInAs(page, customer)
  const lines = [one, other].map(({ _id }) => ({ tools_id: _id, quantity: 2 }))
  const { insertedId } = await ask<{ insertedId: string }>('/api/lists', 'POST', {
    body: { name: 'Van service', lines },
    token: customer.token,
  })
  await page.goto(`/dashboard/lists/${insertedId}`)
  const quantity = page.getByRole('spinbutton', { name: `Quantity of ${one.name}` })
  await expect(quantity).toHaveValue('2')
  await expectAccessible(page)
  await expectNothingWider(page)

  // A quantity that is none is neither kept nor ordered.
  await quantity.fill('3,5')
  await page.getByRole('button', { name: `Add to Basket: ${one.name}` }).click()
  await expect(quantity).toBeFocused()
  await quantity.fill('5')
  await quantity.blur()
  await page.getByRole('button', { name: `Remove ${other.name}`, exact: true }).click()
  await expect(page.getByRole('link', { name: other.name })).toHaveCount(0)
  await expect(toastOf(page, `${other.name} is out of the list`)).toBeVisible()
  await page.getByLabel('Part number').fill('NO-SUCH-9')
  await page.getByLabel('Quantity', { exact: true }).fill('4')
  await page.getByRole('button', { name: 'Add to List' }).click()
  await expect(page.getByLabel('Part number')).toBeFocused()
  await expect(page.getByLabel('Part number')).toHaveAccessibleDescription(/No part in this shop has this number/)
  await page.getByLabel('Part number').fill(third.partNumber ?? '')
  await page.getByRole('button', { name: 'Add to List' }).click()
  await expect(page.getByRole('spinbutton', { name: `Quantity of ${third.name}` })).toHaveValue('4')
  await page.reload()
  await expect(quantity).toHaveValue('5')
  await page.getByRole('button', { name: `Add to Basket: ${one.name}` }).click()
  await expect(toastOf(page, `5 × ${one.name} added to your basket`)).toBeVisible()

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('Van-service.csv')
  const [head, ...rows] = (await text(await file.createReadStream())).trim().split('\r\n')
  expect(head).toContain('Part number,Brand,Quantity,Name')
  expect(rows).toHaveLength(2)
  expect(rows[1]).toContain(third.partNumber)
  await page.evaluate(() => (window.print = () => void (document.body.dataset['printed'] = 'yes')))
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
})
