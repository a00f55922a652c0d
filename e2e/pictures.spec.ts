import type { Browser, BrowserContext, Page } from '@playwright/test'
import { pictureWidths } from '../src/modules/media/pictures.rules.ts'
import { expect, test } from './journey.ts'
import { asNewCustomer } from './roles.ts'
import { choosePopularTool, placeOrder } from './steps.ts'

test.use({ deviceScaleFactor: 2 })

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** Fewer pixels than the screen could show by this share are not seen. */
const unseen = 0.05

/** Every picture of the page, once all have come into view: how wide it is shown, and what the browser took. */
async function picturesOf(page: Page) {
  const pictures = page.locator('main picture img')
  await expect(pictures.first()).toBeAttached()
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.currentSrc))
      .toBeTruthy()
  }
  return pictures.evaluateAll((images: HTMLImageElement[]) =>
    images.map(image => {
      const { width, height, top } = image.getBoundingClientRect()
      const [full, fullHeight] = [Number(image.getAttribute('width')), Number(image.getAttribute('height'))]
      return {
        shown: Math.min(width, (height * full) / fullHeight) * devicePixelRatio,
        taken: /-(\d+)\.(\w+)$/.exec(image.currentSrc)?.slice(1) ?? [],
        isFarBelow: top + scrollY > 2 * innerHeight,
        loading: image.loading,
        decoding: image.decoding,
      }
    }),
  )
}

/** Of what is stored, the least that fills the place, in the format that takes the fewest bytes. */
async function expectFitting(page: Page): Promise<void> {
  for (const { shown, taken, isFarBelow, loading, decoding } of await picturesOf(page)) {
    const [width, format] = taken
    const fitting = pictureWidths.find(stored => stored >= shown * (1 - unseen)) ?? Math.max(...pictureWidths)
    expect({ width: Number(width), format, decoding }, `shown ${shown} pixels wide`).toEqual({
      width: fitting,
      format: 'avif',
      decoding: 'async',
    })
    if (isFarBelow) expect(loading).toBe('lazy')
  }
}

/** In a browser that has no picture yet: one that has a larger one already takes that, and rightly so. */
async function expectFittingIn(browser: Browser, path: string, storageState?: StorageState): Promise<void> {
  const context = await browser.newContext(storageState && { storageState })
  const page = await context.newPage()
  await page.goto(path)
  await expectFitting(page)
  await context.close()
}

test('No public page fetches a larger picture than it shows', async ({ page, browser }) => {
  await expectFittingIn(browser, '/')
  await expectFittingIn(browser, '/shop')
  await page.goto('/shop')
  await expectFittingIn(browser, (await page.locator('main h3 a').first().getAttribute('href')) ?? '')
})

test('What was ordered is shown by a small picture', { tag: '@long' }, async ({ page, browser }) => {
  await asNewCustomer(page)
  await choosePopularTool(page, 'Combination wrench 13 mm')
  await placeOrder(page)
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  const signedIn = await page.context().storageState()
  await expectFittingIn(browser, page.url(), signedIn)
  await expectFittingIn(browser, '/dashboard/order', signedIn)
})
