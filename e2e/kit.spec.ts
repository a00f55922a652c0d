import { bothThemes, expect, expectAccessible, expectNothingWider, test } from './journey.ts'

test('The design kit stands on one page, in both themes, for whoever works on it @desktop', async ({ page }) => {
  await page.goto('/dev/kit')
  await expect(page.getByRole('heading', { name: 'The design kit', level: 1 })).toBeVisible()
  for (const part of ['Colours', 'Buttons', 'Fields', 'Table', 'Badges', 'Waiting']) {
    await expect(page.getByRole('heading', { name: part, exact: true })).toBeVisible()
  }
  await expect(page.getByText('--accent', { exact: true })).toHaveCount(2)
  await expect(page.getByText('--space-4', { exact: true })).toHaveCount(1)
  await expectNothingWider(page)
  await expectAccessible(page, bothThemes)

  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await paper()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect.poll(paper).not.toBe(light)

  await page.getByRole('button', { name: 'Open the dialog' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete this order?' })).toBeVisible()
  await expectAccessible(page, bothThemes)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open the drawer' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Say that it worked' }).click()
  await expect(page.getByText('Torque wrench 20–100 Nm is in the shop')).toBeVisible()
})
