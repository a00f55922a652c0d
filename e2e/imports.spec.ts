import { expect, test } from './journey.ts'
import { logIn, shopAdmin } from './steps.ts'

const parts = [
  'brand,part_number,name,price,stock',
  'Vandal,IMP-1,Imported filter,12.50,20',
  'Vandal,IMP-2,Imported filter without a price,,20',
].join('\n')

test('an admin imports a file, sees what it changes, commits it and takes it back', async ({ page }, { project }) => {
  // Each project of the run has a file of its own: they share the shop.
  const name = `e2e-parts-${project.name}`
  await logIn(page, shopAdmin(), '/dashboard/imports')
  await page.getByRole('button', { name: 'Read and check' }).click()
  await expect(page.getByText('Choose a file.', { exact: true })).toBeVisible()
  const file = {
    name: `${name}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(parts.replaceAll('Vandal', `Vandal ${project.name}`)),
  }
  await page.getByLabel('Files', { exact: true }).setInputFiles(file)
  await page.getByLabel(/Add parts that are new/).check()
  await page.getByRole('button', { name: 'Read and check' }).click()

  await expect(page.getByText('Ready to commit')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Parts/ })).toHaveText('Parts100010')
  await expect(page.getByText('A part that is new to the shop needs a price.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^import-\d+-problems\.csv$/)

  await page.getByRole('button', { name: 'Commit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Commit' }).click()
  await expect(page.getByText('Committed', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'All imports' }).click()
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Undone')
})
