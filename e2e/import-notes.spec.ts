import { expect, expectAccessible, expectNothingWider, test } from './journey.ts'
import { asAdmin } from './roles.ts'
import { chooseFiles } from './import-steps.ts'

test('a wrong barcode leaves its row in, and problems stand apart from notes, with what to tick', async ({ page }, {
  project,
}) => {
  const part = `BC-${project.name}`
  const source = `Barcodes ${project.name}`
  const lines = [
    'part_number,brand,name,price,gtin,oem,attribute:Width (mm)',
    `${part}-1,Brakemont,Pads,10.00,4006381333932,1K0 698 151,100`,
    `${part}-2,Brakemont,Pads,11.00,,,101`,
    'Total,,,21.00,,,',
  ]
  const file = { name: 'barcodes.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
  await asAdmin(page)
  await page.goto('/dashboard/imports')
  await chooseFiles(page, file)
  await page.getByRole('textbox', { name: /^Source/ }).fill(source)
  await page.getByLabel(/Add parts that are new/).check()
  await page.getByRole('button', { name: 'Read and check' }).click()

  await expect(page.getByRole('row', { name: /^Parts/ })).toHaveText('Parts2000100')
  const changes = page.getByRole('table', { name: 'The first things that change' })
  const first = changes.getByRole('row').filter({ hasText: `${part}-1` })
  await expect(first).toContainText('Brand: Brakemont')
  await expect(first).toContainText('OEM number: 1K0 698 151')
  await expect(first).not.toContainText('GTIN')
  await expect(page.getByRole('heading', { name: '3 problems', exact: true })).toBeVisible()
  const problems = page.getByRole('table', { name: '3 problems', exact: true })
  await expect(problems).toContainText('This is no GTIN')
  await expect(page.getByRole('table', { name: '1 note', exact: true })).toBeVisible()
  // What was lost wants a look, and stands with what to do.
  await expect(problems).toContainText('tick “Add attributes that the shop lacks” and press “Read and check”')
  await expectAccessible(page)
  await expectNothingWider(page)

  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'All imports' }).click()
  await expect(page.getByRole('row').filter({ hasText: source }).first()).toContainText('3 problems, 1 note')
})

test('the rows to correct are told apart from all that were refused', async ({ page }, { project }) => {
  const part = `RF-${project.name}`
  const lines = ['brand,part_number,name,price', `Brakemont,${part}-1,Pads,10.00`]
  const more = [`Brakemont,${part}-1,Pads,10.00`, `Brakemont,${part}-2,Pads,0`, `Brakemont,${part}-3,Pads,0`]
  await asAdmin(page)
  await page.goto('/dashboard/imports')
  const buffer = Buffer.from([...lines, ...more].join('\n'))
  await chooseFiles(page, { name: 'twice.csv', mimeType: 'text/csv', buffer })
  await page.getByLabel(/Add parts that are new/).check()
  await page.getByRole('button', { name: 'Read and check' }).click()
  await expect(page.getByRole('row', { name: /^Parts/ })).toHaveText('Parts1000030')
  await expect(page.getByRole('button', { name: 'Download the 2 rows to correct' })).toBeVisible()
  await expect(page.getByText(/^3 were refused in all, and 2 rows need correction/)).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
})

test('prices that leap stand first and go in by a second yes, and parts that a list lacks are told', async ({ page }, {
  project,
}) => {
  const source = `Leaping ${project.name}`
  const list = (last: string, parts = 9, slip = '12.50') => {
    const prices = new Map([
      [8, last],
      [7, slip],
    ])
    const rows = Array.from(
      { length: parts },
      (_, at) => `Vandal ${project.name},LEAP-${at},Disc,${prices.get(at) ?? '12.50'},20`,
    )
    const buffer = Buffer.from(['brand,part_number,name,price,stock', ...rows].join('\n'))
    return { name: `leaps-${project.name}-${parts}.csv`, mimeType: 'text/csv', buffer }
  }
  await asAdmin(page)
  await page.goto('/dashboard/imports')
  await chooseFiles(page, list('12.50', 10))
  await page.getByRole('textbox', { name: /^Source/ }).fill(source)
  await page.getByLabel(/Add parts that are new/).check()
  await page.getByRole('button', { name: 'Read and check' }).click()
  await page.getByRole('button', { name: 'Commit' }).click()
  await expect(page.getByText('Committed', { exact: true })).toBeVisible()

  const first = page.url()
  await page.goto('/dashboard/imports')
  await chooseFiles(page, list('1250.00'))
  await expect(page.getByText(`filled in as for the last list of “${source}”`)).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Source/ })).toHaveValue(source)
  await expect(page.getByLabel(/Add parts that are new/)).toBeChecked()
  await page.getByRole('button', { name: 'Read and check' }).click()
  const changes = page.getByRole('table', { name: 'The first things that change' })
  await expect(changes.getByRole('row').nth(1)).toContainText('Price: 12.50 → 1250.00')
  await expect(page.getByText('at least 5 times what it is, or at most 1/5 of it').first()).toBeVisible()
  await expect(page.getByText('These files lack parts that their source has listed before.')).toBeVisible()
  await page.getByRole('button', { name: 'Commit' }).click()
  const question = page.getByRole('dialog')
  const commit = question.getByRole('button', { name: 'Commit', exact: true })
  await expect(question).toContainText('One price becomes at least 5 times what it is')
  await expect(commit).toBeDisabled()
  await expectAccessible(page)
  await question.getByLabel('Yes, this price').check()
  await commit.click()
  await expect(page.getByText('Committed', { exact: true })).toBeVisible()

  const second = page.url()
  await page.goto('/dashboard/imports')
  await chooseFiles(page, list('125.00', 9, '125000.00'))
  await page.getByRole('button', { name: 'Read and check' }).click()
  await page.getByRole('button', { name: 'Commit' }).click()
  await question.getByLabel('No, keep the old prices of these 2 parts').check()
  await question.getByLabel('Yes, these 2 prices').check()
  await question.getByLabel(/LEAP-7/).check()
  await expectAccessible(page)
  await commit.click()
  await expect(page.getByText('The part keeps the price that it had')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Parts/ })).toHaveText('Parts0108000')

  // No other journey comes upon its parts.
  for (const address of [page.url(), second, first]) {
    await page.goto(address)
    await page.getByRole('button', { name: 'Undo' }).click()
    await question.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  }
})
