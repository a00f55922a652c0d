import { bar, civic, expectSound, idOf, jetta, openPicker, pads, pathOf, pick } from './finder-steps.ts'
import { expect, test, withoutScript } from './journey.ts'
import { logIn, signUp } from './steps.ts'

test.describe('a vehicle', () => {
  test('is picked on the home page, and leads to what fits it and to an order for it', async ({ page }) => {
    await page.goto('/')
    await pick(page, civic)
    await page.getByRole('button', { name: 'Get Started' }).click()
    const vehicle = await idOf(civic)
    await expect(page).toHaveURL(`/shop?vehicle=${vehicle}`)
    await expect(bar(page)).toContainText('Showing parts for 2016 Honda Civic')
    await expect(page.getByRole('article').first()).toContainText(/Fits|Universal/)

    await page.goto(`/shop?q=${encodeURIComponent(pads)}&vehicle=${vehicle}`)
    await page.getByRole('article').getByRole('link', { name: pads, exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Fits your 2016 Honda Civic' })).toBeVisible()
    await expect(page.getByText('Your vehicle needs 1 · Front')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Purchase', exact: true })).toHaveAttribute(
      'href',
      new RegExp(`^/purchase/[0-9a-f-]{36}\\?vehicle=${vehicle}&quantity=1$`),
    )
    await expectSound(page)
  })

  test('asks for the engine only where it is known, and takes that it is not', async ({ page }) => {
    await page.goto('/shop')
    await pick(page, civic)
    await expect(page.locator('select[name=engine]')).toBeDisabled()
    await page.getByRole('button', { name: 'Show parts' }).click()
    await expect(bar(page)).toContainText('2016 Honda Civic')
    await bar(page).getByText('Change').click()
    await pick(page, jetta)
    await page.getByRole('combobox', { name: 'Engine' }).selectOption('Engine not known')
    await page.getByRole('button', { name: 'Show parts' }).click()
    await expect(page).toHaveURL(`/shop?vehicle=${await idOf(jetta)}`)
    await expect(bar(page)).toContainText('Showing parts for 2008 Volkswagen Jetta')
  })

  test('shows conditions, exclusions and missing data for what they are', async ({ page }) => {
    const path = await pathOf(pads)
    await page.goto(`${path}?vehicle=${await idOf(jetta)}`)
    await expect(page.getByRole('heading', { name: 'Fits your 2008 Volkswagen Jetta if …' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Fit', exact: true })).toContainText('Brake package: Standard')
    await expect(page.getByRole('region', { name: 'Fit', exact: true })).toContainText('Made up for the demo shop')
    await expectSound(page)
    await page.goto(`${path}?vehicle=${await idOf({ year: '2004', make: 'Honda', model: 'CR-V' })}`)
    await expect(page.getByRole('heading', { name: 'Does not fit your 2004 Honda CR-V' })).toBeVisible()
    await expect(page.getByText('Your vehicle needs')).toHaveCount(0)
    await page.goto(`${path}?vehicle=${await idOf({ year: '1995', make: 'Honda', model: 'Civic' })}`)
    await expect(page.getByRole('heading', { name: 'No data for your 1995 Honda Civic' })).toBeVisible()
    const table = page.getByRole('table', { name: /known to fit or not to fit/ })
    await expect(table).toContainText('2016–2021')
    await expect(page.getByRole('heading', { name: 'OEM and cross-reference numbers' })).toBeVisible()
  })

  test('a list says under which conditions a part fits, and that a number that was looked up does not (finding 15)', async ({
    page,
  }) => {
    const article = page.getByRole('article').filter({ has: page.getByRole('link', { name: pads, exact: true }) })
    await page.goto(`/shop?q=brake+pads&vehicle=${await idOf(jetta)}`)
    await expect(article).toContainText('Fits if …Brake package: Standard')
    await expect(bar(page)).toContainText('Showing parts for 2008 Volkswagen Jetta')
    await page.goto(`/shop?q=CV+610.03&vehicle=${await idOf({ year: '2004', make: 'Honda', model: 'CR-V' })}`)
    await expect(article).toContainText('Does not fit')
    await expect(bar(page)).toContainText('Fit checked for 2004 Honda CR-V')
    // The table has vehicles that it does not fit, too, so its title does not say that it fits them.
    await article.getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 2, name: 'Vehicle fitment' })).toBeVisible()
  })

  test('is found by its VIN; a wrong check digit is a warning', async ({ page, expectRefusal }) => {
    expectRefusal('/api/vin/')
    await page.goto('/shop')
    await openPicker(page)
    await bar(page).getByText('or enter a VIN').click()
    const vin = page.getByRole('textbox', { name: 'VIN' })
    await vin.fill('1hgcm826')
    await page.getByRole('button', { name: 'Look up' }).click()
    await expect(bar(page)).toContainText('A VIN has 17 characters')
    await expect(vin).toHaveValue('1hgcm826')
    await vin.fill('wvwzzz1jzxw000001')
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByRole('link', { name: 'Enter the vehicle by hand' }).click()
    await expect(page.getByRole('combobox', { name: 'Year' })).toBeFocused()
    await vin.fill('1hgcm826 33a00435 3')
    await vin.press('Enter')
    await expect(bar(page)).toContainText('check digit')
    await page.getByRole('link', { name: /2003 Honda Accord.* — use this vehicle/ }).click()
    await expect(bar(page)).toContainText(/Showing parts for 2003 Honda Accord/)
    await bar(page).getByText('Change').click()
    await expect(page.getByText('VIN •••• 4353')).toBeVisible()
    await page.getByRole('button', { name: /^Erase VIN/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Erase VIN' }).click()
    await expect(page.getByText('VIN •••• 4353')).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('vehicles'))).not.toContain('1HGCM82633A004353')
  })

  test('is picked without script, step by step', { tag: '@long' }, async ({ browser, baseURL }) => {
    await withoutScript(browser, { baseURL }, async page => {
      await page.goto('/')
      await page.getByRole('combobox', { name: 'Year' }).selectOption(jetta.year)
      await page.getByRole('button', { name: 'Get Started' }).click()
      for (const [step, value] of [
        ['Make', jetta.make],
        ['Model', jetta.model],
        ['Engine', 'Engine not known'],
      ] as const) {
        await page.getByRole('combobox', { name: step }).selectOption({ label: value })
        await page.getByRole('button', { name: 'Show parts' }).click()
      }
      await expect(page).toHaveURL(`/shop?vehicle=${await idOf(jetta)}`)
      await expect(bar(page)).toContainText('Showing parts for 2008 Volkswagen Jetta')

      // On a tool's page the steps stay with that tool.
      const path = await pathOf(pads)
      await page.goto(path)
      const address = new URL(page.url()).pathname
      await openPicker(page)
      for (const [step, value] of [
        ['Year', civic.year],
        ['Make', civic.make],
        ['Model', civic.model],
      ] as const) {
        await page.getByRole('combobox', { name: step }).selectOption({ label: value })
        await page.getByRole('button', { name: 'Check fit' }).click()
      }
      await expect(page).toHaveURL(`${address}?vehicle=${await idOf(civic)}`)
      await expect(page.getByRole('heading', { name: 'Fits your 2016 Honda Civic' })).toBeVisible()
    })
  })
})

test.describe('my vehicles', () => {
  test('are remembered by the browser, can be shared by their address, and cleared', async ({
    page,
    browser,
    baseURL,
  }) => {
    await page.goto('/shop')
    await pick(page, civic)
    await page.getByRole('button', { name: 'Show parts' }).click()
    const vehicle = await idOf(civic)
    await expect(page).toHaveURL(`/shop?vehicle=${vehicle}`)
    // The list of vehicles is kept by a part of the script that comes with the first one.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('vehicles'))).toContain('Civic')
    // A later visit, at an address without a vehicle.
    await page.goto('/shop?q=brake')
    await expect(page).toHaveURL(`/shop?q=brake&vehicle=${vehicle}`)
    await bar(page)
      .getByRole('link', { name: /^Clear/ })
      .click()
    await expect(page).toHaveURL('/shop?q=brake')
    await page.reload()
    await openPicker(page)
    await expect(bar(page).getByRole('link', { name: 'Show parts for 2016 Honda Civic' })).toBeVisible()
    await expect(page).toHaveURL('/shop?q=brake')

    const context = await browser.newContext(baseURL ? { baseURL } : {})
    const other = await context.newPage()
    await other.goto(`/shop?q=brake&vehicle=${vehicle}&brand=Corvane&view=list`)
    await expect(bar(other)).toContainText('Showing parts for 2016 Honda Civic')
    await expect(other.getByRole('link', { name: 'Remove the filter Corvane' })).toBeVisible()
    await bar(other).getByRole('button', { name: 'Save to my vehicles' }).click()
    await bar(other).getByText('Change').click()
    await bar(other).getByRole('button', { name: 'Remove 2016 Honda Civic' }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    // In its corner, and not at the end of the page.
    await expect(other.locator('.Toastify__toast-container')).toHaveCSS('position', 'fixed')
    await expect(bar(other).getByRole('button', { name: 'Remove 2016 Honda Civic' })).toHaveCount(0)
    await context.close()
  })

  test('go to the account at the login, once, and are there in another browser', async ({ page, browser, baseURL }) => {
    await page.goto('/shop')
    await pick(page, civic)
    await page.getByRole('button', { name: 'Show parts' }).click()
    await expect(bar(page)).toContainText('2016 Honda Civic')
    const customer = await signUp(page)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('vehicles'))).toBeNull()
    await page.goto('/dashboard/account')
    const mine = page.getByRole('region', { name: 'My vehicles' })
    await expect(mine.getByRole('link', { name: 'Show parts for 2016 Honda Civic' })).toHaveCount(1)
    await expectSound(page)

    const context = await browser.newContext(baseURL ? { baseURL } : {})
    const other = await context.newPage()
    await logIn(other, customer)
    await other.goto('/dashboard/account')
    await other.getByRole('button', { name: 'Remove 2016 Honda Civic' }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    // In its corner, and not at the end of the page.
    await expect(other.locator('.Toastify__toast-container')).toHaveCSS('position', 'fixed')
    await expect(other.getByText('No vehicle yet')).toBeVisible()
    await other.reload()
    await expect(other.getByText('No vehicle yet')).toBeVisible()
    await context.close()
  })

  test('that are corrupt in the browser are as if there were none', { tag: '@long' }, async ({ page }) => {
    await page.addInitScript(() => {
      // Once: what the page itself keeps later must stay.
      if (sessionStorage.getItem('spoilt')) return
      sessionStorage.setItem('spoilt', 'yes')
      localStorage.setItem('vehicles', '[{"id":"x"},7,')
      localStorage.setItem('vehicle', '{"id":-1}')
    })
    await page.goto('/shop')
    await expect(bar(page)).toContainText('Choose your vehicle')
    await pick(page, civic)
    await page.getByRole('button', { name: 'Show parts' }).click()
    await expect(bar(page)).toContainText('Showing parts for 2016 Honda Civic')
    await page.goto('/shop')
    await expect(page).toHaveURL(`/shop?vehicle=${await idOf(civic)}`)
    await bar(page).getByText('Change').click()
    await expect(bar(page).getByRole('link', { name: 'Show parts for 2016 Honda Civic' })).toBeVisible()
  })
})

test('the choice of a vehicle takes a model by itself where the make had one alone that year', async ({ page }) => {
  await page.goto('/shop')
  await openPicker(page)
  await page.getByRole('combobox', { name: 'Year' }).selectOption('2016')
  await page.getByRole('combobox', { name: 'Make' }).selectOption('Alfa Romeo')
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('4C')
  await page.getByRole('button', { name: 'Show parts' }).click()
  await expect(bar(page)).toContainText('2016 Alfa Romeo 4C')
})
