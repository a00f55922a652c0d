import type { Page } from '@playwright/test'
import { bar, civic, expectSound, idOf, jetta, openPicker, pads, pathOf, pick } from './finder-steps.ts'
import { expect, newCustomer, test } from './journey.ts'
import { type SignedIn, ask, asNewCustomer, newCustomerSignedIn, pay, signInAs } from './roles.ts'
import { logIn, payWith, placeOrder, testCards } from './steps.ts'

/** My vehicles from the first to the last, and what they save when something is bought. */

const vin = '1HGCM82633A004352'
const accord = /2003 Honda Accord/

/** Gives an account these vehicles, over the network. */
const own = (token: string, vehicles: { vehicle: number; vin?: string }[]) =>
  ask('/api/account/vehicles', 'POST', { body: { vehicles }, token })

test.describe('my vehicles', () => {
  test('take in a vehicle that was read from the words', { tag: '@long' }, async ({ page }) => {
    await page.goto('/shop?q=2016+honda+civic+brake+pads')
    await expect(page.getByText('Showing parts for the “')).toBeVisible()
    await page.getByRole('link', { name: 'Save to my vehicles' }).press('Enter')
    await expect(page).toHaveURL(`/shop?q=brake+pads&vehicle=${await idOf(civic)}`)
    await expect(bar(page)).toContainText('Showing parts for 2016 Honda Civic')
    await expect(page.getByText('Showing parts for the “')).toHaveCount(0)
    await expect(page.getByRole('status').filter({ hasText: /products?$/ })).toBeFocused()
    await bar(page).getByText('Change').click()
    await expect(bar(page).getByRole('link', { name: 'Show parts for 2016 Honda Civic' })).toBeVisible()
    await expectSound(page)
  })

  test(
    'of a visitor join those of the account at the login, with the VIN masked',
    { tag: '@long' },
    async ({ page }) => {
      const { account, token } = await newCustomerSignedIn()
      await own(token, [{ vehicle: await idOf(civic) }])
      await page.goto('/')
      await page.getByText('or enter a VIN').click()
      await page.getByRole('textbox', { name: 'VIN' }).fill(vin)
      await page.getByRole('button', { name: 'Look up' }).click()
      await page.getByRole('link', { name: accord }).click()
      await expect(bar(page)).toContainText(accord)
      await logIn(page, { email: account.email, password: newCustomer().password })
      await expect.poll(() => page.evaluate(() => localStorage.getItem('vehicles'))).toBeNull()
      await page.goto('/dashboard/account')
      const mine = page.getByRole('region', { name: 'My vehicles' })
      await expect(mine.getByRole('listitem')).toHaveCount(2)
      await expect(mine.getByText('VIN •••• 4352')).toBeVisible()
      await expect(page.locator('body')).not.toContainText(vin)
      await expectSound(page)
    },
  )

  test('of an account lose their VIN or go altogether, down to the last', async ({ page }) => {
    const customer = await newCustomerSignedIn()
    const known = await ask<{ vehicle: { id: number } }>(`/api/vin/${vin}`, 'GET')
    await own(customer.token, [{ vehicle: known.vehicle.id, vin }, { vehicle: await idOf(civic) }])
    await signInAs(page, customer)
    await page.goto('/dashboard/account')
    const mine = page.getByRole('region', { name: 'My vehicles' })
    await mine.getByRole('button', { name: /^Erase VIN/ }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Erase VIN' }).press('Enter')
    await expect(mine.getByText('VIN ••••')).toHaveCount(0)
    await page.reload()
    await expect(mine.getByRole('listitem')).toHaveCount(2)
    await expect(mine.getByText('VIN ••••')).toHaveCount(0)
    for (const name of [accord, /2016 Honda Civic/]) {
      await mine.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Remove' }).press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
      await expect(mine.getByText(name)).toHaveCount(0)
    }
    await expect(page.getByText('No vehicle yet')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'My vehicles' })).toBeFocused()
  })
})

test(
  'a tool’s page begins with its own heading, whatever the vehicle bar says before it',
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript(
      vehicles => localStorage.setItem('vehicles', vehicles),
      JSON.stringify([{ id: await idOf(jetta), year: 2008, make: 'Volkswagen', model: 'Jetta' }]),
    )
    await page.goto(await pathOf(pads))
    await openPicker(page)
    await expect(bar(page).getByRole('link', { name: 'Show parts for 2008 Volkswagen Jetta' })).toBeVisible()
    const levels = await page
      .getByRole('main')
      .getByRole('heading')
      .evaluateAll(all => all.map(({ tagName }) => Number(tagName.slice(1))))
    expect(levels[0]).toBe(1)
    expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([])
    await expectSound(page)
  },
)

/** An order of the pads for the car that they fit under a condition. */
async function orderForJetta({ token }: SignedIn): Promise<{ order: string; tool: string; vehicle: number }> {
  const vehicle = await idOf(jetta)
  const tool = (await pathOf(pads)).split('/').at(-1) ?? ''
  const { minimumQuantity } = await ask<{ minimumQuantity: number }>(`/api/tools/${tool}`, 'GET')
  const { notes, conditions } = await ask<{ notes: string[]; conditions: { name: string; value: string }[] }>(
    `/api/fitment?tool=${tool}&vehicle=${vehicle}`,
    'GET',
  )
  const body = {
    tools_id: tool,
    quantity: minimumQuantity,
    phone: '+880 1555 010148',
    company: 'Padma Fleet Service',
    address: '4 Ferry Ghat Road, Barisal 8200',
    vehicle,
    acknowledged: [...conditions.map(({ name, value }) => `${name}: ${value}`), ...notes],
  }
  const { insertedId } = await ask<{ insertedId: string }>('/api/orders', 'POST', { body, token })
  return { order: insertedId, tool, vehicle }
}

test('what is ordered again is ordered for the same vehicle, its conditions are ticked anew, and the phone number is the one of the profile (finding 13)', async ({
  page,
}) => {
  const customer = await newCustomerSignedIn()
  const { order, tool, vehicle } = await orderForJetta(customer)
  await pay(customer, order)
  const profile = { phone: '+880 1555 010199', education: '', link: '', district: '' }
  const { token, account } = customer
  await ask(`/api/users/myProfile?email=${encodeURIComponent(account.email)}`, 'PUT', { body: profile, token })
  await signInAs(page, customer)
  await page.goto(`/dashboard/order/${order}`)
  await page.getByRole('link', { name: /order again/i }).click()
  await expect(page).toHaveURL(`/purchase/${tool}?vehicle=${vehicle}`)
  await expect(page.getByRole('region', { name: /For your 2008 Volkswagen Jetta/ })).toContainText('Fits if')
  const box = page.getByRole('checkbox', { name: 'I have checked that all of this applies to my vehicle.' })
  await expect(box).not.toBeChecked()
  await expect(page.getByLabel('Phone')).toHaveValue(profile.phone)
  // Where it goes is known from the last order.
  await expect(page.getByLabel('Address')).toHaveValue('4 Ferry Ghat Road, Barisal 8200')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(box).toBeFocused()
  await box.check()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
})

const purchaseOfFirstFitting = (page: Page) =>
  page
    .getByRole('article')
    .filter({ hasText: /(?<!not )Fits(?! if)/ })
    .first()
    .getByRole('link', { name: /^Purchase/ })

test.describe('a mechanic', () => {
  test(
    'gets from the home page to a paid part for the vehicle in seven presses',
    { tag: '@both' },
    async ({ page }) => {
      await asNewCustomer(page)
      await page.goto('/')
      // One, two, three.
      await pick(page, civic)
      await page.getByRole('button', { name: 'Get Started' }).click()
      await purchaseOfFirstFitting(page).click()
      await expect(page.getByRole('region', { name: /For your 2016 Honda Civic/ })).toContainText('Fits')
      await placeOrder(page)
      await payWith(page, testCards.success)
      await expect(page.getByText('Yooooooo ! your payment is success')).toBeVisible()
    },
  )

  test('who comes back needs four, and types nothing but the card', { tag: '@both' }, async ({ page }) => {
    const customer = await newCustomerSignedIn()
    await pay(customer, (await orderForJetta(customer)).order)
    await signInAs(page, customer)
    await page.addInitScript(
      vehicle => localStorage.setItem('vehicle', vehicle),
      JSON.stringify({ id: await idOf(civic), year: 2016, make: 'Honda', model: 'Civic' }),
    )
    await page.goto('/')
    await page.getByRole('link', { name: 'Show parts for 2016 Honda Civic' }).click()
    await purchaseOfFirstFitting(page).click()
    await expect(page.getByLabel('Phone')).toHaveValue('+880 1555 010148')
    await expect(page.getByLabel('Address')).toHaveValue('4 Ferry Ghat Road, Barisal 8200')
    await page.getByRole('button', { name: 'Place Order' }).click()
    await payWith(page, testCards.success)
    await expect(page.getByText('Yooooooo ! your payment is success')).toBeVisible()
  })
})
