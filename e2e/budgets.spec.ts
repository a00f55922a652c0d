import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Page, Request } from '@playwright/test'
import { bar, civic, pick } from './finder-steps.ts'
import { expect, test } from './journey.ts'
import { signUp } from './steps.ts'

/** What comes with a page, in bytes, each file compressed as it is served. The sheet is one for all pages. */
const most = { script: 12_000, styles: 11_800, fonts: 60_000 }
/** What a page's HTML may be, unpacked: a server has to make it, and a phone to read it. */
const mostHtml = new Map([
  ['home', 61_000],
  ['the catalogue', 82_000],
  ["a tool's page", 45_000],
])
/** All script of a visitor who has searched and chosen a vehicle. */
const mostScriptInUse = 84_000
const mostScriptOfDashboard = 178_000

const weigh = (content: string | Buffer): number =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

const sum = (sizes: Iterable<number>): number => [...sizes].reduce((all, one) => all + one, 0)

type Weights = { html: number; styles: number; scripts: Map<string, number>; fonts: Map<string, number> }

const kinds = ['script', 'stylesheet', 'font']

/** Opens a page and weighs everything that it fetches until it has nothing left to do. */
async function weighPage(page: Page, path: string): Promise<Weights> {
  const fetched = new Map<string, string>()
  const note = (request: Request) => {
    if (kinds.includes(request.resourceType())) fetched.set(request.url(), request.resourceType())
  }
  page.on('request', note)
  const answer = await page.goto(path, { waitUntil: 'networkidle' })
  // What waits for an idle moment is fetched after it.
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
  await page.waitForLoadState('networkidle')
  page.off('request', note)
  const files = await Promise.all(
    [...fetched].map(async ([url, kind]) => ({ url, kind, body: await (await page.request.get(url)).body() })),
  )
  const of = (wanted: string) => files.filter(({ kind }) => kind === wanted)
  const weights = (wanted: string) => new Map(of(wanted).map(({ url, body }) => [url, weigh(body)]))
  return {
    html: (await answer?.body())?.length ?? 0,
    styles: sum(weights('stylesheet').values()),
    scripts: weights('script'),
    fonts: weights('font'),
  }
}

/** The addresses of the pages that the budget is about; the tool is one of the catalogue's. */
async function publicPages(page: Page): Promise<[name: string, path: string][]> {
  const [tool] = (await (await page.request.get('/data/popularTools.json')).json()) as { _id: string; name: string }[]
  const answer = await page.request.get(`/shop/${tool?._id}`)
  return [
    ['home', '/'],
    ['the catalogue', '/shop'],
    ["a tool's page", new URL(answer.url()).pathname],
  ]
}

test("home, the catalogue and a tool's page keep to their bytes @desktop", async ({ page }) => {
  for (const [name, path] of await publicPages(page)) {
    const { html, styles, scripts, fonts } = await weighPage(page, path)
    const weights = { script: sum(scripts.values()), styles, fonts: sum(fonts.values()), html }
    test.info().annotations.push({ type: name, description: JSON.stringify(weights) })
    // None of them is there by an accident of the measure.
    for (const weight of Object.values(weights)) expect(weight, name).toBeGreaterThan(1000)
    for (const kind of ['script', 'styles', 'fonts'] as const) {
      expect.soft(weights[kind], `${kind} of ${name}`).toBeLessThanOrEqual(most[kind])
    }
    expect.soft(weights.html, `HTML of ${name}`).toBeLessThanOrEqual(mostHtml.get(name) ?? 0)
  }
})

test('a search and a vehicle bring what they need, and no more @desktop', async ({ page }) => {
  const scripts = new Set<string>()
  page.on('request', request => void (request.resourceType() === 'script' && scripts.add(request.url())))
  await page.goto('/')
  await page.getByRole('combobox', { name: 'Search the shop' }).click()
  await page.keyboard.type('brake')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await pick(page, civic)
  await page.getByRole('button', { name: 'Get Started' }).click()
  await expect(bar(page)).toContainText('Showing parts for')
  await page.waitForLoadState('networkidle')
  const weights = await Promise.all([...scripts].map(async url => weigh(await (await page.request.get(url)).body())))
  const bytes = sum(weights)
  test.info().annotations.push({ type: 'in use', description: JSON.stringify({ bytes, files: scripts.size }) })
  expect(bytes).toBeGreaterThan(most.script)
  expect(bytes).toBeLessThanOrEqual(mostScriptInUse)
})

test('the dashboard keeps to its bytes, and no visitor downloads it @desktop', async ({ page }) => {
  const seen = new Set<string>()
  for (const [, path] of await publicPages(page)) {
    for (const url of (await weighPage(page, path)).scripts.keys()) seen.add(url)
  }
  await signUp(page)
  const { scripts } = await weighPage(page, '/dashboard')
  await expect(page.getByText('Welcome to Dashboard')).toBeVisible()
  const bytes = sum(scripts.values())
  test.info().annotations.push({ type: 'the dashboard', description: String(bytes) })
  expect(bytes).toBeLessThanOrEqual(mostScriptOfDashboard)
  // Forms, schemas and queries: what it adds is on none of the pages above.
  expect(sum([...scripts].filter(([url]) => !seen.has(url)).map(([, size]) => size))).toBeGreaterThan(20_000)
})

test('pages are rendered by React as it is for production @desktop', () => {
  const folder = join(import.meta.dirname, '../build/storefront')
  const files = globSync('**/*.js', { cwd: folder }).map(file => readFileSync(join(folder, file), 'utf8'))
  expect(files.some(content => content.includes('renderToString'))).toBe(true)
  expect(
    files.filter(content => /from "react(?:-dom\/server)?"|react-dom-server\.node\.development/.test(content)),
  ).toEqual([])
})
