import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { asAdmin, shopUrl } from './roles.ts'

/** Lists of the dashboard that are read page by page: what becomes of the focus, and what is said, while they change. */

/** A category whose tools fill a page of the list and a part of another. */
async function categoryOfTwoPages(): Promise<string> {
  const categories = (await (await fetch(`${shopUrl()}/api/categories`)).json()) as { slug: string }[]
  for (const { slug } of categories) {
    const answer = await fetch(`${shopUrl()}/api/tools?limit=1&category=${slug}`)
    const total = Number(answer.headers.get('x-total-count'))
    if (total > 25 && total <= 50) return slug
  }
  throw new Error('the demo shop has no such category')
}

/** Holds the reads of this address back until they are let go. */
async function holdReads(page: Page, reads: RegExp): Promise<() => void> {
  const { promise: isTime, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(reads, async route => {
    await isTime
    await route.continue()
  })
  return letGo
}

test('"Show more" says that the shop cannot be reached, and leaves the focus at the count when all is shown @desktop', async ({
  page,
}) => {
  await asAdmin(page)
  await page.goto(`/dashboard/manageProducts?category=${await categoryOfTwoPages()}`)
  const more = page.getByRole('button', { name: 'Show more' })
  await page.route(/[?&]after=/, route => route.abort('aborted'))
  await more.press('Enter')
  const problem = page.getByRole('alert').filter({ hasText: 'The shop cannot be reached.' })
  await expect(problem).toBeVisible({ timeout: 30_000 })
  await expect(more).toBeFocused()
  await page.unroute(/[?&]after=/)
  await more.press('Enter')
  await expect(more).toHaveCount(0)
  await expect(problem).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: /^Showing (\d+) of \1$/ })).toBeFocused()
})

test('a list that is sorted keeps the focus, and its rows wait for the wanted ones; that there are none is said @desktop', async ({
  page,
}) => {
  await asAdmin(page)
  await page.goto('/dashboard/customers')
  const sort = page.getByRole('button', { name: 'Since' })
  await expect(sort).toBeVisible()
  const letGo = await holdReads(page, /\/api\/customers\?.*sort=since/)
  await sort.press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Since' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(sort).toBeFocused()
  const rows = page.getByRole('table').locator('tbody')
  await expect(rows).toHaveAttribute('aria-busy', 'true')
  letGo()
  await expect(rows).not.toHaveAttribute('aria-busy')
  await expect(sort).toBeFocused()

  // The same element: what comes with its words is often not read.
  const status = page.getByRole('status').filter({ hasText: / of / })
  await status.evaluate(node => (node.id = 'kept'))
  await page.getByLabel('Name, email, company or order number').fill('nobody-like-this')
  await expect(page.locator('#kept')).toHaveText('Nothing to show')
})

test('what is done with many tools waits while the tools of another filter are shown @desktop', async ({ page }) => {
  await asAdmin(page)
  await page.goto('/dashboard/manageProducts')
  const all = page.getByRole('link', { name: /^Edit all / })
  await expect(all).toBeVisible()
  const letGo = await holdReads(page, /\/api\/allTools\?.*q=wrench/)
  await page.getByLabel('Name or part number').fill('wrench')
  await expect(page).toHaveURL(/q=wrench/)
  const rows = page.getByRole('table').locator('tbody')
  await expect(rows).toHaveAttribute('aria-busy', 'true')
  for (const part of [all, page.getByRole('button', { name: 'Tick all shown' }), rows.getByRole('button').first()])
    expect(await part.evaluate(node => node.closest('[inert]') !== null)).toBe(true)
  letGo()
  await expect(rows).not.toHaveAttribute('aria-busy')
  expect(await all.evaluate(node => node.closest('[inert]'))).toBeNull()
})
