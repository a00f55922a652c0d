import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import playwright from '../playwright.config.ts'
import type { Figure } from './measure/figure.ts'
import { quantile, rounded } from './measure/rounds.ts'
import { withShop } from './measure/shop.ts'

const runs = 5
/** Lighthouse is large and needed for this alone: it is no dependency of the shop, and installed when it is asked for. */
const home = join(import.meta.dirname, 'lighthouse')
const program = join(home, 'node_modules/lighthouse/cli/index.js')
const reports = join(import.meta.dirname, 'out')

type Audit = {
  title: string
  score: number | null
  numericValue?: number
  displayValue?: string
  details?: { items?: { name?: string; resourceType?: string; transferSize?: number }[] }
}
type Category = { score: number | null; auditRefs: { id: string }[] }
type Report = {
  runtimeError?: { message: string }
  categories: Record<string, Category>
  audits: Record<string, Audit>
}

/** What the page's own script marks when React has taken the page over (`src/screens/root.tsx`). */
const hydrated = 'alive'
const bounds = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const times = [
  { name: 'first contentful paint', audit: 'first-contentful-paint', unit: 'ms' },
  { name: 'largest contentful paint', audit: 'largest-contentful-paint', unit: 'ms', limit: 1500 },
  { name: 'total blocking time', audit: 'total-blocking-time', unit: 'ms' },
  { name: 'layout shift', audit: 'cumulative-layout-shift', unit: '', limit: 0 },
] as const

/**
 * Lighthouse as it comes, which is its phone preset with simulated throttling, on the built demo shop: each page five
 * times in a browser that knows nothing of it, and of each measure the median.
 */
export async function web(): Promise<Figure[]> {
  await installLighthouse()
  await mkdir(reports, { recursive: true })
  return withShop({ DEMO: 'yes', LOG_LEVEL: 'fatal' }, async address => {
    const figures: Figure[] = []
    for (const { name, path } of await pagesOf(address)) {
      const found: Report[] = []
      for (let run = 1; run <= runs; run += 1) {
        const file = join(reports, `web-${name}-${run}.json`)
        found.push(await lighthouse(address + path, file))
      }
      figures.push(...figuresOf(name, found))
      await writeFile(join(reports, `web-${name}-complaints.txt`), complaints(found))
    }
    return figures
  })
}

async function installLighthouse(): Promise<void> {
  if (existsSync(program)) return
  const npm = process.env['npm_execpath'] ?? ''
  const [command, first] = npm.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []]
  // No lockfile: the one version that counts is pinned, and what it measures with is its own browser's.
  const flags = ['--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const installing = [...first, 'install', '--prefix', home, ...flags]
  const { status, output } = await run(command, installing, process.env)
  if (status !== 0) throw new Error(`npm could not install Lighthouse: ${output}`)
}

/** The pages that the bounds are for. The tool is the first of the list, whichever that is. */
async function pagesOf(address: string) {
  const list = await (await fetch(`${address}/shop`)).text()
  const [, tool] = /href="(\/shop\/[^"?/]+\/[^"?]+)"/.exec(list) ?? []
  if (!tool) throw new Error('the list of tools leads to no tool')
  return [
    { name: 'home', path: '/' },
    { name: 'shop', path: '/shop' },
    { name: 'tool', path: tool },
  ]
}

async function lighthouse(url: string, file: string): Promise<Report> {
  const flags = ['--headless=new', ...(playwright.use?.launchOptions?.args ?? [])].join(' ')
  const options = ['--quiet', '--output=json', `--output-path=${file}`, '--no-enable-error-reporting']
  const browser = process.env['CHROMIUM_PATH'] ?? chromium.executablePath()
  const env = { ...process.env, CHROME_PATH: browser }
  const look = () => run(process.execPath, [program, url, ...options, `--chrome-flags=${flags}`], env)
  let { status, output } = await look()
  // Its browser sometimes begins to record after the page has: then nothing was measured.
  for (let more = 2; output.includes('NO_NAVSTART') && more > 0; more -= 1) ({ status, output } = await look())
  if (status !== 0) throw new Error(`Lighthouse ended with status ${status}: ${output}`)
  const report = JSON.parse(await readFile(file, 'utf8')) as Report
  if (report.runtimeError) throw new Error(report.runtimeError.message)
  const marks = report.audits['user-timings']?.details?.items ?? []
  // A page that puts its work off until nobody looks would have the best figures, and they would say nothing.
  if (!marks.some(({ name }) => name === hydrated)) throw new Error(`${url} was measured before it was hydrated`)
  return report
}

function run(command: string, args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', piece => (output += String(piece)))
  return new Promise<{ status: number | null; output: string }>((resolve, reject) => {
    child.once('error', reject).once('close', status => resolve({ status, output }))
  })
}

function figuresOf(page: string, found: Report[]): Figure[] {
  const median = (measure: (report: Report) => number) => quantile(found.map(measure), 0.5)
  const bytes = (report: Report, type?: string) =>
    (report.audits['network-requests']?.details?.items ?? [])
      .filter(({ resourceType }) => !type || resourceType === type)
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
  const kilobytes = (type?: string) => rounded(median(report => bytes(report, type)) / 1000, 1)
  return [
    ...Object.entries(bounds).map(([category, limit]) => ({
      name: `${page}: ${category}`,
      value: rounded(100 * median(report => report.categories[category]?.score ?? 0), 0),
      unit: 'of 100',
      limit,
    })),
    ...times.map(({ name, audit, ...figure }) => ({
      name: `${page}: ${name}`,
      value: rounded(
        median(report => report.audits[audit]?.numericValue ?? Number.NaN),
        figure.unit ? 0 : 3,
      ),
      ...figure,
    })),
    { name: `${page}: all that is fetched`, value: kilobytes(), unit: 'kB' },
    ...['Document', 'Stylesheet', 'Script', 'Font', 'Image'].map(type => ({
      name: `${page}: ${type.toLowerCase()}`,
      value: kilobytes(type),
      unit: 'kB',
    })),
  ]
}

/** What kept a page from full marks in the first run, for whoever wants to mend it. */
function complaints([report]: Report[]): string {
  if (!report) return ''
  const lines = Object.entries(report.categories).flatMap(([name, { score, auditRefs }]) => [
    `${name}: ${rounded(100 * (score ?? 0), 0)}`,
    ...auditRefs.flatMap(({ id }) => {
      const audit = report.audits[id]
      if (!audit || audit.score === null || audit.score >= 1) return []
      return [`  ${id} ${audit.score}: ${audit.title} ${audit.displayValue ?? ''}`.trimEnd()]
    }),
  ])
  return `${lines.join('\n')}\n`
}
