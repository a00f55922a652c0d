import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, expectNothingWider, newCustomer, test } from './journey.ts'
import {
  type Screen,
  adminScreens,
  customersScreens,
  everyonesDashboard,
  protectedPaths,
  publicScreens,
  somePathsOfAdmins,
} from './screens.ts'
import {
  type SignedIn,
  adminSignedIn,
  asAdmin,
  ask,
  asNewCustomer,
  newCustomerSignedIn,
  orderSmallTool,
  pay,
  signInAs,
} from './roles.ts'

// Every screen of the specification's section 2 in each role: what it shows or where it leads, and that it has nothing
// an accessibility checker finds in either theme, no shift of its layout, and no word on the console.

/** The most that a screen may shift while it loads, as browsers measure it (cumulative layout shift). */
const shiftLimit = 0.02

/** One shift, as browsers measure it, and what moved: each element's beginning with its place before and after. */
type LayoutShift = { value: number; moved: string[] }

type LayoutShiftEntry = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[]
}

declare global {
  interface Window {
    layoutShifts: LayoutShift[]
  }
}

/** Writes down the page's layout shifts from its first moment. */
async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShifts = []
    const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
    new PerformanceObserver(list => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShiftEntry[]) {
        if (hadRecentInput) continue
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const what = node instanceof Element ? node.outerHTML : node?.textContent
          return `${what?.slice(0, 80)}: ${place(previousRect)} → ${place(currentRect)}`
        })
        window.layoutShifts.push({ value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The screen has come to rest: nothing is a placeholder any more, and nothing is on its way. */
async function settled(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.locator('[class*="skeleton"]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
}

/** Screens are opened some at a time: their script is read once then, and one that fails does not hide many others. */
const groupsOf = (screens: readonly Screen[]): Screen[][] =>
  Array.from({ length: Math.ceil(screens.length / 5) }, (_, at) => screens.slice(at * 5, at * 5 + 5))

const pathsOf = (screens: readonly Screen[]): string => screens.map(({ path }) => path).join(', ')

async function expectGoodScreens(page: Page, screens: readonly Screen[]): Promise<void> {
  test.setTimeout(screens.length * 40_000)
  const size = page.viewportSize()
  for (const { path, heading } of screens) {
    await test.step(path, async () => {
      if (size) await page.setViewportSize(size)
      await page.goto(path)
      await expectGoodScreen(page, heading)
    })
  }
}

async function expectGoodScreen(page: Page, heading: string | RegExp): Promise<void> {
  await settled(page, heading)
  await expectAccessible(page)
  const shifts = await page.evaluate(() => window.layoutShifts)
  const sum = shifts.reduce((sum, { value }) => sum + value, 0)
  expect(sum, JSON.stringify(shifts, undefined, 2)).toBeLessThanOrEqual(shiftLimit)
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNothingWider(page)
  }
}

test.beforeEach(({ page }) => watchLayout(page))

test.describe('a visitor', () => {
  for (const { path, heading } of publicScreens) {
    test(`[S6.01 D6.15] reads ${path}`, async ({ page }) => {
      await page.goto(path)
      await expectGoodScreen(page, heading)
    })
  }

  test('reads a tool’s own page', async ({ page }) => {
    const [tool] = await ask<{ _id: string; name: string }[]>('/api/tools?limit=1', 'GET')
    await page.goto(`/shop/${tool?._id}`)
    await expectGoodScreen(page, tool?.name ?? '')
  })

  test('[S2.14] is sent from a purchase page to the login, which remembers it', async ({ page }) => {
    const [tool] = await ask<{ _id: string }[]>('/api/tools?limit=1', 'GET')
    await page.goto(`/purchase/${tool?._id}?quantity=4`)
    await expect(page).toHaveURL(`/login?from=${encodeURIComponent(`/purchase/${tool?._id}?quantity=4`)}`)
  })

  test('[S2.40 D3.08] is sent from every page of the dashboard to the login, which remembers it', async ({ page }) => {
    for (const path of [...protectedPaths, ...somePathsOfAdmins]) {
      await page.goto(`${path}?from=mail`)
      await expect(page).toHaveURL(`/login?from=${encodeURIComponent(`${path}?from=mail`)}`)
    }
  })
})

test.describe('a customer', () => {
  for (const screens of groupsOf([...everyonesDashboard, ...customersScreens])) {
    test(`[S2.22 S2.23 S2.25 S6.04 S6.05 D6.08 D6.15] opens ${pathsOf(screens)} with nothing in them yet`, async ({
      page,
    }) => {
      await asNewCustomer(page)
      await expectGoodScreens(page, screens)
    })
  }

  test('[S2.24 S2.26 S6.03 D4.12 D6.08] opens a purchase page, the payment of an order, My Orders and a receipt, each with the total taken apart (finding 8)', async ({
    page,
  }) => {
    const customer = await newCustomerSignedIn()
    const paid = await orderSmallTool(customer)
    await pay(customer, paid)
    const unpaid = await orderSmallTool(customer)
    const order = await ask<{ tools_id: string; toolName: string } & Sum>(`/api/orders/${unpaid}`, 'GET', customer)
    // With shipping, goods and total are two amounts.
    expect(order.shipping).toBeGreaterThan(0)
    await signInAs(page, customer)
    const screens: Screen[] = [
      { path: `/purchase/${order.tools_id}`, heading: order.toolName },
      { path: `/dashboard/payment/${unpaid}`, heading: /Hello|Pay/ },
      { path: '/dashboard/order', heading: /^My Orders 2/ },
      { path: `/dashboard/order/${paid}/receipt`, heading: 'Receipt' },
    ]
    for (const { path, heading } of screens) {
      await page.goto(path)
      await expectGoodScreen(page, heading)
      await expectTakenApart(page, order)
    }
  })

  for (const path of somePathsOfAdmins) {
    test(`[S2.41 S4.14 S6.06] who opens ${path} is signed out and sent to the login`, async ({ page }) => {
      await asNewCustomer(page)
      await page.goto(path)
      await expect(page).toHaveURL(new RegExp(`/login\\?from=${encodeURIComponent(path)}`))
      expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
    })
  }

  test('[D3.07] is at home after the login, and signed in, whichever admin’s page it remembered (finding 1)', async ({
    page,
  }) => {
    await asNewCustomer(page)
    for (const path of [...somePathsOfAdmins, '/dashboard/%61udit', '/Dashboard/IMPORTS/?after=2']) {
      await page.goto(`/login?from=${encodeURIComponent(path)}`)
      await expect(page, path).toHaveURL('/')
      expect(await page.evaluate(() => localStorage.getItem('accessToken')), path).not.toBeNull()
    }
  })

  test('[D3.07] is at home after signing up or logging in on the way to an admin’s page, and signed in', async ({
    page,
  }) => {
    const isSignedIn = () => page.evaluate(() => localStorage.getItem('accessToken') !== null)
    const { name, email, password } = newCustomer()
    await page.goto('/signUp?from=/dashboard/audit')
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/')
    expect(await isSignedIn()).toBe(true)
    await page.goto('/signUp?from=/dashboard/audit')
    await expect(page).toHaveURL('/')
    expect(await isSignedIn()).toBe(true)

    await page.evaluate(() => localStorage.clear())
    await page.goto('/login?from=/dashboard/audit')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/')
    expect(await isSignedIn()).toBe(true)
  })

  test('[S2.21] has the same menu in a drawer on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await expectMenu(page, await newCustomerSignedIn(), {
      has: ['My Profile', 'My Portfolio', 'My Orders', 'Add a Review'],
      lacks: ['Make Admins'],
    })
    await expect(page.getByRole('dialog').getByRole('link', { name: 'My Orders', exact: true })).toBeVisible()
  })

  test('[S2.21 S2.36 S2.37 S2.39] has My Orders and Add a Review in the side menu, and nothing of an admin’s', async ({
    page,
  }) => {
    await expectMenu(page, await newCustomerSignedIn(), {
      has: ['My Profile', 'My Portfolio', 'My Orders', 'Add a Review'],
      lacks: ['Make Admins', 'Manage All Orders', 'Add A New Tool', 'Manage All Products'],
    })
  })
})

test.describe('an admin', () => {
  for (const screens of groupsOf([...everyonesDashboard, ...adminScreens])) {
    test(`[S2.27 S2.28 S2.29 S2.30 S6.05 D6.15] opens ${pathsOf(screens)}`, async ({ page }) => {
      await asAdmin(page)
      await expectGoodScreens(page, screens)
    })
  }

  for (const path of ['/dashboard/order', '/dashboard/reviews']) {
    test(`[D3.10 S6.08] who opens ${path} is sent to the dashboard`, async ({ page }) => {
      await asAdmin(page)
      await page.goto(path)
      await expect(page).toHaveURL('/dashboard')
    })
  }

  test('[S2.37 S2.38 S6.08] has the admin’s pages in the side menu, and neither My Orders nor Add a Review', async ({
    page,
  }) => {
    await expectMenu(page, await adminSignedIn(), {
      has: ['My Profile', 'My Portfolio', 'Make Admins', 'Manage All Orders', 'Add A New Tool', 'Manage All Products'],
      lacks: ['My Orders', 'Add a Review'],
    })
  })
})

type Sum = { goods: number; shipping: number; tax: number; price: number }

/** The screen shows what the total is made of. */
async function expectTakenApart(page: Page, { goods, shipping, tax, price }: Sum): Promise<void> {
  const money = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  for (const [name, amount] of [
    ['Goods', money(goods)],
    ['Shipping', shipping === 0 ? 'Free' : money(shipping)],
    [/^Tax \(/, money(tax)],
  ] as const) {
    const row = page.locator('dl > div').filter({ has: page.getByText(name).and(page.locator('dt')) })
    await expect(row.filter({ hasText: amount }), `${name}: ${amount}`).toHaveCount(1)
  }
  await expect(page.getByText(money(price)).first()).toBeVisible()
}

/** Opens the menu as it is on this screen, and marks the page one is on. */
async function expectMenu(page: Page, who: SignedIn, { has, lacks }: { has: string[]; lacks: string[] }) {
  await signInAs(page, who)
  await page.goto('/dashboard')
  await expect(page.getByText('Welcome to Dashboard')).toBeVisible()
  const onPhone = (page.viewportSize()?.width ?? 0) < 900
  if (onPhone) await page.getByRole('button', { name: 'Dashboard menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Dashboard menu' }).filter({ visible: true })
  for (const name of has) await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
  for (const name of lacks) await expect(menu.getByRole('link', { name, exact: true })).toHaveCount(0)
  const here = menu.getByRole('link', { name: 'My Profile' })
  const elsewhere = menu.getByRole('link', { name: 'My Portfolio' })
  await expect(here).toHaveAttribute('aria-current', 'page')
  const colorOf = (link: Locator) => link.evaluate(node => getComputedStyle(node).color)
  expect(await colorOf(here)).not.toBe(await colorOf(elsewhere))
  await expectAccessible(page)
}
