import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNothingWider, test, toastOf } from './journey.ts'
import { adminSignedIn, ask, signInAs } from './roles.ts'

/** The owner's own categories: added, renamed, and removed with a place for their tools. */

let made = 0
/** A name that no other test has: both screen sizes share one shop. */
const newName = () => `Category ${process.pid}-${Date.now().toString(36)}-${(made += 1)}`

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function add(page: Page, name: string): Promise<void> {
  await page.getByLabel('New category').fill(name)
  await page.getByLabel('New category').press('Enter')
  await expect(page.getByRole('status').filter({ hasText: `${name} is added.` })).toBeVisible()
}

test('an admin adds categories one after the other, by keyboard, and hears what is wrong with a name', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/api/categories')
  await signInAs(page, await adminSignedIn())
  await page.goto('/dashboard/categories')
  const [one, two] = [newName(), newName()]
  await add(page, one)
  const field = page.getByLabel('New category')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await add(page, two)
  await expect(rowOf(page, one)).toContainText('0')
  await expect(rowOf(page, two)).toBeVisible()

  await field.fill(one.toUpperCase())
  await page.getByRole('button', { name: 'Add category' }).click()
  await expect(page.getByText('The shop has a category of this name.')).toBeVisible()
  await expect(field).toHaveValue(one.toUpperCase())
  await expect(field).toBeFocused()
  await field.fill(' ')
  await page.getByRole('button', { name: 'Add category' }).click()
  await expect(page.getByText('Give the category a name.')).toBeVisible()
  await expectAccessible(page)
  await expectNothingWider(page)
})

test('an admin renames a category, and removes it once its tools have a place', async ({ page, expectRefusal }) => {
  expectRefusal('/api/categories')
  const admin = await adminSignedIn()
  await signInAs(page, admin)
  await page.goto('/dashboard/categories')
  const [from, to, renamed] = [newName(), newName(), newName()]
  await add(page, from)
  await add(page, to)
  await page.getByRole('button', { name: `Rename ${from}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(to)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('The shop has a category of this name.')).toBeVisible()
  await dialog.getByLabel('Name').fill(renamed)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page, `The category is called ${renamed} now.`)).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.goto('/dashboard/manageProducts')
  await page
    .getByRole('link', { name: /^Edit / })
    .first()
    .click()
  const tool = await page.getByLabel('Tool name').inputValue()
  await page.getByLabel('Category').selectOption(renamed)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(page, `${tool} is saved`)).toBeVisible()

  await page.goto('/dashboard/categories')
  await expect(rowOf(page, renamed)).toContainText('1')
  await page.getByRole('button', { name: `Remove ${renamed}` }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByText('Choose where its tools go.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('They go to').selectOption(to)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(toastOf(page, `${renamed} is removed.`)).toBeVisible()
  await expect(rowOf(page, renamed)).toBeHidden()
  await expect(rowOf(page, to)).toContainText('1')
  const shown = await ask<{ name: string; count: number }[]>('/api/categories', 'GET')
  expect(shown).toContainEqual(expect.objectContaining({ name: to, count: 1 }))
})
