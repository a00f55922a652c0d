import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { readOutbox } from '#platform/mail/port'
import { expect, newCustomer, test, toastOf } from './journey.ts'
import { type OwnShop, startOwnShop } from './own-shop.ts'
import { payWith, placeOrder, signUp, testCards } from './steps.ts'
import { chooseFiles } from './import-steps.ts'

/**
 * A day in a shop of one's own: opened empty in the morning, with a price list at hand, and the first order on its way in
 * the evening; without a shell, a file of the server or SQL after the start.
 */

const owner = { name: 'Ayesha Karim', email: 'owner@bolt.example', password: 'Long-enough-7-words' }
const parts = 10_000

/** A price list as a supplier has it: categories by path, which no standard tree has all of. */
function priceList(): Buffer {
  const rows = Array.from({ length: parts }, (_, index) => {
    const group = index % 40
    const category = `Workshop Stock > Shelf ${Math.floor(group / 8) + 1} > Group ${group + 1}`
    const price = (5 + (index % 900) / 10).toFixed(2)
    return `Bolt,"B-${String(index).padStart(5, '0')}","Hex bolt, size ${index}",${category},${price},40`
  })
  return Buffer.from(['brand,part_number,name,category,price,stock', ...rows].join('\n'))
}

let shop: OwnShop
test.beforeAll(async () => {
  shop = await startOwnShop({ DEMO: 'no', ADMIN_EMAIL: owner.email })
})
test.afterAll(() => shop.stop())

async function mailedLink(email: string, path: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const mails = await readOutbox(join(shop.dataDir, 'outbox'))
    link = mails
      .filter(({ to }) => to === email)
      .flatMap(({ links }) => links)
      .find(one => one.includes(path))
    expect(link).toBeTruthy()
  }).toPass()
  return link ?? ''
}

/** Somebody else, at a browser of their own, who has signed up and confirmed the address. */
async function arrive(browser: Browser, who: { name: string; email: string; password: string }): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: shop.address })).newPage()
  await signUpAndConfirm(page, who)
  return page
}

async function signUpAndConfirm(page: Page, who: { name: string; email: string; password: string }): Promise<void> {
  await signUp(page, who)
  await page.goto(await mailedLink(who.email, '/confirm-email'))
  await expect(page).toHaveURL(/confirmed=yes/)
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
}

async function setUp(page: Page): Promise<void> {
  await page.goto('/dashboard/overview')
  await expect(page.getByText('0 of 13 steps are done.')).toBeVisible()
  await page.getByRole('link', { name: 'Give the shop its name' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Bolt & Sons')
  await page.getByLabel('Address', { exact: true }).fill('7 Quay Street, Bristol BS1 4QT')
  await page.getByLabel('Currency').selectOption('gbp')
  await page.getByLabel('Tax rate').fill('20%')
  await page.getByLabel('Shipping fee').fill('6.50')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(toastOf(page, 'The settings are saved.')).toBeVisible()

  await page.goto('/dashboard/categories')
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Add these branches' }).click()
  // What stays; the message in the corner goes after a while.
  await expect(page.getByRole('button', { name: 'Categories in Motor Vehicle Parts', exact: true })).toBeVisible()
}

async function importPrices(page: Page): Promise<void> {
  await page.goto('/dashboard/imports')
  const file = { name: 'price-list.csv', mimeType: 'text/csv', buffer: priceList() }
  await chooseFiles(page, file)
  await page.getByLabel(/Add parts that are new/).check()
  await page.getByLabel(/Add categories that are new/).check()
  await page.getByRole('button', { name: 'Read and check' }).click()
  await expect(page.getByText('Ready to commit')).toBeVisible({ timeout: 90_000 })
  await page.getByRole('button', { name: 'Commit' }).click()
  await expect(page.getByText('Committed', { exact: true })).toBeVisible({ timeout: 90_000 })
}

async function invite(page: Page, email: string): Promise<void> {
  await page.goto('/dashboard/staff')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Role', { exact: true }).selectOption('Warehouse')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByText(`An invitation is on its way to ${email}.`)).toBeVisible()
}

/** A workshop finds a part by its number, orders three and pays. */
async function order(customer: Page): Promise<void> {
  await expect(async () => {
    await customer.goto('/shop?q=B-00042')
    await expect(customer.getByRole('link', { name: 'Hex bolt, size 42', exact: true }).first()).toBeVisible({
      timeout: 1000,
    })
  }).toPass()
  await customer.goto('/shop/c/workshop-stock/shelf-1')
  await expect(customer.getByRole('status').filter({ hasText: '2,000 products' })).toBeVisible()
  await customer.goto('/shop?q=B-00042')
  await customer.getByRole('link', { name: 'Hex bolt, size 42', exact: true }).first().click()
  await customer
    .getByRole('link', { name: /^(Purchase|Order)/ })
    .first()
    .click()
  await placeOrder(customer, 3)
  await payWith(customer, testCards.success)
  await expect(customer.getByText('Yooooooo ! your payment is success')).toBeVisible()
}

/** Lists, slips, the parcel; and nothing beside it. */
async function packAndShip(warehouse: Page): Promise<void> {
  await warehouse.goto('/dashboard/allOrders?state=open')
  await warehouse.getByRole('link', { name: /^Print/ }).click()
  await expect(warehouse.getByRole('heading', { name: 'Pick list', exact: true })).toBeVisible()
  await expect(warehouse.getByText('B-00042').first()).toBeVisible()
  await expect(warehouse.getByText('Bolt & Sons').first()).toBeVisible()
  await warehouse.goto('/dashboard/allOrders?state=open')
  await warehouse.getByRole('rowheader').getByRole('link').click()
  await warehouse.getByRole('button', { name: 'Mark shipped' }).click()
  await warehouse.getByLabel('Carrier').fill('Severn Parcels')
  await warehouse.getByRole('dialog').getByRole('button', { name: 'Mark shipped' }).click()
  await expect(warehouse.getByRole('button', { name: 'Mark delivered' })).toBeVisible()
  for (const closed of ['settings', 'staff', 'manageProducts', 'imports', 'overview']) {
    await warehouse.goto(`/dashboard/${closed}`)
    await expect(warehouse.getByRole('heading', { name: 'This page is not part of your role' })).toBeVisible()
  }
}

test('an empty shop is opened in the morning and ships its first order in the evening', async ({ browser }) => {
  test.setTimeout(300_000)
  const page = await (await browser.newContext({ baseURL: shop.address })).newPage()
  await signUpAndConfirm(page, owner)
  await setUp(page)
  await importPrices(page)
  const packer = newCustomer()
  await invite(page, packer.email)
  const warehouse = await arrive(browser, packer)
  const customer = await arrive(browser, newCustomer())
  await order(customer)
  await packAndShip(warehouse)

  await page.goto('/dashboard/overview')
  // Three at 9.20, 6.50 for delivery, and the tax of 20 per cent on both.
  await expect(page.getByText('£40.92').first()).toBeVisible()
  await expect(page.getByText('1 order', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Nothing is waiting. Enjoy it.')).toBeVisible()
  await page.getByRole('button', { name: 'Send it' }).click()
  await expect(toastOf(page, `A test mail is on its way to ${owner.email}`)).toBeVisible()
  // What is left is for whoever runs the server: card payment, mail server, backup.
  await expect(page.getByText('9 of 13 steps are done.')).toBeVisible()
})
