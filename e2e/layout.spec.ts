import type { Page } from '@playwright/test'
import { civic, idOf, pads, pathOf } from './finder-steps.ts'
import { expect, expectNothingWider, test } from './journey.ts'

/** Where things stand: what a buyer came for is seen without scrolling. */

const phone = { width: 360, height: 780 }

async function topOf(page: Page, path: string, what: 'article' | 'price'): Promise<number> {
  await page.goto(path)
  const main = page.getByRole('main')
  const first = what === 'article' ? main.getByRole('article').first() : main.getByText(/^\$\d/).first()
  return (await first.boundingBox())?.y ?? Infinity
}

test('on a phone a list begins within 400 pixels, with a vehicle too, and a tool has its price within 700 (findings 17 and 23)', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  const vehicle = `vehicle=${await idOf(civic)}`
  const withVehicle = [`/shop?${vehicle}`, `/shop?q=pads&${vehicle}`, `/shop/c/brakes?${vehicle}`]
  for (const path of ['/shop', '/shop?q=brake+pads', '/shop/c/brakes', '/shop?sort=newest', ...withVehicle]) {
    expect(await topOf(page, path, 'article'), path).toBeLessThanOrEqual(400)
    await expectNothingWider(page)
  }
  expect(await topOf(page, await pathOf(pads), 'price')).toBeLessThanOrEqual(700)
})

test('at 1920 pixels five cards stand side by side, at 1280 three (finding 23)', async ({ page }) => {
  for (const [width, across] of [
    [1920, 5],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/shop')
    const tops = await page
      .getByRole('main')
      .getByRole('article')
      .evaluateAll(cards => cards.map(card => card.getBoundingClientRect().top))
    expect(tops.filter(top => top === tops[0])).toHaveLength(across)
  }
})

test('the home page and the phone’s menu lead to the categories (finding 23)', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/')
  const categories = page.getByRole('main').getByRole('navigation', { name: 'Shop by category' })
  await expect(categories.getByRole('link', { name: 'Brakes' })).toHaveAttribute('href', '/shop/c/brakes')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' }).getByRole('navigation', { name: 'Categories' })
  await menu.getByRole('link', { name: 'Brakes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Brakes' })).toBeVisible()
})
