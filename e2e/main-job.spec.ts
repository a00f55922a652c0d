import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectBelow, expectRed, test, toastOf } from './journey.ts'
import { choosePopularTool, payWith, placeOrder, signUp, testCards } from './steps.ts'

const tool = 'Combination wrench 13 mm'

/** A new customer's first order, and the page where it is paid. */
async function openPayment(page: Page): Promise<void> {
  await signUp(page)
  await choosePopularTool(page, tool)
  await placeOrder(page)
  await expect(page.getByText(`Please Pay for ${tool}`)).toBeVisible()
}

test(
  '[S1.09 S1.10 S2.24 S2.26 S4.03 S4.16 S6.03 S7.13 S7.21 S7.22 S8.06 D4.13 D7.13 D7.14] a new customer signs up, chooses a tool, orders it, pays by card and sees the order marked Paid',
  { tag: '@both' },
  async ({ page }) => {
    const { name, email } = await signUp(page)
    await expectAccessible(page)
    await choosePopularTool(page, tool)
    await expectAccessible(page)
    await placeOrder(page, 6)
    await expect(toastOf(page, `${tool} added to your orders`)).toBeVisible()

    await expect(page).toHaveURL(/\/dashboard\/payment\//)
    await expect(page.getByText('Hello Padma Fleet Service,')).toBeVisible()
    await expect(page.getByText(`Please Pay for ${tool}`)).toBeVisible()
    // 6 × $8.35 is $50.10, from $50 on nothing is added for shipping.
    await expect(page.getByRole('main')).toContainText('$50.10')
    await expectAccessible(page)
    const confirming = page.waitForRequest(request => request.url().endsWith('/confirm'))
    await payWith(page, testCards.success)
    const sent = new URLSearchParams((await confirming).postData() ?? '')
    expect(sent.get('payment_method_data[billing_details][name]')).toBe(name)
    expect(sent.get('payment_method_data[billing_details][email]')).toBe(email)
    await expect(page.getByText('Yooooooo ! your payment is success')).toBeVisible()
    const transactionId =
      (await page
        .getByText(/^pi_\w+$/)
        .first()
        .textContent()) ?? ''
    expect(transactionId).toMatch(/^pi_/)

    await page.goto('/dashboard/order')
    await expect(page.getByRole('heading', { name: /My Orders 1/ })).toBeVisible()
    const card = page.getByRole('listitem').filter({ hasText: tool })
    await expect(card.getByText('Paid', { exact: true })).toBeVisible()
    await expect(card.getByText(transactionId)).toBeVisible()
    for (const label of ['Ordered Quantity', 'Transaction ID']) await expect(card.getByText(label)).toBeVisible()
    await expect(card.getByRole('button', { name: /DELETE/ })).toHaveCount(0)
    await expect(card.getByRole('link', { name: /PAY NOW/ })).toHaveCount(0)
    await expectAccessible(page)

    await card.getByRole('link', { name: /Receipt/ }).click()
    await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
    await expect(page.getByText(transactionId)).toBeVisible()
    await expectAccessible(page)
    await page.evaluate(() => (window.print = () => void (document.body.dataset['printed'] = 'yes')))
    await page.getByRole('button', { name: 'Print' }).click()
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
  },
)

test('[S7.22 S8.05] a card that is declined is told in red with what to do next and the tries left, and the next card pays what the button names (finding 17)', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/sandbox/v1/')
  await openPayment(page)
  await expect(page.getByRole('button', { name: /^Pay \$\d+\.\d\d$/ })).toBeVisible()
  await payWith(page, testCards.declined)
  const told = page.getByRole('alert').getByText('Your card was declined.')
  await expect(told).toBeVisible()
  await expectRed(told)
  await expectBelow(told, page.getByLabel('Card number'))
  await expect(page.getByText('use another card, or ask your bank. You have 4 tries left.')).toBeVisible()
  await payWith(page, testCards.success)
  await expect(page.getByText('Yooooooo ! your payment is success')).toBeVisible()
})

test('a bank that asks back: a rejected challenge charges nothing, an approved one pays', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/sandbox/v1/')
  await openPayment(page)
  await payWith(page, testCards.challenge)
  await expect(page.getByRole('dialog', { name: 'Sandbox: 3-D Secure' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reject payment' }).click()
  await expect(page.getByRole('alert').getByText(/unable to authenticate/)).toBeVisible()
  await payWith(page, testCards.challenge)
  await page.getByRole('button', { name: 'Approve payment' }).click()
  await expect(page.getByText('Yooooooo ! your payment is success')).toBeVisible()
})

test('[D4.29] a payment needs no open tab: the order turns to Paid though the page is gone', async ({ page }) => {
  await openPayment(page)
  const confirmed = page.waitForResponse(response => response.url().endsWith('/confirm') && response.ok())
  // The browser's own report never reaches the shop, as when the tab is closed right after the card was confirmed.
  await page.route('**/api/tools/*', (route, request) =>
    request.method() === 'PATCH' ? route.abort('aborted') : route.continue(),
  )
  await payWith(page, testCards.success)
  await confirmed
  await page.goto('/dashboard/order')
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Transaction ID')).toBeVisible({ timeout: 2000 })
  }).toPass()
})

test('[S8.06] success is told when the shop has noted the payment; where that takes long, the page says so', async ({
  page,
}) => {
  await openPayment(page)
  let letGo = () => {}
  const isHeld = new Promise<void>(resolve => {
    letGo = resolve
  })
  // Neither the page's report nor what the provider tells the shop comes through before it is let go.
  await page.route('**/api/tools/*', async (route, request) => {
    if (request.method() === 'PATCH') await isHeld
    await route.continue()
  })
  await page.route('**/api/orders/*', async route => {
    await isHeld
    await route.continue()
  })
  const confirmed = page.waitForResponse(response => response.url().endsWith('/confirm') && response.ok())
  await payWith(page, testCards.success)
  await confirmed
  await expect(page.getByRole('button', { name: 'Paying . . .' })).toBeVisible()
  await expect(page.getByText('Yooooooo ! your payment is success')).toBeHidden()
  await expect(page.getByText('Yooooooo ! your payment is success')).toBeVisible()
  await expect(page.getByText('safe. The order will change to Paid in a moment')).toBeVisible()
  await expectAccessible(page)
  letGo()
  await expect(page.getByText('you do not need to wait here')).toBeHidden()
  await page.goto('/dashboard/order')
  await expect(page.getByRole('listitem').filter({ hasText: tool }).getByText('Paid', { exact: true })).toBeVisible()
})

test(
  '[S8.06] success is told once, also where the shop has heard of it before the page has reported it',
  { tag: '@long' },
  async ({ page }) => {
    await openPayment(page)
    const { promise: isTime, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/api/tools/*', async (route, request) => {
      if (request.method() === 'PATCH') await isTime
      await route.continue()
    })
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.body.innerText.includes('This order is paid')) document.body.dataset['told'] = 'as old news'
      }).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    await payWith(page, testCards.success)
    const success = page.getByRole('heading', { name: 'Yooooooo ! your payment is success' })
    // The order is looked at again whenever somebody comes back to the page, as from their bank's.
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      await expect(success).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(success).toBeFocused()
    letGo()
    await expect(page.getByRole('link', { name: 'Receipt' })).toBeVisible()
    expect(await page.evaluate(() => document.body.dataset['told'])).toBeUndefined()
  },
)
