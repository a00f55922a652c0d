import { expect, it } from 'vitest'
import type { ImportProfile } from '#contracts/imports'
import { workbookOf } from '#test/tables/workbooks'
import { proposeMapping } from './propose-mapping.ts'

const cover = { name: 'Deckblatt', rows: [['Kugelwerk GmbH'], ['Preise ab Januar']] }
const list = {
  rows: [
    ['Nr', 'EK netto', 'Lager'],
    ['KW-1', '10,00', '4'],
  ],
}
const fileOf = (...sheets: Parameters<typeof workbookOf>[0]) =>
  new File([new Uint8Array(workbookOf(sheets))], 'liste.xlsx')

const profile = {
  source: 'Kugelwerk',
  sheet: 'Preise',
  mapping: {
    columns: [
      { head: 'Nr', column: 'part_number' },
      { head: 'EK netto', column: 'price' },
      { head: 'Lager', column: 'stock' },
    ],
  },
  createParts: true,
  createCategories: false,
  createAttributes: false,
} as ImportProfile

it('finds the sheet behind the cover on which the last list of the source was', async () => {
  const found = await proposeMapping(fileOf(cover, { name: 'Preise', ...list }), { profiles: [profile], choices: {} })
  expect(found).toMatchObject({ sheet: 'Preise', profile: { source: 'Kugelwerk' } })
  expect(found?.columns.map(({ column }) => column)).toEqual(['part_number', 'price', 'stock'])
})

it('takes no sheet for it that has the name alone, and none where another was chosen', async () => {
  const other = fileOf({ name: 'Liste', ...list }, { name: 'Preise', rows: [['Wir wünschen ein gutes Jahr']] })
  const byName = await proposeMapping(other, { profiles: [profile], choices: {} })
  expect(byName).toMatchObject({ sheet: undefined, profile: { source: 'Kugelwerk' } })
  const both = fileOf(
    { name: 'Preise', ...list },
    {
      name: 'Alt',
      rows: [
        ['Nr', 'Alt'],
        ['KW-1', '9,00'],
      ],
    },
  )
  const chosen = await proposeMapping(both, { profiles: [profile], choices: { sheet: 'Alt' } })
  expect(chosen?.sheet).toBeUndefined()
  expect(chosen?.profile).toBeUndefined()
})
