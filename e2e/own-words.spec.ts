import { expect, expectAccessible, expectNothingWider, test, toastOf } from './journey.ts'
import { adminSignedIn, asAdmin, ask, signInAs } from './roles.ts'

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

  await page.getByRole('button', { name: 'Undo the change to Top of the home page' }).click()
  await expect(toastOf(page, 'The change has been undone.')).toBeVisible()
  await expect(line).toHaveValue('Said by another')
  await part.getByRole('button', { name: /^Back to the original/ }).click()
  await expect(toastOf(page, 'Top of the home page: the original is shown again.')).toBeVisible()
  await expect(line).toHaveValue(before)
  await page.goto('/')
  await expect(page.getByRole('main').getByText(before)).toBeVisible()
})

test('the keyboard alone brings the last of a list to its top, and hears where it is', async ({ page }) => {
  await asAdmin(page)
  await page.goto('/dashboard/content')
  const part = page.getByRole('region', { name: 'Promises' })
  const titles = part.getByLabel('What you promise')
  const third = await titles.nth(2).inputValue()
  await part.getByRole('button', { name: 'Move up: Promise 3' }).focus()
  await page.keyboard.press('Enter')
  await expect(part.getByRole('button', { name: 'Move up: Promise 2' })).toBeFocused()
  await expect(part.getByRole('status')).toHaveText('It is Promise 2 now.')
  await page.keyboard.press('Enter')
  await expect(titles.first()).toHaveValue(third)
  await expect(part.getByRole('button', { name: 'Remove: Promise 1' })).toBeFocused()
  await expect(part.getByRole('status')).toHaveText('It is Promise 1 now.')
})

test('an owner adds a page, reads it in the shop, removes it, and brings it back', async ({ page }, info) => {
  await asAdmin(page)
  const title = `Returns ${info.project.name}`
  const path = `/pages/returns-${info.project.name}`
  await page.goto('/dashboard/content/pages')
  await page.getByRole('link', { name: 'Add a page' }).click()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('What it says, in one sentence').fill('Within a month.')
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await page.getByRole('button', { name: 'Add a page' }).click()
  const text = page.getByLabel('Text', { exact: true })
  await expect(text).toBeFocused()
  await expect(page.getByText('Write something here.')).toBeVisible()
  await text.fill('## How\n\nSend it back to <b>us</b>:\n\n- unused\n- in its box')
  await expectAccessible(page)
  await expectNothingWider(page)
  await page.getByRole('button', { name: 'Add a page' }).click()
  await expect(toastOf(page, `${title} is added.`)).toBeVisible()

  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'How', level: 2 })).toBeVisible()
  await expect(page.getByText('Send it back to <b>us</b>:')).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'in its box' })).toBeVisible()

  await page.goto('/dashboard/content/pages')
  await page.getByRole('button', { name: `Remove ${title}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(toastOf(page, `${title} is removed.`)).toBeVisible()
  expect((await page.request.get(path)).status()).toBe(404)
  await page.getByRole('button', { name: `Undo the change to returns-${info.project.name}` }).click()
  await expect(toastOf(page, 'The change has been undone.')).toBeVisible()
  expect((await page.request.get(path)).status()).toBe(200)
})

test('an owner writes what a mail says, sees it beforehand, and goes back to the original', async ({ page }, info) => {
  await asAdmin(page)
  // One of those that no other journey waits for.
  const title =
    info.project.name === 'phone' ? 'The rest of an order was shipped' : 'Units of a paid order were cancelled'
  await page.goto('/dashboard/content/mails')
  await page.getByText(title).first().click()
  const mail = page.getByRole('region', { name: title })
  const text = mail.getByLabel('Text', { exact: true })
  const before = await text.inputValue()
  await text.fill('Dear {customer}, of {shop}.')
  await mail.getByRole('button', { name: /^Save/ }).click()
  await expect(mail.getByText(/^\{customer\} stands for nothing here\./)).toBeVisible()
  await expect(text).toBeFocused()
  await expectAccessible(page)
  await expectNothingWider(page)
  await text.fill('{shop} writes about {number}.')
  await mail.getByLabel('Subject').fill('{number}: news')
  // What was typed is back in sight, and does not wait in a box that is closed (finding 35).
  await page.reload()
  await expect(mail.getByLabel('Subject')).toHaveValue('{number}: news')
  await expect(mail.getByLabel('Subject')).toBeVisible()
  const preview = mail.getByRole('group', { name: 'How it will read' })
  await expect(preview).toContainText('Tappet writes about T-1042.')
  if (info.project.name !== 'phone') {
    await mail.getByRole('button', { name: /^Save/ }).click()
    await expect(mail.getByText('Whoever reads this needs {amount}')).toBeVisible()
    await text.fill('{shop} writes about {number}: {amount}.')
  }
  await mail.getByRole('button', { name: /^Save/ }).click()
  await expect(toastOf(page, `${title}: saved.`)).toBeVisible()
  await mail.getByRole('button', { name: /^Back to the original/ }).click()
  await expect(toastOf(page, `${title}: the original is shown again.`)).toBeVisible()
  await expect(text).toHaveValue(before)
})
