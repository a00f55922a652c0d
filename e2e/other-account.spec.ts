import type { Page } from '@playwright/test'
import { expect, isAlive, test } from './journey.ts'
import { type SignedIn, ask, newCustomerSignedIn, orderTool, signInAs } from './roles.ts'

type Tool = { _id: string; minimumQuantity: number; availableQuantity: number }

/**
 * Another account signs in while this page is frozen, as in the back/forward cache or in a tab of a phone: it hears of it when
 * it is shown again.
 */
async function comeBackAs(page: Page, { token, expiresAt, account, cookies }: SignedIn): Promise<void> {
  await page.context().addCookies(cookies)
  await page.evaluate(
    ([kept, about]) => {
      localStorage.setItem('account', about)
      localStorage.setItem('accessToken', kept)
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    },
    [token, JSON.stringify({ expiresAt, account })] as const,
  )
}

async function plentifulTool(): Promise<Tool> {
  const tools = await ask<Tool[]>('/api/tools?limit=200', 'GET')
  const tool = tools.find(one => one.availableQuantity > 100 * one.minimumQuantity)
  if (!tool) throw new Error('the demo shop has no such tool')
  return tool
}

test('a page that comes back to another account shows nothing of the former one', async ({ page }) => {
  const [one, other] = [await newCustomerSignedIn(), await newCustomerSignedIn()]
  const tool = await plentifulTool()
  await orderTool(one)
  const lines = [{ tools_id: tool._id, quantity: tool.minimumQuantity }]
  await ask('/api/basket/lines', 'PUT', { body: { lines }, token: one.token })
  await signInAs(page, one)

  await page.goto('/shop')
  await expect(page.getByRole('link', { name: 'Basket, 1 line' })).toBeVisible()
  await comeBackAs(page, other)
  await expect(page.getByRole('link', { name: 'Basket', exact: true })).toBeVisible()

  await page.goto(`/purchase/${tool._id}`)
  await expect(page.getByLabel('User Email')).toHaveValue(other.email)
  await comeBackAs(page, one)
  await expect(page.getByLabel('User Email')).toHaveValue(one.email)
  await expect(page.getByLabel('Address')).toHaveValue('4 Ferry Ghat Road, Barisal 8200')
  await comeBackAs(page, other)
  await expect(page.getByLabel('User Email')).toHaveValue(other.email)
  await expect(page.getByLabel('Address')).toHaveValue('')
})

test('lines of Quick Order are shown to nobody but the account that typed them', async ({ page }) => {
  const [one, other] = [await newCustomerSignedIn(), await newCustomerSignedIn()]
  await signInAs(page, one)
  const number = page.getByLabel('Part number, line 1', { exact: true })
  await page.goto('/order-pad')
  await expect.poll(() => isAlive(page)).toBe(true)
  await number.fill('CV-61003')
  const kept = ({ email }: { email: string }) => page.evaluate(key => sessionStorage.getItem(key), `order-pad:${email}`)
  // What is typed before the page knows who is here is a visitor’s.
  await expect.poll(() => kept(one)).toContain('CV-61003')
  await page.reload()
  await expect(number).toHaveValue('CV-61003')
  await page.evaluate(() => {
    localStorage.clear()
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(number).toHaveValue('')
  await page.reload()
  await expect.poll(() => isAlive(page)).toBe(true)
  await expect(number).toHaveValue('')
  // What a visitor has typed goes with them when they log in.
  await number.fill('A visitor’s')
  await comeBackAs(page, other)
  await expect.poll(() => kept(other)).toContain('A visitor’s')
  await expect(number).toHaveValue('A visitor’s')
  await page.reload()
  await expect(number).toHaveValue('A visitor’s')
  await comeBackAs(page, one)
  await expect(number).toHaveValue('CV-61003')
  await expect(page.getByLabel('Part number, line 2', { exact: true })).toHaveValue('')
})
