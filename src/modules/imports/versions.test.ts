import { describe, expect, it } from 'vitest'
import { read } from '#test/files/read'
import { type FitmentRow, type PartRow, unit } from './files/rows.rules.ts'
import type { NumberRow } from './columns/number-columns.rules.ts'

const xml = '<?xml version="1.0" encoding="UTF-8"?>'
const schema = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
const industry = 'http://www.autocare.org'

/** How releases of ACES begin: without a namespace and with one, with a prefix, with the code of the brand by either name. */
const acesHeads: [string, string, string][] = [
  ['3.0', `version="3.0" ${schema} xsi:noNamespaceSchemaLocation="ACES_3_0_XMLSchema_Rev2.xsd"`, 'BrandAAIAID'],
  ['3.1', 'version="3.1"', 'BrandAAIAID'],
  ['3.2', `version="3.2" xmlns="${industry}"`, 'BrandAAIAID'],
  ['4.0', 'version="4.0"', 'BrandAAIAID'],
  ['4.1', `version="4.1" ${schema}`, 'BrandAAIAID'],
  ['4.2', `version="4.2" xmlns="${industry}"`, 'BrandAAIAID'],
  ['5.0', `version="5.0" xmlns="${industry}"`, 'BrandID'],
]

const acesOf = (attributes: string, brand: string, prefix = '') => {
  const body = `<Header><Company>Kestrel</Company><TransferDate>2026-05-01</TransferDate><${brand}>KSTR</${brand}>
    <DocumentTitle>Brakes</DocumentTitle><EffectiveDate>2026-05-02</EffectiveDate><SubmissionType>FULL</SubmissionType></Header>
  <App action="A" id="1"><BaseVehicle id="0005"/><SubModel id="20"/><Note>left hand drive</Note><Qty>2</Qty>
    <PartType id="1684"/><Position id="22"/><Part ${brand}="KSTR">KT-1</Part></App>
  <App action="D" id="2"><Years from="1999" to="2000"/><Make id="3"/><Model id="4"/><Qty>1</Qty><PartType id="1684"/><Part>KT-2</Part></App>
  <Asset action="A" id="3"><AssetName>KT-1.jpg</AssetName></Asset>
  <Footer><RecordCount>3</RecordCount></Footer>`
  const whole = `<ACES ${attributes}>${body}</ACES>`
  return `${xml}${prefix ? whole.replace(/<(\/?)(?=[A-Z])/g, `<$1${prefix}:`) : whole}`
}

const expected = [
  {
    kind: 'fitment',
    record: '1',
    action: 'put',
    part: 'KT-1',
    vehicle: `vcdb${unit}5`,
    quantity: 2,
    position: 'Position 22',
    conditions: [{ name: 'Submodel', value: '20' }],
    notes: ['left hand drive'],
    partType: 'Part type 1684',
  },
  { record: '2', action: 'delete', part: 'KT-2', vehicle: `vcdb-model${unit}1999/3/4` },
  { record: '2', action: 'delete', part: 'KT-2', vehicle: `vcdb-model${unit}2000/3/4` },
]

describe('ACES', () => {
  it.each(acesHeads)('%s is read, with what it adds and what it takes away', async (_, attributes, brand) => {
    const { rows, problems, facts, brands } = await read(acesOf(attributes, brand))
    expect(problems).toEqual([])
    expect(rows).toMatchObject(expected)
    expect(facts).toMatchObject({
      format: 'ACES',
      isFull: true,
      date: '2026-05-02',
      brandCode: 'KSTR',
      title: 'Brakes',
    })
    expect(brands).toContain('KSTR')
  })

  it.each(acesHeads)('%s is read with a prefix before its names', async (_, attributes, brand) => {
    const prefixed = `${attributes.replace(/ ?xmlns="[^"]*"/, '')} xmlns:aces="${industry}"`
    const { rows, problems } = await read(acesOf(prefixed, brand, 'aces'))
    expect(problems).toEqual([])
    expect(rows).toMatchObject(expected)
  })

  it('counts its records without the pictures beside them, too, and tells another number', async () => {
    const text = acesOf('version="4.2"', 'BrandAAIAID')
    expect((await read(text.replace('<RecordCount>3', '<RecordCount>2'))).problems).toEqual([])
    const { problems } = await read(text.replace('<RecordCount>3', '<RecordCount>9'))
    expect(problems).toMatchObject([{ code: 'record-count', value: '9, not 2' }])
  })

  it.each([
    ['a change', 'C', 'action-change'],
    ['anything else', 'X', 'action-unknown'],
  ])('refuses %s of an application alone', async (_, action, code) => {
    const { rows, problems } = await read(
      acesOf('version="4.2"', 'BrandAAIAID').replace('action="A" id="1"', `action="${action}" id="1"`),
    )
    expect(problems).toMatchObject([{ record: '1', field: 'action', code, value: action }])
    expect((rows as FitmentRow[]).map(row => row.record)).toEqual(['2', '2'])
  })
})

const piesHeads: [string, string, string][] = [
  ['7.0', `xmlns="${industry}"`, 'BrandAAIAID'],
  ['7.1', `xmlns="${industry}" ${schema} xsi:schemaLocation="${industry} PIES_7_1_r4_XSD.xsd"`, 'BrandAAIAID'],
  ['7.2', `version="7.2" xmlns="${industry}"`, 'BrandAAIAID'],
  ['8.0', `xmlns="${industry}"`, 'BrandID'],
]

const item = (kind: string, number: string, brand: string, more = '') =>
  `<Item MaintenanceType="${kind}"><ItemLevelGTIN GTINQualifier="UP">4006381333931</ItemLevelGTIN><PartNumber>${number}</PartNumber>
    <${brand}>KSTR</${brand}><BrandLabel>Kestrel</BrandLabel><MinimumOrderQuantity UOM="EA">4</MinimumOrderQuantity>
    <Descriptions><Description MaintenanceType="A" DescriptionCode="SHO" LanguageCode="EN">Pad set</Description>
      <Description MaintenanceType="D" DescriptionCode="EXT" LanguageCode="EN">No longer true</Description></Descriptions>
    <Prices><Pricing MaintenanceType="D" PriceType="RET"><Price UOM="PE">1.00</Price></Pricing>
      <Pricing MaintenanceType="A" PriceType="LST"><CurrencyCode>USD</CurrencyCode><Price UOM="PE">48.90</Price></Pricing></Prices>
    <PartInterchangeInfo>
      <PartInterchange MaintenanceType="A" ${brand}="MRRW" InterchangeNotes="No clip"><PartNumber>MX-1</PartNumber></PartInterchange>
      <PartInterchange MaintenanceType="D" ${brand}="MRRW"><PartNumber>MX-0</PartNumber></PartInterchange>
    </PartInterchangeInfo>${more}</Item>`

const piesOf = (version: string, [attributes, brand]: [string, string], submission = 'FULL') =>
  `${xml}<PIES ${attributes}><Header><PIESVersion>${version}</PIESVersion><SubmissionType>${submission}</SubmissionType>
    <BlanketEffectiveDate>2026-05-02</BlanketEffectiveDate><CurrencyCode>USD</CurrencyCode></Header>
  <Items>${item('A', 'KT-1', brand)}${item('C', 'KT-2', brand)}${item('N', 'KT-3', brand)}${item('D', 'KT-4', brand)}</Items>
  <Trailer><ItemCount>4</ItemCount></Trailer></PIES>`

describe('PIES', () => {
  it.each(piesHeads)('%s is read, with what it adds, changes and takes away', async (version, ...head) => {
    const { rows, problems, facts, brands } = await read(piesOf(version, head))
    expect(problems).toEqual([])
    expect(facts).toMatchObject({ format: 'PIES', isFull: true, date: '2026-05-02' })
    expect(brands).toContain('KSTR')
    const parts = rows.filter((row): row is PartRow => row.kind === 'part')
    expect(parts.map(part => [part.part, part.action])).toEqual([
      ['KT-1', 'put'],
      ['KT-2', 'put'],
      ['KT-3', 'put'],
      ['KT-4', 'delete'],
    ])
    // What the file says is gone of a description or a price is not taken for it.
    expect(parts[0]).toMatchObject({ name: 'Pad set', description: null, price: 4890, minimum: 4 })
    const numbers = rows.filter((row): row is NumberRow => row.kind === 'number' && row.part === 'KT-1')
    expect(numbers).toMatchObject([
      { action: 'put', numberKind: 'gtin', value: '04006381333931' },
      { action: 'put', numberKind: 'interchange', value: 'MX-1', numberBrand: 'MRRW', note: 'No clip' },
      { action: 'delete', numberKind: 'interchange', value: 'MX-0', numberBrand: 'MRRW' },
    ])
    // A part that goes takes its numbers along.
    expect(rows.filter(row => row.kind === 'number' && row.part === 'KT-4')).toEqual([])
  })

  it('says of itself whether it is all, and refuses a kind of maintenance that nobody knows', async () => {
    const update = await read(piesOf('7.2', [`xmlns="${industry}"`, 'BrandAAIAID'], 'UPDATE'))
    expect(update.facts).toMatchObject({ isFull: false })
    const strange = await read(
      piesOf('8.0', [`xmlns="${industry}"`, 'BrandID']).replace('MaintenanceType="C"', 'MaintenanceType="Z"'),
    )
    expect(strange.problems).toMatchObject([
      { record: 'KT-2', field: 'MaintenanceType', code: 'action-unknown', value: 'Z' },
    ])
  })
})
