import { Buffer } from 'node:buffer'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNothingWider, isAlive, test } from './journey.ts'

type Tool = {
  name: string
  partNumber: string | null
  availableQuantity: number
  minimumQuantity: number
  multiple: number
}

/** Two parts of the demo shop that sell singly, with enough of each. */
async function twoParts(page: Page): Promise<[Tool, Tool]> {
  const answer = await page.request.get('/api/tools?limit=100')
  const tools = (await answer.json()) as Tool[]
  const [one, other] = tools.filter(
    tool => tool.partNumber && tool.availableQuantity > 20 && tool.minimumQuantity === 1 && tool.multiple === 1,
  )
  if (!one || !other) throw new Error('the demo shop has no such parts')
  return [one, other]
}

async function paste(page: Page, label: string, text: string): Promise<void> {
  // A browser would put its words in; an event of ours is heard by the script alone.
  await expect.poll(() => isAlive(page)).toBe(true)
  await page.getByLabel(label, { exact: true }).evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

test('a buyer pastes rows, mends what is refused, and takes a proposal, by the keyboard @both', async ({ page }) => {
  const [one, other] = await twoParts(page)
  await page.goto('/order-pad')
  const status = page.getByRole('status').filter({ hasText: /read|ready|set to/ })
  await paste(
    page,
    'Part number, line 1',
    `${one.partNumber}\t2\n${one.partNumber?.toLowerCase()}\t3\n${other.partNumber}\t\nNO-SUCH-9\t1`,
  )
  await expect(status).toHaveText('4 rows were read. Column 1 was read as part numbers and column 2 as quantities.')
  await page.getByRole('button', { name: 'Check Lines' }).press('Enter')
  await expect(status).toHaveText('2 ready, 0 to be chosen, 2 refused.')
  await expect(page.getByRole('region', { name: 'Results for your lines' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Refused (2)' })).toBeInViewport()
  await expect(page.getByRole('link', { name: one.name })).toBeVisible()
  await expect(page.getByText('2 rows combined')).toBeVisible()
  await expect(page.getByLabel('Quantity, line 1', { exact: true })).toHaveAccessibleDescription('Enter a quantity.')
  await expectAccessible(page)
  await expectNothingWider(page)

  // Too many of one, and the other is left out.
  await page.getByLabel('Quantity, line 1', { exact: true }).fill(String(other.availableQuantity + 5))
  await page.getByRole('button', { name: 'Remove line 2', exact: true }).press('Enter')
  await expect(page.getByLabel('Part number, line 1', { exact: true })).toBeFocused()
  await page.getByLabel('Quantity, line 1', { exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Check Again' }).click()
  await expect(status).toHaveText('2 ready, 1 to be chosen, 0 refused.')
  await page.getByRole('button', { name: /^Use / }).press('Enter')
  await expect(status).toContainText('quantity set to')
  await expect(page.getByRole('region', { name: 'Results for your lines' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Ready (3)' })).toBeVisible()

  // What was typed is still there after a reload, to be checked anew.
  await page.reload()
  await expect(page.getByLabel('Part number, line 1', { exact: true })).toHaveValue(one.partNumber ?? '')
  await page.getByRole('button', { name: 'Check Lines' }).click()
  await page.getByRole('button', { name: 'Add All 2 to Basket' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '2 parts are in your basket.' })).toBeFocused()
  await expect(page.getByLabel('Part number, line 1', { exact: true })).toHaveValue('')
  await page.getByRole('link', { name: 'Go to the basket' }).click()
  await expect(page).toHaveURL('/basket')
  await expect(page.getByRole('link', { name: one.name })).toBeVisible()
  await expect(page.getByRole('link', { name: other.name })).toBeVisible()
})

test('a scanner’s Enter leads from field to field, and a suggestion is taken by the arrows', async ({ page }) => {
  const [one] = await twoParts(page)
  await page.goto('/order-pad')
  const number = page.getByLabel('Part number, line 1', { exact: true })
  await number.pressSequentially(one.name.slice(0, 12))
  await expect(page.getByRole('option').first()).toBeVisible()
  await number.press('ArrowDown')
  await number.press('Enter')
  await expect(page.getByLabel('Quantity, line 1', { exact: true })).toBeFocused()
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Part number, line 2', { exact: true })).toBeFocused()
})

test('a buyer chooses a CSV file, and one that is no list is refused', async ({ page }) => {
  const [one, other] = await twoParts(page)
  await page.goto('/order-pad')
  const file = page.getByLabel('Or a file')
  await file.setInputFiles({ name: 'photo.csv', mimeType: 'text/csv', buffer: Buffer.from([0, 1, 2, 0, 255]) })
  await expect(
    page.getByText(
      'This is not a table. Save it as CSV, in UTF-8, or as an Excel workbook (.xlsx). Unpack archives first.',
    ),
  ).toBeVisible()
  const csv = `Qty;Description;Part No.\r\n1;"One; and more";${one.partNumber}\r\n2;Other;${other.partNumber}\r\n`
  await file.setInputFiles({ name: 'order.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(page.getByRole('status').filter({ hasText: '2 rows were read.' })).toBeVisible()
  await page.getByRole('button', { name: 'Check Lines' }).click()
  await expect(page.getByRole('heading', { name: 'Ready (2)' })).toBeVisible()
})

test('a file tells what is left out and what is refused, and asks how its letters are written @both', async ({
  page,
}) => {
  const [one] = await twoParts(page)
  await page.goto('/order-pad')
  const text = `Order of May;;\r\nPart No.;Text;Qty\r\n${one.partNumber};Тормозной диск;2\r\n04-Mar;x;1\r\n;Total;3\r\n`
  // Cyrillic of one byte a letter.
  const signs = Array.from(text, sign => sign.charCodeAt(0))
  const buffer = Buffer.from(signs.map(sign => (sign < 0x400 ? sign : sign - 0x410 + 0xc0)))
  await page.getByLabel('Or a file').setInputFiles({ name: 'order.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByRole('alert').filter({ hasText: 'This file can be read in more than one way.' })).toBeVisible()
  await page.getByRole('radio', { name: /Cyrillic/ }).check()
  await expectAccessible(page)
  await expectNothingWider(page)
  await page.getByRole('button', { name: 'Read the File' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'One row was read.' })).toHaveText(
    'One row was read. Left out as titles or totals: lines 1, 5.',
  )
  await expect(
    page.getByRole('alert').filter({ hasText: /One row of the file was not taken\. In line 4: .* \(04-Mar\)/ }),
  ).toBeVisible()
  await expect(page.getByLabel('Part number, line 1', { exact: true })).toHaveValue(one.partNumber ?? '')
  await expect(page.getByLabel('Quantity, line 1', { exact: true })).toHaveValue('2')
})

test('a second file asks what becomes of the lines, a ready line takes another quantity, and all can be cleared (finding 19)', async ({
  page,
}) => {
  const [one, other] = await twoParts(page)
  await page.goto('/order-pad')
  await expect.poll(() => isAlive(page)).toBe(true)
  const number = page.getByLabel('Part number, line 1', { exact: true })
  // The name and the price of what is typed, before anything is checked.
  await number.pressSequentially(one.partNumber ?? '')
  await expect(page.getByRole('listitem').filter({ has: number }).getByText(`${one.name} $`)).toBeVisible()

  const file = page.getByLabel('Or a file')
  const choose = (name: string, text: string) =>
    file.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('photo.csv', '\0\0')
  await expect(
    page.getByRole('alert').filter({
      hasText: 'This is not a table. Save it as CSV, in UTF-8, or as an Excel workbook (.xlsx). Unpack archives first.',
    }),
  ).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'There are lines on this page already' })
  await choose('more.csv', `Part number;Quantity\r\n${other.partNumber};2\r\n`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add to the lines' }).click()
  await expect(number).toHaveValue(one.partNumber ?? '')
  await expect(page.getByLabel('Part number, line 2', { exact: true })).toHaveValue(other.partNumber ?? '')
  await choose('instead.csv', `Part number;Quantity\r\n${other.partNumber};3\r\n`)
  await dialog.getByRole('button', { name: 'Replace the lines' }).click()
  await expect(number).toHaveValue(other.partNumber ?? '')
  await expect(page.getByLabel('Part number, line 2', { exact: true })).toHaveValue('')

  await page.getByRole('button', { name: 'Check Lines' }).click()
  const quantity = page.getByRole('spinbutton', { name: `Quantity of ${other.name}` })
  await expect(quantity).toHaveValue('3')
  await quantity.fill('1,5')
  await page.getByRole('button', { name: 'Add to Basket' }).click()
  await expect(quantity).toBeFocused()
  await quantity.fill('4')
  const status = page.getByRole('status').filter({ hasText: /ready/ })
  await expect(status).toHaveText('1 ready, 0 to be chosen, 0 refused.')
  await expect(quantity).toHaveValue('4')
  await expectAccessible(page)
  await expectNothingWider(page)
  await quantity.fill(String(other.availableQuantity + 1))
  await expect(page.getByRole('heading', { name: 'Needs a choice (1)' })).toBeVisible()

  await page.getByRole('button', { name: 'Clear All Lines' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear All Lines' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'All lines are cleared.' })).toBeVisible()
  await expect(number).toHaveValue('')
})
