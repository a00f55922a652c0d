import { expect, expectAccessible, test } from './journey.ts'
import { ask, asNewCustomer } from './roles.ts'
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

  await asNewCustomer(page)
  await page.goto(`/purchase/${tool?._id}?vehicle=${vehicle}&quantity=6`)
  const forVehicle = page.getByRole('region', { name: /For your 2008 Volkswagen Jetta/ })
  await expect(forVehicle).toContainText('Fits if')
  for (const statement of statements) await expect(forVehicle.getByText(statement)).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('6')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Place Order' }).click()
  const box = forVehicle.getByRole('checkbox', { name: 'I have checked that all of this applies to my vehicle.' })
  await expect(box).toBeFocused()
  await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true')
  await placeOrder(page)
  await expect(forVehicle.getByText('Read this and tick the box, then place the order.')).toBeVisible()
  await expect(page).toHaveURL(/\/purchase\//)
  await expect(page.getByLabel('Phone')).toHaveValue('+880 1555 010148')

  await box.check()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await page.goto(page.url().replace('/payment/', '/order/'))
  await expect(page.getByText(`For 2008 Volkswagen Jetta. Acknowledged: ${statements.join(' · ')}`)).toBeVisible()
})

test('a part is ordered for the vehicle that was chosen, as many as it takes, or for none', async ({ page }) => {
  const [vehicle] = await ask<{ id: number; engine?: string }[]>(
    '/api/vehicles?year=2013&make=Honda&model=Civic',
    'GET',
  )
  const { tools } = await ask<{ tools: { _id: string; minimumQuantity: number }[] }>(
    `/api/search?${new URLSearchParams({ q: 'strutheim', vehicle: String(vehicle?.id), fit: 'fits' })}`,
    'GET',
  )
  const fits = await Promise.all(
    tools.map(async tool => ({
      tool,
      ...(await ask<{ quantity?: number; position?: string }>(
        `/api/fitment?tool=${tool._id}&vehicle=${vehicle?.id}`,
        'GET',
      )),
    })),
  )
  const needed = fits.find(({ tool, quantity }) => (quantity ?? 0) > tool.minimumQuantity)
  expect(needed).toBeDefined()

  await asNewCustomer(page)
  await page.addInitScript(
    kept => localStorage.setItem('vehicle', kept),
    JSON.stringify({ id: vehicle?.id, year: 2013, make: 'Honda', model: 'Civic' }),
  )
  await page.goto(`/purchase/${needed?.tool._id}`)
  const forVehicle = page.getByRole('region', { name: /For your 2013 Honda Civic/ })
  await expect(forVehicle).toContainText(`Your vehicle needs ${needed?.quantity}`)
  await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue(String(needed?.quantity))
  await forVehicle.getByRole('link', { name: 'Order without a vehicle' }).press('Enter')
  await expect(forVehicle).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Your order' })).toBeFocused()
  await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue(String(needed?.quantity))
})
