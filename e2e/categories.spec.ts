import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNothingWider, test, toastOf } from './journey.ts'
import { asAdmin, ask } from './roles.ts'

/** The owner's own tree of categories, and what buyers see of it. */

let made = 0
/** A name that no other test has: both screen sizes share one shop. */
const newName = () => `Category ${process.pid}-${Date.now().toString(36)}-${(made += 1)}`

const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

async function add(page: Page, name: string, parent?: string): Promise<void> {
  if (parent !== undefined) await page.getByLabel('In', { exact: true }).first().selectOption(parent)
  await page.getByLabel('New category').fill(name)
  await page.getByLabel('New category').press('Enter')
  await expect(page.getByRole('status').filter({ hasText: `${name} is added.` })).toBeVisible()
}

const act = (page: Page, action: 'Edit' | 'Move' | 'Remove', name: string) =>
  page.getByRole('button', { name: `${action} ${name}`, exact: true }).click()

test('an admin adds categories one after the other, by keyboard, and hears what is wrong with a name', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/api/categories')
  await asAdmin(page)
  await page.goto('/dashboard/categories')
  const [one, below] = [newName(), newName()]
  await add(page, one)
  const field = page.getByLabel('New category')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await expect(rowOf(page, one)).toContainText('0 tools')
  await add(page, below, one)
  // The category that it was added to is open.
  await expect(rowOf(page, below)).toBeVisible()
  await page.getByRole('button', { name: `Categories in ${one}` }).click()
  await expect(rowOf(page, below)).toBeHidden()
  await page.getByLabel('Find a category').fill(below.slice(-8))
  await expect(rowOf(page, `${one} > ${below}`)).toBeVisible()
  await page.getByLabel('Find a category').fill('')

  await field.fill(below.toUpperCase())
  await page.getByRole('button', { name: 'Add category' }).click()
  await expect(page.getByText('There is a category of this name beside it.')).toBeVisible()
  await expect(field).toHaveValue(below.toUpperCase())
  await expect(field).toBeFocused()
  await field.fill(' ')
  await page.getByRole('button', { name: 'Add category' }).click()
  await expect(page.getByText('Give the category a name.')).toBeVisible()
  await expectAccessible(page)
  await expectNothingWider(page)
})

test('an admin edits a category and moves it by keyboard, and buyers find it where it is, by its old addresses too', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/api/categories')
  await asAdmin(page)
  await page.goto('/dashboard/categories')
  const [top, part, other] = [newName(), newName(), newName()]
  await add(page, top)
  await add(page, part, top)
  await add(page, other, 'None: at the top')
  // Its row comes a moment later, and moves those below it.
  await expect(page.getByRole('button', { name: `Edit ${other}`, exact: true })).toBeVisible()
  await act(page, 'Edit', part)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('Not an address')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Use small letters, digits and hyphens')).toBeVisible()
  const slug = `part-${part.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
  await dialog.getByLabel('Address').fill(slug)
  await dialog.getByLabel('Text for buyers').fill('All that stops a vehicle.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page, `${part} is saved.`)).toBeVisible()

  await page.getByRole('button', { name: `Move ${part}`, exact: true }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('In', { exact: true }).selectOption(other)
  await dialog.getByRole('button', { name: 'Move' }).press('Enter')
  await expect(toastOf(page, `${part} is moved.`)).toBeVisible()
  await expect(dialog).toBeHidden()

  const slugOf = async (name: string) => {
    const all = await ask<{ name: string; slug: string }[]>('/api/categories/tree', 'GET')
    return all.find(category => category.name === name)?.slug
  }
  const path = `/shop/c/${await slugOf(other)}/${slug}`
  await page.goto(`/shop/c/${await slugOf(top)}/${part.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}?view=list`)
  await expect(page).toHaveURL(`${path}?view=list`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(part)
  await expect(page.getByText('All that stops a vehicle.')).toBeVisible()
  const trail = page.getByRole('navigation', { name: 'You are here' })
  await expect(trail.getByRole('link', { name: other })).toBeVisible()
  expect((await page.request.get(`/shop/c/${slug}-that-never-was`)).status()).toBe(404)
  expect((await page.request.get('/shop/c/%E0%A4%A')).status()).toBe(400)
})

test('an admin drags a category into another one, and before another one @desktop', async ({ page }) => {
  await asAdmin(page)
  await page.goto('/dashboard/categories')
  const [top, one, two] = [newName(), newName(), newName()]
  await add(page, top)
  await add(page, one, top)
  await add(page, two, 'None: at the top')
  await rowOf(page, two).dragTo(rowOf(page, top))
  await expect(toastOf(page, `${two} is moved.`)).toBeVisible()
  const below = async () => {
    type Branch = { name: string; children: Branch[] }
    const tree = await ask<Branch[]>('/api/categories/tree', 'GET')
    return tree.find(({ name }) => name === top)?.children.map(({ name }) => name)
  }
  await expect.poll(below).toEqual([one, two])
  await rowOf(page, two).dragTo(rowOf(page, one), { targetPosition: { x: 200, y: 2 } })
  await expect.poll(below).toEqual([two, one])
})

test('an admin brings two categories together: tools and address go to the other one', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/api/categories')
  await asAdmin(page)
  await page.goto('/dashboard/categories')
  const [from, to] = [newName(), newName()]
  await add(page, from)
  await add(page, to)

  await page.goto('/dashboard/manageProducts')
  await page
    .getByRole('row')
    .getByRole('link', { name: /^Edit / })
    .first()
    .click()
  const tool = await page.getByLabel('Tool name').inputValue()
  await page.getByLabel('Category').selectOption(from)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(page, `${tool} is saved`)).toBeVisible()

  await page.goto('/dashboard/categories')
  await expect(rowOf(page, from)).toContainText('1 tool')
  const dialog = page.getByRole('dialog')
  await act(page, 'Remove', from)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByText('Choose where they go.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('They go to').selectOption(to)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(toastOf(page, `${from} is removed.`)).toBeVisible()
  await expect(rowOf(page, from)).toBeHidden()
  await expect(rowOf(page, to)).toContainText('1 tool')
  const shown = await ask<{ name: string; count: number }[]>('/api/categories', 'GET')
  expect(shown).toContainEqual(expect.objectContaining({ name: to, count: 1 }))
})
