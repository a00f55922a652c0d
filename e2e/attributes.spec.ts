import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNothingWider, test, toastOf } from './journey.ts'
import { adminSignedIn, asAdmin, ask, withPicture } from './roles.ts'

/** What tools of a category say of themselves: made by an admin, typed with a tool, read and filtered by buyers. */

let made = 0
const newName = () => `Attributed ${process.pid}-${Date.now().toString(36)}-${(made += 1)}`

type Given = { id: string; slug: string; name: string; tool: string }

/** A category of its own with one tool in it: both screen sizes share one shop. */
async function given(): Promise<Given> {
  const { token } = await adminSignedIn()
  const name = newName()
  const { insertedId: id } = await ask<{ insertedId: string }>('/api/categories', 'POST', { token, body: { name } })
  const all = await ask<{ _id: string; slug: string }[]>('/api/categories/all', 'GET', { token })
  const slug = all.find(({ _id }) => _id === id)?.slug ?? ''
  const tool = await givenTool(name, slug)
  return { id, slug, name, tool }
}

async function givenTool(name: string, category: string, attributes: object = {}): Promise<string> {
  const { token } = await adminSignedIn()
  const some = await withPicture()
  const tool = {
    name,
    description: 'For tests.',
    price: '9.99',
    minimumQuantity: 1,
    availableQuantity: 5,
    img: some.img,
  }
  const body = { ...tool, category, attributes }
  return (await ask<{ insertedId: string }>('/api/tools', 'POST', { token, body })).insertedId
}

type New = { name: string; kind: string; unit?: string; choices?: string }

async function addAttribute(page: Page, { name, kind, ...more }: New): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Kind of value').selectOption(kind)
  if (more.unit) await page.getByLabel('Unit').fill(more.unit)
  if (more.choices) await page.getByLabel('Choices').fill(more.choices)
  await page.getByRole('button', { name: 'Add attribute' }).click()
  await expect(page.getByRole('status').filter({ hasText: `${name} is added.` })).toBeVisible()
}

test('an admin makes attributes of a category, puts them in order, and hears what removing one would lose', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/api/categories')
  expectRefusal('/api/attributes')
  const { slug, name } = await given()
  await asAdmin(page)
  await page.goto('/dashboard/categories')
  await page.getByRole('link', { name: `Attributes of ${name}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Attributes of ${name}`)
  await addAttribute(page, { name: 'Outer diameter', kind: 'number', unit: 'mm' })
  await addAttribute(page, { name: 'Material', kind: 'choice', choices: 'Steel\nBrass' })
  const field = page.getByLabel('Name', { exact: true })
  await expect(field).toBeFocused()
  await field.fill('OUTER DIAMETER')
  await field.press('Enter')
  await expect(page.getByText('Give at least one choice.')).toBeVisible()
  await expect(page.getByLabel('Choices')).toBeFocused()
  await page.getByLabel('Kind of value').selectOption('text')
  await field.press('Enter')
  await expect(page.getByText(/“Outer diameter” is an attribute of/)).toBeVisible()
  await expect(field).toHaveValue('OUTER DIAMETER')
  await expectAccessible(page)
  await expectNothingWider(page)

  const names = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Edit/ }) })
  await page.getByRole('button', { name: 'Move Material up' }).press('Enter')
  await expect(names.first()).toContainText('Material')
  await expect(page.getByRole('button', { name: 'Move Material up' })).toBeFocused()

  await givenTool(`${name} with a value`, slug, { material: 'steel' })
  await page.getByRole('button', { name: 'Edit Material' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Remove the choice Steel' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('One tool on sale has a value that is lost with this.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Remove Material' }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await dialog.getByRole('button', { name: 'Remove it with its values' }).click()
  await expect(toastOf(page, 'Material is removed.')).toBeVisible()
  await expect(names).toHaveCount(1)
})

test('a tool’s form asks for the attributes of its category, loses nothing that was typed, and buyers read it', async ({
  page,
}) => {
  const { id, name, tool } = await given()
  const { token } = await adminSignedIn()
  const add = (body: object) => ask(`/api/categories/${id}/attributes`, 'POST', { token, body })
  await add({ name: 'Outer diameter', kind: 'number', unit: 'mm' })
  await add({ name: 'Coated', kind: 'yes-no' })
  await asAdmin(page)
  await page.goto(`/dashboard/manageProducts/${tool}`)
  await page.getByLabel('Outer diameter (mm)').fill('28 cm')
  await page.getByLabel('Coated').selectOption('yes')
  await page.getByLabel('Category').selectOption('')
  await expect(page.getByLabel('Coated')).toBeHidden()
  await page.getByLabel('Category').selectOption(id)
  await expect(page.getByLabel('Coated')).toHaveValue('yes')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Use a number, such as 12.5.')).toBeVisible()
  await expect(page.getByLabel('Outer diameter (mm)')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('Outer diameter (mm)').fill('280.50')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(page, `${name} is saved`)).toBeVisible()
  await page.goto(`/shop/${tool}`)
  const facts = page.getByRole('heading', { name: 'Facts' }).locator('..')
  await expect(facts).toContainText('280.5\u00a0mm')
  await expect(facts).toContainText('Yes')
  await expectAccessible(page)
})

test('buyers narrow a category by its attributes, without script too, and share what they found', async ({
  page,
  browser,
}) => {
  const { id, slug, name } = await given()
  const { token } = await adminSignedIn()
  const add = (body: object) => ask(`/api/categories/${id}/attributes`, 'POST', { token, body })
  await add({ name: 'Outer diameter', kind: 'number', unit: 'mm' })
  await add({ name: 'Material', kind: 'choice', choices: ['Steel', 'Brass'] })
  await givenTool(`${name} one`, slug, { 'outer-diameter': '10.5', material: 'steel' })
  await givenTool(`${name} two`, slug, { 'outer-diameter': '20', material: 'brass' })
  const results = page.getByRole('heading', { level: 3 }).filter({ hasText: name })
  const openFilters = async (of: Page) => {
    const button = of.getByRole('button', { name: /^Filters/ })
    if (await button.isVisible()) await button.click()
  }
  await expect.poll(async () => (await ask<{ total: number }>(`/api/search?category=${slug}`, 'GET')).total).toBe(3)
  await page.goto(`/shop/c/${slug}`)
  await openFilters(page)
  const material = page.getByRole('group', { name: 'Material' })
  await expect(material.getByLabel(/^Steel/)).toBeVisible()
  await expect(material).toContainText('Brass1')
  await material.getByLabel(/^Brass/).check()
  await expect(page).toHaveURL(/attr\.material=brass/)
  await expect(results).toHaveCount(1)
  await expectAccessible(page)
  await expectNothingWider(page)
  const address = page.url()

  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(address)
  await openFilters(plain)
  const diameter = plain.getByRole('group', { name: 'Outer diameter (mm)' })
  await expect(diameter.getByLabel('From')).toHaveAttribute('placeholder', '20')
  await plain.getByLabel(/^Brass/).uncheck()
  await diameter.getByLabel('To').fill('15')
  await plain.getByRole('region', { name: 'Filters' }).getByRole('button', { name: 'Apply' }).click()
  await expect(plain.getByText('Outer diameter: Up to 15\u00a0mm')).toBeVisible()
  await expect(plain.getByRole('heading', { level: 3 }).filter({ hasText: name })).toHaveText(`${name} one`)
  await plain.getByRole('link', { name: 'Remove the filter Outer diameter: Up to 15\u00a0mm' }).click()
  await expect(plain.getByRole('heading', { level: 3 }).filter({ hasText: name })).toHaveCount(3)
  await context.close()
})
