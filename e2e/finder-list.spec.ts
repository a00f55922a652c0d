import type { Page } from '@playwright/test'
import { expectSound } from './finder-steps.ts'
import { expect, test, withoutScript } from './journey.ts'

/** The catalogue's list: filters, notices, and what it says when it is empty. */

/** On phones the filters are a sheet. */
async function openFilters(page: Page): Promise<void> {
  const open = page.getByRole('button', { name: /^Filters/ })
  if (await open.isVisible()) await open.click()
}

test.describe('filters', () => {
  test('are followed at once, stand in the address, and can be taken off one by one', async ({ page }) => {
    await page.goto('/shop?q=brake')
    await openFilters(page)
    const corvane = page.getByRole('checkbox', { name: /^Corvane/ })
    await corvane.check()
    await expect(page).toHaveURL('/shop?q=brake&brand=Corvane')
    await expect(corvane).toBeFocused()
    await page.getByRole('checkbox', { name: /^In stock/ }).check()
    await expect(page).toHaveURL('/shop?q=brake&brand=Corvane&inStock=true')
    await page.getByRole('textbox', { name: 'From' }).fill('40')
    await page.getByRole('textbox', { name: 'From' }).press('Enter')
    await expect(page).toHaveURL('/shop?q=brake&brand=Corvane&minPrice=40&inStock=true')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('article').first()).toContainText('Corvane')
    await expect(page.getByRole('article').filter({ hasNotText: 'Corvane' })).toHaveCount(0)
    await page.reload()
    await page.getByRole('link', { name: 'Remove the filter Corvane' }).click()
    await expect(page).toHaveURL('/shop?q=brake&minPrice=40&inStock=true')
    await page.getByRole('link', { name: 'Clear all filters' }).click()
    await expect(page).toHaveURL('/shop?q=brake')
    await page.goBack()
    await expect(page.getByRole('link', { name: 'Remove the filter In stock' })).toBeVisible()
  })

  test('say in place what is no amount, and keep it', async ({ page }) => {
    await page.goto('/shop?q=pads')
    await openFilters(page)
    const from = page.getByRole('textbox', { name: 'From' })
    await from.fill('much')
    await from.press('Enter')
    await expect(from).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText('Use a number, such as 12.50.')).toBeVisible()
    await expect(from).toHaveValue('much')
    await expectSound(page)
    await from.fill('40.50')
    await from.press('Enter')
    await expect(page.getByText('Use a number, such as 12.50.')).toHaveCount(0)
    await expect(page).toHaveURL('/shop?q=pads&minPrice=40.50')
  })

  test('count what they would leave', async ({ page }) => {
    await page.goto('/shop?q=brake')
    await openFilters(page)
    const label = page.locator('label').filter({ has: page.getByRole('checkbox', { name: /^Stenholt/ }) })
    const count = /(\d+)$/.exec(await label.innerText())?.[1]
    await page.getByRole('checkbox', { name: /^Stenholt/ }).check()
    await expect(page.getByRole('status').filter({ hasText: `${count} products` })).toBeAttached()
  })

  test('work without script', { tag: '@long' }, async ({ browser, baseURL, viewport }) => {
    await withoutScript(browser, { baseURL, viewport }, async page => {
      await page.goto('/shop?q=brake&view=list')
      await openFilters(page)
      await page.getByRole('checkbox', { name: /^Corvane/ }).check()
      await page.getByRole('checkbox', { name: /^Stenholt/ }).check()
      await page.getByRole('radio', { name: '4 stars and more' }).check()
      await page.getByRole('region', { name: 'Filters' }).getByRole('button', { name: 'Apply' }).click()
      await expect(page).toHaveURL(/brand=Corvane&brand=Stenholt/)
      await expect(page.getByRole('link', { name: 'Remove the filter Corvane' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Remove the filter 4 stars and more' })).toBeVisible()
      await expect(page.getByRole('article').first()).toBeVisible()
      await page.getByRole('link', { name: 'Remove the filter Corvane' }).click()
      await expect(page.getByRole('article').first()).toContainText('Stenholt')
      await expect(page.getByRole('article').filter({ hasNotText: 'Stenholt' })).toHaveCount(0)
    })
  })

  test('leave order and view as they are', { tag: '@long' }, async ({ page }) => {
    await page.goto('/shop?q=brake')
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price, lowest first')
    await expect(page).toHaveURL('/shop?q=brake&sort=price-up')
    await page.getByRole('link', { name: 'List', exact: true }).click()
    await expect(page).toHaveURL('/shop?q=brake&sort=price-up&view=list')
    await expect(page.getByRole('article').first()).toContainText('in stock')
    await openFilters(page)
    await page.getByRole('checkbox', { name: /^Corvane/ }).check()
    await expect(page).toHaveURL('/shop?q=brake&sort=price-up&view=list&brand=Corvane')
  })
})

test.describe('a number', () => {
  test('of several brands asks for the brand', async ({ page }) => {
    await page.goto('/shop?q=6pk-1900')
    await expect(page.getByRole('heading', { name: 'Several brands have the number 6pk-1900' })).toBeVisible()
    await expectSound(page)
    await page.getByRole('link', { name: 'Gearlund', exact: true }).click()
    await expect(page).toHaveURL('/shop?q=6pk-1900&brand=Gearlund')
    await expect(page.getByRole('article').first()).toContainText('Gearlund')
    await expect(page.getByRole('article').filter({ hasNotText: 'Gearlund' })).toHaveCount(0)
  })

  test('that was replaced leads to the one that is made now', async ({ page }) => {
    await page.goto('/shop?q=cv45509')
    await expect(page.getByRole('heading', { name: 'CV 455.09 has been replaced' })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('article')).toContainText('CV 455.11')
    await expectSound(page)
  })

  test('that was replaced in a circle says so', { tag: '@long' }, async ({ page }) => {
    await page.goto('/shop?q=IL-4399')
    await expect(page.getByText('lead in a circle')).toBeVisible()
    await expectSound(page)
  })
})

test.describe('words', () => {
  test('that name a vehicle are told, and can be had as plain words', async ({ page }) => {
    await page.goto('/shop?q=2016+honda+civic+brake+pads')
    await expect(page.getByText('Showing parts for the “2016 Honda Civic” in your search.')).toBeVisible()
    await expectSound(page)
    await page.getByRole('link', { name: 'Search for these words only' }).click()
    await expect(page).toHaveURL('/shop?q=2016+honda+civic+brake+pads&asTyped=true')
    await expect(page.getByText('in your search.')).toHaveCount(0)
  })

  test('that name a model without its year ask for it by one press, and say when nothing fits (findings 17 and 20)', async ({
    page,
  }) => {
    await page.goto('/shop?q=hodna+civic+brake+pads&position=front')
    await expect(page.getByText('Showing results for “honda civic brake pads”', { exact: false })).toBeVisible()
    await expect(page.getByRole('article').first()).toContainText('Not in every year: choose yours')
    await expectSound(page)
    await page.getByRole('link', { name: '2016', exact: true }).click()
    await expect(page.getByText('Showing parts for the “2016 Honda Civic” in your search.')).toBeVisible()
    await expect(page.getByRole('article').filter({ hasText: 'rear set' })).toHaveCount(0)

    await page.goto('/shop?q=2016+honda+civic+radiator')
    const nothing = page.getByRole('heading', { name: 'No “radiator” for the 2016 Honda Civic in this shop' })
    await expect(nothing).toBeVisible()
    await expectSound(page)
    await page.getByRole('link', { name: 'For every vehicle, not only the 2016 Honda Civic' }).click()
    await expect(page.getByRole('article').first()).toContainText('Radiator')
  })

  test('with a mistake are corrected, said so, and searched for as typed if somebody means them', async ({ page }) => {
    await page.goto('/shop?q=brakke+pads')
    await expect(page.getByText('Showing results for “brake pads”.')).toBeVisible()
    await expect(page.getByRole('article').first()).toContainText('Brake pads')
    await page.getByRole('link', { name: 'Search for exactly “brakke pads”' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing found for “brakke pads”' })).toBeVisible()
  })

  test('that find nothing come with ways out, and what each would give, and with nothing to sort (finding 14)', async ({
    page,
  }) => {
    const sort = page.getByRole('combobox', { name: 'Sort by' })
    const views = page.getByRole('navigation', { name: 'Show as' })
    await page.goto('/shop?q=qqzzqq&sort=price-up&view=list')
    await expect(page.getByRole('heading', { name: 'Nothing found for “qqzzqq”' })).toBeVisible()
    for (const part of [sort, views, page.getByRole('button', { name: /^Filters/ })]) await expect(part).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'From' })).toHaveCount(0)

    await page.goto('/shop?q=brake&brand=Halden&minPrice=5')
    await expect(page.getByRole('heading', { name: 'Nothing found for “brake”' })).toBeVisible()
    await expect(sort.or(views)).toHaveCount(0)
    await expectSound(page)
    const way = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Without Halden' }) })
    const count = /(\d+) product/.exec(await way.innerText())?.[1]
    await page.getByRole('link', { name: 'Without Halden' }).click()
    await expect(page).toHaveURL('/shop?q=brake&minPrice=5')
    await expect(page.getByRole('status').filter({ hasText: `${count} products` })).toBeVisible()
  })
})

test('an address that makes little sense still leads to a list', async ({ page }) => {
  await page.goto('/shop?rating=99&sort=upwards&fit=maybe&minPrice=much&vehicle=999999999&year=15')
  await expect(page.getByText('This vehicle is not in our list.')).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('[D6.03] a tool tells search engines what it is', async ({ page, request }) => {
  await page.goto('/shop?q=CV+610.03')
  await page.getByRole('article').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: /Brake pads/ })).toBeVisible()
  // As a search engine gets it: from the server, before any script.
  const html = await (await request.get(page.url())).text()
  const blocks = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)
  const things = Array.from(blocks, ([, data = '']) => JSON.parse(data) as { '@graph': Record<string, unknown>[] })
    .flatMap(({ '@graph': graph }) => graph)
    .toSorted((one, other) => String(one['@type']).localeCompare(String(other['@type'])))
  expect(things.map(thing => thing['@type'])).toEqual(['BreadcrumbList', 'Product'])
  expect(things[1]).toMatchObject({
    mpn: 'CV 610.03',
    gtin: '2944100000004',
    brand: { name: 'Corvane' },
    offers: { price: '28.4', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    aggregateRating: { bestRating: 5, ratingCount: expect.any(Number) as unknown },
  })
})
