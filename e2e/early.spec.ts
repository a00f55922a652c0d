import { Buffer } from 'node:buffer'
import type { Page } from '@playwright/test'
import { bar, civic, idOf, jetta, pads, pathOf } from './finder-steps.ts'
import { expect, isAlive, test, withoutScript } from './journey.ts'

/** What people do before the script has come, or where it never comes. */

/** Opens a page whose script is held back, 100 ms after its first paint. Gives what lets the script go. */
async function openEarly(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\.js(\?|$)/, async route => {
    await promise
    await route.continue()
  })
  // Not until all has loaded: that would wait for the script.
  await page.goto(path, { waitUntil: 'commit' })
  await page.evaluate(
    () =>
      new Promise<void>(resolve => {
        const observer = new PerformanceObserver(() => {
          observer.disconnect()
          setTimeout(resolve, 100)
        })
        observer.observe({ type: 'paint', buffered: true })
      }),
  )
  expect(await isAlive(page), 'the script is held back').toBe(false)
  return resolve
}

/** On phones the filters are a sheet. */
async function openFilters(page: Page): Promise<void> {
  const open = page.getByRole('button', { name: /^Filters/ })
  if (await open.isVisible()) await open.click()
}

test.describe('before the script has come', () => {
  test('a year that is chosen brings its makes', async ({ page }) => {
    const release = await openEarly(page, '/')
    await page.getByRole('combobox', { name: 'Year' }).selectOption(civic.year)
    release()
    await page.getByRole('combobox', { name: 'Make' }).selectOption(civic.make)
    await expect(page.getByRole('combobox', { name: 'Year' })).toHaveValue(civic.year)
    await page.getByRole('combobox', { name: 'Model' }).selectOption(civic.model)
    await page.getByRole('button', { name: 'Get Started' }).click()
    await expect(page).toHaveURL(`/shop?vehicle=${await idOf(civic)}`)
  })

  test('what is typed into the search stays, and is answered', async ({ page }) => {
    const release = await openEarly(page, '/')
    const box = page.getByRole('combobox', { name: 'Search the shop' })
    await box.click()
    await page.keyboard.type('brake pads')
    release()
    await expect(page.getByRole('listbox').getByRole('option').first()).toContainText('Brake pads')
    await expect(box).toHaveValue('brake pads')
    await expect(box).toBeFocused()
    await page.keyboard.type(' front')
    await expect(box).toHaveValue('brake pads front')
  })

  test('filters that are ticked and an amount that is typed are followed, all of them', async ({ page }) => {
    const release = await openEarly(page, '/shop?q=brake')
    await openFilters(page)
    await page.getByRole('checkbox', { name: /^Corvane/ }).check()
    await page.getByRole('checkbox', { name: /^Stenholt/ }).check()
    await page.getByRole('checkbox', { name: /^In stock/ }).check()
    await page.getByRole('radio', { name: '4 stars and more' }).check()
    await page.getByRole('textbox', { name: 'From' }).fill('5')
    await page.getByRole('textbox', { name: 'To' }).focus()
    release()
    await expect(page).toHaveURL('/shop?q=brake&brand=Corvane&brand=Stenholt&minPrice=5&inStock=true&rating=4')
    await expect(page.getByRole('checkbox', { name: /^Stenholt/ })).toBeChecked()
    await expect(page.getByRole('textbox', { name: 'From' })).toHaveValue('5')
  })

  test('another order of the list is followed', { tag: '@long' }, async ({ page }) => {
    const release = await openEarly(page, '/shop?q=brake')
    const sort = page.getByRole('combobox', { name: 'Sort by' })
    await sort.selectOption('Price, lowest first')
    release()
    await expect(page).toHaveURL('/shop?q=brake&sort=price-up')
    await expect(sort).toHaveValue('price-up')
  })

  test('a file that is chosen is read', async ({ page }) => {
    const release = await openEarly(page, '/order-pad')
    const csv = 'Part No.;Qty\r\nNO-SUCH-1;2\r\nNO-SUCH-2;3\r\n'
    const file = { name: 'order.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
    await page.getByLabel('Or a file').setInputFiles(file)
    release()
    await expect(page.getByRole('status').filter({ hasText: '2 rows were read.' })).toBeVisible()
    await expect(page.getByLabel('Part number, line 2', { exact: true })).toHaveValue('NO-SUCH-2')
  })

  test('forms and links lead on by themselves', async ({ page }) => {
    await openEarly(page, '/')
    await page.getByText('or enter a VIN').click()
    await page.getByRole('textbox', { name: 'VIN' }).fill('1HGCM82633A004352')
    await page.getByRole('button', { name: 'Look up' }).click()
    await expect(page.getByText(/This is a 2003 Honda Accord/)).toBeVisible()
    await page.getByRole('combobox', { name: 'Search the shop' }).fill('brake')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/shop?q=brake')
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/after=/)
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    await expect(page).toHaveURL(/\/shop\/[0-9a-f-]{36}\//)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await isAlive(page)).toBe(false)
  })
})

test('a page whose script cannot be fetched turns to what it is without script', async ({ page }) => {
  await page.route(/\.js(\?|$)/, route => route.abort('aborted'))
  await page.goto('/shop?q=brake')
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  await sort.selectOption('Price, lowest first')
  await page.locator('form').filter({ has: sort }).getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/sort=price-up/)
})

test('filters whose own script cannot be fetched get their button', async ({ page }) => {
  await page.route(/\/apply-[^/]*\.js$/, route => route.abort('aborted'))
  await page.goto('/shop?q=brake', { waitUntil: 'networkidle' })
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  await sort.selectOption('Price, lowest first')
  await page.locator('form').filter({ has: sort }).getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/sort=price-up/)
})

test('a press whose script does not come goes on by itself', async ({ page }) => {
  await page.route(/\/hydrate-[^/]*\.js$/, () => undefined)
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByRole('combobox', { name: 'Search the shop' }).fill('M8?1.25')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/shop?q=M8%3F1.25')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  const box = page.getByRole('combobox', { name: 'Search the shop' })
  await box.click()
  await page.keyboard.press('End')
  await page.keyboard.type(' x')
  await expect(box).toHaveValue('M8?1.25 x')
})

/** Nothing is offered that does nothing: links lead somewhere, fields and buttons are a form's, or open what they name. */
async function expectNothingDead(page: Page): Promise<void> {
  const dead = await page.evaluate(() => {
    const isForm = (form: HTMLFormElement | null) =>
      // HTML sends a form by GET that does not say how.
      form?.method === 'get' && form.hasAttribute('action')
    const leads = (one: Element) => {
      if (one instanceof HTMLAnchorElement) return one.getAttribute('href')
      if (one instanceof HTMLButtonElement)
        return one.popoverTargetElement ?? (one.type === 'submit' && isForm(one.form))
      return isForm((one as HTMLInputElement).form)
    }
    return [...document.querySelectorAll('a, button, input, select, textarea')]
      .filter(one => one.checkVisibility() && !leads(one))
      .map(one => one.outerHTML.slice(0, 120))
  })
  expect(dead, page.url()).toEqual([])
}

test.describe('without script', () => {
  test('the way from the home page to a tool and its substitute is whole', async ({ browser, baseURL, viewport }) => {
    await withoutScript(browser, { baseURL, viewport }, async page => {
      await page.goto('/')
      await expectNothingDead(page)
      for (const [step, value] of [
        ['Year', jetta.year],
        ['Make', jetta.make],
        ['Model', jetta.model],
        ['Engine', 'Engine not known'],
      ] as const) {
        await page.getByRole('combobox', { name: step }).selectOption({ label: value })
        await page.getByRole('button', { name: /^(Get Started|Show parts)$/ }).click()
      }
      const vehicle = await idOf(jetta)
      await expect(page).toHaveURL(`/shop?vehicle=${vehicle}`)
      await expect(bar(page)).toContainText('Showing parts for 2008 Volkswagen Jetta')
      await page.getByRole('combobox', { name: 'Search the shop' }).fill('brake')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await expect(page).toHaveURL(`/shop?q=brake&vehicle=${vehicle}`)
      await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price, lowest first')
      await page
        .locator('form', { has: page.getByLabel('Sort by') })
        .getByRole('button', { name: 'Apply' })
        .click()
      await expect(page).toHaveURL(/sort=price-up/)
      await expectNothingDead(page)
      await openFilters(page)
      await page.getByRole('textbox', { name: 'From' }).fill('5')
      await page.getByRole('region', { name: 'Filters' }).getByRole('button', { name: 'Apply' }).click()
      await expect(page).toHaveURL(/minPrice=5/)
      await expect(page).toHaveURL(/sort=price-up/)
      await expect(page.getByRole('article').first()).toBeVisible()

      await page.goto(`${await pathOf(pads)}?vehicle=${vehicle}`)
      await expectNothingDead(page)
      const lines = page.getByRole('table', { name: /known to fit/ }).getByRole('row')
      const first = await lines.nth(1).innerText()
      await page.getByRole('button', { name: 'Show more vehicles' }).click()
      await expect(page).toHaveURL(new RegExp(`vehicle=${vehicle}&fitment=[^#]+#fitment$`))
      await expect(lines.nth(1)).toBeVisible()
      expect(await lines.nth(1).innerText()).not.toBe(first)
      const substitute = page.getByRole('region', { name: 'Replacements and alternatives' }).getByRole('link').first()
      const name = await substitute.innerText()
      await substitute.click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`vehicle=${vehicle}`))
    })
  })

  test('every public page offers only what works, and says what does not', async ({ browser, baseURL, viewport }) => {
    await withoutScript(browser, { baseURL, viewport }, async page => {
      for (const path of [
        '/shop?view=list&q=brake',
        '/shop?q=qqqqzzzz',
        '/blog',
        '/signUp',
        '/forgot-password',
        '/login',
      ]) {
        await page.goto(path)
        await expectNothingDead(page)
      }
      await expect(page.getByRole('paragraph').filter({ hasText: 'This page needs JavaScript.' })).toBeVisible()
    })
  })
})
