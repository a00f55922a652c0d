import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './journey.ts'
import { asAdmin } from './roles.ts'
import { chooseFiles } from './import-steps.ts'

const parts = [
  'brand,part_number,name,price,stock',
  'Vandal,IMP-1,Imported filter,12.50,20',
  'Vandal,IMP-2,Imported filter without a price,,20',
].join('\n')

/** A list in which nothing has a picture has no column of empty frames. */
async function expectBareRow(page: Page): Promise<void> {
  const list = await page.context().newPage()
  await list.goto('/shop?q=IMP-1&view=list')
  const row = list.getByRole('article').filter({ hasText: 'IMP-1' })
  await expect(row.locator(':scope > *').first()).toContainText('Imported filter')
  await expect(row.getByText('IMP-1').locator('..')).toHaveCSS('align-items', 'baseline')
  await list.close()
}

test('an admin imports a file, sees what it changes, commits it, finds its parts in a list without empty frames (finding 20), and takes it back', async ({
  page,
}, { project }) => {
  // Each project of the run has a file of its own: they share the shop.
  const name = `e2e-parts-${project.name}`
  await asAdmin(page)
  await page.goto('/dashboard/imports')
  await page.getByRole('button', { name: 'Read and check' }).click()
  await expect(page.getByText('Choose a file.', { exact: true })).toBeVisible()
  const file = {
    name: `${name}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(parts.replaceAll('Vandal', `Vandal ${project.name}`)),
  }
  await chooseFiles(page, file)
  await page.getByLabel(/Add parts that are new/).check()
  await page.getByRole('button', { name: 'Read and check' }).click()

  await expect(page.getByText('Ready to commit')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Parts/ })).toHaveText('Parts1000010')
  await expect(page.getByText('A part that is new to the shop needs a price.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download problems and notes' }).click()
  expect((await download).suggestedFilename()).toMatch(/^import-\d+-problems\.csv$/)

  // Its lists take their time from here on: no dialog waits for them, and none closes another.
  const { promise: isTime, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route(/\/api\/imports(\?|$|\/[^/]+\/problems)/, route => isTime.then(() => route.continue()))
  const standing = page.getByRole('heading', { name: 'Where it stands' })
  await page.getByRole('button', { name: 'Commit' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Committed', { exact: true })).toBeVisible()
  // The button that was pressed has gone; the keyboard goes on where the news is.
  await expect(standing).toBeFocused()
  await expectBareRow(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  const undo = page.getByRole('dialog').getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  letThrough()
  await expect(page.getByText('A part that is new to the shop needs a price.')).toBeVisible()
  await undo.click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await expect(standing).toBeFocused()
  await page.getByRole('link', { name: 'All imports' }).click()
  const rowIn = (table: string) =>
    page.getByRole('table', { name: table, exact: true }).getByRole('row').filter({ hasText: name })
  await expect(rowIn('Imports')).toContainText('Undone')

  // A source is named after its file until somebody says what buyers may read.
  await expect(rowIn('Sources')).toContainText('None')
  await page.getByRole('button', { name: `Change the public name of ${name}` }).click()
  await page.getByRole('textbox', { name: /^Public name/ }).fill('Padma catalogue')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(rowIn('Sources')).toContainText('Padma catalogue')
})

test('a sample file is read as it is, and thrown away', { tag: '@long' }, async ({ page }, { project }) => {
  await asAdmin(page)
  await page.goto('/dashboard/imports')
  const sampleOf = async (kind: string) => {
    await page.locator('summary').filter({ hasText: kind }).first().click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: `Sample file: ${kind}` }).click()
    return (await download).path()
  }
  await page.locator('summary').filter({ hasText: 'Stock' }).first().click()
  await expect(page.getByRole('row', { name: /^part_number/ })).toContainText('Required')
  await chooseFiles(page, await sampleOf('Fitment'))
  await page.getByRole('textbox', { name: /^Source/ }).fill(`sample-${project.name}`)
  await page.getByRole('button', { name: 'Read and check' }).click()
  // The shop sells none of them: nothing goes in, and the page says so and why.
  await expect(page.getByText('Refused', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('The shop does not sell this part.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Commit' })).toHaveCount(0)

  await page.getByRole('link', { name: 'All imports' }).click()
  await chooseFiles(page, await sampleOf('Parts'))
  await page.getByLabel(/Add parts that are new/).check()
  await page.getByRole('button', { name: 'Read and check' }).click()
  await expect(page.getByText('Ready to commit')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Parts/ })).toHaveText('Parts2000000')
  const throwAway = await page.getByRole('button', { name: 'Discard' }).elementHandle()
  await throwAway?.click()
  const question = page.getByRole('dialog')
  // Asked again before the browser has told that the first question was closed.
  await question.getByRole('button', { name: 'Leave it' }).evaluate(async (leave: HTMLElement, again) => {
    leave.click()
    await Promise.resolve()
    again?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  }, throwAway)
  await question.getByRole('button', { name: 'Leave it' }).click()
  await expect(page.getByRole('button', { name: 'Discard' })).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Where it stands' })).toBeFocused()
})

test('an admin downloads the catalogue as a file that an import reads', async ({ page }) => {
  await asAdmin(page)
  await page.goto('/dashboard/imports')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download parts.csv' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('parts.csv')
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(lines[0]).toMatch(
    /^\ufeffbrand,part_number,name,description,category,price,stock,minimum,multiple,unit,weight,/,
  )
  expect(lines.length).toBeGreaterThan(300)
  await expect(page.getByRole('status').filter({ hasText: 'rows' })).toBeVisible()
})

test('an admin chooses how it is written', async ({ page }) => {
  await asAdmin(page)
  await page.goto('/dashboard/imports')
  await page.getByLabel('Column names and decimal sign').selectOption({ label: 'German: Artikelnummer, 12,50' })
  const saved = async (name: string) => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: `Download ${name}` }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(name)
    return readFile(await download.path(), 'latin1')
  }
  expect(await saved('prices.csv')).toMatch(/Marke;Artikelnummer;Preis\r\n[^\r]*;\d+,\d\d\r\n/)
  await page.getByLabel('Format').selectOption('Excel workbook')
  expect(await saved('prices.xlsx')).toMatch(/^PK/)
  await expect(page.getByRole('status').filter({ hasText: 'kB' })).toBeVisible()
})
