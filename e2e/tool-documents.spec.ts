import { readFile } from 'node:fs/promises'
import { pdf } from '../test/files/documents.ts'
import { expect, expectAccessible, expectNothingWider, test } from './journey.ts'
import { adminSignedIn, ask, signInAs, withPicture } from './roles.ts'

test('a data sheet is added to a tool, found and saved by a buyer, and removed again', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/documents')
  const admin = await adminSignedIn()
  const other = await withPicture()
  const name = `Cleaner with a sheet ${process.pid}-${Date.now().toString(36)}`
  const body = { name, description: 'For brakes.', price: '8', availableQuantity: 9, minimumQuantity: 1 }
  const { insertedId } = await ask<{ insertedId: string }>('/api/tools', 'POST', {
    body: { ...body, img: other.img },
    token: admin.token,
  })
  await signInAs(page, admin)
  await page.goto(`/dashboard/manageProducts/${insertedId}`)
  await page.getByLabel('Tool name').fill(`${name}, new`)
  await page.getByRole('button', { name: 'Add document' }).click()
  await expect(page.getByText('Choose a PDF.')).toBeVisible()
  await page.getByLabel('Kind').selectOption('Safety data sheet')
  await page.getByLabel('Name (optional)').fill('German')
  const chosen = page.getByLabel('PDF', { exact: true })
  await chosen.setInputFiles({ name: 'sheet.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF') })
  await page.getByRole('button', { name: 'Add document' }).click()
  await expect(page.getByText('This file is not a PDF')).toBeVisible()
  await expectAccessible(page)
  const file = pdf(name)
  await chosen.setInputFiles({ name: 'sheet.pdf', mimeType: 'application/pdf', buffer: file })
  await page.getByRole('button', { name: 'Add document' }).click()
  await expect(page.getByText('Safety data sheet: German is added.')).toBeVisible()
  await expectNothingWider(page)
  // Nothing of the form was touched by it.
  await expect(page.getByLabel('Tool name')).toHaveValue(`${name}, new`)

  await page.goto(`/shop/${insertedId}`)
  const link = page.getByRole('link', { name: 'Safety data sheet: German' })
  await expect(page.getByText('PDF, 1 kB')).toBeVisible()
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await link.click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/safety-data-sheet-german\.pdf$/)
  expect(await readFile(await download.path())).toEqual(file)

  await page.goto(`/dashboard/manageProducts/${insertedId}`)
  await page.getByRole('button', { name: 'Remove Safety data sheet: German' }).click()
  await expect(page.getByText('No documents yet.')).toBeVisible()
  await page.goto(`/shop/${insertedId}`)
  await expect(link).toHaveCount(0)
})
