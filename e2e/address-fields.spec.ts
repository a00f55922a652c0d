import { expect, expectAccessible, expectNothingWider, test } from './journey.ts'
import { newCustomerSignedIn, signInAs } from './roles.ts'

test('the form of an address asks for what the chosen country has, by its names there, and keeps any script @both', async ({
  page,
}) => {
  await signInAs(page, await newCustomerSignedIn())
  await page.goto('/dashboard/addresses')
  await page.getByRole('button', { name: 'Add an address' }).click()
  const dialog = page.getByRole('dialog')
  const country = dialog.getByLabel('Country')
  for (const [code, there, gone] of [
    ['US', ['ZIP code', 'City', 'State'], ['Postal code', 'Prefecture']],
    ['IE', ['Eircode (optional)', 'City', 'County (optional)'], ['ZIP code']],
    ['DE', ['Postal code', 'City'], ['State', 'Region', 'County']],
    ['SG', ['Postal code'], ['City']],
    ['JP', ['Postal code', 'City', 'Prefecture'], ['State']],
  ] as const) {
    await country.selectOption(code)
    for (const label of there) await expect(dialog.getByLabel(label)).toBeVisible()
    for (const label of gone) await expect(dialog.getByLabel(label)).toHaveCount(0)
  }
  await dialog.getByLabel('Name', { exact: true }).fill('山田 太郎')
  await dialog.getByLabel('Street and number').fill('三宿1-2-3')
  await dialog.getByLabel('Postal code').fill('1540')
  await dialog.getByLabel('City').fill('世田谷区')
  await dialog.getByLabel('Phone').fill('+999 1234567')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('That is no postal code of Japan. Use one such as 154-0023.')).toBeVisible()
  await expect(dialog.getByText('Prefecture is required')).toBeVisible()
  await expectAccessible(page)
  await expectNothingWider(page)
  await dialog.getByLabel('Prefecture').fill('東京都')
  await dialog.getByLabel('Postal code').fill('154-0023')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('〒154-0023, 東京都世田谷区, 三宿1-2-3, Japan')).toBeVisible()
  await expect(page.getByText('This may not be a number of that country.')).toBeVisible()
  await expectNothingWider(page)
})
