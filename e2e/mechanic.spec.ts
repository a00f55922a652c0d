import type { Locator, Page } from '@playwright/test'
import { civic } from './finder-steps.ts'
import { expect, test } from './journey.ts'
import { asNewCustomer, ask } from './roles.ts'
import { testCards } from './steps.ts'

/** One finger on a phone. A choice in a list of the system's is two taps, which open it and take a line; the keys of a text are not counted. */
class Thumb {
  taps = 0
  async tap(what: Locator): Promise<void> {
    this.taps += 1
    await what.tap()
  }
  async choose(list: Locator, label: string): Promise<void> {
    this.taps += 2
    await list.selectOption({ label })
  }
  async type(field: Locator, text: string): Promise<void> {
    await this.tap(field)
    await field.fill(text)
  }
}

/** The vehicle's name is typed, and sent by the key for it; one tap more keeps it. */
async function nameVehicle(page: Page, thumb: Thumb, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: 'Search the shop' })
  await thumb.type(box, name)
  await box.press('Enter')
}

async function chooseCivic(page: Page, thumb: Thumb): Promise<void> {
  await nameVehicle(page, thumb, Object.values(civic).join(' '))
  await thumb.tap(page.getByRole('link', { name: 'Save to my vehicles' }))
}

/** From the list of what fits into the basket. */
async function putThreeParts(page: Page, thumb: Thumb): Promise<void> {
  await expect(page).toHaveURL(/\/shop\?vehicle=/)
  for (const [at, basket] of ['Basket, 1 line', 'Basket, 2 lines', 'Basket, 3 lines'].entries()) {
    await thumb.tap(page.getByRole('button', { name: /^Add to basket: / }).nth(at))
    await expect(page.getByRole('link', { name: basket })).toBeVisible()
  }
}

async function addThreeParts(page: Page, thumb: Thumb): Promise<void> {
  await putThreeParts(page, thumb)
  await thumb.tap(page.getByRole('link', { name: 'Basket, 3 lines' }))
  await thumb.tap(page.getByRole('link', { name: 'Go to checkout' }))
  await expect(page.getByRole('list', { name: 'What is in your basket' }).getByRole('listitem')).toHaveCount(3)
}

/** With an address that is chosen, in two taps: the card is typed where the page has the focus, from one field to the next. */
async function orderAndPay(page: Page, thumb: Thumb): Promise<void> {
  const before = thumb.taps
  await thumb.tap(page.getByRole('button', { name: 'Place Order' }))
  await expect(page.getByLabel('Card number')).toBeFocused()
  await page.keyboard.type(`${testCards.success}12${(new Date().getFullYear() + 2) % 100}123`)
  await thumb.tap(page.getByRole('button', { name: /^Pay/ }))
  await expect(page.getByText('Yooooooo ! your payment is success')).toBeVisible()
  expect(thumb.taps - before).toBe(2)
}

test('a mechanic who is logged in gets three parts for a vehicle paid with 18 taps, and with 11 the next time @phone', async ({
  page,
}) => {
  await asNewCustomer(page)
  const first = new Thumb()
  await page.goto('/')
  await chooseCivic(page, first)
  await addThreeParts(page, first)
  await first.choose(page.getByLabel('Country'), 'Bangladesh')
  await first.type(page.getByLabel('Name', { exact: true }), 'Padma Fleet')
  await first.type(page.getByLabel('Street and number'), '4 Ferry Ghat Road')
  await first.type(page.getByLabel('Postal code'), '8200')
  await first.type(page.getByLabel('City'), 'Barisal')
  await orderAndPay(page, first)
  expect(first.taps).toBeLessThanOrEqual(18)

  // The vehicle and the address are kept.
  const next = new Thumb()
  await page.goto('/')
  await next.tap(page.getByRole('link', { name: '2016 Honda Civic' }))
  await addThreeParts(page, next)
  await orderAndPay(page, next)
  expect(next.taps).toBeLessThanOrEqual(11)
})

test('year, make, model and engine are said with 2 taps, and three parts are in the basket with 3 more (finding taps) @phone', async ({
  page,
}) => {
  const thumb = new Thumb()
  await page.goto('/')
  await nameVehicle(page, thumb, '1984 buick electra')
  await thumb.tap(page.getByRole('link', { name: '5.0 L, 8 cylinders, gasoline' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Parts for your 1984 Buick Electra' })).toBeVisible()
  await putThreeParts(page, thumb)
  expect(thumb.taps).toBe(5)
})

test('who is signed in, with an address kept, names year, make, model and engine, and has three parts paid by a typed card with 9 taps, where 14 are the most (finding taps) @phone', async ({
  page,
}) => {
  const customer = await asNewCustomer(page)
  const address = {
    name: 'Padma Fleet',
    street: '4 Ferry Ghat Road',
    city: 'Barisal',
    postalCode: '8200',
    country: 'BD',
  }
  await ask('/api/addresses', 'POST', { body: address, token: customer.token })
  const thumb = new Thumb()
  const counted: Record<string, number> = {}
  const upTo = (step: string) => (counted[step] = thumb.taps)
  await page.goto('/')
  await nameVehicle(page, thumb, '1984 buick electra')
  await thumb.tap(page.getByRole('link', { name: '5.0 L, 8 cylinders, gasoline' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Parts for your 1984 Buick Electra' })).toBeVisible()
  upTo('vehicle')
  await addThreeParts(page, thumb)
  upTo('checkout')
  await orderAndPay(page, thumb)
  upTo('paid')
  expect(counted).toEqual({ vehicle: 2, checkout: 7, paid: 9 })
})
