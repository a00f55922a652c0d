import { chromium } from '@playwright/test'
import { sql } from 'kysely'
import { createPool, openDatabase } from '#platform/database'
import playwright from '../playwright.config.ts'
import type { Figure } from './measure/figure.ts'
import { fillShop } from './orders/shop.ts'
import { quantile, rounded } from './measure/rounds.ts'
import { withDatabase, withShop } from './measure/shop.ts'

const runs = 7
const lines = 500
const tools = 10_000
/** From the paste until all lines stand in their table, checked. */
const mostMs = 1000

/** 500 part numbers pasted into the order pad in Chromium, and checked: until they stand as lines, and until they stand in the table. */
export const orderPad = (): Promise<Figure[]> =>
  withNumberedTools((address, sold) =>
    measure(
      address,
      sold.map(({ number }) => number),
    ),
  )

export type SoldTool = { id: string; number: string }

/** A shop that sells ten thousand tools with part numbers. */
export function withNumberedTools<T>(work: (address: string, sold: SoldTool[]) => Promise<T>): Promise<T> {
  return withDatabase(async url => {
    const environment = { DATABASE_URL: url, LOG_LEVEL: 'fatal' }
    // The shop's first start makes its tables.
    await withShop(environment, async () => undefined)
    const pool = createPool(url, { max: 2, name: 'bench' })
    const db = openDatabase(pool)
    await fillShop(db, { buyers: 1, tools })
    await sql`update tool set part_number = 'BP-' || 10000 + ordinal`.execute(db)
    await sql`vacuum analyze`.execute(db)
    const { rows } = await sql<SoldTool>`select id, part_number as number from tool order by id`.execute(db)
    await pool.end()
    return await withShop(environment, address => work(address, rows))
  })
}

async function measure(address: string, numbers: string[]): Promise<Figure[]> {
  const browser = await chromium.launch(playwright.use?.launchOptions)
  try {
    const times: { filled: number; checked: number }[] = []
    for (let run = 0; run <= runs; run += 1) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
      await page.goto(`${address}/order-pad`)
      await page.waitForFunction(() => performance.getEntriesByName('alive').length > 0)
      // Other numbers each time, as each buyer has others.
      const pasted = numbers.slice(run * lines, (run + 1) * lines).map((number, at) => `${number}\t${1 + (at % 9)}`)
      times.push(await page.evaluate(pasteAndCheck, { text: pasted.join('\n'), lines }))
      await page.close()
    }
    // The first one is the server's and the browser's first of its kind.
    const median = (of: 'filled' | 'checked') =>
      quantile(
        times.slice(1).map(time => time[of]),
        0.5,
      )
    return [
      { name: '500 lines from the paste to the lines, median', value: rounded(median('filled'), 0), unit: 'ms' },
      {
        name: '500 lines from the paste to the checked table, median (at most)',
        value: rounded(median('checked'), 0),
        unit: 'ms',
        limit: mostMs,
      },
      { name: 'the slowest', value: rounded(Math.max(...times.slice(1).map(({ checked }) => checked)), 0), unit: 'ms' },
    ]
  } finally {
    await browser.close()
  }
}

/** In the page: pastes, and presses the button as soon as the lines are there. */
async function pasteAndCheck({ text, lines }: { text: string; lines: number }) {
  const painted = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
  const until = async (holds: () => boolean) => {
    while (!holds()) await painted()
    return performance.now()
  }
  const said = () => document.querySelector('main')?.textContent ?? ''
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  const began = performance.now()
  const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  document.querySelector('[data-pad-field]')?.dispatchEvent(paste)
  const filled = await until(() => document.querySelectorAll('[data-pad-field]').length >= 2 * lines)
  const button = [...document.querySelectorAll('button')].find(one => one.textContent === 'Check Lines')
  button?.click()
  const checked = await until(() => said().includes(`${lines} ready, 0 to choose, 0 refused.`))
  return { filled: filled - began, checked: checked - began }
}
