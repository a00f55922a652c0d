import { expect, newCustomer, test } from './journey.ts'
import { asAdmin, asNewCustomer, newCustomerSignedIn, signInAs } from './roles.ts'
import { signUp } from './steps.ts'

const problem = (status: number, code: string) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: `urn:tappet:problem:${code}`, title: 'No', status, code, message: 'No.' }),
})

test('[S2.08 S2.11 S7.02] signing in shows that it is under way, and exchanges the token after sign-up and login', async ({
  page,
}) => {
  const exchanged: string[] = []
  page.on('request', request => {
    if (request.method() === 'PUT' && request.url().includes('/api/user/')) exchanged.push(request.url())
  })
  await page.goto('/signUp')
  await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toHaveAttribute('href', /^\/login/)
  const { email, password } = await signUp(page, newCustomer())
  expect(exchanged).toHaveLength(1)
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()

  await page.goto('/login')
  let letGo = () => {}
  const held = new Promise<void>(resolve => (letGo = resolve))
  await page.route('**/identity/sign-in/email', async route => {
    await held
    await route.continue()
  })
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const button = page.getByRole('main').getByRole('button', { name: 'Login' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  letGo()
  await expect(page).toHaveURL('/')
  expect(exchanged).toHaveLength(2)
  expect(decodeURIComponent(exchanged[1] ?? '')).toContain(`/api/user/${email}`)
})

test('[S2.42 S4.11] a page that needs an account says "Loading . . ." while it is not known who is here', async ({
  page,
}) => {
  const customer = await newCustomerSignedIn()
  await signInAs(page, { ...customer, expiresAt: new Date(Date.now() - 60_000).toISOString() })
  let letGo = () => {}
  const held = new Promise<void>(resolve => (letGo = resolve))
  await page.route('**/identity/token', async route => {
    await held
    await route.continue()
  })
  await page.goto('/dashboard/order')
  await expect(page.getByRole('status').getByText('Loading . . .')).toBeVisible()
  letGo()
  await expect(page.getByRole('heading', { name: /^My Orders 0/ })).toBeVisible()
})

test('[S6.11 D3.06] a read that is refused is tried once more after a renewal', async ({ page, expectRefusal }) => {
  expectRefusal('/api/orders')
  const customer = await newCustomerSignedIn()
  await signInAs(page, customer)
  const sent: (string | undefined)[] = []
  // The expired orders are read after these, by a call of their own.
  await page.route('**/api/orders?*expired=no*', async route => {
    sent.push(route.request().headers()['authorization'])
    if (sent.length === 1) await route.fulfill(problem(401, 'token-expired'))
    else await route.continue()
  })
  await page.goto('/dashboard/order')
  await expect(page.getByRole('heading', { name: /^My Orders 0/ })).toBeVisible()
  const renewed = await page.evaluate(() => localStorage.getItem('accessToken'))
  expect(sent).toEqual([`Bearer ${customer.token}`, `Bearer ${renewed}`])
})

for (const [status, code] of [
  [401, 'token-expired'],
  [403, 'not-yours'],
] as const) {
  test(`[S4.13 S8.04 D3.06] a read that stays refused with ${status} signs out, drops the token and leads home`, async ({
    page,
    expectRefusal,
  }) => {
    expectRefusal('/api/orders')
    await asNewCustomer(page)
    await page.route('**/api/orders?**', route => route.fulfill(problem(status, code)))
    await page.goto('/dashboard/order')
    await expect(page).toHaveURL('/')
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  })
}

test('[S4.14] an admin’s read that stays refused leads to the login, which leads back', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/api/allOrders')
  await asAdmin(page)
  await page.route('**/api/allOrders*', route => route.fulfill(problem(403, 'admins-only')))
  await page.goto('/dashboard/allOrders')
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent('/dashboard/allOrders')}`)
})

test('[D3.11] a logout in one tab is seen in the other', async ({ page, context }) => {
  await asNewCustomer(page)
  await page.goto('/dashboard/order')
  await expect(page.getByRole('heading', { name: /^My Orders 0/ })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await other.evaluate(() => localStorage.removeItem('accessToken'))
  await expect(page).toHaveURL(/\/login/)
  await other.close()
})

test('[S8.22 D1.09] an order that cannot be sent is told, and what was typed stays', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/api/orders')
  await asNewCustomer(page)
  await page.goto('/')
  await page
    .getByRole('link', { name: /^Purchase / })
    .first()
    .click()
  await page.getByLabel('Phone').fill('+880 1555 010148')
  await page.getByLabel('Company', { exact: true }).fill('Padma Fleet Service')
  await page.getByLabel('Address').fill('4 Ferry Ghat Road')
  await page.route('**/api/orders', route => route.fulfill(problem(503, 'not-ready')))
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByText('No.', { exact: true }).first()).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue('4 Ferry Ghat Road')
  await expect(page.getByLabel('Company', { exact: true })).toHaveValue('Padma Fleet Service')
})

test('[S9.11 S9.12] a toast closes after 5000 ms at the top right below the bar (finding 17), and goes when it is dragged over 80 percent', async ({
  page,
  viewport,
}) => {
  await asNewCustomer(page)
  await page.goto('/')
  await page
    .getByRole('link', { name: /^Purchase / })
    .first()
    .click()
  await page.getByLabel('Phone').fill('+880 1555 010148')
  await page.getByLabel('Company', { exact: true }).fill('Padma')
  await page.getByLabel('Address').fill('4 Ferry Ghat Road')
  await page.getByRole('button', { name: 'Place Order' }).click()
  const toast = page.locator('.Toastify__toast')
  await expect(toast).toBeVisible()
  // Held still under the mouse, so that the test need not hurry.
  await toast.hover()
  const life = () =>
    page.locator('.Toastify__progress-bar--animated').evaluate(bar => getComputedStyle(bar).animationDuration)
  expect(await life()).toBe('5s')
  // Whoever wants less to move still wants to read it.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await life()).toBe('5s')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const bar = await page.locator('header').first().boundingBox()
  const barEnd = (bar?.y ?? 0) + (bar?.height ?? 0)
  await expect.poll(async () => Math.abs(((await toast.boundingBox())?.y ?? 999) - barEnd)).toBeLessThan(60)
  expect((await toast.boundingBox())?.y).toBeGreaterThanOrEqual(barEnd)
  const box = await toast.boundingBox()
  if (!box) throw new Error('the toast is gone')
  expect((viewport?.width ?? 0) - (box.x + box.width)).toBeLessThan(40)

  const drag = async (share: number) => {
    const [x, y] = [box.x + 20, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + (box.width * share) / 2, y, { steps: 4 })
    await page.mouse.move(x + box.width * share, y, { steps: 4 })
    await page.mouse.up()
  }
  await drag(0.7)
  await expect.poll(async () => Math.round((await toast.boundingBox())?.x ?? -1)).toBe(Math.round(box.x))
  await drag(0.9)
  await expect(toast).toHaveCount(0)
})
