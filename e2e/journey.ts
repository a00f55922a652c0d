import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type axe from 'axe-core'
import { type Browser, type Locator, type Page, expect, test as base } from '@playwright/test'

/**
 * A journey fails when the browser's console says anything, or a request fails: a customer's browser must have nothing
 * to complain of. A test that provokes an answer of 400 or more says so with `expectRefusal`, by a part of its address; one
 * that provokes an error that nobody catches, with `expectUncaught`, by a part of what it says.
 */
export const test = base.extend<{
  quiet: void
  expectRefusal: (path: string) => void
  expectUncaught: (message: string) => void
}>({
  baseURL: async ({}, use) => use(process.env['SHOP_URL']),
  expectRefusal: async ({}, use, info) => {
    await use(path => void info.annotations.push({ type: 'expected refusal', description: path }))
  },
  expectUncaught: async ({}, use, info) => {
    await use(message => void info.annotations.push({ type: 'expected uncaught', description: message }))
  },
  quiet: [
    async ({ page }, use, info) => {
      const complaints: string[] = []
      const isNoted = (type: string, what: string) =>
        info.annotations.some(note => note.type === type && what.includes(note.description ?? ' '))
      const isExpected = (url: string) => isNoted('expected refusal', url)
      page.on('console', message => {
        const { url } = message.location()
        if (!isExpected(url)) complaints.push(`console ${message.type()}: ${message.text()} (${url})`)
      })
      page.on('pageerror', error => {
        if (!isNoted('expected uncaught', error.message)) complaints.push(`uncaught: ${error.message}`)
      })
      page.on('requestfailed', request => {
        // A page that is left gives up what it still loads; that is no failure.
        if (request.failure()?.errorText !== 'net::ERR_ABORTED')
          complaints.push(`failed: ${request.url()} ${request.failure()?.errorText}`)
      })
      page.on('response', response => {
        if (response.status() >= 400 && !isExpected(response.url()))
          complaints.push(`${response.status()}: ${response.url()}`)
      })
      await use()
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Its small form: a page reads it anew each time, and the whole one takes as long to read as to run. */
const checker = readFileSync(join(import.meta.dirname, '../node_modules/axe-core/axe.min.js'), 'utf8')

type Theme = 'light' | 'dark'

/** The themes differ in their colours alone: the design kit's page has both each time, the other screens in the long tier. */
export const bothThemes: Theme[] = ['dark', 'light']
const themesOfTier: Theme[] = process.env['TEST_TIER'] === 'long' ? bothThemes : ['light']

/** Nothing that an accessibility checker can find, on the screen as it stands. Of the dark theme, its colours are checked. */
export async function expectAccessible(page: Page, themes = themesOfTier): Promise<void> {
  // Evaluated, not added as a script tag: the page's own policy stays as it is.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(checker)
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const rules = colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {}
    // Asked again: colours that are still fading from one theme to the other belong to neither. The checker itself may take
    // seconds for a long list.
    await expect(async () => {
      const run = (options: axe.RunOptions) => window.axe.run(options)
      const { violations } = await page.evaluate(run, {
        ...rules,
        resultTypes: ['violations' as const],
        preload: false,
      })
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`)
      expect(found, `in the ${colorScheme} theme`).toEqual([])
    }).toPass({ timeout: 40_000, intervals: [250, 500, 1000] })
  }
}

let made = 0

/** A new customer's details; each test has its own, so that tests can run at once. */
export function newCustomer() {
  made += 1
  const unique = `${process.pid}-${Date.now().toString(36)}-${made}`
  return { name: 'Padma Fleet Service', email: `padma-${unique}@example.com`, password: 'a workshop password' }
}

/** The page's script has come and listens; a screen of the application is React's. */
export const isAlive = (page: Page) => page.evaluate(() => performance.getEntriesByName('alive').length > 0)

/** A page in a browser without script, as large as `options` say. */
export async function withoutScript(
  browser: Browser,
  options: object,
  visit: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ ...options, javaScriptEnabled: false })
  await visit(await context.newPage())
  await context.close()
}

/** A toast that says this: words in the corner, not on the screen itself. */
export const toastOf = (page: Page, text: string, kind?: 'success' | 'error') =>
  page.locator(kind ? `.Toastify__toast--${kind}` : '.Toastify__toast').getByText(text)

/** These words are red, to an eye and not by the name of a colour. */
export async function expectRed(words: Locator): Promise<void> {
  const color = await words.evaluate(node => getComputedStyle(node).color)
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number)
  expect(red, color).toBeGreaterThan(2 * Math.max(green, blue))
}

/** One stands below the other. */
export async function expectBelow(lower: Locator, upper: Locator): Promise<void> {
  const [under, over] = [await lower.boundingBox(), await upper.boundingBox()]
  expect(under?.y ?? 0).toBeGreaterThanOrEqual((over?.y ?? Infinity) + (over?.height ?? 0))
}

/** Nothing to scroll for sideways. */
export async function expectNothingWider(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, 'nothing is wider than the screen').toBeLessThanOrEqual(0)
}
