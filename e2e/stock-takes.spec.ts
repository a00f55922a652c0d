import { expect, expectAccessible, expectNothingWider, test, toastOf } from './journey.ts'
import { adminSignedIn, asAdmin, ask, withPicture } from './roles.ts'

let made = 0

/** A tool with a number of its own, of which the shop believes to have ten thousand. */
async function newTool(): Promise<string> {
  const admin = await adminSignedIn()
  const other = await withPicture()
  made += 1
  const partNumber = `STK-${process.pid}-${Date.now().toString(36)}-${made}`
  const body = { name: `Rivet ${partNumber}`, description: 'Steel.', price: '4.20', availableQuantity: 10_000 }
  const more = { minimumQuantity: 1, img: other.img, partNumber }
  await ask('/api/tools', 'POST', { body: { ...body, ...more }, token: admin.token })
  return partNumber
}

test(
  'a stock take is counted by number and by file, and its differences are booked',
  { tag: '@both' },
  async ({ page }) => {
    const [scanned, listed] = [await newTool(), await newTool()]
    await asAdmin(page)
    await page.goto('/dashboard/stockTakes')
    await page.getByRole('button', { name: 'Begin a stock take' }).click()
    await expect(page.getByText('Say what is counted, such as a shelf or an aisle.')).toBeVisible()
    await page.getByLabel('What are you counting?').fill('Aisle 3')
    await page.getByRole('button', { name: 'Begin a stock take' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Stock take \d+$/ })).toBeVisible()

    const [number, units] = [page.getByLabel('Part number or barcode'), page.getByLabel('Counted units')]
    await number.fill('nothing-like-it')
    await number.press('Enter')
    await expect(units).toBeFocused()
    await units.fill('3')
    await units.press('Enter')
    await expect(page.getByText('The shop sells nothing with this number.')).toBeVisible()
    await expect(number).toHaveValue('nothing-like-it')
    await number.fill(scanned.toLowerCase())
    await number.press('Enter')
    await expect(page.getByText(`Rivet ${scanned}: 3 counted, 10,000 expected.`)).toBeVisible()
    await expect(number).toBeFocused()
    await expect(number).toHaveValue('')

    const csv = `part_number,counted\n${listed},10000\nnone,1\n`
    await page
      .getByLabel('CSV or Excel file')
      .setInputFiles({ name: 'counts.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('button', { name: 'Use these counts' }).click()
    await expect(page.getByText('1 tools counted, 0 of them again.')).toBeVisible()
    await expect(page.getByRole('table', { name: '1 rows not used' })).toBeVisible()
    const counts = page.getByRole('table', { name: 'What was counted' })
    await expect(counts.getByRole('row').filter({ hasText: scanned })).toContainText('-9,997')
    await page.getByLabel('Only differences').check()
    await expect(counts.getByRole('row').filter({ hasText: listed })).toHaveCount(0)
    await expectAccessible(page)
    await expectNothingWider(page)

    await page.getByRole('button', { name: 'Book the differences' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Book the differences' }).press('Enter')
    await expect(toastOf(page, 'The stock take is booked')).toBeVisible()
    await expect(page.locator('p:focus')).toHaveText('Booked')
    await expect(counts.getByRole('row').filter({ hasText: scanned })).toContainText('Booked')
    await page.goto(`/dashboard/manageProducts?q=${scanned}`)
    await page.getByRole('button', { name: `Stock of Rivet ${scanned}` }).click()
    await expect(page.getByRole('dialog').getByText(/^Counted: Stock take \d+: Aisle 3$/)).toBeVisible()
  },
)

test('what is scanned while a count is being sent is counted as well', async ({ page }) => {
  const [first, second] = [await newTool(), await newTool()]
  await asAdmin(page)
  await page.goto('/dashboard/stockTakes')
  await page.getByLabel('What are you counting?').fill('Aisle 4')
  await page.getByRole('button', { name: 'Begin a stock take' }).click()
  const [number, units] = [page.getByLabel('Part number or barcode'), page.getByLabel('Counted units')]
  await expect(number).toBeVisible()
  /** A slow radio: what is sent waits until it goes on its way, or is lost. */
  const holdCounts = async (end: 'continue' | 'abort') => {
    const held = Promise.withResolvers<void>()
    await page.route('**/counts', async route => {
      if (route.request().method() === 'POST') await held.promise
      if (route.request().method() === 'POST' && end === 'abort') await route.abort('aborted')
      else await route.continue()
    })
    return held.resolve
  }
  const scan = async (partNumber: string, counted: string) => {
    await page.keyboard.type(partNumber)
    await page.keyboard.press('Enter')
    await page.keyboard.type(counted)
    await page.keyboard.press('Enter')
  }
  const sendThem = await holdCounts('continue')
  await number.focus()
  await scan(first, '3')
  await scan(second, '4')
  await expect(number).toBeFocused()
  await expect(number).toHaveValue('')
  sendThem()
  const counts = page.getByRole('table', { name: 'What was counted' })
  await expect(counts.getByRole('row').filter({ hasText: first })).toContainText('-9,997')
  await expect(counts.getByRole('row').filter({ hasText: second })).toContainText('-9,996')
  await page.unrouteAll({ behavior: 'wait' })

  // What is lost leaves alone what is typed by then, and can be sent again.
  const loseIt = await holdCounts('abort')
  await scan(first, '5')
  await page.keyboard.type(second)
  loseIt()
  const lost = page.getByText(`${first}, units: 5. Not counted: The shop cannot be reached.`)
  await expect(lost).toBeVisible()
  await expect(number).toHaveValue(second)
  await expectAccessible(page)
  await expectNothingWider(page)
  // What is lost before anything else is typed is back in its fields.
  await units.fill('7')
  await units.press('Enter')
  await expect(page.getByText('The shop cannot be reached. Check your connection and try again.').last()).toBeVisible()
  await expect(number).toHaveValue(second)
  await expect(units).toHaveValue('7')
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: `Count ${first} again` }).click()
  await expect(page.getByText(`Rivet ${first}: 5 counted, 10,000 expected.`)).toBeVisible()
  await expect(lost).toBeHidden()
  await expect(units).toHaveValue('7')
  await units.press('Enter')
  await expect(page.getByText(`Rivet ${second}: 7 counted, 10,000 expected.`)).toBeVisible()
})
