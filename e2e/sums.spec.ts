import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { type OwnShop, askDatabase, startOwnedShop } from './own-shop.ts'
import { type SignedIn, adminJustSignedIn, ask, newCustomerSignedIn, shopUrl, signInAs } from './roles.ts'
import { sumScreens } from './sum-screens.ts'

// All say the settings of one shop: one after the other.
test.describe.configure({ mode: 'default' })

let shop: OwnShop
test.beforeAll(async () => {
  shop = await startOwnedShop({ MAX_OPEN_ORDERS: '100', COUNTRY: 'DE', CURRENCY: 'usd' })
})
test.afterAll(() => shop.stop())

const query = (text: string, values: unknown[]) => askDatabase<{ id: string }>(shop, text, values)

const ratesOf = { DE: 190_000, AT: 200_000, FR: 50_000 }
const oneRate = 100_000
const quantity = 4
const goodsOf = { 'own prices': 307 * quantity, 'no own prices': 333 * quantity }

type Case = {
  who: keyof typeof goodsOf
  taxes: 'one rate' | 'table'
  methods: 'one method' | 'two methods'
  prices: 'net' | 'gross'
}
const all = (['own prices', 'no own prices'] as const).flatMap(who =>
  (['table', 'one rate'] as const).flatMap(taxes =>
    (['one method', 'two methods'] as const).flatMap(methods =>
      (['net', 'gross'] as const).map((prices): Case => ({ who, taxes, methods, prices })),
    ),
  ),
)
/** Each two of the four meet in one of these; the long tier walks the others as well. */
const short = ['0100', '1010', '0001', '1111', '0011', '1100']
const bits = ({ who, taxes, methods, prices }: Case) =>
  [who === 'no own prices', taxes === 'one rate', methods === 'two methods', prices === 'gross'].map(Number).join('')

/** Amounts in cents, reckoned by hand: half-up, line by line in a shop of one rate, and once for all that is taxed alike. */
function sumOf({ who, taxes, prices }: Case, country: keyof typeof ratesOf, fee: number) {
  const goods = goodsOf[who]
  const taxIn = (cents: number, rate: number) => {
    const whole = BigInt(prices === 'gross' ? 1_000_000 + rate : 1_000_000)
    return Number((2n * BigInt(cents) * BigInt(rate) + whole) / (2n * whole))
  }
  const tax = taxes === 'table' ? taxIn(goods + fee, ratesOf[country]) : taxIn(goods, oneRate) + taxIn(fee, oneRate)
  return { goods, fee, tax, total: goods + fee + (prices === 'gross' ? 0 : tax) }
}
type Reckoned = ReturnType<typeof sumOf>
const dollars = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/** The list of the case before: in the other terms, it would stand in the way of a table. */
let listBefore: string | undefined

/** A shop as the case has it, a tool in it, and the one who buys. */
async function beginCase({ who, taxes, methods, prices }: Case) {
  const { token } = await adminJustSignedIn()
  if (listBefore) await ask(`/api/price-lists/${listBefore}`, 'DELETE', { token })
  const table = Object.entries({ ...ratesOf, FR: undefined, '*': ratesOf.FR }).flatMap(([country, rate]) =>
    rate === undefined ? [] : [{ country, taxClass: 'standard', rate: `${rate / 10_000}%` }],
  )
  const express = [{ key: 'express', name: 'Express', price: '19.90', countries: ['DE', 'AT'] }]
  const settings = {
    TAX_RATE: '10%',
    TAX_TABLE: taxes === 'table' ? JSON.stringify(table) : null,
    DELIVERY_METHODS: methods === 'two methods' ? JSON.stringify(express) : null,
    PRICES_INCLUDE_TAX: prices === 'gross' ? 'yes' : null,
  }
  await ask('/api/settings', 'PUT', { token, body: { settings } })
  const tool = randomUUID()
  await query(
    `insert into tool (id, name, description, price, on_hand, minimum_quantity, image_url)
     values ($1, 'Sealing ring', 'For the workshop.', 333, 10000, 1, $2)`,
    [tool, `${shop.address}/favicon.svg`],
  )
  const buyer = await newCustomerSignedIn()
  await query(`update account set email_verified = true where email = $1`, [buyer.email])
  const name = `Garages ${tool}`
  const group = await ask<{ insertedId: string }>('/api/customer-groups', 'POST', { token, body: { name } })
  const list = { name, gross: prices === 'gross', audience: 'group', group: group.insertedId }
  const { insertedId } = await ask<{ insertedId: string }>('/api/price-lists', 'POST', { token, body: list })
  listBefore = insertedId
  const tiers = [{ from: 1, price: 3.07 }]
  await ask(`/api/price-lists/${insertedId}/entries/${tool}`, 'PUT', { token, body: { tiers } })
  if (who === 'own prices') {
    const body = { email: buyer.email }
    await ask(`/api/customer-groups/${group.insertedId}/members`, 'POST', { token, body })
  }
  const [account] = await query(`select id from account where email = $1`, [buyer.email])
  return { tool, buyer, customer: account?.id ?? '' }
}

/** The amounts of a sum, by the words before them. */
async function expectSum(where: Locator, { prices }: Case, { goods, fee, tax, total }: Reckoned): Promise<void> {
  const row = (name: RegExp) => where.locator('dt').filter({ hasText: name }).locator('xpath=following-sibling::dd')
  await expect(row(/^Goods/)).toHaveText(dollars(goods))
  await expect(row(/^Shipping$/)).toHaveText(dollars(fee))
  await expect(row(prices === 'gross' ? /^of which tax/ : /^Tax/)).toHaveText(dollars(tax))
  await expect(row(/^Total$/)).toHaveText(dollars(total))
}

async function placed(page: Page, { token }: Pick<SignedIn, 'token'>, total: number): Promise<string> {
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  const order = page.url().split('/').at(-1) ?? ''
  expect(await ask(`/api/orders/${order}`, 'GET', { token })).toMatchObject({ price: total / 100 })
  return order
}

const pathOf = (name: keyof typeof sumScreens, of: { tool: string; order?: string; customer?: string }) =>
  sumScreens[name]?.path({ order: '', customer: '', ...of }) ?? ''

for (const one of all) {
  const { who, taxes, methods, prices } = one
  const tag = short.includes(bits(one)) ? '@desktop' : '@long'
  test(`with ${who}, ${taxes}, ${methods} and ${prices} prices every screen shows the sum of the order, and places it (finding 2) ${tag}`, async ({
    page,
    browser,
  }) => {
    const { tool, buyer, customer } = await beginCase(one)
    const dependsOnPlace = taxes === 'table' || methods === 'two methods'
    const within = (where: Locator, country: string) =>
      dependsOnPlace ? expect(where).toContainText(`For delivery within ${country}`) : undefined

    await test.step('a visitor’s basket', async () => {
      await page.goto(`/shop/${tool}`)
      await page.getByLabel('Quantity').fill(String(quantity))
      await page.getByRole('button', { name: /^Add to basket/ }).click()
      await expect(page.getByRole('link', { name: 'Basket, 1 line' })).toBeVisible()
      await page.goto(pathOf('/basket', { tool }))
      const visitors = { ...one, who: 'no own prices' as const }
      const sum = page.getByRole('region', { name: 'Order total' })
      await expectSum(sum, visitors, sumOf(visitors, 'DE', 990))
      await within(sum, 'Germany')
      await page.evaluate(() => localStorage.clear())
    })

    await signInAs(page, buyer)
    await test.step('the purchase page', async () => {
      await page.goto(pathOf('/purchase/:toolID', { tool }))
      const sum = page.getByRole('region', { name: 'Order total' })
      await expectSum(sum, one, sumOf(one, 'DE', 990))
      await within(sum, 'Germany')
      await page.getByLabel('Phone').fill('+43 1 555 0100')
      await page.getByLabel('Company', { exact: true }).fill('Garage')
      await page.getByLabel('Address', { exact: true }).fill('Hof 1, 1010 Wien')
      if (dependsOnPlace) await page.getByLabel('Country').selectOption('AT')
      if (methods === 'two methods') await page.getByRole('radio', { name: /^Express/ }).check()
      const expected = sumOf(one, 'AT', methods === 'two methods' ? 1990 : 990)
      await expectSum(sum, one, expected)
      await within(sum, 'Austria')
      await placed(page, buyer, expected.total)
    })

    const lines = [{ tools_id: tool, quantity }]
    await ask('/api/basket/lines', 'PUT', { token: buyer.token, body: { lines } })
    const expected = sumOf(one, 'FR', 990)
    const order = await test.step('basket and checkout', async () => {
      await page.goto(pathOf('/basket', { tool }))
      await expectSum(page.getByRole('region', { name: 'Order total' }), one, sumOf(one, 'DE', 990))
      await page.goto(pathOf('/checkout', { tool }))
      const sum = page.getByRole('complementary', { name: 'Your order' })
      await expectSum(sum, one, sumOf(one, 'DE', 990))
      await page.getByLabel('Street and number').fill('1 Rue du Port')
      await page.getByLabel('Postal code').fill('13002')
      await page.getByLabel('City').fill('Marseille')
      await page.getByLabel('Country').selectOption('FR')
      await within(sum, 'France')
      await expectSum(sum, one, expected)
      return placed(page, buyer, expected.total)
    })

    const owner = await (await browser.newContext({ baseURL: shopUrl(), reducedMotion: 'reduce' })).newPage()
    await signInAs(owner, await adminJustSignedIn())
    for (const [name, screen] of Object.entries(sumScreens)) {
      if (screen.when === 'before') continue
      await test.step(name, async () => {
        const reader = screen.who === 'owner' ? owner : page
        await reader.goto(pathOf(name, { tool, order, customer }))
        const main = reader.getByRole('main')
        const amounts = screen.inParts ? [expected.goods, expected.fee, expected.tax, expected.total] : [expected.total]
        for (const cents of amounts) await expect(main.getByText(dollars(cents), { exact: true }).first()).toBeVisible()
      })
    }
    await owner.context().close()

    // The address of that order is in the book now, and is what the next one is for.
    await test.step('the purchase page with an address of the book', async () => {
      await page.goto(pathOf('/purchase/:toolID', { tool }))
      const sum = page.getByRole('region', { name: 'Order total' })
      await within(sum, 'France')
      await expectSum(sum, one, expected)
      await page.getByLabel('Phone').fill('+33 4 55 01 00')
      await page.getByLabel('Company', { exact: true }).fill('Garage')
      await placed(page, buyer, expected.total)
    })
  })
}
