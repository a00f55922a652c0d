import type { Page } from '@playwright/test'
import { expect, test, withoutScript } from './journey.ts'

/** Pages that are not there, or do not come: what stands in their place has words, ways on, and a drawing. */

const nowhere = ['/no/such/page', '/shop/00000000-0000-7000-8000-000000000000', '/blog/no-such', '/pages/no-such']

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('[S8.08] an address without a page shows words, ways on and the drawing, without script too', async ({
  browser,
  baseURL,
  viewport,
}) => {
  await withoutScript(browser, { baseURL, viewport }, async page => {
    for (const path of nowhere) {
      expect((await page.goto(path))?.status(), path).toBe(404)
      await expect(page).toHaveTitle('Page not found')
      await expect(heading(page), path).toHaveText('Page not found')
      await expect(heading(page), path).toBeInViewport()
      // Without its sheet a drawing of lines is a black field of the page's width.
      const drawing = page.getByRole('img', { name: /broken off/ })
      await expect(drawing, path).toHaveCSS('fill', 'none')
      expect((await drawing.boundingBox())?.width, path).toBeLessThan(620)
      await expect(page.getByRole('link', { name: 'See the whole catalogue' }), path).toHaveAttribute('href', '/shop')
    }
  })
})

test('[S2.31] an address of the application without a screen says so, and stays where it is', async ({
  page,
  expectRefusal,
}) => {
  const missing = ['/dashboard/no-such', '/purchase', '/login/no-such']
  for (const path of missing) {
    expectRefusal(path)
    expect((await page.goto(path, { waitUntil: 'networkidle' }))?.status(), path).toBe(404)
    await expect(heading(page), path).toHaveText('Page not found')
    expect(
      await page.evaluate(() => performance.getEntriesByType('navigation').length + history.length),
      path,
    ).toBeLessThan(6)
  }
})
