import { expect, expectAccessible, test } from './journey.ts'
import { adminSignedIn, asAdmin, asNewCustomer, ask, newCustomerSignedIn, paidOrder } from './roles.ts'

const tool = 'Headlamp bulb H7 12 V 55 W'

test('an order goes in parcels, one of its units is cancelled, the rest is reported by a file and found by a filter, and notes stay with the staff', async ({
  page,
  browser,
}) => {
  test.slow()
  const { id: order, number } = await paidOrder(await asNewCustomer(page), tool)

  const shop = await browser.newContext({ baseURL: process.env['SHOP_URL'] ?? '', reducedMotion: 'reduce' })
  const desk = await shop.newPage()
  await asAdmin(desk)
  await desk.goto(`/dashboard/allOrders/${order}`)
  const dialog = desk.getByRole('dialog')
  await desk.getByLabel('New note').fill('Ring twice')
  await desk.getByRole('button', { name: 'Add note' }).click()
  await expect(desk.getByText('Ring twice')).toBeVisible()
  await expectAccessible(desk)

  await desk.getByRole('button', { name: 'Mark shipped' }).click()
  await dialog.getByLabel('Carrier').fill('Sundarban Courier')
  await dialog.getByLabel('Tracking number').fill('SC-1')
  await dialog.getByRole('spinbutton', { name: tool }).fill('0')
  await dialog.getByRole('button', { name: 'Mark shipped' }).click()
  await expect(dialog.getByText('Choose at least one unit.')).toBeVisible()
  await expectAccessible(desk)
  await dialog.getByRole('spinbutton', { name: tool }).fill('1')
  await dialog.getByRole('button', { name: 'Mark shipped' }).click()
  await expect(dialog).toBeHidden()
  await expect(desk.getByText(`Sundarban Courier · SC-1 · 1 × ${tool}`)).toBeVisible()

  await desk.getByRole('button', { name: 'Cancel units' }).click()
  await dialog.getByRole('spinbutton', { name: tool }).fill('1')
  await expect(dialog.getByText(/^\$[\d.]+ goes back to the card\.$/)).toBeVisible()
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Cancel these units' }).click()
  await expect(dialog).toBeHidden()
  await expect(desk.getByText('1 cancelled')).toBeVisible()

  await desk.goto('/dashboard/allOrders/shipments')
  const send = async () => {
    const buffer = Buffer.from(`order,carrier,tracking\n${number},Sundarban Courier,SC-2\nT-0,Sundarban Courier,SC-3\n`)
    await desk.getByLabel('CSV or Excel file').setInputFiles({ name: 'shipments.csv', mimeType: 'text/csv', buffer })
    await desk.getByRole('button', { name: 'Check the file' }).click()
  }
  await send()
  await expect(desk.getByText('Nothing has been changed yet.')).toBeVisible()
  await expect(desk.getByText('No order of this shop has this number. Check it.')).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Mark 1 order shipped' }).click()
  await expect(desk.getByText('1 order is marked as shipped.')).toBeVisible()
  await desk.getByRole('button', { name: 'Choose another file' }).click()
  await send()
  await expect(desk.getByRole('heading', { name: '1 already shipped this way' })).toBeVisible()

  await desk.goto('/dashboard/allOrders')
  await desk.getByLabel('Goods').selectOption('shipped')
  await desk.getByLabel('Total from (USD)').fill('much')
  await expect(desk.getByText('Use a number, such as 12.50.')).toBeVisible()
  await desk.getByLabel('Total from (USD)').fill('1')
  await expect(desk).toHaveURL(/state=shipped&least=1$/)
  await expect(desk.getByRole('link', { name: number })).toBeVisible()
  await desk.getByRole('button', { name: 'Save this filter' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Give the filter a name.')).toBeVisible()
  await dialog.getByLabel('Name').fill(`On their way, ${number}`)
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await desk.goto('/dashboard/allOrders')
  await desk.getByRole('link', { name: `On their way, ${number}` }).click()
  await expect(desk.getByLabel('Goods')).toHaveValue('shipped')
  await expect(desk.getByLabel('Total from (USD)')).toHaveValue('1')
  await expectAccessible(desk)
  await desk.getByRole('button', { name: `Remove the filter “On their way, ${number}”` }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(desk.getByRole('link', { name: `On their way, ${number}` })).toHaveCount(0)
  await shop.close()

  await page.goto(`/dashboard/order/${order}`)
  await expect(page.getByText('Parcel 2', { exact: false })).toBeVisible()
  for (const tracking of ['SC-1', 'SC-2']) await expect(page.getByText(tracking, { exact: true })).toBeVisible()
  await expect(page.getByText('Ring twice')).toHaveCount(0)
  await expect(page.getByText('Notes for staff')).toHaveCount(0)
  await expectAccessible(page)
})

test('units that leave while somebody cancels as many are not taken for cancelled, and the rest can be cancelled then', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/cancellation')
  const { id: order } = await paidOrder(await newCustomerSignedIn(), tool)
  await asAdmin(page)
  await page.goto(`/dashboard/allOrders/${order}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Cancel units' }).click()
  await dialog.getByRole('spinbutton', { name: tool }).fill('1')
  const { token } = await adminSignedIn()
  const body = { carrier: 'Sundarban Courier', lines: [{ position: 1, quantity: 1 }] }
  await ask(`/api/orders/${order}/shipment`, 'POST', { body, token })
  await dialog.getByRole('button', { name: 'Cancel these units' }).click()
  await expect(dialog.getByText('This order has changed meanwhile, so nothing was cancelled.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep all units' }).click()
  await expect(page.getByText('1 cancelled')).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel units' }).click()
  await dialog.getByRole('spinbutton', { name: tool }).fill('1')
  await dialog.getByRole('button', { name: 'Cancel these units' }).click()
  await expect(page.getByText('The units are cancelled')).toBeVisible()
  await expect(page.getByText('1 cancelled')).toBeVisible()
})

test('a refund whose answer is lost keeps its dialog until that is said, and goes back once when it is asked for again', async ({
  browser,
}) => {
  const { id } = await paidOrder(await newCustomerSignedIn(), tool)
  const { token } = await adminSignedIn()
  const refunds = () => ask<unknown[]>(`/api/orders/${id}/refunds`, 'GET', { token })
  // A browser of its own: a journey's page must not lose answers.
  const desk = await browser.newContext({ baseURL: process.env['SHOP_URL'] ?? '', reducedMotion: 'reduce' })
  const page = await desk.newPage()
  await asAdmin(page)
  const { promise: isLost, resolve: lose } = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/api/orders/*/refunds', async (route, request) => {
    if (request.method() !== 'POST') return route.continue()
    asked += 1
    if (asked > 1) return route.continue()
    await route.fetch()
    await isLost
    await route.abort('connectionreset')
  })
  await page.goto(`/dashboard/allOrders/${id}`)
  const dialog = page.getByRole('dialog')
  const refundPart = async () => {
    await page.getByRole('button', { name: 'Refund' }).click()
    await dialog.getByLabel('Amount in USD').fill('5.50')
    await dialog.getByRole('button', { name: 'Refund $5.50' }).click()
  }
  await refundPart()
  await expect.poll(() => asked).toBe(1)
  // A browser closes a dialog at the second Escape in a row, whatever the page says.
  for (const _ of ['once', 'again']) await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog.getByLabel('Amount in USD')).toHaveValue('5.50')
  lose()
  await expect(dialog.getByText('The shop cannot be reached.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await refundPart()
  await expect(dialog).toBeHidden()
  expect(asked).toBe(2)
  expect(await refunds()).toHaveLength(1)
  // Once its answer has come, the same again is another refund.
  await refundPart()
  await expect(dialog).toBeHidden()
  expect(await refunds()).toHaveLength(2)
  await desk.close()
})
