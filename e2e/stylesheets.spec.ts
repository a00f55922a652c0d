import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

/** A screen stands there with its looks, however slow the line is and however quick the hand. */

/** Holds every stylesheet back for a while, as a slow line does. */
async function slowStylesheets(page: Page): Promise<void> {
  await page.route(/\.css(\?|$)/, async route => {
    await new Promise(resolve => setTimeout(resolve, 500))
    await route.continue()
  })
}

/** The page's own sheets that are at work, by the beginning of their names. */
const sheets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][data-precedence]')].map(
      ({ href }) => /\/assets\/([a-z-]+)-/.exec(href)?.[1],
    ),
  )

test('a page that is pressed at once comes with its stylesheets, and so does the next one', async ({ page }) => {
  await page.goto('/shop')
  await slowStylesheets(page)
  const cards = page.getByRole('article').getByRole('heading').getByRole('link')
  await cards.first().click()
  await expect(page).toHaveURL(/\/shop\/[0-9a-f-]{36}\//)
  await expect.poll(() => sheets(page)).toContain('tool-page')
  await page.goBack()
  await cards.nth(1).click()
  await expect(page).toHaveURL(/\/shop\/[0-9a-f-]{36}\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await sheets(page)).toContain('tool-page')
})

test(
  'a link that is activated without a press, as by assistive technology, leads to a page with its looks',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/shop')
    await slowStylesheets(page)
    await page.evaluate(() => {
      const link = document.querySelector<HTMLAnchorElement>('article h2 a, article h3 a')
      link?.focus()
      link?.click()
    })
    await expect(page).toHaveURL(/\/shop\/[0-9a-f-]{36}\//)
    await expect.poll(() => sheets(page)).toContain('tool-page')
  },
)

test(
  'a link that is pointed at while another page is on its way takes no stylesheet from it @desktop',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/blog')
    await slowStylesheets(page)
    await page.getByRole('combobox', { name: 'Search the shop' }).fill('brake')
    await page.keyboard.press('Enter')
    await page.getByRole('navigation').getByRole('link', { name: 'Shop', exact: true }).first().hover()
    await expect(page).toHaveURL('/shop?q=brake')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => sheets(page)).toContain('shop-page')
  },
)
