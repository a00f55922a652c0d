import { expect, expectAccessible, test } from './journey.ts'
import { ask, newCustomerSignedIn, signInAs } from './roles.ts'
import { placeOrder } from './steps.ts'

/** The demo shop's invented fitment: these pads fit that car under conditions (db/demo/fitment.json). */
const pads = 'Brake pads, front set with wear wire'
const jetta = { year: '2008', make: 'Volkswagen', model: 'Jetta' }

test('a part that fits under conditions is bought when they are ticked, and the order keeps them', async ({ page }) => {
  const vehicles = await ask<{ id: number; engine?: string }[]>(`/api/vehicles?${new URLSearchParams(jetta)}`, 'GET')
  const vehicle = vehicles.find(({ engine }) => !engine)?.id
  const { tools } = await ask<{ tools: { _id: string; name: string }[] }>(
    `/api/search?q=${encodeURIComponent(pads)}`,
    'GET',
  )
  const tool = tools.find(({ name }) => name === pads)
  const fit = await ask<{ answer: string; notes: string[]; conditions: { name: string; value: string }[] }>(
    `/api/fitment?tool=${tool?._id}&vehicle=${vehicle}`,
    'GET',
  )
  expect(fit.answer).toBe('fits-if')
  const statements = [...fit.conditions.map(({ name, value }) => `${name}: ${value}`), ...fit.notes]

  await signInAs(page, await newCustomerSignedIn())
  await page.goto(`/purchase/${tool?._id}?vehicle=${vehicle}&quantity=2`)
  const forVehicle = page.getByRole('region', { name: /For your 2008 Volkswagen Jetta/ })
  await expect(forVehicle).toContainText('Fits if')
  for (const statement of statements) await expect(forVehicle.getByText(statement)).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('2')
  await expectAccessible(page)

  await placeOrder(page)
  await expect(forVehicle.getByText('Read this and tick it, then place the order.')).toBeVisible()
  await expect(page).toHaveURL(/\/purchase\//)
  await expect(page.getByLabel('Phone')).toHaveValue('+880 1555 010148')

  await forVehicle.getByRole('checkbox', { name: 'I have checked that all of this is true of my vehicle.' }).check()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await page.goto(page.url().replace('/payment/', '/order/'))
  await expect(page.getByText(`For 2008 Volkswagen Jetta. Acknowledged: ${statements.join(' · ')}`)).toBeVisible()
})
