import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectAccessible, expectNothingWider, test, toastOf } from './journey.ts'
import { adminSignedIn, ask, signInAs, withPicture } from './roles.ts'
import { chooseFiles } from './import-steps.ts'

// The recorder of traces fetches the previews of chosen files by itself, which the pages' policy refuses and reports.
test.use({ trace: 'off' })

async function file(name: string, background: string) {
  const create = { width: 400, height: 300, channels: 3 as const, background }
  return { name, mimeType: 'image/png', buffer: await sharp({ create }).png().toBuffer() }
}

async function addTool(page: Page): Promise<string> {
  const admin = await adminSignedIn()
  const other = await withPicture()
  const name = `Vise with pictures ${process.pid}-${Date.now().toString(36)}`
  const body = { name, description: 'Cast iron.', price: '80', availableQuantity: 9, minimumQuantity: 1 }
  const { insertedId } = await ask<{ insertedId: string }>('/api/tools', 'POST', {
    body: { ...body, img: other.img },
    token: admin.token,
  })
  await signInAs(page, admin)
  return insertedId
}

test('a tool gets several pictures, in order and described, and its page shows each without script', async ({
  page,
  browser,
  expectRefusal,
  isMobile,
}) => {
  expectRefusal('/api/images')
  const id = await addTool(page)
  await page.goto(`/dashboard/manageProducts/${id}`)
  const broken = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  const files = [await file('red.png', '#c00'), broken, await file('blue.png', '#00c')]
  await page.getByLabel('Pictures', { exact: true }).setInputFiles(files)
  await expect(page.getByRole('img', { name: 'Picture 3' })).toBeVisible()
  // The one that is broken costs nobody the others.
  await expect(page.getByText('broken.png: This file is not a JPEG')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Picture 4' })).toHaveCount(0)
  await page.getByLabel('Alternative text of picture 3').fill('The jaws from above')
  const forward = page.getByRole('button', { name: 'Move picture 3 forward' })
  await forward.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Alternative text of picture 2')).toHaveValue('The jaws from above')
  // A finger drags nothing in a page: it has the arrows.
  if (isMobile) await page.getByRole('button', { name: 'Move picture 2 forward' }).tap()
  else await page.getByRole('img', { name: 'Picture 2' }).dragTo(page.getByRole('img', { name: 'Picture 1' }))
  await expect(page.getByLabel('Alternative text of picture 1')).toHaveValue('The jaws from above')
  await expectAccessible(page)
  await expectNothingWider(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(page, 'is saved')).toBeVisible()

  const plain = await browser.newPage({ javaScriptEnabled: false })
  await plain.goto(new URL(`/shop/${id}`, page.url()).href)
  const jaws = plain.getByRole('img', { name: 'The jaws from above' })
  await expect(jaws).toBeVisible()
  const choices = plain.getByRole('radiogroup', { name: 'Pictures' }).getByRole('radio')
  await expect(choices).toHaveCount(3)
  await choices.first().focus()
  await plain.keyboard.press('ArrowRight')
  await expect(jaws).toBeHidden()
  await expect(plain.getByRole('img', { name: /, picture 2$/ })).toBeVisible()
  await plain.close()
  await page.goto(`/shop/${id}`)
  await expectAccessible(page)
  await expectNothingWider(page)
})

test(
  'an imported part without a picture is changed and stays without; a tool that has one is led to what it lacks',
  {
    tag: '@both',
  },
  async ({ page }) => {
    const id = await addTool(page)
    const name = `Bare ${process.pid}-${Date.now().toString(36)}`
    const lines = ['part_number,brand,name,price,stock', `${name},Barebrand,${name},12.00,5`]
    await page.goto('/dashboard/imports')
    const list = { name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
    await chooseFiles(page, list)
    await page.getByLabel(/Add parts that are new/).check()
    await page.getByRole('button', { name: 'Read and check' }).click()
    await page.getByRole('button', { name: 'Commit' }).click()
    await expect(page.getByText('Committed', { exact: true })).toBeVisible()
    await page.goto(`/dashboard/manageProducts?q=${encodeURIComponent(name)}`)
    await page.getByRole('link', { name: `Edit ${name}` }).click()
    await page.getByLabel('Price per unit').fill('13')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(toastOf(page, `${name} is saved`)).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('$13.00')

    await page.goto(`/dashboard/manageProducts/${id}`)
    await page.getByRole('button', { name: 'Remove picture 1' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    const pictures = page.getByLabel('Pictures', { exact: true })
    await expect(pictures).toBeFocused()
    await expect(pictures).toHaveAccessibleDescription(/image is required/)
    await expect(page.getByText('image is required')).toBeInViewport()
    await expectAccessible(page)
  },
)
