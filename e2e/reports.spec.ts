import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, expectNothingWider, test } from './journey.ts'
import { asAdmin, ask, newCustomerSignedIn, orderSmallTool } from './roles.ts'

test('an owner chooses a file and its days, hears of days the wrong way round, and downloads it', async ({ page }) => {
  const customer = await newCustomerSignedIn()
  const id = await orderSmallTool(customer)
  const { number, placedAt } = await ask<{ number: string; placedAt: string }>(`/api/orders/${id}`, 'GET', customer)
  await asAdmin(page)
  await page.goto('/dashboard/reports')
  await page.getByLabel('When').selectOption('Days of your choice')
  const [first, last] = [page.getByLabel('First day'), page.getByLabel('Last day')]
  await first.fill('2026-02-02')
  await last.fill('2026-02-01')
  await page.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByText('The last day is before the first. Turn them around.')).toBeVisible()
  await expect(first).toHaveValue('2026-02-02')
  await expectAccessible(page)
  await expectNothingWider(page)

  // A day on either side: the shop's day need not be that of Greenwich.
  const dayBeside = (days: number) => new Date(Date.parse(placedAt) + days * 86_400_000).toISOString().slice(0, 10)
  await first.fill(dayBeside(-1))
  await last.fill(dayBeside(1))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).press('Enter')
  const file = await download
  expect(file.suggestedFilename()).toBe(`orders-${dayBeside(-1)}-${dayBeside(1)}.csv`)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith('\ufeffnumber,placed,paid,')).toBe(true)
  expect(text.split('\r\n').filter(line => line.startsWith(`${number},`))).toHaveLength(1)
  await expect(page.getByRole('main').getByRole('status')).toContainText(/^orders-.+\.csv has \d[\d,]* rows\.$/)

  await first.fill('1999-01-01')
  await last.fill('1999-01-02')
  await page.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByText('Nothing happened in this period, so the file has only its header row.')).toBeVisible()
})
