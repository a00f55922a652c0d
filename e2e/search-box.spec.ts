import { expectSound, pads } from './finder-steps.ts'
import { expect, test, withoutScript } from './journey.ts'

test.describe('the search box', () => {
  test('answers while somebody types, by keyboard alone, on any screen @desktop', async ({ page }) => {
    await page.goto('/blog')
    const box = page.getByRole('combobox', { name: 'Search the shop' })
    // The key is heard once the script is there.
    await expect(async () => {
      await page.keyboard.press('/')
      await expect(box).toBeFocused({ timeout: 500 })
    }).toPass()
    await box.fill('')
    await page.keyboard.type('brake pads')
    const answers = page.getByRole('listbox')
    await expect(answers.getByRole('option').first()).toContainText('Brake pads')
    await expect(answers.getByRole('option').nth(9)).toHaveCount(0)
    await expect(answers.getByRole('option').last()).toHaveText(/^All \d+ results$/)
    await page.keyboard.press('ArrowDown')
    await expect(answers.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await expect(box).toHaveAttribute('aria-activedescendant', /-0$/)
    await expectSound(page)
    await page.keyboard.press('Escape')
    await expect(answers).toHaveCount(0)
    await expect(box).toHaveValue('brake pads')
    await page.keyboard.type(' front')
    await expect(answers.getByRole('option').first()).toContainText('Brake pads, front')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/shop?q=brake+pads+front')
    await expect(page.getByRole('heading', { level: 1, name: 'Results for “brake pads front”' })).toBeVisible()
    await expect(answers).toHaveCount(0)
  })

  test('never leads by Enter to an answer to other words than those that stand in it @desktop', async ({ page }) => {
    await page.goto('/shop')
    const box = page.getByRole('combobox', { name: 'Search the shop' })
    await expect(box).toHaveAttribute('aria-expanded', 'false')
    await box.pressSequentially('brake')
    const answers = page.getByRole('listbox')
    await expect(box).toHaveAttribute('aria-expanded', 'true')
    await box.press('ArrowDown')
    await expect(box).toHaveAttribute('aria-activedescendant', /-0$/)
    // What is asked now never comes: as if somebody typed faster than the shop answers.
    await page.route('**/api/search?*', () => undefined)
    await box.pressSequentially(' pads')
    await expect(box).not.toHaveAttribute('aria-activedescendant')
    await expect(answers.getByRole('option').last()).toHaveText('Search for “brake pads”')
    await box.press('ArrowDown')
    await box.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Results for “brake pads”' })).toBeVisible()
    await expect(page).toHaveURL('/shop?q=brake+pads')
    await box.fill('')
    await expect(answers).toHaveCount(0)
    await box.press('x')
    await expect(box).toHaveValue('x')
    await expect(answers).toHaveCount(0)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'All tools and parts' })).toBeVisible()
    await expect(box).toHaveValue('')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('leaves the slash to who is writing @desktop', async ({ page }) => {
    await page.goto('/login')
    const box = page.getByRole('combobox', { name: 'Search the shop' })
    await expect(async () => {
      await page.keyboard.press('/')
      await expect(box).toBeFocused({ timeout: 500 })
    }).toPass()
    await page.getByLabel('Email', { exact: true }).focus()
    await page.keyboard.type('a/b')
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('a/b')
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  })

  test('leads to a part by its number, whatever its punctuation', async ({ page }) => {
    await page.goto('/')
    const box = page.getByRole('combobox', { name: 'Search the shop' })
    await box.fill('cv-610 03')
    await page.getByRole('listbox').getByRole('option').first().click()
    await expect(page.getByRole('heading', { level: 1, name: pads })).toBeVisible()
  })

  test('is a form without script', async ({ browser, baseURL }) => {
    await withoutScript(browser, { baseURL }, async page => {
      await page.goto('/blog')
      await page.getByRole('combobox', { name: 'Search the shop' }).fill('spark plug')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await expect(page).toHaveURL('/shop?q=spark+plug')
      await expect(page.getByRole('article').first()).toContainText('Spark plug')
    })
  })
})
