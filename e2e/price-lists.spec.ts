import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, expectNothingWider, test, toastOf } from './journey.ts'
import {
  adminSignedIn,
  asAdmin,
  ask,
  newCustomerSignedIn,
  orderUnits,
  shopUrl,
  signInAs,
  withPicture,
} from './roles.ts'
import { confirmEmail } from './steps.ts'

/** A tool of its own, at 40 dollars. */
async function newTool(mark = ''): Promise<{ id: string; name: string; partNumber: string }> {
  const admin = await adminSignedIn()
  const other = await withPicture()
  const name = `Clamp ${process.pid}-${Date.now().toString(36)}${mark}`
  const partNumber = name.replace('Clamp ', 'CL-')
  const body = {
    name,
    description: 'Steel.',
    price: '40',
    availableQuantity: 1000,
    minimumQuantity: 1,
    img: other.img,
    partNumber,
  }
  const { insertedId } = await ask<{ insertedId: string }>('/api/tools', 'POST', { body, token: admin.token })
  return { id: insertedId, name, partNumber }
}

test('staff gives a group of customers a price, which they see and pay, and nobody else sees; sorting says whose price it goes by (finding 5)', async ({
  page,
  browser,
}) => {
  const [tool, customer] = [await newTool(), await newCustomerSignedIn()]
  const theirs = await (await browser.newContext({ baseURL: shopUrl() })).newPage()
  await signInAs(theirs, customer)
  await confirmEmail(theirs, customer.account.email)
  await asAdmin(page)
  const name = tool.name.replace('Clamp', 'Trade')
  await page.goto('/dashboard/price-lists')
  await page.getByLabel('Name of the new group').fill(name)
  await page.getByRole('button', { name: 'Add group' }).click()
  await page.getByRole('button', { name: `Members of ${name}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email of a customer').fill(customer.account.email)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: customer.account.email })).toBeVisible()
  await page.keyboard.press('Escape')

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
  await page.getByRole('button', { name: `Add price for ${tool.name}` }).click()
  await dialog.getByLabel('Unit price, price 1').fill('31.41')
  await dialog.getByRole('button', { name: 'Add a quantity' }).click()
  await dialog.getByLabel('From, price 2').fill('10')
  await dialog.getByLabel('Unit price, price 2').fill('27.18')
  await dialog.getByLabel('Minimum order quantity').fill('2')
  await dialog.getByLabel('Multiple').fill('2')
  await dialog.getByRole('button', { name: 'Save price' }).click()
  await expect(toastOf(page, `The price of ${tool.name} is saved.`)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: tool.name })).toContainText('from 10: $27.18')
  await expectAccessible(page)
  await expectNothingWider(page)

  await theirs.goto(`/shop/${tool.id}`)
  await expect(theirs.getByText('List price $40.00')).toBeVisible()
  await expect(theirs.getByRole('table', { name: 'Price by quantity' })).toContainText('$27.18')
  // One minimum is said, and it is the buyer's own (finding 18).
  await expect(theirs.getByText('Minimum Order Quantity', { exact: true }).locator('..')).toHaveText(
    'Minimum Order Quantity2',
  )
  await expect(theirs.getByText(/minimum order quantity/i)).toHaveCount(1)
  for (const view of ['', '&view=list']) {
    const asked = theirs.waitForRequest('**/api/prices*')
    await theirs.goto(`/shop?q=${encodeURIComponent(tool.name)}${view}`)
    const card = theirs.getByRole('article').filter({ hasText: tool.name })
    await asked
    await expect(card).toContainText('$31.41 List price $40.00')
    await expect(card).toContainText(view ? 'Min. 2 · ' : 'Minimum Order Quantity2')
    await card.getByRole('button', { name: `Add to basket: 2 × ${tool.name}` }).click()
    await expect(toastOf(theirs, `2 × ${tool.name} added to your basket`)).toBeVisible()
    // What was closed is not said again on the next page.
    await theirs.getByRole('button', { name: 'close' }).click()
    await expect(toastOf(theirs, tool.name)).toHaveCount(0)
    const height = (await card.boundingBox())?.height
    await page.goto(theirs.url())
    expect((await page.getByRole('article').filter({ hasText: tool.name }).boundingBox())?.height).toBe(height)
  }
  await expect(theirs.getByRole('combobox', { name: 'Sort by' })).toContainText('Standard price, lowest first')
  await expect(theirs.locator('#price-filter legend')).toHaveText('Standard price, not yours')
  await expect(page.getByRole('combobox', { name: 'Sort by' })).not.toContainText('Standard price')
  await theirs.getByRole('combobox', { name: 'Search the shop' }).fill(tool.name)
  await expect(theirs.getByRole('option').filter({ hasText: tool.name })).toContainText('$31.41 List price $40.00')
  const everyones = await (await fetch(`${shopUrl()}/shop/${tool.id}/x`)).text()
  expect(everyones).toContain('$40.00')
  expect(everyones).not.toMatch(/31\.41|27\.18/)
  await theirs.goto('/basket')
  await expect(theirs.getByRole('spinbutton', { name: `Quantity of ${tool.name}` })).toHaveValue('4')
  await theirs.goto(`/purchase/${tool.id}?quantity=10`)
  await expect(theirs.getByText('10 × $27.18')).toBeVisible()

  const order = await orderUnits(customer, tool.id, 10)
  await theirs.goto(`/dashboard/order/${order}`)
  await expect(theirs.getByText(`Price list: ${name}, from 10 · List price: $40.00`)).toBeVisible()
})

test('prices come by a file: wrong rows are named, what it does is shown, and it is taken in and back', async ({
  page,
}) => {
  const admin = await adminSignedIn()
  const [one, other] = [await newTool('P1'), await newTool('P2')]
  const body = { name: `By file ${one.name}`, gross: false, audience: 'everyone', from: '2200-01-01' }
  const { insertedId } = await ask<{ insertedId: string }>('/api/price-lists', 'POST', { body, token: admin.token })
  await signInAs(page, admin)
  // The page's first reading of the files ends late: what it says is older than what is sent meanwhile.
  await page.route(
    '**/api/price-lists/*/files*',
    async route => {
      const response = await route.fetch()
      await new Promise(resolve => setTimeout(resolve, 2500))
      await route.fulfill({ response }).catch(() => undefined)
    },
    { times: 1 },
  )
  await page.goto(`/dashboard/price-lists/${insertedId}`)
  const send = async (csv: string) => {
    await page
      .getByLabel('CSV or Excel file')
      .setInputFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('button', { name: 'See what it does' }).click()
  }
  const file = `part_number,from,price\n${one.partNumber},1,31.50\n${one.partNumber},10,29\n${other.partNumber},1,12\n`
  await send('brand,price\nHalden,1\n')
  await expect(page.getByText('prices.csv was not taken. The first row must name the columns')).toBeVisible()
  await send(`${file}NOBODY-SELLS-THIS,1,5\n`)
  await expect(page.getByRole('row').filter({ hasText: 'NOBODY-SELLS-THIS' })).toContainText(
    'The shop sells nothing with this number.',
  )
  await expect(page.getByText('Rows read: 4. Products that they name: 2. Rows that cannot be used: 1.')).toBeVisible()
  await expectAccessible(page)
  await send(file)
  await expect(page.getByText('Added: 2. Changed: 0. Taken out: 0.')).toBeVisible()
  await expect(
    page.getByRole('table', { name: 'What changes' }).getByRole('row').filter({ hasText: one.name }),
  ).toContainText('from 10: $29.00')
  await expectNothingWider(page)
  await page.getByRole('button', { name: 'Change the prices of 2 products' }).click()
  await expect(toastOf(page, 'The prices of the file are in force.')).toBeVisible()
  const prices = page.getByRole('table', { name: 'Prices of products' })
  await expect(prices.getByRole('row').filter({ hasText: other.name })).toContainText('$12.00')
  await page.getByLabel('Format').selectOption('Excel workbook')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download .*\.xlsx$/ }).click()
  expect((await readFile(await (await downloading).path())).subarray(0, 2).toString()).toBe('PK')
  await page.getByRole('button', { name: 'Undo prices.csv' }).click()
  await expect(toastOf(page, 'The prices are as they were before the file.')).toBeVisible()
  await expect(prices).toHaveCount(0)
})

test('a group of customers, and the prices of a product in a list, go only after a question', async ({ page }) => {
  const { token } = await adminSignedIn()
  const tool = await newTool('Q')
  const name = tool.name.replace('Clamp', 'Fleet')
  await ask('/api/customer-groups', 'POST', { body: { name }, token })
  const body = { name, gross: false, audience: 'everyone', from: '2200-01-01' }
  const { insertedId: list } = await ask<{ insertedId: string }>('/api/price-lists', 'POST', { body, token })
  const prices = { tiers: [{ from: '1', price: '31' }], minimum: '', multiple: '' }
  await ask(`/api/price-lists/${list}/entries/${tool.id}`, 'PUT', { body: prices, token })
  await asAdmin(page)
  const dialog = page.getByRole('dialog')
  const goesAfterQuestion = async ({ open, remove, question }: { open: string; remove: string; question: string }) => {
    await page.getByRole('button', { name: open }).click()
    const asks = dialog.getByRole('button', { name: remove })
    const asked = page.getByRole('dialog', { name: question })
    await asks.click()
    await expect(asked).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(asked).toHaveCount(0)
    await expect(asks).toBeFocused()
    await asks.click()
    await asked.getByRole('button', { name: remove }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: open })).toHaveCount(0)
  }
  await page.goto('/dashboard/price-lists')
  await goesAfterQuestion({ open: `Members of ${name}`, remove: 'Remove group', question: `Remove ${name}?` })
  await page.goto(`/dashboard/price-lists/${list}`)
  const question = `Remove ${tool.name} from the list?`
  await goesAfterQuestion({ open: `Change the price of ${tool.name}`, remove: 'Remove from the list', question })
})
