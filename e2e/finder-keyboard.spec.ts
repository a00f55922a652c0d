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
      if (await more.isVisible()) await more.press('Enter')
      await expect(page.getByText(/^All \d+ lines are shown\.$/)).toBeFocused({ timeout: 1000 })
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
    // The first answer is slow: what is pressed meanwhile is pressed on top of what is on its way.
    let letGo = () => undefined as void
    const held = new Promise<void>(resolve => {
      letGo = resolve
    })
    await page.route('**/shop.data?*', async route => {
      await held
      await route.continue()
    })
    const box = page.getByRole('checkbox', { name: /^Corvane/ })
    await box.click()
    await expect(box).toBeChecked()
    const categories = page.getByRole('navigation', { name: 'Category' })
    const category = categories.getByRole('link').first()
    const slug = new URL((await category.getAttribute('href')) ?? '', page.url()).searchParams.get('category')
    await category.click()
    // Pressed and shown as chosen, as whoever presses next sees it.
    await expect(categories.locator('a[aria-current][href="/shop?brand=Corvane"]')).toBeVisible()
    await page.getByRole('checkbox', { name: /^In stock/ }).click()
    letGo()
    await expect(page).toHaveURL(`/shop?category=${slug}&brand=Corvane&inStock=true`)
    await page.unrouteAll({ behavior: 'wait' })
  })
})
