import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from './journey.ts'
import { type SignedIn, adminSignedIn, newCustomerSignedIn, orderSmallTool, signInAs } from './roles.ts'

/**
 * What the dashboard's screens show while their data is on its way, and when it does not come. Their full and empty
 * states: screens.spec.ts.
 */

type Screen = { path: string; reads: string | RegExp; who: () => Promise<SignedIn>; tag?: '@long' }

const tag = '@long'

/** They share the way in which they wait and fail: one of a customer and one of an admin stand for it in the short tier. */
const screens: Screen[] = [
  { path: '/dashboard', reads: '**/api/users/myProfile*', who: newCustomerSignedIn, tag },
  { path: '/dashboard/order', reads: '**/api/orders?*', who: newCustomerSignedIn },
  { path: '/dashboard/addresses', reads: '**/api/addresses', who: newCustomerSignedIn, tag },
  { path: '/dashboard/reviews', reads: '**/api/review/mine*', who: newCustomerSignedIn, tag },
  { path: '/dashboard/users', reads: /\/api\/users(\?|$)/, who: adminSignedIn, tag },
  { path: '/dashboard/allOrders', reads: '**/api/allOrders*', who: adminSignedIn, tag },
  { path: '/dashboard/allOrders/print?state=open', reads: '**/api/allOrders*', who: adminSignedIn, tag },
  { path: '/dashboard/manageProducts', reads: '**/api/allTools?*', who: adminSignedIn },
  { path: '/dashboard/stockTakes', reads: '**/api/stockTakes*', who: adminSignedIn, tag },
  { path: '/dashboard/manageProducts/edits', reads: '**/api/toolEdits*', who: adminSignedIn, tag },
  { path: '/dashboard/lowStock', reads: '**/api/allTools?*', who: adminSignedIn, tag },
  { path: '/dashboard/categories', reads: '**/api/categories/all*', who: adminSignedIn, tag },
  {
    path: '/dashboard/categories/brakes/attributes',
    reads: '**/api/categories/*/attributes*',
    who: adminSignedIn,
    tag,
  },
  { path: '/dashboard/overview', reads: '**/api/overview*', who: adminSignedIn, tag },
  { path: '/dashboard/customers', reads: /\/api\/customers(\?|$)/, who: adminSignedIn, tag },
  { path: '/dashboard/companies', reads: /\/api\/companies(\?|$)/, who: adminSignedIn, tag },
  { path: '/dashboard/staff', reads: '**/api/staff*', who: adminSignedIn, tag },
  { path: '/dashboard/content', reads: '**/api/content-entries*', who: adminSignedIn, tag },
  { path: '/dashboard/content/mails', reads: '**/api/mail-texts*', who: adminSignedIn, tag },
  { path: '/dashboard/content/pages', reads: '**/api/content-documents*', who: adminSignedIn, tag },
  { path: '/dashboard/content/pages/page:contact', reads: '**/api/content-documents/*', who: adminSignedIn, tag },
  { path: '/dashboard/settings', reads: '**/api/settings*', who: adminSignedIn, tag },
  { path: '/dashboard/manageReviews', reads: '**/api/allReviews*', who: adminSignedIn, tag },
  { path: '/dashboard/audit', reads: '**/api/audit*', who: adminSignedIn, tag },
]

/** Holds every read back until it is let go, and then answers as a shop that has broken down would. */
async function breakReads(page: Page, reads: string | RegExp) {
  let asked = 0
  let letGo = () => {}
  const held = new Promise<void>(resolve => (letGo = resolve))
  await page.route(reads, async route => {
    asked += 1
    await held
    await route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'urn:tappet:problem:internal-error',
        title: 'Something went wrong',
        status: 500,
        code: 'internal-error',
        message: 'Something went wrong on our side. Try again.',
      }),
    })
  })
  return { asked: () => asked, letGo, mend: () => page.unroute(reads) }
}

/** The lists, and how an entry that came is found among what stands in them. */
const lists: (Omit<Screen, 'tag'> & { entry: (page: Page) => Locator })[] = [
  {
    path: '/dashboard/order',
    reads: '**/api/orders?*',
    who: async () => {
      const customer = await newCustomerSignedIn()
      await orderSmallTool(customer)
      return customer
    },
    entry: page =>
      page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading') }),
  },
  {
    // A name of one line, as most have.
    path: '/dashboard/manageProducts?q=Torque+wrench',
    reads: '**/api/allTools?*',
    who: adminSignedIn,
    entry: page =>
      page
        .getByRole('main')
        .getByRole('row')
        .filter({ has: page.getByRole('button') }),
  },
  {
    path: '/dashboard/manageReviews',
    reads: '**/api/allReviews*',
    who: adminSignedIn,
    entry: page =>
      page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading') }),
  },
]

for (const { path, reads, who, entry } of lists) {
  test(`[D6.08] ${path} shows placeholders as large as the entries that come`, async ({ page }) => {
    await signInAs(page, await who())
    const { promise: isTime, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(reads, async route => {
      await isTime
      await route.continue()
    })
    await page.goto(path)
    const waiting = await page.getByRole('main').locator('[class*="skeleton"]').first().boundingBox()
    letGo()
    await expect(entry(page).first()).toBeVisible()
    const come = await entry(page).first().boundingBox()
    for (const side of ['width', 'height'] as const)
      expect(Math.abs((come?.[side] ?? 0) - (waiting?.[side] ?? 0)), side).toBeLessThanOrEqual(
        0.1 * (come?.[side] ?? 0),
      )
  })
}

for (const { path, reads, who, tag = [] } of screens) {
  test(
    `[S8.22 S9.18 D6.08] ${path} keeps the place of its data while that is on its way, says that it did not come, after three more tries, and tries again`,
    { tag },
    async ({ page, expectRefusal }) => {
      expectRefusal('/api/')
      await signInAs(page, await who())
      const { asked, letGo, mend } = await breakReads(page, reads)
      await page.goto(path)
      const waiting = page.getByRole('main').getByRole('status').getByText('Loading . . .')
      await expect(waiting).toBeAttached()
      await expect(page.locator('[class*="skeleton"]').first()).toBeVisible()
      await expectAccessible(page)
      letGo()
      const problem = page.getByRole('main').getByRole('alert')
      await expect(problem.getByText('Something went wrong on our side.')).toBeVisible({ timeout: 30_000 })
      expect(asked()).toBe(4)
      await expectAccessible(page)
      await mend()
      await problem.getByRole('button', { name: 'Try again' }).click()
      await expect(problem).toBeHidden()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(waiting).toHaveCount(0)
      await expect(page.locator('[class*="skeleton"]')).toHaveCount(0)
    },
  )
}
