import { expect, test } from './journey.ts'
import { ask, newCustomerSignedIn, orderTool, pay, signInAs } from './roles.ts'

type Tool = {
  _id: string
  name: string
  price: number
  tags: string[]
  description: string
  availableQuantity: number
  minimumQuantity: number
  ratings: number | null
}

const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

test('[S2.02 D7.06 D7.07] each card of the home page leads to the tool whose id it has', async ({ page }) => {
  // Other journeys sell meanwhile, so the order of the popular ones may change between two looks.
  await expect(async () => {
    const lists = await ask<{ newTools: Tool[]; popularTools: Tool[] }>('/api/home-lists', 'GET')
    await page.goto('/')
    for (const [heading, tools] of [
      ['New Tools', lists.newTools],
      ['Popular Tools', lists.popularTools],
    ] as const) {
      const section = page.getByRole('region', { name: heading })
      const links = section.getByRole('link', { name: /^Purchase / })
      const targets = await links.evaluateAll(all => all.map(link => link.getAttribute('href')))
      expect(targets).toEqual(tools.map(tool => `/purchase/${tool._id}`))
      expect(await links.allTextContents()).toEqual(tools.map(() => 'Purchase'))
      await expect(section.getByText('Available Quantity').first()).toBeVisible()
      await expect(section.getByText('Minimum Order Quantity').first()).toBeVisible()
    }
  }).toPass()
  await expect(page.getByRole('region', { name: 'New Tools' }).getByText('NEW', { exact: true })).toHaveCount(3)
  const popular = page.getByRole('region', { name: 'Popular Tools' })
  await expect(popular.getByText(/^(Popular|Best Seller)$/)).toHaveText(['Best Seller', ...Array(5).fill('Popular')])
})

test('[S2.15 S2.16 S2.17 S2.18 S2.19 S5.09 D7.12] the purchase page says all there is to know of a tool', async ({
  page,
}) => {
  const customer = await newCustomerSignedIn()
  await signInAs(page, customer)
  const tools = await ask<Tool[]>('/api/tools?limit=50', 'GET')
  const chosen = tools.find(one => one.tags.length > 1 && one.ratings !== null)
  if (!chosen) throw new Error('the demo shop has no tool with features and a rating')
  const read = page.waitForResponse(answer => answer.url().endsWith(`/api/tools/${chosen._id}`))
  await page.goto(`/purchase/${chosen._id}`)
  // As the page was told: other journeys buy meanwhile.
  const tool = (await (await read).json()) as Tool
  const trail = page.getByRole('navigation', { name: 'You are here' })
  await expect(trail.getByRole('listitem')).toHaveText(['Home', 'Purchase', tool.name])
  await expect(trail.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: tool.name })).toBeVisible()
  await expect(main.getByRole('img', { name: new RegExp(tool.name) })).toBeVisible()
  await expect(main.getByText(tool._id, { exact: true })).toBeVisible()
  await expect(main.getByRole('img', { name: `${tool.ratings} of 5 stars` })).toBeVisible()
  await expect(main.getByText(tool.description, { exact: true })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Key Features' })).toBeVisible()
  for (const tag of tool.tags) await expect(main.getByRole('listitem').filter({ hasText: tag }).first()).toBeVisible()
  for (const [name, value] of [
    ['Price', dollars(tool.price)],
    ['Available Quantity', tool.availableQuantity.toLocaleString('en-US')],
    ['Minimum Order Quantity', tool.minimumQuantity.toLocaleString('en-US')],
    ['Tools ID', tool._id],
  ] as const) {
    const term = main
      .locator('dt')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .first()
    await expect(term.locator('xpath=following-sibling::dd')).toContainText(value)
  }
  for (const [label, value] of [
    ['User Name', customer.account.name],
    ['User Email', customer.account.email],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveValue(value)
    await expect(page.getByLabel(label)).not.toBeEditable()
  }
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible()
})

test('[S4.15 S7.11 S9.10] Pay opens when provider and secret are there; the payment is then reported', async ({
  page,
}) => {
  const customer = await newCustomerSignedIn()
  await signInAs(page, customer)
  const order = await orderTool(customer)
  let letGo = () => {}
  const held = new Promise<void>(resolve => (letGo = resolve))
  await page.route('**/api/create-payment-intent', async route => {
    await held
    await route.continue()
  })
  await page.goto(`/dashboard/payment/${order}`)
  const button = page.getByRole('button', { name: /^Pay/ })
  await expect(page.getByLabel('Card number')).toBeVisible()
  await expect(button).toBeDisabled()
  await expect(page.getByText('The payment is being prepared.')).toBeVisible()
  letGo()
  await expect(button).toBeEnabled()
  await expect(page.getByText(/^Test mode: no money moves/)).toBeVisible()

  const reported = page.waitForRequest(request => request.method() === 'PATCH')
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByLabel('MM / YY').fill(`12 / ${(new Date().getFullYear() + 2) % 100}`)
  await page.getByLabel('CVC').fill('123')
  await button.click()
  const report = await reported
  expect(report.url()).toMatch(/\/api\/tools\/[0-9a-f-]{36}$/)
  expect(report.postDataJSON()).toEqual({ tool: expect.any(String), transactionId: expect.stringMatching(/^pi_/) })
  await expect(page.getByText('Yooooooo ! your payment is success')).toBeVisible()
})

test('[S4.16 D8.03] after a payment, a reload shows that the order is paid', async ({ page }) => {
  const customer = await newCustomerSignedIn()
  await signInAs(page, customer)
  const order = await orderTool(customer)
  await pay(customer, order)
  await page.goto(`/dashboard/payment/${order}`)
  await expect(page.getByText('This order is paid')).toBeVisible()
  await expect(page.getByText(/^pi_\w+$/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
})

type Order = { number: string; transactionId: string; reservedUntil: string }

test('[D4.04 D8.08 S2.26 S3.03 S4.02 S4.03] My Orders shows until when an order is held, and each payment’s own number', async ({
  page,
}) => {
  const customer = await newCustomerSignedIn()
  const read = (order: string) => ask<Order>(`/api/orders/${order}`, 'GET', customer)
  const paid: Order[] = []
  for (let count = 0; count < 2; count += 1) {
    const order = await orderTool(customer)
    await pay(customer, order)
    paid.push(await read(order))
  }
  const unpaid = await orderTool(customer)
  await signInAs(page, customer)
  await page.goto('/dashboard/order')
  await expect(page.getByRole('heading', { name: /^My Orders 3/ })).toBeVisible()
  const cards = page.getByRole('main').getByRole('listitem')
  for (const { number, transactionId } of paid) {
    await expect(cards.filter({ hasText: number }).getByText(transactionId, { exact: true })).toHaveCount(1)
    await expect(page.getByText(transactionId, { exact: true })).toHaveCount(1)
  }
  const held = page.getByText(/^Held until \w+ \d+, \d{4}/)
  await expect(held).toHaveCount(1)
  // The shop's clock is UTC's, and it shows whole minutes.
  const shown = Date.parse(`${(await held.textContent())?.slice('Held until '.length)} UTC`)
  expect(Math.abs(Date.parse((await read(unpaid)).reservedUntil) - shown)).toBeLessThan(60_000)
  await expect(page.getByText('Paid', { exact: true })).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^DELETE/ })).toHaveCount(1)
  await expect(page.getByRole('link', { name: /^PAY NOW/ })).toHaveCount(1)
  await page.getByRole('link', { name: /^PAY NOW/ }).click()
  await expect(page).toHaveURL(`/dashboard/payment/${unpaid}`)
})

test('[D4.21] My Orders counts and lists what is not expired; an expired order stands below, greyed', async ({
  page,
}) => {
  const customer = await newCustomerSignedIn()
  await pay(customer, await orderTool(customer))
  const expired = await orderTool(customer)
  await signInAs(page, customer)
  // Nobody waits two days for it: the answer says that the time of this one is up.
  await page.route('**/api/orders?**', async route => {
    const url = new URL(route.request().url())
    const wantsExpired = url.searchParams.get('expired') === 'yes'
    url.searchParams.set('expired', 'no')
    const answer = await route.fetch({ url: url.href })
    const orders = (await answer.json()) as { _id: string }[]
    const told = orders
      .filter(order => (order._id === expired) === wantsExpired)
      .map(order => (wantsExpired ? { ...order, paymentState: 'expired', reservedUntil: null } : order))
    const headers = { ...answer.headers(), 'x-total-count': String(told.length) }
    await route.fulfill({ response: answer, headers, json: told })
  })
  await page.goto('/dashboard/order')
  await expect(page.getByRole('heading', { level: 1, name: /^My Orders 1$/ })).toBeVisible()
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
  await expect(cards).toHaveCount(2)
  await expect(cards.first().getByText('Paid', { exact: true })).toBeVisible()
  const below = page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Expired' }) })
  await expect(below.getByRole('listitem')).toHaveCount(1)
  const names = cards.getByRole('heading')
  const colors = await names.evaluateAll(all => all.map(name => getComputedStyle(name).color))
  expect(new Set(colors).size).toBe(2)
})
