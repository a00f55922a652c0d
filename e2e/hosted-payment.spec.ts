import { type HostedShop, playStripe, startHostedShop } from './hosted-provider.ts'
import { expect, test as journey } from './journey.ts'
import { placeOrder, signUp, testCards } from './steps.ts'

/** A shop with the keys of the hosted provider: its form is Stripe's own element, in a frame of Stripe's host. */
const test = journey.extend<object, { shop: HostedShop }>({
  shop: [
    async ({}, use) => {
      const shop = await startHostedShop()
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.address),
})

test('[S8.05 D5.07] with Stripe’s keys the card is typed into Stripe’s own element, and a declined card is told in its words', async ({
  page,
  shop,
  expectRefusal,
}) => {
  expectRefusal('https://api.stripe.com/')
  const asked = await playStripe(page, shop.bank)
  await signUp(page)
  await page.goto(`/purchase/${shop.tool.id}`)
  // No script of the provider's anywhere but where it is needed.
  expect(asked).toEqual([])
  await placeOrder(page)
  await expect(page.getByText(`Please Pay for ${shop.tool.name}`)).toBeVisible()
  const card = page.frameLocator('iframe[title="Secure card payment input frame"]').getByLabel('Card number')
  const pay = page.getByRole('button', { name: /^Pay/ })

  await card.fill(testCards.declined)
  await pay.click()
  await expect(page.getByRole('alert').getByText('Your card was declined.')).toBeVisible()
  await card.fill(testCards.success)
  await pay.click()
  await expect(page.getByText('Yooooooo ! your payment is success')).toBeVisible()
  await page.goto('/dashboard/order')
  await expect(
    page.getByRole('listitem').filter({ hasText: shop.tool.name }).getByText('Paid', { exact: true }),
  ).toBeVisible()
  expect(asked[0]).toMatch(/^https:\/\/js\.stripe\.com\/\w+\/stripe\.js$/)
  expect(asked.filter(url => url.endsWith('/confirm'))).toHaveLength(2)
})

test('[S4.15] Stripe’s script that does not load is told, and loads at the next try', async ({
  page,
  shop,
  expectRefusal,
}) => {
  expectRefusal('https://js.stripe.com/')
  await signUp(page)
  await page.goto(`/purchase/${shop.tool.id}`)
  await page.route('https://js.stripe.com/**', route => route.fulfill({ status: 503, body: '' }))
  await placeOrder(page)
  await expect(page.getByRole('alert').getByText('The card field could not be loaded.')).toBeVisible()
  // The payment is open by now; what lacks is the provider.
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeDisabled()
  await expect(page.getByText('The card field is loading.')).toBeVisible()
  await page.unroute('https://js.stripe.com/**')
  await playStripe(page, shop.bank)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('iframe[title="Secure card payment input frame"]')).toBeVisible()
})
