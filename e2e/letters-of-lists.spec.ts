import { bytesIn } from '../test/tables/letters.ts'
import { expect, expectAccessible, expectNothingWider, test } from './journey.ts'
import { asAdmin } from './roles.ts'

const csv = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/csv', buffer })

test('a list in Cyrillic letters of one byte is asked for, shown in each reading, and read as the owner says, the next one too', async ({
  page,
}, { project }) => {
  await asAdmin(page)
  await page.goto('/dashboard/imports')
  const files = page.getByLabel('Files', { exact: true })
  const [part, source] = [`RU-1-${project.name}`, `Мотор ${project.name}`]
  const lines = ['Номер;Название;Цена', `${part};Тормозной диск;1.500`, `${part}0;Фильтр масляный;2.500`]
  const list = csv('ru.csv', Buffer.from(bytesIn('windows-1251', lines.join('\n'))))
  await files.setInputFiles(list)
  const answer = page.getByText('This file can be read in more than one way. Choose the right one below, then go on.')
  const reading = page.getByRole('group', { name: /letters of this file/ })
  // The likeliest stands first and is chosen, as a guess; each shows the same cells.
  const first = reading.getByRole('radio').first()
  await expect(first).toHaveAccessibleName(
    /^Cyrillic.* – probably this one ?Номер ?Название ?Цена ?Тормозной диск ?Фильтр масляный$/,
  )
  await expect(first).toBeChecked()
  await expect(reading.getByText('Òîðìîçíîé äèñê')).toBeVisible()
  await expectAccessible(page)
  await expectNothingWider(page)
  // Another reading gives other names, and the first one again its own.
  await reading.getByLabel(/Western/).check()
  await expect(page.getByRole('combobox', { name: 'What “Íîìåð” is' })).toBeVisible()
  await reading.getByLabel(/Cyrillic/).check()
  await expect(answer).toBeVisible()
  // The price can be read in two ways, which is asked when the letters are known.
  await page.getByLabel(/A comma/).check()
  await page.getByRole('combobox', { name: 'What “Номер” is' }).selectOption('Part number')
  await page.getByRole('combobox', { name: 'What “Название” is' }).selectOption('Name')
  await page.getByRole('combobox', { name: 'What “Цена” is' }).selectOption('Price')
  await page.getByRole('textbox', { name: /^Source/ }).fill(source)
  await page.getByLabel(/Add parts that are new/).check()
  await page.getByRole('button', { name: 'Read and check' }).click()
  await expect(page.getByText('Ready to commit')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Parts/ })).toHaveText('Parts2000000')
  const changes = page.getByRole('region', { name: 'The first things that change' })
  await expect(changes.getByRole('row').filter({ hasText: 'Тормозной диск' })).toContainText('Price: 1500.00')

  // The next one is read and checked by itself, in the letters that were said.
  await page.goto('/dashboard/imports')
  await files.setInputFiles(list)
  await expect(changes.getByRole('row').filter({ hasText: 'Тормозной диск' })).toContainText('Price: 1500.00')
  const own = page.getByRole('row').filter({ hasText: source }).getByRole('link')
  // Also once the page was left and entered again; loaded anew, it says how to go on.
  await page.getByRole('link', { name: 'All imports' }).click()
  await expect(own).toHaveCount(2)
  await own.first().click()
  await page.getByRole('button', { name: 'Correct how it is read' }).click()
  await expect(reading.getByLabel(/Cyrillic/)).toBeChecked()
  await expect(answer).toHaveCount(0)
  await expect(own).toHaveCount(2)
  await own.first().click()
  // Its own page by now: on the list, others are cancelled, too.
  await expect(page.getByRole('button', { name: 'Correct how it is read' })).toBeVisible()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('choose its file again')).toBeVisible()
})
