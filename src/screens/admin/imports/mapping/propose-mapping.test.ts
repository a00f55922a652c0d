import { describe, expect, it } from 'vitest'
import type { TableChoices } from '#kernel/tables/read-table'
import type { ImportProfile } from '#contracts/imports'
import type { Mapping } from '#rules/imports'
import { bytesIn } from '#test/tables/letters'
import { workbookOf } from '#test/tables/workbooks'
import { inspectFile } from '../inspect-file.ts'
import { proposeMapping } from './propose-mapping.ts'
import {
  type MappingDraft,
  categoryOf,
  changedDraft,
  currencyOf,
  draftOf,
  isReadAlike,
  mappingIn,
  rateBefore,
  withCategory,
} from './use-mapping.ts'

const cover = { name: 'Deckblatt', rows: [['Kugelwerk GmbH'], ['Preise ab Januar']] }
const list = {
  rows: [
    ['Nr', 'EK netto', 'Lager'],
    ['KW-1', '10,00', '4'],
  ],
}
const fileOf = (...sheets: Parameters<typeof workbookOf>[0]) =>
  new File([new Uint8Array(workbookOf(sheets))], 'liste.xlsx')

const shop = { currency: 'usd', locale: 'en' }
/** Numbers cannot be asked for: names and cells have to do. */
const here = { shop, countKnown: () => Promise.resolve([]) }

const profile = {
  source: 'Kugelwerk',
  file: 'liste.xlsx',
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
} satisfies ImportProfile

it('finds the sheet behind the cover on which the last list of the source was', async () => {
  const proposal = await proposeMapping(fileOf(cover, { name: 'Preise', ...list }), {
    profiles: [profile],
    choices: {},
    ...here,
  })
  expect(proposal).toMatchObject({ sheet: 'Preise', profile: { source: 'Kugelwerk' } })
  expect(proposal?.columns.map(({ column }) => column)).toEqual(['part_number', 'price', 'stock'])
})

it('takes no sheet for it that has the name alone, and none where another was chosen', async () => {
  const other = fileOf({ name: 'Liste', ...list }, { name: 'Preise', rows: [['Wir wünschen ein gutes Jahr']] })
  const byName = await proposeMapping(other, { profiles: [profile], choices: {}, ...here })
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
  const chosen = await proposeMapping(both, { profiles: [profile], choices: { sheet: 'Alt' }, ...here })
  expect(chosen?.sheet).toBeUndefined()
  expect(chosen?.profile).toBeUndefined()
})

it.each([
  ['utf8', 0],
  ['utf16le', 0],
  ['utf16le', 1],
] as const)('reads the columns of a long list from its beginning, in %s, %i bytes on', async (encoding, more) => {
  const row = `KW-1;10,00;auf Lager, ${'ü'.repeat(80 + more)}\n`
  const text = `\ufeffNr;EK netto;Lager\n${row.repeat(200_000)}`
  const proposal = await proposeMapping(new File([Buffer.from(text, encoding)], 'lang.csv'), {
    profiles: [profile],
    choices: {},
    ...here,
  })
  expect(proposal).toMatchObject({ profile: { source: 'Kugelwerk' } })
})

describe('letters that were said of the last list of a source', () => {
  const text = 'Nr;EK netto;Lager;Název\nKW-1;10,00;4;Řemen žebrovaný\n'
  const columns = [...profile.mapping.columns, { head: 'Název', column: 'name' }]
  const plain = { ...profile, sheet: undefined } as ImportProfile
  const czech = { ...plain, source: 'Čech', encoding: 'windows-1250', mapping: { columns } } as const
  const propose = (bytes: Uint8Array<ArrayBuffer>, profiles: ImportProfile[], choices: TableChoices = {}) =>
    proposeMapping(new File([bytes], 'liste.csv'), { profiles, choices, ...here })

  it('are those of the next one, where it leaves its own open', async () => {
    const list = await propose(bytesIn('windows-1250', text), [czech])
    expect(list).toMatchObject({ encoding: 'windows-1250', profile: { source: 'Čech' } })
    expect(list?.columns.map(({ samples }) => samples[0])).toEqual(['KW-1', '10,00', '4', 'Řemen žebrovaný'])
    const other = { ...czech, encoding: 'windows-1251' } as const
    expect(await propose(bytesIn('windows-1250', text), [other, czech])).toMatchObject({ encoding: 'windows-1250' })
    expect(await propose(bytesIn('windows-1250', text.replace('Název', 'Jméno')), [czech])).toBeUndefined()
  })

  it('are not those of a list in UTF-8, of a newer list of its shape, and of one of which somebody says others', async () => {
    const old = { ...czech, mapping: profile.mapping }
    expect(await propose(new TextEncoder().encode(text), [old])).toMatchObject({
      encoding: undefined,
      profile: { source: 'Čech' },
    })
    const german = bytesIn('windows-1252', 'Nr;EK netto;Lager\nKÖ-1;10,00;4\n')
    expect(await propose(german, [plain, old])).toMatchObject({ encoding: undefined, profile: { source: 'Kugelwerk' } })
    const proposal = await propose(bytesIn('windows-1250', text), [czech], { encoding: 'windows-1251' })
    expect(proposal?.profile).toBeUndefined()
  })

  it('let a browser look through the file as the server does', async () => {
    const file = new File([bytesIn('windows-1250', text)], 'liste.csv')
    const looking = { ...shop, columns: undefined }
    const english = new File([bytesIn('windows-1250', text.replace('EK netto', 'price'))], 'liste.csv')
    expect(await inspectFile(file, { ...looking, choices: {} })).toMatchObject({ fault: 'encoding-unclear' })
    expect(await inspectFile(english, { ...looking, choices: { encoding: 'windows-1250' } })).toBeUndefined()
  })
})

it('looks at no long file that is no text', async () => {
  const zip = new File([new Uint8Array([0x50, 0x4b, 3, 4]), new Uint8Array(21 * 1024 * 1024).fill(10)], 'lang.xlsx')
  expect(await proposeMapping(zip, { profiles: [], choices: {}, ...here })).toBeUndefined()
})

it('asks for the rate of a currency that the list names, and keeps the day of one that is said as before', async () => {
  const rows = [
    ['Artikel-Nr.', 'Preis EUR', 'Lager'],
    ['KW-1', '10,00', '4'],
  ]
  const proposal = await proposeMapping(fileOf({ name: 'Preise', rows }), { profiles: [], choices: {}, ...here })
  const draft = { list: proposal!, columns: proposal!.columns, currency: undefined }
  expect(currencyOf(draft)).toBe('eur')
  expect(currencyOf({ ...draft, currency: '' })).toBe('')
  expect(currencyOf({ ...draft, columns: draft.columns.filter(({ column }) => column !== 'price') })).toBe('')

  const currency = { code: 'eur', rate: '1.08', saidOn: '2026-03-31', into: 'usd' }
  const columns = proposal!.columns.map(({ head, column }) => ({ head, column }))
  const lastProfile = { ...profile, sheet: undefined, mapping: { columns, currency } } as ImportProfile
  const again = await proposeMapping(fileOf({ name: 'Preise', rows }), {
    profiles: [lastProfile],
    choices: {},
    ...here,
  })
  const before = rateBefore(again!, 'eur', shop)
  expect(before).toEqual(currency)
  // It is of another currency than the shop has now.
  expect(rateBefore(again!, 'eur', { ...shop, currency: 'gbp' })).toBeUndefined()
  const sent = (rate: string) =>
    mappingIn(
      { columns: again!.columns, meanings: [], fixed: [], priceTimes: '', currency: { code: 'eur', rate, before } },
      shop,
    )
  expect(sent('1.080')).toMatchObject({ mapping: { currency } })
  expect(sent('1.09')).toEqual({
    mapping: expect.objectContaining({ currency: { code: 'eur', rate: '1.09' } }),
  })
  expect(sent('')).toEqual({
    problems: expect.objectContaining({ rate: 'Say what one unit of the list’s currency is in the shop’s.' }),
  })
})

it('reads what is said of a list in its currency, and asks for another rate where that becomes another', async () => {
  const rows = [
    ['Artikel-Nr.', 'Preis', 'Lager'],
    ['KW-1', 'auf Anfrage JPY', '4'],
  ]
  const currency = { code: 'jpy', rate: '0.0065', saidOn: '2026-03-31', into: 'usd' }
  const columns = ['part_number', 'price', 'stock'].map((column, at) => ({ head: rows[0]![at]!, column }))
  const meanings = [{ column: 'price', text: 'auf Anfrage JPY', means: '1250' }]
  const lastProfile = { ...profile, sheet: undefined, mapping: { columns, currency, meanings } } as ImportProfile
  const list = await proposeMapping(fileOf({ name: 'Preise', rows }), { profiles: [lastProfile], choices: {}, ...here })
  const draft = draftOf(list!, shop)
  expect(draft).toMatchObject({ rate: '0.0065', meanings: [{ means: '1250' }], isNeeded: true })

  const wordsIn = (means: string | undefined) => {
    const changed = { ...draft, meanings: [{ column: 'price', text: 'auf Anfrage', means }] }
    const sent = mappingIn({ ...changed, currency: { code: 'jpy', rate: '1', before: undefined } }, shop)
    return 'mapping' in sent ? sent.mapping.meanings?.[0]?.means : sent.problems.words?.get(0)
  }
  expect(wordsIn('1250')).toBe('1250')
  expect(wordsIn('12.50')).toMatch(/^Use a whole number/)
  expect(wordsIn('')).toBe('')
  expect(wordsIn(undefined)).toMatch(/^It is not said yet/)

  const francs = changedDraft(draft, { currency: 'chf' }, shop)
  expect(francs.rate).toBe('')
  expect(changedDraft({ ...francs, rate: '1.1' }, { priceTimes: '2' }, shop).rate).toBe('1.1')
  expect(changedDraft({ ...francs, rate: '1.1' }, { currency: 'jpy' }, shop).rate).toBe('0.0065')
})

it('says a category of rows without one, and keeps what else all rows have', async () => {
  const file = fileOf({ name: 'Liste', ...list })
  const sent = (draft: MappingDraft) =>
    mappingIn({ ...draft, currency: { code: '', rate: '', before: undefined } }, shop)
  const unknown = draftOf((await proposeMapping(file, { profiles: [], choices: {}, ...here }))!, shop)
  const price = unknown.columns.map(one => (one.head === 'Nr' ? { ...one, column: 'part_number' } : one))
  expect(categoryOf(unknown)).toBe('')
  expect(sent({ ...unknown, columns: price })).not.toHaveProperty('mapping.fixed')
  const chosen = changedDraft({ ...unknown, columns: price }, { fixed: withCategory(unknown, 'Brakes > Pads') }, shop)
  expect(categoryOf(chosen)).toBe('Brakes > Pads')
  expect(sent(chosen)).toHaveProperty('mapping.fixed', [{ column: 'category', value: 'Brakes > Pads' }])

  const unit = { column: 'unit', value: 'set' }
  const mapping = { ...profile.mapping, fixed: [{ column: 'category', value: 'Brakes' }, unit] }
  const lastProfile = { ...profile, sheet: undefined, mapping } as ImportProfile
  const again = draftOf((await proposeMapping(file, { profiles: [lastProfile], choices: {}, ...here }))!, shop)
  expect(categoryOf(again)).toBe('Brakes')
  expect(sent(again)).toHaveProperty('mapping.fixed', mapping.fixed)
  const fixed = (category: string) => sent(changedDraft(again, { fixed: withCategory(again, category) }, shop))
  expect(fixed('Filters')).toHaveProperty('mapping.fixed', [unit, { column: 'category', value: 'Filters' }])
  expect(fixed('')).toHaveProperty('mapping.fixed', [unit])
})

it('is read and checked by itself where each column and word is known from the last list, and no rate is to be said', async () => {
  const isAlike = async (head: string[], cells: string[], mapping: Partial<Mapping> = {}) => {
    const columns = [...profile.mapping.columns, { head: 'Gruppe', column: '' }]
    const lastProfile = { ...profile, sheet: undefined, mapping: { columns, ...mapping } } as ImportProfile
    const file = fileOf({ name: 'Preise', rows: [head, cells] })
    return isReadAlike(draftOf((await proposeMapping(file, { profiles: [lastProfile], choices: {}, ...here }))!, shop))
  }
  const head = ['Nr', 'EK netto', 'Lager', 'Gruppe']
  const meanings = [{ column: 'stock', text: 'auf Lager', means: '5' }]
  expect(await isAlike(head, ['KW-1', '10,00', '4', 'B'])).toBe(true)
  expect(await isAlike(head.slice(0, 3), ['KW-1', '10,00', '4'])).toBe(true)
  expect(await isAlike([...head, 'Neu'], ['KW-1', '10,00', '4', 'B', 'ja'])).toBe(false)
  expect(await isAlike(head, ['KW-1', '10,00', 'auf Lager', 'B'], { meanings })).toBe(true)
  expect(await isAlike(head, ['KW-1', '10,00', 'auf Abruf', 'B'], { meanings })).toBe(false)
  const currency = { code: 'eur', rate: '1.1', saidOn: '2026-03-31', into: 'usd' }
  expect(await isAlike(head, ['KW-1', '10,00', '4', 'B'], { currency })).toBe(false)
  const dated = {
    columns: [
      { head: 'Nr', column: 'part_number' },
      { head: 'EK netto ab 1.1.2026', column: 'price' },
    ],
  }
  expect(await isAlike(['EK netto ab 1.1.2027', 'Nr'], ['10,00', 'KW-1'], dated)).toBe(true)
  expect(await isAlike(['EK netto 2027', 'Nr', 'EK netto 2028'], ['10,00', 'KW-1', '11,00'], dated)).toBe(false)
  // A list that nobody has read yet.
  const unknown = await proposeMapping(fileOf({ name: 'Preise', ...list }), { profiles: [], choices: {}, ...here })
  expect(isReadAlike(draftOf(unknown!, shop))).toBe(false)
})
