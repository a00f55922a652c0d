import type { Browser, Page } from '@playwright/test'
import { expect, expectAccessible, test } from './journey.ts'
import { asAdmin, asNewCustomer, numberOf, orderTool, paidOrder } from './roles.ts'

const tool = 'Headlamp bulb H7 12 V 55 W'

/** The shop's owner in a browser of their own, on the list of all orders. */
async function openAsAdmin(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env['SHOP_URL'] ?? '', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await asAdmin(page)
  await page.goto('/dashboard/allOrders')
  await expect(page.getByRole('heading', { name: 'Manage All Orders' })).toBeVisible()
  return page
}

/** A new customer in the page's browser, who has ordered a tool and paid it by this card; gives the order's number. */
async function paidBy(page: Page, card?: string): Promise<string> {
  return (await paidOrder(await asNewCustomer(page), tool, card)).number
}

/** Finds an order by its number and opens its page. */
async function openOrder(admin: Page, number: string): Promise<void> {
  await admin.goto('/dashboard/allOrders')
  await admin.getByLabel('Customer, company, tool or order number').fill(number)
  await expect(admin).toHaveURL(new RegExp(`q=${number}`))
  await expect(admin.getByText('1 of 1')).toBeVisible()
  await admin.getByRole('link', { name: number }).click()
  await expect(admin.getByRole('heading', { name: `Order ${number}`, level: 1 })).toBeVisible()
}

/** Asks for 5.50 of the order that is open to go back. */
async function refundPart(admin: Page): Promise<void> {
  const dialog = admin.getByRole('dialog')
  await admin.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByLabel('Amount in USD').fill('5.50')
  await dialog.getByRole('button', { name: 'Refund $5.50' }).click()
  await expect(dialog).toBeHidden()
}

type Mail = { to: string; subject: string; text: string }

async function mailsTo(page: Page, email: string): Promise<string[]> {
  const answer = await page.request.get('/dev/mail', { headers: { accept: 'application/json' } })
  const mails = (await answer.json()) as Mail[]
  return mails.filter(mail => mail.to === email).map(mail => mail.subject)
}

test('[S1.15 S2.28 D4.17 D4.19] an order is paid, shipped and partly refunded, and its customer sees and hears each step', async ({
  page,
  browser,
}) => {
  test.slow()
  const customer = await asNewCustomer(page)
  const { number } = await paidOrder(customer, tool)

  const admin = await openAsAdmin(browser)
  await expectAccessible(admin)
  await openOrder(admin, number)
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Mark shipped' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Mark shipped' }).click()
  await expect(dialog.getByText('Carrier is required')).toBeVisible()
  await expectAccessible(admin)
  await dialog.getByLabel('Carrier').fill('Sundarban Courier')
  await dialog.getByLabel('Tracking number').fill('SC-2231')
  await dialog.getByRole('button', { name: 'Mark shipped' }).click()
  await expect(dialog).toBeHidden()
  await expect(admin.getByText('Sundarban Courier · SC-2231')).toBeVisible()

  await admin.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByLabel('Amount in USD').fill('99999')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(dialog.getByText(/^Only \$[\d.]+ is left to refund\.$/)).toBeVisible()
  await expectAccessible(admin)
  await dialog.getByLabel('Amount in USD').fill('5.50')
  await dialog.getByRole('spinbutton', { name: tool }).fill('1')
  await dialog.getByLabel('Reason').fill('One bulb was broken')
  await dialog.getByRole('button', { name: 'Refund $5.50' }).click()
  await expect(dialog).toBeHidden()
  await expect(admin.getByText('Paid, partly refunded')).toBeVisible()
  await expect(admin.getByText(`1 × ${tool} back to stock`)).toBeVisible()
  await expect(admin.getByText('1 returned')).toBeVisible()
  await admin.getByRole('button', { name: 'Mark delivered' }).click()
  await dialog.getByRole('button', { name: 'Mark delivered' }).click()
  await expect(admin.getByText('Delivered. There is nothing left to do.')).toBeVisible()

  await page.goto('/dashboard/order')
  const card = page.getByRole('listitem').filter({ hasText: number })
  await expect(card.getByText('SC-2231')).toBeVisible()
  await expect(card.getByText('Delivered')).toBeVisible()
  await expect(card.getByText('$5.50')).toBeVisible()
  await card.getByRole('link', { name: `Details of order ${number}` }).click()
  await expect(page.getByText('One bulb was broken').first()).toBeVisible()
  await expect(page.getByText('Your order has been delivered.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByText('$5.50 of this order has been refunded to the card.')).toBeVisible()
  await expectAccessible(page)

  await expect.poll(() => mailsTo(page, customer.email).then(subjects => subjects.length)).toBe(5)
  const subjects = await mailsTo(page, customer.email)
  for (const subject of [
    `$5.50 refunded for order ${number}`,
    `Order ${number} is on its way`,
    `Order ${number} is paid`,
    `Order ${number}: thank you`,
  ])
    expect(subjects).toContain(subject)
  // Read as text: a browser under test looks into every frame, and those of the mails let no script in.
  const outbox = await (await page.request.get('/dev/mail', { headers: { accept: 'text/html' } })).text()
  expect(outbox).toContain(`$5.50 refunded for order ${number}`)
  await admin.context().close()
})

test('[D4.07 D6.11] an admin releases the hold of an unpaid order after a question, and its customer hears of it', async ({
  page,
  browser,
}) => {
  const customer = await asNewCustomer(page)
  const number = await numberOf(customer, await orderTool(customer, tool))
  const admin = await openAsAdmin(browser)
  await openOrder(admin, number)
  await admin.getByRole('button', { name: 'Free units' }).click()
  const dialog = admin.getByRole('dialog')
  await expect(dialog.getByText(`Free the units that order ${number} holds?`)).toBeVisible()
  await expectAccessible(admin)
  await dialog.getByRole('button', { name: 'Free units' }).click()
  await expect(admin.getByText('This order was deleted, and its units are for sale again.')).toBeVisible()
  await expect.poll(() => mailsTo(page, customer.email)).toContain(`Order ${number} was closed by the shop`)

  // What is no day is no filter: a link may say by `from` where it was.
  await admin.goto(`/dashboard/allOrders?from=mail&q=${number}`)
  await expect(admin.getByText('No order matches')).toBeVisible()
  await admin.goto('/dashboard/audit?from=mail')
  await admin.getByLabel('What (number, id, kind)').fill(number)
  await expect(admin.getByText('2 of 2')).toBeVisible()
  await expect(admin.getByRole('row').filter({ hasText: 'order.cancelled' })).toBeVisible()
  await expectAccessible(admin)
  await admin.getByLabel('What (number, id, kind)').fill('nothing of the kind')
  await expect(admin.getByText('No entry matches')).toBeVisible()
  await admin.getByRole('button', { name: 'Show everything' }).click()
  await expect(admin.getByLabel('What (number, id, kind)')).toHaveValue('')
  await admin.context().close()
})

test(
  'a refund that has ended before the page saw it under way shows in the order all the same',
  { tag: '@long' },
  async ({ page, browser }) => {
    const number = await paidBy(page)
    const admin = await openAsAdmin(browser)
    await openOrder(admin, number)
    await expect(admin.getByRole('button', { name: 'Refund' })).toBeVisible()
    // The order is read at once, and its refunds only when there is nothing under way any more.
    await admin.route('**/api/orders/*/refunds', async (route, request) => {
      if (request.method() !== 'GET') return route.continue()
      await expect(async () => {
        const refunds = (await (await route.fetch()).json()) as { state: string }[]
        expect(refunds.map(refund => refund.state)).toEqual(['done'])
      }).toPass()
      return route.continue()
    })
    await refundPart(admin)
    await expect(admin.getByText('Paid, partly refunded')).toBeVisible()
    await admin.context().close()
  },
)

test('a refund proposes nothing; all of it goes back by a button that asks, and says which units stay here (finding 6)', async ({
  page,
  browser,
}) => {
  const number = await paidBy(page)
  const admin = await openAsAdmin(browser)
  await openOrder(admin, number)
  const dialog = admin.getByRole('dialog')
  await admin.getByRole('button', { name: 'Refund' }).click()
  const units = dialog.getByRole('spinbutton')
  await expect(units).toHaveValue('0')
  await expect(dialog.getByLabel('Amount in USD')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(dialog.getByText('Enter the amount to refund.')).toBeVisible()
  const all = await units.getAttribute('aria-valuemax')
  const question = admin.getByRole('dialog', { name: /^Refund all \$/ })
  await dialog.getByRole('button', { name: 'Refund everything' }).click()
  await expect(question.getByText('these units go back to stock')).toBeVisible()
  await expect(question.getByRole('listitem')).toHaveText(new RegExp(`^${all} × `))
  await expectAccessible(admin)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await admin.getByRole('button', { name: 'Mark shipped' }).click()
  await dialog.getByLabel('Carrier').fill('Sundarban Courier')
  await dialog.getByRole('button', { name: 'Mark shipped' }).click()
  await expect(dialog).toBeHidden()
  await admin.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByRole('button', { name: 'Refund everything' }).click()
  await expect(question.getByText('No units go back to stock.')).toBeVisible()
  await question.getByRole('button', { name: /^Refund \$/ }).click()
  await expect(admin.getByText('Refunded in full. The goods are on their way')).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Mark delivered' })).toBeVisible()
  await expect(admin.getByText(/nothing left to do/)).toHaveCount(0)
  await admin.context().close()
})

test('an order of which nothing is left to send says so, and is not among those to be packed', async ({
  page,
  browser,
}) => {
  const number = await paidBy(page)
  const admin = await openAsAdmin(browser)
  await openOrder(admin, number)
  const dialog = admin.getByRole('dialog')
  await admin.getByRole('button', { name: 'Refund' }).click()
  const all = await dialog.getByRole('spinbutton').getAttribute('aria-valuemax')
  await dialog.getByLabel('Amount in USD').fill('5.50')
  await dialog.getByRole('spinbutton').fill(all ?? '')
  await dialog.getByRole('button', { name: 'Refund $5.50' }).click()
  await expect(dialog).toBeHidden()
  await expect(admin.getByText('There is nothing left to ship')).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Mark shipped' })).toHaveCount(0)
  await admin.goto(`/dashboard/allOrders?state=open&q=${number}`)
  await expect(admin.getByText('No order matches')).toBeVisible()
  await admin.context().close()
})

test(
  'a refund that fails is sent again by an admin, who hears why, and its customer that the shop sees to it',
  { tag: '@long' },
  async ({ page, browser }) => {
    test.slow()
    // A card that no longer takes money: what is sent to it comes back.
    const number = await paidBy(page, '4000000000005126')

    const admin = await openAsAdmin(browser)
    await openOrder(admin, number)
    const dialog = admin.getByRole('dialog')
    await refundPart(admin)
    // The provider may call it done first.
    await expect(async () => {
      await admin.reload()
      await expect(admin.getByText('The provider says: the card has expired, or was closed.')).toBeVisible()
    }).toPass()
    await expectAccessible(admin)
    const again = admin.getByRole('button', { name: 'Send again: $5.50' })
    await again.click()
    await expect(dialog.getByText('Send $5.50 again?')).toBeVisible()
    await expectAccessible(admin)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(again).toBeFocused()
    await again.click()
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await expect(dialog).toBeHidden()
    await expect(admin.getByText('$5.50 is on its way back again')).toBeVisible()
    await expect(admin.getByText('Sent 2 times')).toBeVisible()
    await expect(async () => {
      await admin.reload()
      await expect(admin.getByText('Refund failed')).toHaveCount(2)
    }).toPass()

    await page.goto('/dashboard/order')
    await page.getByRole('link', { name: `Details of order ${number}` }).click()
    await expect(page.getByText('The shop will try again.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send again: $5.50' })).toBeHidden()
    await admin.context().close()
  },
)

test(
  'a disputed payment is told to admins, who cannot refund it, and not to its customer',
  { tag: '@long' },
  async ({ page, browser }) => {
    const number = await paidBy(page, '4000000000000259')
    const admin = await openAsAdmin(browser)
    await openOrder(admin, number)
    await expect(async () => {
      await admin.reload()
      await expect(admin.getByRole('heading', { name: 'Disputes' })).toBeVisible()
    }).toPass()
    await expect(admin.getByText('To be answered')).toBeVisible()
    await expect(admin.getByText('Disputed by the customer’s bank')).toBeVisible()
    await expect(admin.getByRole('button', { name: 'Refund' })).toBeHidden()
    await expectAccessible(admin)
    await page.goto('/dashboard/order')
    await page.getByRole('link', { name: `Details of order ${number}` }).click()
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
    await expect(page.getByText(/dispute/i)).toHaveCount(0)
    await admin.context().close()
  },
)

test('[S6.06] the list of all orders is for admins alone', async ({ page }) => {
  await asNewCustomer(page)
  await page.goto('/dashboard/allOrders')
  await expect(page).toHaveURL(/\/login/)
})
