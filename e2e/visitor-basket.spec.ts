import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test, toastOf } from './journey.ts'
import { type OwnShop, startOwnShop } from './own-shop.ts'

const [tool, list] = [randomUUID(), randomUUID()]
let shop: OwnShop
let client: pg.Client
// A list for everyone would be in force for all other journeys of a shared shop.
test.beforeAll(async () => {
  shop = await startOwnShop({ DEMO: 'no' })
  client = new pg.Client(shop.databaseUrl)
  await client.connect()
  await client.query(
    `insert into tool (id, name, description, price, on_hand, minimum_quantity)
     values ($1, 'Ladder bolt', 'Steel.', 1200, 900, 1)`,
    [tool],
  )
  await client.query(
    `insert into price_list (id, name, currency, is_gross, audience, created_at)
     values ($1, 'Ladder', 'usd', false, 'everyone', now())`,
    [list],
  )
  await client.query(
    `insert into price_entry (list_id, tool_id, from_quantities, prices) values ($1, $2, '{1,100}', '{1000,800}')`,
    [list, tool],
  )
})
test.afterAll(async () => {
  await client.end()
  await shop.stop()
})

test('a visitor who takes more at a lower price is not told that the price has changed', async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: shop.address })).newPage()
  await page.goto(`/shop/${tool}`)
  await page.getByRole('button', { name: /^Add to basket/ }).click()
  await page.getByRole('link', { name: 'Basket, 1 line' }).click()
  const quantity = page.getByRole('spinbutton', { name: 'Quantity of Ladder bolt' })
  const price = page.getByRole('main')
  const title = page.getByText('Something has changed')
  await expect(price).toContainText('$10.00')
  for (const [units, each] of [
    ['100', '$8.00'],
    ['1', '$10.00'],
  ] as const) {
    await quantity.fill(units)
    await quantity.blur()
    await expect(price).toContainText(each)
    await expect(page.getByRole('region', { name: 'Order total' })).toHaveAttribute('aria-busy', 'false')
    await expect(title).toHaveCount(0)
  }
  // Another price for as many is told, also after more are taken.
  await client.query(`update price_entry set prices = '{1100,800}' where list_id = $1`, [list])
  await page.reload()
  const told = (now: string) => page.getByText(`the price is ${now} now. It was $10.00 when you last looked.`)
  await expect(told('$11.00')).toBeVisible()
  await quantity.fill('100')
  await quantity.blur()
  await expect(told('$8.00')).toBeVisible()
  await page.getByRole('button', { name: 'Accept these changes' }).click()
  await expect(title).toHaveCount(0)

  // More than a line has is refused, and the line stays as it was.
  await quantity.fill('5000000')
  await quantity.blur()
  const refusal = 'A line of a basket has at most 1,000,000 units. Lower the quantity.'
  await expect(toastOf(page, refusal)).toBeVisible()
  await expect(quantity).toHaveValue('100')
  await expect(quantity).toHaveAccessibleDescription(`5,000,000 was not saved. ${refusal}`)

  // A visitor's browser keeps a quantity also while the shop cannot say what it costs.
  await page.route('**/api/basket/priced', route => route.abort('aborted'))
  await quantity.fill('7')
  await quantity.blur()
  await expect(page.getByText('Your basket could not be loaded')).toBeVisible()
  await expect(quantity).toHaveValue('7')
  await expect(page.getByText('was not saved')).toHaveCount(0)
  await page.unrouteAll()
  await page.reload()
  await expect(quantity).toHaveValue('7')
})
