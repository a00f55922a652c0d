import { expect, expectAccessible, test, toastOf } from './journey.ts'
import { asNewCustomer, orderTool } from './roles.ts'
import { choosePopularTool, confirmEmail, placeOrder } from './steps.ts'

const tool = 'Headlamp bulb H7 12 V 55 W'

test.describe('the purchase page', () => {
  test('[S2.20 S4.08 S4.09 S4.10 S5.06 S5.07 S5.08 S5.10 S9.02 D6.12] starts at the minimum, warns outside the bounds, and says why it cannot be sent', async ({
    page,
  }) => {
    await asNewCustomer(page)
    await choosePopularTool(page, tool)
    const quantity = page.getByRole('spinbutton', { name: 'Quantity' })
    await expect(quantity).toHaveValue('10')
    await page.getByRole('button', { name: 'One more' }).click()
    await expect(quantity).toHaveValue('11')
    await page.getByRole('button', { name: 'One less' }).click()
    await expect(quantity).toHaveValue('10')
    await quantity.fill('9')
    const warning = page.getByText(
      'Please make sure your purchasing quantity is not more than available or less than the minimum order quantity',
    )
    await expect(warning).toBeVisible()
    await expect(page.getByRole('button', { name: 'Place Order' })).toBeDisabled()
    await expectAccessible(page)
    await quantity.fill('99999')
    await expect(warning).toBeVisible()
    await expect(page.getByRole('button', { name: 'Place Order' })).toBeDisabled()
    await quantity.fill('10')
    await expect(warning).toBeHidden()
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page.getByText('Phone number is required')).toBeVisible()
    await expect(page.getByText('Company name is required')).toBeVisible()
    await expect(page.getByText('Address is required')).toBeVisible()
    await expectAccessible(page)
  })

  test('[D1.09] what was typed outlives a reload, and a new login after the session was ended elsewhere', async ({
    page,
    expectRefusal,
  }) => {
    expectRefusal('/api/')
    expectRefusal('/identity/')
    const { email, password } = await asNewCustomer(page)
    await choosePopularTool(page, tool)
    await page.getByLabel('Address').fill('4 Ferry Ghat Road')
    await page.reload()
    await expect(page.getByLabel('Address')).toHaveValue('4 Ferry Ghat Road')
    const address = page.url()
    const token = await page.evaluate(() => localStorage.getItem('accessToken'))
    await page.request.delete('/api/session', { headers: { authorization: `Bearer ${token}` } })
    await page.context().clearCookies()
    await page.getByLabel('Phone').fill('+880 1555 010148')
    await page.getByLabel('Company', { exact: true }).fill('Padma')
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page).not.toHaveURL(address)
    await page.goto(address)
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await expect(page.getByLabel('Address')).toHaveValue('4 Ferry Ghat Road')
    await expect(page.getByLabel('Company', { exact: true })).toHaveValue('Padma')
  })

  test('a double press is one order', async ({ page }) => {
    await asNewCustomer(page)
    await choosePopularTool(page, tool)
    await page.getByLabel('Phone').fill('+880 1555 010148')
    await page.getByLabel('Company', { exact: true }).fill('Padma')
    await page.getByLabel('Address').fill('4 Ferry Ghat Road')
    await page.getByRole('button', { name: 'Place Order' }).dblclick()
    await expect(page).toHaveURL(/\/dashboard\/payment\//)
    await page.goto('/dashboard/order')
    await expect(page.getByRole('heading', { name: /My Orders 1/ })).toBeVisible()
  })

  test('a tool that does not exist is said to be gone', { tag: '@long' }, async ({ page, expectRefusal }) => {
    // Tool and prices are asked for at once.
    for (const path of ['/api/tools/', '/api/prices']) expectRefusal(path)
    await asNewCustomer(page)
    await page.goto('/purchase/not-an-id')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  })
})

test('[S4.02 S4.04 S4.05 S7.18 D6.10 D6.11] an unpaid order is deleted after a question, and only then', async ({
  page,
}) => {
  await asNewCustomer(page)
  await choosePopularTool(page, tool)
  await placeOrder(page)
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await page.goto('/dashboard/order')
  const card = page.getByRole('listitem').filter({ hasText: tool })
  await expect(card.getByText('Ordered Quantity')).toBeVisible()
  await card.getByRole('button', { name: /DELETE/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`Are you sure you want to delete ${tool} ?`)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: /DELETE/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'DELETE' }).click()
  await expect(toastOf(page, `Tools : ${tool} successfully Deleted`)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(card).toHaveCount(0)
  await expect(page.getByText('No orders yet')).toBeVisible()
  await expect(page.getByText('Your orders appear here, ready to be paid.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Find tools and parts' })).toHaveAttribute('href', '/shop')
  await expectAccessible(page)
})

test('[D8.02] of two orders of one tool, the one whose DELETE was pressed goes', async ({ page }) => {
  const { email } = await asNewCustomer(page)
  // Who has not confirmed the address holds one unpaid order at a time.
  await confirmEmail(page, email)
  const token = (await page.evaluate(() => localStorage.getItem('accessToken'))) ?? ''
  for (let count = 0; count < 2; count += 1) await orderTool({ token })
  await page.goto('/dashboard/order')
  await expect(page.getByRole('heading', { name: /^My Orders 2/ })).toBeVisible()
  const numbers = page
    .getByRole('main')
    .getByRole('listitem')
    .locator('code')
    .filter({ hasText: /^T-\d+$/ })
  const [kept = '', doomed = ''] = await numbers.allTextContents()
  await page.getByRole('button', { name: new RegExp(`^DELETE .*${doomed}$`) }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'DELETE' }).click()
  await expect(page.getByRole('heading', { name: /^My Orders 1/ })).toBeVisible()
  await expect(numbers).toHaveText([kept])
})
