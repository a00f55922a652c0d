import { expect, expectAccessible, expectNothingWider, test } from './journey.ts'
import { adminSignedIn, asAdmin, ask, newCustomerSignedIn, shopUrl, signInAs, withPicture } from './roles.ts'
import { confirmEmail } from './steps.ts'

test('staff adds a company with a member and a price list; the member chooses at the checkout for whom they buy, and pays the company’s price', async ({
  page,
  browser,
}) => {
  const [admin, other, customer] = [await adminSignedIn(), await withPicture(), await newCustomerSignedIn()]
  const mark = `${process.pid}-${Date.now().toString(36)}`
  const name = `Fleet of the Long Valley and Sons ${mark}`
  const body = { name: `Hose ${mark}`, description: 'Rubber.', price: '40', availableQuantity: 50, minimumQuantity: 1 }
  const { insertedId: tool } = await ask<{ insertedId: string }>('/api/tools', 'POST', {
    body: { ...body, img: other.img },
    token: admin.token,
  })
  const theirs = await (await browser.newContext({ baseURL: shopUrl() })).newPage()
  await signInAs(theirs, customer)
  await confirmEmail(theirs, customer.account.email)

  await asAdmin(page)
  await page.goto('/dashboard/companies')
  await page.getByRole('button', { name: 'Add a company' }).click()
  await expect(page.getByText('Give the name of the company.')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel(/^VAT number/).fill('DE123456789')
  await page.getByRole('button', { name: 'Add a company' }).click()
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Nobody buys for this company yet.')).toBeVisible()
  await page.getByLabel('Email of a customer').fill(customer.account.email)
  await page.getByRole('button', { name: 'Add member' }).click()
  await expect(page.getByRole('row').filter({ hasText: customer.account.email })).toBeVisible()
  await expectAccessible(page)
  await expectNothingWider(page)
  await page.getByRole('link', { name: 'New price list for this company' }).click()
  await expect(page.getByLabel('Who pays these prices')).toHaveValue('company')
  await page.getByLabel('Name', { exact: true }).fill(`Trade ${mark}`)
  await page.getByRole('button', { name: 'Save price list' }).click()
  await page.waitForURL(/\/price-lists\/[0-9a-f-]{36}$/)
  const list = page.url().split('/').at(-1) ?? ''
  const prices = { tiers: [{ from: '1', price: '31' }], minimum: '', multiple: '' }
  await ask(`/api/price-lists/${list}/entries/${tool}`, 'PUT', { body: prices, token: admin.token })

  await ask('/api/basket/lines', 'POST', {
    body: { lines: [{ tools_id: tool, quantity: 2 }] },
    token: customer.token,
  })
  await theirs.goto('/checkout')
  const buyingFor = theirs.getByLabel('You buy for')
  await expect(buyingFor).toHaveValue('')
  await expect(theirs.getByText('$80.00').first()).toBeVisible()
  await buyingFor.selectOption(name)
  await expect(theirs.getByText('$62.00').first()).toBeVisible()
  await expect(buyingFor).toHaveValue(/./)
  await expectAccessible(theirs)
  await expectNothingWider(theirs)
  await theirs.goto('/dashboard/account')
  await expect(theirs.getByLabel('You buy for')).toHaveValue(/./)

  await page.goto('/dashboard/companies')
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Nobody buys for this company yet.')).toBeVisible()
  await theirs.goto('/checkout')
  await expect(theirs.getByText('$80.00').first()).toBeVisible()
  await expect(theirs.getByLabel('You buy for')).toHaveCount(0)
})
