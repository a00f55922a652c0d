import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNothingWider } from './journey.ts'
import { ask } from './roles.ts'

/** What the demo shop's invented fitment says (db/demo/fitment.json): for this one the pads fit, for that one under a condition. */
export const civic = { year: '2016', make: 'Honda', model: 'Civic' }
export const jetta = { year: '2008', make: 'Volkswagen', model: 'Jetta' }
export const pads = 'Brake pads, front set with wear wire'

export async function idOf(vehicle: { year: string; make: string; model: string }): Promise<number> {
  const found = await ask<{ id: number; engine?: string }[]>(`/api/vehicles?${new URLSearchParams(vehicle)}`, 'GET')
  const id = found.find(({ engine }) => !engine)?.id
  if (id === undefined) throw new Error(`the demo shop has no ${Object.values(vehicle).join(' ')}`)
  return id
}

export async function pathOf(words: string): Promise<string> {
  const { tools } = await ask<{ tools: { _id: string; name: string }[] }>(
    `/api/search?q=${encodeURIComponent(words)}`,
    'GET',
  )
  return `/shop/${tools.find(({ name }) => name === words)?._id}`
}

export async function pick(page: Page, { year, make, model }: typeof civic): Promise<void> {
  await openPicker(page)
  await page.getByRole('combobox', { name: 'Year' }).selectOption(year)
  await page.getByRole('combobox', { name: 'Make' }).selectOption(make)
  await page.getByRole('combobox', { name: 'Model' }).selectOption({ label: model })
  // While its engines are on their way the button turns, and hears nothing.
  await expect(page.getByRole('form', { name: 'Choose your vehicle' })).not.toHaveAttribute('aria-busy')
}

/** On a phone's list the selector is a sheet. */
export async function openPicker(page: Page): Promise<void> {
  const open = page.getByRole('button', { name: 'Choose your vehicle' })
  if (await open.isVisible()) await open.click()
}

export const bar = (page: Page) => page.getByRole('region', { name: 'Your vehicle' })

/** Layout and accessibility of the screen as it stands. */
export async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNothingWider(page)
}

/** Of a tool that cannot be ordered the card keeps its link, and the page says what can be done. */
export async function expectWayOn(page: Page, name: string, id: string): Promise<void> {
  await page.goto(`/shop?q=${encodeURIComponent(name)}`)
  const link = page.getByRole('link', { name: `Purchase ${name}` })
  await expect(link).toHaveAttribute('href', new RegExp(`^/purchase/${id}`))
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('link', { name: 'Ask us when more will arrive' })).toBeVisible()
  await expect(page.getByRole('link', { name: / in stock$/ })).toHaveAttribute('href', /inStock=true/)
}
