import sharp from 'sharp'
import { expect, expectAccessible, expectNothingWider, test, toastOf } from './journey.ts'
import { adminSignedIn, ask, signInAs, withPicture } from './roles.ts'

// The recorder of traces fetches the previews of chosen files by itself, which the pages' policy refuses and reports.
test.use({ trace: 'off' })

test('a brand gets its logo, and a tool leads to its page', async ({ page }) => {
  const admin = await adminSignedIn()
  const other = await withPicture()
  const brand = `Müller & Söhne ${process.pid}/${Date.now().toString(36)}`
  const body = { name: `Puller of ${brand}`, description: 'Three jaws.', price: '80', availableQuantity: 9, brand }
  const { insertedId } = await ask<{ insertedId: string }>('/api/tools', 'POST', {
    body: { ...body, minimumQuantity: 1, img: other.img },
    token: admin.token,
  })
  await signInAs(page, admin)
  await page.goto(`/dashboard/brands?q=${encodeURIComponent(brand)}`)
  await page.getByRole('button', { name: `Change logo of ${brand}` }).click()
  const buffer = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#06c' } })
    .png()
    .toBuffer()
  await page.getByLabel('Logo (optional)').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await expect(page.getByText('The picture is uploaded.')).toBeAttached()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page, `${brand} is saved`)).toBeVisible()
  await expect(page.getByRole('img', { name: `Logo of ${brand}` })).toBeVisible()
  await expectNothingWider(page)

  await page.goto(`/shop/${insertedId}`)
  await page.getByRole('link', { name: brand, exact: true }).click()
  await expect(page).toHaveURL(`/shop/b/${encodeURIComponent(brand)}`)
  await expect(page.getByRole('heading', { name: brand, level: 1 })).toBeVisible()
  await expect(page.getByRole('img', { name: `Logo of ${brand}` })).toBeVisible()
  await expect(page.getByRole('heading', { name: body.name })).toBeVisible()
  await expectAccessible(page)
  await expectNothingWider(page)
  // However it is written, it is one address.
  await page.goto(`/shop/b/${encodeURIComponent(brand.toUpperCase())}`)
  await expect(page).toHaveURL(`/shop/b/${encodeURIComponent(brand)}`)
  expect((await page.request.get('/shop/b/Nobody')).status()).toBe(404)
})
