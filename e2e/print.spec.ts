import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './journey.ts'
import { asAdmin, asNewCustomer, paidOrder } from './roles.ts'

/** Whoever reads the screen in the dark gets the same paper. */
test.use({ colorScheme: 'dark' })

const tool = 'Headlamp bulb H7 12 V 55 W'
const white = 'rgb(255, 255, 255)'
const black = 'rgb(0, 0, 0)'

/** Of all text that would be printed: its colours, and those other than the paper's that lie under it. */
function coloursOf(page: Page): Promise<{ inks: string[]; grounds: string[] }> {
  return page.evaluate(white => {
    const shown = [...document.body.querySelectorAll('*')].filter(one => one.checkVisibility())
    const withText = shown.filter(one =>
      [...one.childNodes].some(node => node.nodeType === 3 && node.nodeValue?.trim()),
    )
    const inks = new Set(withText.map(one => getComputedStyle(one).color))
    const grounds = new Set(shown.map(one => getComputedStyle(one).backgroundColor))
    for (const paper of ['rgba(0, 0, 0, 0)', white]) grounds.delete(paper)
    return { inks: [...inks], grounds: [...grounds] }
  }, white)
}

/** Clean sheets: nothing of the screen around them, nothing to press, black on white. */
async function expectSheets(page: Page, count = 1): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  for (const role of ['navigation', 'banner', 'contentinfo', 'button', 'searchbox', 'img'] as const) {
    await expect(page.getByRole(role).filter({ visible: true }), role).toHaveCount(0)
  }
  const links = page.getByRole('link').filter({ visible: true })
  // An address or a number that can be read on paper as well, and no address of a page behind it.
  for (const link of await links.all()) await expect(link).toHaveAttribute('href', /^(mailto|tel):/)
  // A colour may still be on its way from the screen's to the paper's.
  await expect.poll(() => coloursOf(page)).toEqual({ inks: [black], grounds: [] })
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(count)
  await page.emulateMedia({ media: 'screen' })
}

test('[D4.13] An order, its receipt and the papers that it is packed by are printed on clean sheets, for customer and shop @desktop', async ({
  page,
  browser,
}) => {
  const customer = await asNewCustomer(page)
  const { id: order } = await paidOrder(customer, tool)
  const path = `/dashboard/order/${order}`
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Receipt' })).toBeVisible()
  await expectSheets(page)
  await page.emulateMedia({ media: 'print' })
  for (const words of [customer.email, tool, '4 Ferry Ghat Road', 'Paid', 'Total', 'Ordered']) {
    await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()
  }

  await page.emulateMedia({ media: 'screen' })
  await page.goto(`${path}/receipt`)
  await expect(page.getByRole('heading', { name: 'Receipt', level: 1 })).toBeVisible()
  await expectSheets(page)

  const shop = await browser.newContext()
  const desk = await shop.newPage()
  await asAdmin(desk)
  await desk.goto(path.replace('/order/', '/allOrders/'))
  await expect(desk.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Mark shipped' })).toBeVisible()
  await expectSheets(desk)

  const number = await desk.getByRole('heading', { level: 1 }).textContent()
  await desk.goto('/dashboard/allOrders')
  const tick = desk.getByRole('checkbox', { name: `Select ${number?.replace('Order', 'order')}` })
  await tick.check()
  await desk.getByRole('link', { name: 'Print for packing' }).click()
  await expect(desk.getByText('1 order to pack,')).toBeVisible()
  await expectAccessible(desk)
  await expectSheets(desk, 2)
  await desk.emulateMedia({ media: 'print' })
  for (const words of [tool, '4 Ferry Ghat Road', 'Pick list', 'Packing slip', 'Deliver to']) {
    await expect(desk.getByText(words).filter({ visible: true }).first()).toBeVisible()
  }
  await expect(desk.getByText('$')).toHaveCount(0)
  await desk.emulateMedia({ media: 'screen' })
  // What is ticked stands in the address, which follows a moment later.
  await desk.getByLabel('Pick list').click()
  await expect(desk.getByLabel('Pick list')).toBeChecked()
  await expectSheets(desk, 1)
  await shop.close()
})
