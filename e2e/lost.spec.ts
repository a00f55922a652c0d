import type { Page } from '@playwright/test'
import { expect, isAlive, test, withoutScript } from './journey.ts'

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

test('a line that drops on the way to a page leaves words on the screen, and a way to try again', async ({
  page,
  expectUncaught,
}) => {
  // The router may let the failed fetch go before it looks at it.
  expectUncaught('Failed to fetch')
  await page.goto('/blog')
  const articles = page.getByRole('main').getByRole('link')
  const [first, second] = await articles.evaluateAll(links => [
    ...new Set(links.map(link => link.getAttribute('href')).filter(href => href?.startsWith('/blog/'))),
  ])
  const press = (href: string | null | undefined) => page.locator(`main a[href="${href}"]`).first().click()
  // The page that shows an article is loaded from here on; its words are not.
  await press(first)
  await expect(page).toHaveURL(String(first))
  await page.goBack()
  await page.route(/\.(data|js)(\?|$)/, route => route.abort('aborted'))
  await press(second)
  await expect(heading(page)).toHaveText('Something went wrong')
  await expect(page).toHaveTitle('Something went wrong')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Back to the home page' })).toBeVisible()
  await page.unroute(/\.(data|js)(\?|$)/)
  await page.getByRole('link', { name: 'Load the page again' }).click()
  await expect(heading(page)).not.toHaveText('Something went wrong')
  await expect(page).toHaveURL(String(second))
  await expect(page).not.toHaveTitle('Something went wrong')
})

test(
  'what the server has said of a missing page stays while its drawing’s script is on its way',
  { tag: '@long' },
  async ({ page, expectRefusal }) => {
    expectRefusal('/blog/no-such')
    const { promise: isTime, resolve: letThrough } = Promise.withResolvers<void>()
    let isHeld = false
    await page.route(/\.js$/, async route => {
      const response = await route.fetch()
      const isDrawing = (await response.text()).includes('one tooth broken off')
      isHeld ||= isDrawing
      if (isDrawing) await isTime
      await route.fulfill({ response })
    })
    await page.clock.install()
    await page.goto('/blog/no-such', { waitUntil: 'commit' })
    await expect(heading(page)).toBeVisible()
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (!document.querySelector('h1') || document.title === '') document.documentElement.dataset['taken'] = 'yes'
      }).observe(document, { childList: true, subtree: true, characterData: true })
    })
    await expect.poll(() => isHeld, { timeout: 15_000 }).toBe(true)
    await page.clock.fastForward(60_000)
    await expect(heading(page)).toHaveText('Page not found')
    letThrough()
    await expect.poll(() => isAlive(page)).toBe(true)
    await expect(page.getByRole('img', { name: /broken off/ })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.dataset['taken'])).toBeUndefined()
  },
)
