import { expect, expectAccessible, expectNothingWider, newCustomer, test, toastOf } from './journey.ts'
import { adminJustSignedIn, newCustomerSignedIn, orderSmallTool, pay, signInAs } from './roles.ts'
import { confirmEmail, mailedLink } from './steps.ts'

test('somebody is invited to the warehouse, signs up by the mail, and can ship and do nothing else', async ({
  page,
  browser,
  baseURL,
}) => {
  const customer = await newCustomerSignedIn()
  const order = await orderSmallTool(customer)
  await pay(customer, order)
  const { name, email, password } = newCustomer()
  await signInAs(page, await adminJustSignedIn())
  await page.goto('/dashboard/staff')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Role', { exact: true }).selectOption('Warehouse')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByText(`An invitation is on its way to ${email}.`)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Warehouse')
  await expectAccessible(page)
  await expectNothingWider(page)

  const theirs = await browser.newContext({ ...(baseURL && { baseURL }) })
  const other = await theirs.newPage()
  await other.goto(await mailedLink(page, email, '/signUp'))
  await other.getByLabel('Name', { exact: true }).fill(name)
  await other.getByLabel('Email', { exact: true }).fill(email)
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
  await expect(other.getByText(`We have sent an email to ${email}`)).toBeVisible()
  await confirmEmail(other, email)
  await expect(other.getByText('Confirmed', { exact: true })).toBeVisible()

  const menu = other.getByRole('navigation', { name: 'Dashboard menu' })
  if (!(await menu.isVisible())) await other.getByRole('button', { name: 'Dashboard menu' }).click()
  await expect(menu.getByRole('link')).toHaveText([
    'My Profile',
    'Manage All Orders',
    'My Lists',
    'Address Book',
    'My Portfolio',
    'My Account',
  ])
  await other.goto('/dashboard/settings')
  await expect(other.getByRole('heading', { name: 'This page is not part of your role' })).toBeVisible()
  await expectAccessible(other)
  await other.goto(`/dashboard/allOrders/${order}`)
  await expect(other.getByRole('button', { name: 'Refund' })).toHaveCount(0)
  await other.getByRole('button', { name: 'Mark shipped' }).click()
  await other.getByLabel('Carrier').fill('Sundarban Courier')
  await other.getByRole('dialog').getByRole('button', { name: 'Mark shipped' }).click()
  await expect(other.getByRole('button', { name: 'Mark delivered' })).toBeVisible()
  await theirs.close()
})

test('an owner makes a role, gives it to somebody and changes what it may do', async ({ page, expectRefusal }) => {
  expectRefusal('/api/staff/roles')
  await signInAs(page, await adminJustSignedIn())
  await page.goto('/dashboard/staff')
  const role = `Counter ${newCustomer().email.slice(0, 30)}`
  await page.getByRole('button', { name: 'New role' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('warehouse')
  await dialog.getByLabel('See all orders and their customers').check()
  await expectAccessible(page)
  await expectNothingWider(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Another role has this name.')).toBeVisible()
  await expect(dialog.getByLabel('See all orders and their customers')).toBeChecked()
  await dialog.getByLabel('Name').fill(role)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page, `The role “${role}” is saved`)).toBeVisible()

  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: role }) })
  await page.getByRole('button', { name: `Change: ${role}` }).click()
  await dialog.getByLabel('Publish and refuse reviews').check()
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(card).toContainText('Publish and refuse reviews')
  await page.getByRole('button', { name: `Remove: ${role}` }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(toastOf(page, `The role “${role}” is removed`)).toBeVisible()
  await expect(card).toHaveCount(0)
})
