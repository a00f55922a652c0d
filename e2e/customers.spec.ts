import { expect, expectAccessible, expectNothingWider, test, toastOf } from './journey.ts'
import { asAdmin, newCustomerSignedIn, orderSmallTool, pay } from './roles.ts'

test('staff find a customer, see what was bought, write a note, block and unblock; the customer cannot order meanwhile', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('/api/customers/')
  const customer = await newCustomerSignedIn()
  await pay(customer, await orderSmallTool(customer))
  await asAdmin(page)
  await page.goto('/dashboard/customers')
  await page.getByLabel('Name, email, company or order number').fill(customer.account.email)
  const row = page.getByRole('row').filter({ hasText: customer.account.email })
  // The list that was there before may show the row as well.
  await expect(page.getByRole('status').filter({ hasText: '1 of 1' })).toBeVisible()
  await expect(row).toBeVisible()
  await expectNothingWider(page)
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'What they bought' })).toBeVisible()
  await expect(page.getByText('Paid', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Write a note first.')).toBeVisible()
  await page.getByLabel('New note').fill('Rings before noon')
  await page.getByRole('button', { name: 'Add note' }).press('Enter')
  await expect(toastOf(page, 'The note is added')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Rings before noon' })).toBeVisible()

  await page.getByRole('button', { name: 'Block', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(dialog.getByText('Say why, for your colleagues.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Why').fill('Does not pay')
  await dialog.getByRole('button', { name: 'Block', exact: true }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'Does not pay' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What they bought' })).toBeFocused()
  await expectAccessible(page)
  await expectNothingWider(page)
  await expect(orderSmallTool(customer)).rejects.toThrow(/account-blocked/)

  await page.getByRole('button', { name: 'Unblock' }).click()
  await dialog.getByLabel('Why').fill('Has paid')
  await dialog.getByRole('button', { name: 'Unblock' }).click()
  await expect(page.getByRole('button', { name: 'Block', exact: true })).toBeVisible()
  await orderSmallTool(customer)
})
