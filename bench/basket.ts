import { randomUUID } from 'node:crypto'
import { type Page, chromium } from '@playwright/test'
import playwright from '../playwright.config.ts'
import type { Figure } from './measure/figure.ts'
import { quantile, rounded } from './measure/rounds.ts'
import { type SoldTool, withNumberedTools } from './order-pad.ts'

const runs = 7
const lines = 500
/** From the press on the basket until every line can be changed. */
const mostMs = 1000

/** A visitor's basket of 500 lines, opened in Chromium from another page, at the size of a phone and of a desk. */
export const basket = (): Promise<Figure[]> =>
  withNumberedTools(async (address, sold) => {
    const figures: Figure[] = []
    for (const width of [360, 1280]) figures.push(...(await measure(address, { sold, width })))
    return figures
  })

async function measure(address: string, { sold, width }: { sold: SoldTool[]; width: number }): Promise<Figure[]> {
  const browser = await chromium.launch(playwright.use?.launchOptions)
  try {
    const times: number[] = []
    for (let run = 0; run <= runs; run += 1) {
      const page = await browser.newPage({ viewport: { width, height: 800 } })
      // Other tools each time, as each buyer has others.
      const stored = sold
        .slice(run * lines, (run + 1) * lines)
        .map(({ id }, at) => ({ id: randomUUID(), tools_id: id, quantity: 1 + (at % 9) }))
      await page.addInitScript(text => localStorage.setItem('basket', text), JSON.stringify(stored))
      await page.goto(address)
      await alive(page)
      const began = performance.now()
      await page.locator('header a[href="/basket"]').click()
      await page.waitForFunction(isUsable, lines, { polling: 'raf' })
      times.push(performance.now() - began)
      await page.close()
    }
    // The first one is the server's and the browser's first of its kind.
    const counted = times.slice(1)
    const name = `a basket of ${lines} lines at ${width}, from the press to usable`
    return [
      { name: `${name}, median (at most)`, value: rounded(quantile(counted, 0.5), 0), unit: 'ms', limit: mostMs },
      { name: `${name}, the slowest`, value: rounded(Math.max(...counted), 0), unit: 'ms' },
    ]
  } finally {
    await browser.close()
  }
}

const alive = (page: Page) => page.waitForFunction(() => performance.getEntriesByName('alive').length > 0)

/** In the page: whether all lines stand there, and can be changed, and the way on from them. */
function isUsable(lines: number): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement>('main input[inputmode="numeric"]')]
  const isAlive = performance.getEntriesByName('alive').length > 0
  const checkout = document.querySelector('main a[href="/checkout"]')
  return isAlive && checkout !== null && fields.length >= lines && fields.every(field => !field.disabled)
}
