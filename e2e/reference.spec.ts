import { expect, test } from './journey.ts'
import { newCustomerSignedIn } from './roles.ts'

test('[D1.16] the reference of the calls is read, and a call is tried with a token', async ({ page }) => {
  const { email, token } = await newCustomerSignedIn()
  await page.goto('/api/docs')
  // The library draws every call at once.
  await expect(page.getByRole('heading', { name: /Tappet API/ })).toBeVisible({ timeout: 40_000 })
  await page.getByRole('heading', { name: /^Catalogue/ }).click()
  await expect(page.getByText('/tools', { exact: true }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Authorize' }).first().click()
  const dialog = page.locator('.auth-container').filter({ hasText: 'accessToken' })
  await dialog.getByRole('textbox').fill(token)
  await dialog.getByRole('button', { name: /Apply credentials/ }).click()
  await page.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('heading', { name: /^Orders/ }).click()
  const call = page.locator('#operations-Orders-listOrders')
  await call.getByRole('button', { name: /GET/ }).first().click()
  const field = call.getByRole('textbox').first()
  await field.fill(email)
  await field.blur()
  const answer = call.locator('.live-responses-table .response').first()
  // The library's page takes what was typed a moment later; a press before that does nothing.
  await expect(async () => {
    await call.getByRole('button', { name: 'Execute' }).click()
    await expect(answer.locator('.response-col_status')).toContainText('200', { timeout: 3000 })
  }).toPass()
  await expect(answer.locator('.highlight-code')).toContainText('[]')
})
