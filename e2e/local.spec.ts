import type { Locator, Page, Route } from '@playwright/test'
import { pads, pathOf } from './finder-steps.ts'
import { expect, expectNothingWider, isAlive, test } from './journey.ts'

/** What makes the shop feel as if it stood on the visitor's own machine. */

/** No answer comes any more for this long: whoever needs the network now shows nothing. */
const standstillMs = 3_600_000

/** From here on the line stands still; what the browser has already, it may use. */
async function stopTheLine(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: standstillMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
}

/** As a hand does: an event that a script has made means nothing to the browser. */
async function putFingerOn(page: Page, link: Locator): Promise<void> {
  const { x, y, width, height } = (await link.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const devtools = await page.context().newCDPSession(page)
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
}

/** The page behind the link has come, and all that it needs. */
async function pointAt(page: Page, link: Locator, isPhone: boolean): Promise<void> {
  const target = new URL((await link.getAttribute('href')) ?? '', page.url()).href
  const ahead = page.context().waitForEvent('response', { predicate: response => response.url() === target })
  if (isPhone) await putFingerOn(page, link)
  else await link.hover()
  await (await ahead).finished()
}

/** The page listens. */
async function expectAlive(page: Page): Promise<void> {
  await expect.poll(() => isAlive(page)).toBe(true)
}

test.describe('the next page', () => {
  for (const [from, of, linkTo] of [
    // One of the demo's: what other journeys add may be gone again when it is pointed at.
    [
      '/',
      'a tool',
      (page: Page) => page.getByRole('heading').getByRole('link', { name: 'Combination wrench 13 mm' }).first(),
    ],
    ['/blog', 'the shop window', (page: Page) => page.getByRole('link', { name: 'Tappet' }).first()],
    ['/shop', 'the list', (page: Page) => page.getByRole('link', { name: 'Next page' })],
  ] as const) {
    test(`of ${of} is there without asking the network once its link has been pointed at`, async ({
      page,
      isMobile,
    }) => {
      await page.goto(from, { waitUntil: 'networkidle' })
      await expectAlive(page)
      const link = linkTo(page)
      const target = (await link.getAttribute('href')) ?? ''
      await link.scrollIntoViewIfNeeded()
      await pointAt(page, link, isMobile)
      const title = await page.getByRole('heading', { level: 1 }).innerText()
      await stopTheLine(page)
      await link.click()
      await expect(page).toHaveURL(target)
      if (from !== '/shop') await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title)
      else await expect(page.getByRole('link', { name: 'First page' })).toBeVisible()
      await expectNothingWider(page)
    })
  }
})

test('a filter that was pointed at leads to a list at the same height, with the focus in it @desktop', async ({
  page,
}) => {
  await page.goto('/shop', { waitUntil: 'networkidle' })
  const category = page.getByRole('navigation', { name: 'Category' }).getByRole('link').last()
  await page.evaluate(() => scrollTo({ top: 150, behavior: 'instant' }))
  await pointAt(page, category, false)
  await page.waitForTimeout(500)
  await category.click()
  await expect(page).toHaveURL(/\/shop\/c\//)
  await expect(page.getByRole('navigation', { name: 'Category' })).toBeFocused()
  expect(await page.evaluate(() => Math.round(scrollY))).toBe(150)
})

declare global {
  interface Window {
    shifts: { value: number; what: string[] }[]
  }
}

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Node }[] }

/** Faces and pictures stay on their way until they are let go, and the page stands without them. */
async function holdBack(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = []
  let isHolding = true
  await page.route(/\.(?:woff2|avif|webp)$/, async route => {
    if (isHolding) held.push(route)
    else await route.continue()
  })
  return async () => {
    isHolding = false
    expect(held.length).toBeGreaterThan(2)
    await Promise.all(held.map(route => route.continue()))
  }
}

test.describe('nothing moves', () => {
  for (const path of ['/', '/shop', 'a tool'] as const) {
    for (const when of ['at once', 'late'] as const) {
      test(`on ${path}, where faces and pictures come ${when}`, async ({ page }) => {
        const address = path === 'a tool' ? await pathOf(pads) : path
        const letGo = when === 'late' ? await holdBack(page) : undefined
        await page.addInitScript(() => {
          window.shifts = []
          new PerformanceObserver(list => {
            for (const entry of list.getEntries() as Shift[]) {
              const what = entry.sources.map(({ node }) => (node as Element | null)?.outerHTML?.slice(0, 100) ?? '')
              if (!entry.hadRecentInput) window.shifts.push({ value: entry.value, what })
            }
          }).observe({ type: 'layout-shift', buffered: true })
        })
        await page.goto(address, { waitUntil: letGo ? 'domcontentloaded' : 'networkidle' })
        await expectAlive(page)
        if (letGo) {
          await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
          await letGo()
          await page.waitForLoadState('networkidle')
        }
        // What is further down arrives as somebody comes to it, and must not move what they see either.
        await page.evaluate(async () => {
          for (let at = 0; at < document.body.scrollHeight; at += innerHeight) {
            scrollTo({ top: at, behavior: 'instant' })
            await new Promise(requestAnimationFrame)
          }
        })
        await expect
          .poll(() =>
            page.evaluate(() => document.fonts.status === 'loaded' && [...document.images].every(one => one.complete)),
          )
          .toBe(true)
        const shifts = await page.evaluate(() => window.shifts)
        const sum = shifts.reduce((sum, { value }) => sum + value, 0)
        // To two places, as it is told: a face that comes late may move a line by half a pixel.
        expect(sum.toFixed(2), JSON.stringify(shifts)).toBe('0.00')
      })
    }
  }
})
