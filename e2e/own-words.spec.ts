import { expect, expectAccessible, expectNothingWider, test, toastOf } from './journey.ts'
import { adminSignedIn, ask, signInAs } from './roles.ts'

test('an owner changes a line of the home page, loses nothing to somebody who was faster, and takes it back', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/api/content-entries/hero')
  const admin = await adminSignedIn()
  await signInAs(page, admin)
  type Entries = { entries: { name: string; version: number; value: object }[] }
  const shown = async () => (await ask<{ hero: { eyebrow: string } }>('/api/content', 'GET')).hero.eyebrow
  const before = await shown()
  await page.goto('/dashboard/content')
  const part = page.getByRole('region', { name: 'Top of the home page' })
  const line = part.getByLabel('Small line above')
  await line.fill(' ')
  await part.getByRole('button', { name: /^Save/ }).click()
  await expect(part.getByText('Write something here.')).toBeVisible()
  await expect(line).toBeFocused()
  await expectAccessible(page)
  await expectNothingWider(page)

  await line.fill('For workshops and fleets')
  const { entries } = await ask<Entries>('/api/content-entries', 'GET', { token: admin.token })
  const hero = entries.find(({ name }) => name === 'hero')
  await ask('/api/content-entries/hero', 'PUT', {
    token: admin.token,
    body: { version: hero?.version, value: { ...hero?.value, eyebrow: 'Said by another' } },
  })
  await part.getByRole('button', { name: /^Save/ }).click()
  await expect(part.getByText('Somebody else has saved this since you opened it.')).toBeVisible()
  await expect(line).toHaveValue('For workshops and fleets')
  expect(await shown()).toBe('Said by another')
  await part.getByRole('button', { name: 'Keep mine' }).click()
  await part.getByRole('button', { name: /^Save/ }).click()
  await expect(toastOf(page, 'Top of the home page: saved.')).toBeVisible()
  expect(await shown()).toBe('For workshops and fleets')

  await page.getByRole('button', { name: 'Take back the change of Top of the home page' }).click()
  await expect(toastOf(page, 'The change is taken back.')).toBeVisible()
  await expect(line).toHaveValue('Said by another')
  await part.getByRole('button', { name: /^Back to the original/ }).click()
  await expect(toastOf(page, 'Top of the home page: the original is shown again.')).toBeVisible()
  await expect(line).toHaveValue(before)
  await page.goto('/')
  await expect(page.getByRole('main').getByText(before)).toBeVisible()
})
