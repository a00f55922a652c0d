import { expect, expectAccessible, expectNothingWider, test, toastOf } from './journey.ts'
import { adminSignedIn, ask, signInAs } from './roles.ts'

test('an owner changes a setting, hears what is wrong with another one, and takes a change back', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/api/settings')
  const admin = await adminSignedIn()
  await signInAs(page, admin)
  type Settings = { settings: { name: string; value: string }[] }
  const valueOf = async (wanted: string) => {
    const { settings } = await ask<Settings>('/api/settings', 'GET', { token: admin.token })
    return settings.find(({ name }) => name === wanted)?.value
  }
  await page.goto('/dashboard/settings')
  // Higher limits bother nobody who orders at the same time.
  const limit = page.getByRole('textbox', { name: 'Unpaid orders that one customer may have' })
  const before = await limit.inputValue()
  const after = String(Number(before) + 1)
  await limit.fill(after)
  await page.getByLabel('Tax rate').fill('0.19')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('0.19 can mean 0.19 % or 19 %. Type the one that you mean.')).toBeVisible()
  await expect(limit).toHaveValue(after)
  expect(await valueOf('MAX_OPEN_ORDERS')).toBe(before)
  await expectAccessible(page)
  await expectNothingWider(page)

  await page.getByLabel('Tax rate').fill('0%')
  await page.getByRole('button', { name: 'Save settings' }).press('Enter')
  await expect(toastOf(page, 'The settings are saved.')).toBeVisible()
  expect(await valueOf('MAX_OPEN_ORDERS')).toBe(after)
  // Other journeys change other settings at the same time.
  await page
    .getByRole('button', { name: 'Undo the change to Unpaid orders that one customer may have at a time' })
    .first()
    .click()
  await expect(toastOf(page, 'The change has been undone.')).toBeVisible()
  await expect(limit).toHaveValue(before)
  expect(await valueOf('MAX_OPEN_ORDERS')).toBe(before)
})
