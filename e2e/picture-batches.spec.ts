import sharp from 'sharp'
import { zip } from '../test/files/zip.ts'
import { expect, expectAccessible, expectNothingWider, test } from './journey.ts'
import { adminSignedIn, ask, signInAs, withPicture } from './roles.ts'

test('pictures in a ZIP find their tools by part numbers, are looked at, and go in', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/api/pictureBatches')
  const admin = await adminSignedIn()
  const other = await withPicture()
  const partNumber = `PB-${process.pid}-${Date.now().toString(36)}A`
  const body = { name: `Puller ${partNumber}`, description: 'Three jaws.', price: '80', availableQuantity: 9 }
  const { insertedId } = await ask<{ insertedId: string }>('/api/tools', 'POST', {
    body: { ...body, minimumQuantity: 1, img: other.img, partNumber },
    token: admin.token,
  })
  await signInAs(page, admin)
  await page.goto('/dashboard/manageProducts')
  await page.getByRole('link', { name: 'Pictures by ZIP' }).click()
  const send = page.getByRole('button', { name: 'Match them to tools' })
  await send.click()
  await expect(page.getByText('Choose a ZIP.')).toBeVisible()
  const chosen = page.getByLabel('ZIP of pictures')
  const mimeType = 'application/zip'
  await chosen.setInputFiles({ name: 'no.zip', mimeType, buffer: Buffer.from('no ZIP') })
  await send.click()
  await expect(page.getByText('This file is not a ZIP')).toBeVisible()
  const background = `#${Math.floor(Date.now() % 0xffffff)
    .toString(16)
    .padStart(6, '0')}`
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
  const files = { [`${partNumber}.png`]: png, 'nobody.png': png, 'notes.txt': Buffer.from('notes') }
  await chosen.setInputFiles({ name: 'shelf.zip', mimeType, buffer: zip(files) })
  await send.click()
  await expect(page.getByText('Nothing has gone in yet')).toBeVisible()
  await expect(page.getByRole('link', { name: body.name })).toBeVisible()
  await expect(page.getByText('No tool has this number.')).toBeVisible()
  await expectAccessible(page)
  await expectNothingWider(page)
  await page.getByRole('button', { name: 'Add 1 picture' }).click()
  await expect(page.getByText('Done', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 file added' })).toBeVisible()
  const batch = page.url()
  await page.goto(`/shop/${insertedId}`)
  await expect(page.getByRole('radiogroup', { name: 'Pictures' }).getByRole('radio')).toHaveCount(2)
  await page.goto(batch)
  await page.getByRole('button', { name: 'Take all of them back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take back the pictures of this ZIP?' })
  await dialog.getByRole('button', { name: 'Take all of them back' }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 file taken back' })).toBeVisible()
  const { pictures } = await ask<{ pictures: unknown[] }>(`/api/tools/${insertedId}`, 'GET')
  expect(pictures).toHaveLength(1)
})
