import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

/** A public page is complete without its script, which waits until the page has been shown or somebody touches it. */

/** Opens the list of tools, none of whose pictures ever comes, in a time that stands still. Gives the scripts asked for. */
async function openWithoutPictures(page: Page): Promise<string[]> {
  const scripts: string[] = []
  page.on('request', request => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  await page.route(/\/images\//, () => {})
  // Who is quicker than the page's first script says nothing about it.
  await page.goto('/shop', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return scripts
}

test('the script is asked for when words and first pictures stand there', async ({ page }) => {
  for (const [path, pictures] of [
    ['/', 0],
    ['/shop', 1],
  ] as const) {
    await page.goto(path)
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName('hydrated').length)).toBe(1)
    const { shown, asked } = await page.evaluate(() => {
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const eager = [...document.images].filter(image => image.loading !== 'lazy').map(image => image.currentSrc)
      const pictures = files.filter(file => eager.includes(file.name)).map(file => file.responseEnd)
      const paint = performance.getEntriesByName('first-contentful-paint').map(entry => entry.startTime)
      const scripts = files.filter(file => file.name.endsWith('.js')).map(file => file.startTime)
      return { shown: [...paint, ...pictures], asked: scripts }
    })
    expect(shown.length, `${path} has its first pictures`).toBeGreaterThan(pictures)
    expect(asked.length).toBeGreaterThan(3)
    expect(Math.min(...asked), path).toBeGreaterThanOrEqual(Math.max(...shown))
  }
})

test('a key calls it at once, whatever is still to come', async ({ page }) => {
  const scripts = await openWithoutPictures(page)
  expect(scripts).toEqual([])
  await page.keyboard.press('Tab')
  await expect.poll(() => scripts.length).toBeGreaterThan(3)
})

test('so does a finger', async ({ page }) => {
  const scripts = await openWithoutPictures(page)
  await page.getByRole('heading', { level: 1 }).dispatchEvent('pointerdown', { pointerType: 'touch', bubbles: true })
  await expect.poll(() => scripts.length).toBeGreaterThan(3)
})

test('a picture that never comes does not keep it away', async ({ page }) => {
  const scripts = await openWithoutPictures(page)
  await page.clock.runFor(2900)
  expect(scripts).toEqual([])
  await page.clock.runFor(200)
  await expect.poll(() => scripts.length).toBeGreaterThan(3)
})

test('a page that is nothing without its script does not wait', async ({ request }) => {
  const begins = async (path: string) => (await (await request.get(path)).text()).includes('<script type="module"')
  expect(await begins('/dashboard')).toBe(true)
  expect(await begins('/')).toBe(false)
})
