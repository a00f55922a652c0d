import { expect, expectAccessible, expectNothingWider, test } from './journey.ts'
import { adminSignedIn, asAdmin, ask, withPicture } from './roles.ts'

let made = 0

/** Two tools that one word finds, and nobody else's. */
async function newTools(): Promise<{ word: string; names: string[] }> {
  const admin = await adminSignedIn()
  const other = await withPicture()
  made += 1
  const word = `Bulk${process.pid}${Date.now().toString(36)}${made}`
  const names = [`${word} first`, `${word} second`]
  for (const name of names) {
    const body = { name, description: 'Steel.', price: '10.00', availableQuantity: 10_000, minimumQuantity: 1 }
    await ask('/api/tools', 'POST', { body: { ...body, img: other.img }, token: admin.token })
  }
  return { word, names }
}

test('tools are ticked or filtered, edited together after a look, and put back', { tag: '@both' }, async ({ page }) => {
  const { word, names } = await newTools()
  const [first = '', second = ''] = names
  await asAdmin(page)
  await page.goto(`/dashboard/manageProducts?q=${word}`)
  await page.getByRole('checkbox', { name: `Tick ${first}` }).check()
  await expect(page.getByText('1 ticked')).toBeVisible()
  await page.getByRole('button', { name: 'Untick all' }).click()
  await page.getByRole('link', { name: 'Edit all 2' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit many tools' })).toBeVisible()
  await page.getByRole('button', { name: 'See what would change' }).click()
  await expect(page.getByText('Choose what to change.')).toBeVisible()
  await page.getByLabel('Price', { exact: true }).selectOption({ label: 'Change by percent' })
  await page.getByLabel('By how much').fill('a tenth')
  await page.getByRole('button', { name: 'See what would change' }).click()
  await expect(page.getByText('Use a number, such as 12.5 %.')).toBeVisible()
  await page.getByLabel('By how much').fill('12.5')
  await page.getByLabel('Minimum order quantity').fill('4')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'See what would change' }).click()

  await expect(page.getByRole('heading', { level: 1, name: /^Edit \d+$/ })).toBeVisible()
  const planned = page.getByRole('table', { name: '2 would change' })
  const row = planned.getByRole('row').filter({ hasText: second })
  await expect(row).toContainText('Price: $10.00 → $11.25')
  await expect(row).toContainText('Minimum: 1 → 4')
  await expectAccessible(page)
  await expectNothingWider(page)
  await page.getByRole('button', { name: 'Change 2 tools' }).click()
  await expect(page.getByRole('table', { name: '2 changed' })).toBeVisible()
  const [tool] = await ask<{ price: number }[]>(`/api/tools?q=${word}`, 'GET')
  expect(tool?.price).toBe(11.25)

  await page.getByRole('button', { name: 'Undo the whole edit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the whole edit' }).click()
  await expect(page.getByRole('table', { name: '2 put back' })).toBeVisible()
  await page.getByRole('link', { name: 'Edits of many tools' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Undone' }).first()).toBeVisible()
  const [back] = await ask<{ price: number }[]>(`/api/tools?q=${word}`, 'GET')
  expect(back?.price).toBe(10)
})

test('the page of an edit says where a category could not be given back', async ({ page }) => {
  const { word, names } = await newTools()
  const { token } = await adminSignedIn()
  const newCategory = (name: string) =>
    ask<{ insertedId: string }>('/api/categories', 'POST', { token, body: { name } })
  const editTools = async (change: object) => {
    const body = { filter: { q: word }, change }
    const { insertedId: id } = await ask<{ insertedId: string }>('/api/toolEdits', 'POST', { token, body })
    const state = async () => (await ask<{ state: string }>(`/api/toolEdits/${id}`, 'GET', { token })).state
    await expect.poll(state).toBe('planned')
    await ask(`/api/toolEdits/${id}/commit`, 'POST', { token })
    await expect.poll(state).toBe('committed')
    return id
  }
  const { insertedId: from } = await newCategory(`${word} from`)
  await newCategory(`${word} to`)
  await editTools({ category: `${word}-from`.toLowerCase() })
  const id = await editTools({ category: `${word}-to`.toLowerCase(), price: { how: 'set', value: '12' } })
  await ask(`/api/categories/${from}`, 'DELETE', { token })

  await asAdmin(page)
  await page.goto(`/dashboard/manageProducts/edits/${id}`)
  await expect(page.getByRole('table', { name: '2 changed' })).not.toContainText('Why')
  await page.getByRole('button', { name: 'Undo the whole edit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the whole edit' }).click()
  const back = page.getByRole('table', { name: '2 put back' })
  const row = back.getByRole('row').filter({ hasText: names[0] ?? '' })
  await expect(row).toContainText('Price: $10.00 → $12.00')
  await expect(row).toContainText('The category has been removed meanwhile; the tool stays where it is.')
  await expectAccessible(page)
  await expectNothingWider(page)
})
