import { bar, civic, pads, pathOf, pick } from './finder-steps.ts'
import { expect, test } from './journey.ts'

/** By keyboard through the finder: what is pressed may vanish, and the focus goes on somewhere sensible. */

test.describe('my vehicles', () => {
  test('hand the keyboard on when what was pressed is gone @desktop', async ({ page }) => {
    await page.goto('/shop')
    await pick(page, civic)
    await page.getByRole('button', { name: 'Show parts' }).press('Enter')
    await expect(bar(page)).toContainText('Showing parts for 2016 Honda Civic')
    await expect(bar(page)).toBeFocused()
    await bar(page)
      .getByRole('link', { name: /^Clear/ })
      .press('Enter')
    await expect(bar(page)).toContainText('Choose your vehicle')
    await expect(bar(page)).toBeFocused()
    await bar(page).getByRole('button', { name: 'Remove 2016 Honda Civic' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
    await expect(bar(page).getByRole('link', { name: 'Show parts for 2016 Honda Civic' })).toHaveCount(0)
    await expect(bar(page)).toBeFocused()

    await page.goto(await pathOf(pads))
    const more = page.getByRole('button', { name: 'Show more vehicles' })
    await expect(async () => {
      // It may go away before the press: then there is nothing to wait for.
      if (await more.isVisible()) await more.press('Enter', { timeout: 1000 })
      await expect(page.getByText('All lines are shown.')).toBeFocused({ timeout: 1000 })
    }).toPass()
  })
})

test.describe('filters', () => {
  test('keep the keyboard where it is, or lead it to what has changed @desktop', async ({ page }) => {
    await page.goto('/shop?q=brake')
    const from = page.getByRole('textbox', { name: 'From' })
    await from.fill('40')
    await from.press('Enter')
    await expect(page).toHaveURL('/shop?q=brake&minPrice=40')
    await expect(from).toBeFocused()
    await page.getByRole('link', { name: /^Remove the filter From/ }).press('Enter')
    await expect(page).toHaveURL('/shop?q=brake')
    const total = page.getByRole('status').filter({ hasText: /products$/ })
    await expect(total).toBeFocused()
    await expect(from).toHaveValue('')

    await page.goto('/shop')
    await page
      .getByRole('group', { name: 'Brand' })
      .getByText(/^Show \d+ more$/)
      .click()
    const last = page.getByRole('group', { name: 'Brand' }).getByRole('checkbox').last()
    const brand = await last.getAttribute('value')
    await last.press('Space')
    await expect(page.getByRole('link', { name: `Remove the filter ${brand}` })).toBeVisible()
    await expect(page.locator(`input[type=checkbox][value="${brand}"]`)).toBeFocused()
  })

  test('add to a link that was pressed just before, and take nothing of it away @desktop', async ({ page }) => {
    await page.goto('/shop')
    const category = page.getByRole('navigation', { name: 'Category' }).getByRole('link').first()
    const { pathname } = new URL((await category.getAttribute('href')) ?? '', page.url())
    // Each is pressed while the page of the one before is still on its way, and what follows the choices as well.
    await page.route('**/apply-*.js', async route => {
      await new Promise(resolve => setTimeout(resolve, 500))
      await route.continue()
    })
    await page.evaluate(() => {
      for (const pressed of ['input[value="Corvane"]', 'nav[aria-label="Category"] a', 'input[name="inStock"]']) {
        document.querySelector<HTMLElement>(pressed)?.click()
      }
    })
    // In whatever order they were followed.
    const asked = () => [new URL(page.url()).pathname, ...[...new URL(page.url()).searchParams].map(String).toSorted()]
    await expect.poll(asked).toEqual([pathname, 'brand,Corvane', 'inStock,true'])
  })

  test('that were chosen just before a link are in what the link leads to @desktop', async ({ page }) => {
    await page.goto('/shop')
    await page.getByRole('textbox', { name: 'From' }).fill('40')
    // The field is left by the press, which is two choices.
    await page.getByRole('navigation', { name: 'Category' }).getByRole('link').first().click()
    await expect(page).toHaveURL(/minPrice=40/)
    await expect(page).toHaveURL(/\/shop\/c\//)
    await expect(page.getByRole('navigation', { name: 'Category' })).toBeFocused()
  })
})
