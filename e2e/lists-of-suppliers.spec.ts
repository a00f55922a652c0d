import { workbookOf } from '../test/tables/workbooks.ts'
import { expect, expectAccessible, expectNothingWider, test } from './journey.ts'
import { asAdmin } from './roles.ts'
import { chooseFiles } from './import-steps.ts'

const csv = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/csv', buffer })

test('an owner’s first list is a workbook with a title, German names and decimal commas', async ({ page }, {
  project,
}) => {
  await asAdmin(page)
  await page.goto('/dashboard/imports')
  const rows = [
    ['Preisliste 2026'],
    [],
    ['Artikel-Nr.', 'Bezeichnung', 'Preis', 'Bestand'],
    [`DE-1-${project.name}`, 'Bremsscheibe', '1.234,50', 12],
    [`DE-2-${project.name}`, 'Bremsbelag', '16,44', 4],
    [null, 'Summe', null, 16],
  ]
  const buffer = workbookOf([
    { name: 'Deckblatt', rows: [['Kugelwerk GmbH']] },
    { name: 'Preise', rows },
  ])
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await chooseFiles(page, { name: 'preise.xlsx', mimeType, buffer })
  // Nobody has to say that the first sheet is a cover.
  await expect(page.getByLabel('Sheet of the workbook')).toHaveText(/^The sheet with the list/)
  await page.getByLabel(/Add parts that are new/).check()
  await page.getByRole('button', { name: 'Read and check' }).click()
  await expect(page.getByText('Ready to commit')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Parts/ })).toHaveText('Parts2000100')
  await expect(
    page.getByText(/title above the names of the columns, a heading among the rows, or a total/).first(),
  ).toBeVisible()
})

test('a file that is no table says so before it is sent', async ({ page }) => {
  await asAdmin(page)
  await page.goto('/dashboard/imports')
  const files = page.getByLabel('Files', { exact: true })
  await files.setInputFiles(csv('old.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex')))
  await expect(page.getByText(/This is an older Excel file/)).toBeVisible()
  await files.setInputFiles(csv('yen.csv', Buffer.from('part_number;Price ¥\nA;150\n')))
  await expect(page.getByText('“Price ¥” is in another currency than the list.')).toBeVisible()
})

test('a list in euros asks what one is, shows what its prices become, and asks again the next time', async ({ page }, {
  project,
}) => {
  const source = `Ruhrteile ${project.name}`
  const part = `RT-1-${project.name}`
  const list = csv('euro.csv', Buffer.from(`Art.-Nr.;Bezeichnung;Preis EUR;UVP €\n${part};Nabe;10,00;19,90\n`))
  await asAdmin(page)
  await page.goto('/dashboard/imports')
  const files = page.getByLabel('Files', { exact: true })
  const rate = page.getByLabel('One EUR in USD')
  const send = page.getByRole('button', { name: 'Read and check' })
  const changes = page.getByRole('region', { name: 'The first things that change' })

  await files.setInputFiles(list)
  await expect(page.getByLabel('Currency of the prices')).toHaveValue('eur')
  await expect(rate).toHaveValue('')
  await page.getByLabel(/Add parts that are new/).check()
  await page.getByRole('textbox', { name: /^Source/ }).fill(source)
  await send.click()
  await expect(page.getByText('Say what one unit of the list’s currency is in the shop’s.')).toBeVisible()
  await rate.fill('1.085')
  await page.getByLabel(/Prices are multiplied by/).fill('1.5')
  await expectAccessible(page)
  await expectNothingWider(page)
  await send.click()
  await expect(changes.getByText(/^Prices are converted from EUR: 1 EUR = 1.085 USD, as said on /)).toBeVisible()
  const row = changes.getByRole('row').filter({ hasText: part })
  await expect(row).toContainText('Price: 16.28')
  await expect(row).toContainText('List price: 21.59')
  await expectAccessible(page)
  await expectNothingWider(page)

  await page.goto('/dashboard/imports')
  await files.setInputFiles(list)
  await expect(page.getByText(`those of the last list of “${source}”`)).toBeVisible()
  await expect(rate).toHaveValue('1.085')
  await expect(page.getByText(/^This rate is of .* Correct it where it has changed\.$/)).toBeVisible()
  await rate.fill('1.1')
  await send.click()
  await expect(row).toContainText('Price: 16.50')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
})

test('a supplier’s own list is read as its owner says, and the next one of its shape by itself', async ({ page }, {
  project,
}) => {
  const source = `Kugelwerk ${project.name}`
  const part = (at: number) => `KW-${at}-${project.name}`
  const list = (price: string) =>
    csv(
      'Liste.csv',
      Buffer.from(
        ['Kugelwerk, Herbst;;;;', 'Art.-Nr.;Bezeichnung;EK netto;Rabattgruppe;Bestand']
          .concat(`${part(1)};Radlager vorne;${price};B2;>100`, `${part(2)};Radlager hinten;1.204,50;B2;auf Lager`)
          .join('\n'),
      ),
    )
  await asAdmin(page)
  await page.goto('/dashboard/imports')
  const files = page.getByLabel('Files', { exact: true })
  const price = page.getByRole('combobox', { name: 'What “EK netto” is' })
  const times = page.getByLabel(/Prices are multiplied by/)
  const category = page.getByLabel('Category of rows without one')
  const whole = page.getByLabel(/^These files are all that the source has/)
  const isWhole =
    'It counts as all that the source has: where it says numbers or applications, those that it lacks are taken out'

  await test.step('the owner corrects what the shop proposes', async () => {
    await files.setInputFiles(list('10,00'))
    await expect(page.getByRole('combobox', { name: 'What “Art.-Nr.” is' })).toHaveValue('part_number')
    await page.getByText('Left out: EK netto · Rabattgruppe').click()
    // What a shop pays is never taken for what others do.
    await expect(price).toHaveValue('')
    await expect(times).toHaveCount(0)
    await price.selectOption('Price')
    await page.getByRole('combobox', { name: 'What “Bezeichnung” is' }).selectOption('Price')
    await page.getByRole('button', { name: 'Read and check' }).click()
    await expect(page.getByText('Two columns are “Price”. Leave one of them out.')).toBeVisible()
    await page.getByRole('combobox', { name: 'What “Bezeichnung” is' }).selectOption('Name')
    await times.fill('0')
    await page.getByRole('button', { name: 'Read and check' }).click()
    await expect(times).toHaveAttribute('aria-invalid', 'true')
    await times.fill('1.35')
    await expect(page.getByLabel('In stock, “>100” means')).toHaveValue('100')
    // Nobody has said what this means: that is told beside it, and nothing is sent.
    const word = page.getByLabel('In stock, “auf Lager” means')
    await expect(word).toHaveAccessibleDescription(/It is not said yet what this means/)
    await page.getByRole('button', { name: 'Read and check' }).click()
    await expect(word).toBeFocused()
    await expect(word).toHaveAttribute('aria-invalid', 'true')
    await word.fill('5')
    await expect(category).toHaveValue('')
    await category.selectOption('Brakes')
    await page.getByRole('textbox', { name: /^Source/ }).fill(source)
    await page.getByLabel(/^Brand/).fill('Kugelwerk')
    await page.getByLabel(/Add parts that are new/).check()
    await whole.check()
    await expectAccessible(page)
    await expectNothingWider(page)
    await page.getByRole('button', { name: 'Read and check' }).click()
  })

  // Not committed: other journeys look at what this shop sells.
  const discard = async () => {
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  }
  const changes = page.getByRole('region', { name: 'The first things that change' })
  await test.step('what its parts become shows before it goes in', async () => {
    const row = changes.getByRole('row').filter({ hasText: `Kugelwerk ${part(1)}` })
    await expect(row).toContainText('Radlager vorne (New)')
    await expect(row).toContainText('Price: 13.50')
    await expect(row).toContainText('Stock: 100')
    await expect(row).toContainText('Category: Brakes')
    await expect(changes.getByRole('row').filter({ hasText: part(2) })).toContainText('Stock: 5')
    await expectAccessible(page)
    await expectNothingWider(page)
  })

  await test.step('the next list of that shape is checked by itself, and its answers can be corrected', async () => {
    await page.goto('/dashboard/imports')
    await files.setInputFiles(list('12,00'))
    const row = changes.getByRole('row').filter({ hasText: `Kugelwerk ${part(1)}` })
    await expect(row).toContainText('Price: 16.20')
    await expect(page.getByRole('button', { name: 'Commit' })).toBeVisible()
    // What the last list was said to be, the next one is: that is told before anybody commits it.
    await expect(page.getByText(isWhole)).toBeVisible()
    await page.getByText('How the list was read').click()
    await expect(page.getByText('“EK netto” is Price')).toBeVisible()
    await expectAccessible(page)
    await expectNothingWider(page)
    await page.getByRole('button', { name: 'Correct how it is read' }).press('Enter')
    await expect(page.getByText(`those of the last list of “${source}”`)).toBeVisible()
    expect(await files.evaluate((field: HTMLInputElement) => field.files?.[0]?.name)).toBe('Liste.csv')
    await expect(price).toHaveValue('price')
    await expect(times).toHaveValue('1.35')
    await expect(category).toHaveValue('Brakes')
    await expect(page.getByLabel('In stock, “auf Lager” means')).toHaveValue('5')
    await expect(page.getByRole('textbox', { name: /^Source/ })).toHaveValue(source)
    await times.fill('1.5')
    await expect(whole).toBeChecked()
    await page.getByRole('button', { name: 'Read and check' }).click()
    await expect(row).toContainText('Price: 18.00')
    await discard()
    await expect(changes).toHaveCount(0)
  })

  await test.step('who changes an answer meanwhile, or before, checks it by hand', async () => {
    await page.goto('/dashboard/imports')
    // No piece of the file arrives, so that the check does not end.
    await page.route('**/imports/uploads?*', () => undefined)
    await files.setInputFiles(list('12,00'))
    const form = page.getByRole('region', { name: 'Read files' })
    const told = form.getByRole('status').filter({ hasText: /./ })
    await expect(told).toHaveText(new RegExp(`the last one of .${source}.* checked now`))
    await expect(told).toContainText(isWhole)
    await page.getByLabel(/^Brand/).fill('Kugelwerk II')
    await expect(told).toHaveText(/^It was stopped/)
    await expect(page.getByRole('button', { name: 'Read and check' })).not.toHaveAttribute('aria-busy')
    // What somebody says by hand stays said, whatever the next file is.
    await files.setInputFiles(list('12,00'))
    await expect(page.getByText(`those of the last list of “${source}”`)).toBeVisible()
    await expect(page.getByLabel(/^Brand/)).toHaveValue('Kugelwerk II')
    await expect(told).toHaveCount(0)
    await page.unroute('**/imports/uploads?*')
  })
})

test('an owner takes what is left out of a list as attributes of a new category by one press each, and sees them before they are made', async ({
  page,
}, { project }) => {
  const part = (at: number) => `AT-${at}-${project.name}`
  const category = `Filter ${project.name}`
  const rows = [`${part(1)};Filter A;5,00;3,10;12,5;rot;ja`, `${part(2)};Filter B;6,00;4,20;80;blau;nein`]
  const head = 'Art.-Nr.;Bezeichnung;Preis;EK netto;Höhe (mm);Farbe;Dichtung'
  await asAdmin(page)
  await page.goto('/dashboard/imports')
  await chooseFiles(page, csv('Filter.csv', Buffer.from([head, ...rows].join('\n'))))
  const left = page.getByText('Left out: EK netto · Höhe (mm) · Farbe · Dichtung')
  const color = page.getByRole('combobox', { name: 'What “Farbe” is' })
  const attributes = page.getByLabel('Add attributes that the shop lacks')
  const categories = page.getByLabel(/Add categories that are new/)
  await left.click()
  await page.getByRole('button', { name: 'Use 3 left-out columns as attributes' }).click()
  await expect(page.getByText('Used as attributes, which buyers see: Höhe (mm) · Farbe · Dichtung.')).toBeVisible()
  await expect(attributes).toBeChecked()
  await expect(color).toHaveValue('attribute:Farbe')
  await page.getByRole('button', { name: 'Leave these 3 out again' }).press('Enter')
  await expect(left).toBeVisible()
  await expect(attributes).not.toBeChecked()
  await page.getByRole('button', { name: 'Use 3 left-out columns as attributes' }).press('Enter')
  await expect(page.getByRole('combobox', { name: 'What “EK netto” is' })).toHaveValue('')
  await expect(page.getByText('The attributes of parts without a category are not kept.')).toBeVisible()
  await page.getByLabel('Category of rows without one').selectOption('A new category …')
  await expect(categories).not.toBeChecked()
  await page.getByLabel('Name of the new category').fill(category)
  await expect(page.getByText(`“${category}” is made when you commit`)).toBeVisible()
  await expect(categories).toBeChecked()
  await page.getByLabel(/Add parts that are new/).check()
  await expectAccessible(page)
  await expectNothingWider(page)
  await page.getByRole('button', { name: 'Read and check' }).click()

  const changes = page.getByRole('table', { name: 'The first things that change' })
  const attribute = (name: string) => changes.getByRole('row').filter({ hasText: `${name} (New, of 2 parts)` })
  await expect(attribute('Höhe')).toContainText('Attribute kind: number')
  await expect(attribute('Höhe')).toContainText('Attribute unit: mm')
  await expect(attribute('Farbe')).toContainText('Attribute kind: text')
  await expect(attribute('Dichtung')).toContainText('Attribute kind: yes-no')
  await expect(changes.getByRole('row').filter({ hasText: part(1) })).toContainText(`Category: ${category}`)
  await expect(page.getByText('The shop has no such category yet. It is added with this import.')).toBeVisible()
  await expectAccessible(page)
  await expectNothingWider(page)
  // Not committed: other journeys look at what this shop sells.
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
})

test('a column without a name is taken for part numbers where the shop has them', async ({ page }) => {
  await asAdmin(page)
  await page.goto('/dashboard/imports')
  const lines = [
    'Fach;;Preis',
    'A-1;CV455.12;10.00',
    'A-2;CV 455.19;11.00',
    'A-3;CV 610.03;12.50',
    'A-4;CV 999.99;9.50',
  ]
  await chooseFiles(page, csv('fach.csv', Buffer.from(lines.join('\n'))))
  const unnamed = page.getByRole('combobox', { name: 'What “#2” is' })
  await expect(unnamed).toHaveValue('part_number')
  await expect(page.getByText('Most of these are numbers that the shop has.')).toBeVisible()
  await page.getByText('Left out: Fach').click()
  await expect(page.getByRole('combobox', { name: 'What “Fach” is' })).toHaveValue('')
  await expectAccessible(page)
  await expectNothingWider(page)
  await unnamed.selectOption('Left out')
  await expect(page.getByText('Most of these are numbers that the shop has.')).toHaveCount(0)
})
