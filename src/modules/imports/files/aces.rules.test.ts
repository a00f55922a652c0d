import { describe, expect, it } from 'vitest'
import { aces, read } from '#test/files/read'
import { unit } from './rows.rules.ts'

const base = '<BaseVehicle id="5"/>'
const part = '<Part>A-1</Part>'
const names = '<Make>Volvo</Make><Model>240</Model>'

/** What is made of one application. */
const readApp = (inside: string, attributes = 'id="7"') => read(aces(`<App ${attributes}>${inside}</App>`))
const problemsOf = async (inside: string, attributes?: string) => {
  const { rows, problems } = await readApp(inside, attributes)
  if (problems.length > 0) expect(rows).toEqual([])
  return problems.map(({ field, code, value }) => `${field}: ${code}${value === null ? '' : ` ${value}`}`)
}

describe('an application', () => {
  it('is a row, with all that it says', async () => {
    const more =
      '<Qty>2</Qty><PartType id="1">Disc</PartType><MfrLabel>Premium</MfrLabel><Position id="22">Front</Position>'
    const row = { kind: 'fitment', line: 2, record: '7', brand: 'Acme', part: 'A-1', fits: true }
    const vehicle = `vcdb${unit}5`
    const content = { quantity: 2, partType: 'Disc', label: 'Premium', position: 'Front' }
    expect((await readApp(`<BaseVehicle id="005"/>${more}${part}`, 'id="7" action="d"')).rows).toEqual([
      { ...row, ...content, action: 'delete', vehicle, conditions: [], notes: [] },
    ])
    const unsaid = { quantity: null, partType: null, label: null, position: null }
    expect((await readApp(`<BaseVehicle>5</BaseVehicle><PartType/>${part}`)).rows).toEqual([
      { ...row, ...unsaid, action: 'put', vehicle, conditions: [], notes: [] },
    ])
  })

  it.each([
    ['<Qty>0002</Qty>', { quantity: 2 }],
    ['<Qty>2.000</Qty>', { quantity: 2 }],
    ['<Qty>999</Qty>', { quantity: 999 }],
    ['<Qty>0</Qty>', { quantity: null }],
    ['<Position id="1"/>', { position: null }],
    ['<Position id="0022"/>', { position: 'Position 22' }],
    ['<Position id="9999"/>', { position: 'Position 9999' }],
    ['<PartType id="1896"/>', { partType: 'Part type 1896' }],
    ['<Qual id="3"/><Qual/><Note> By hand. </Note>', { notes: ['Qualifier 3', 'Qualifier', 'By hand.'] }],
  ])('with %s says so', async (inside, row) => {
    expect((await readApp(base + inside + part)).rows).toMatchObject([row])
  })

  it('says the same in whichever order it names its conditions', async () => {
    const elements = [
      '<FuelDeliveryType id="5"/>',
      '<BrakeABS>None</BrakeABS>',
      '<Note>x</Note>',
      '<BrakeABS id="2"/>',
      '<Drive/>',
    ]
    const conditions = [
      { name: 'Brake ABS', value: '2' },
      { name: 'Brake ABS', value: 'None' },
      { name: 'Fuel delivery type', value: '5' },
    ]
    for (const inside of [elements, elements.toReversed()])
      expect((await readApp(base + inside.join('') + part)).rows).toMatchObject([{ conditions }])
  })

  const named = (year: number) => ['', year, 'Volvo', '240', ''].join(unit)
  it.each([
    [`<Years from="1999" to="2000"/>${names}`, [named(1999), named(2000)]],
    [`<Years from="1886"/>${names}`, [named(1886)]],
    [`<Years> 2100 </Years>${names}`, [named(2100)]],
    [`<Years from="1886" to="2005"/>${names}`, Array.from({ length: 120 }, (_, more) => named(1886 + more))],
    ['<Years from="1999"/><Make id="3">Volvo</Make><Model id="4"/>', [`vcdb-model${unit}1999/3/4`]],
    ['<Years from="1999"/><Make id="3"/><Model id="4">240</Model>', [`vcdb-model${unit}1999/3/4`]],
  ])('for %s is a row for each year', async (inside, vehicles) => {
    const { rows } = await readApp(inside + part)
    expect(rows).toMatchObject(vehicles.map(vehicle => ({ vehicle })))
  })

  const years = (attributes: string) => `<Years ${attributes}/>${names}${part}`
  it.each([
    [base, ['Part: value-missing']],
    [`${base}<Part>${'x'.repeat(61)}</Part>`, [`Part: value-too-long ${'x'.repeat(61)}`]],
    [`${base}<Part>${'x'.repeat(60)}</Part>`, []],
    ...['1000', '2.5', 'x2', '2x', '-1'].map(text => [
      `${base}<Qty>${text}</Qty>${part}`,
      [`Qty: number-expected ${text}`],
    ]),
    ...['10000', 'x1', '1x'].map(id => [
      `${base}<Position id="${id}"/>${part}`,
      [`Position: position-implausible ${id}`],
    ]),
    ...['x5', '5x', '1234567890'].map(id => [
      `<BaseVehicle id="${id}"/>${part}`,
      [`BaseVehicle: number-expected ${id}`],
    ]),
    ...['Mfr', 'EquipmentModel', 'EquipmentBase'].map(name => [
      `<${name} id="1"/>${part}`,
      ['App: equipment-unsupported'],
    ]),
    [names + part, ['BaseVehicle: value-missing']],
    [`<Years from="1999"/>${part}`, ['Make: value-missing', 'Model: value-missing']],
    [`<Years from="1999"/><Make id="3"/>${part}`, ['Model: value-missing']],
    [years('from="1885" to="1900"'), ['Years: year-implausible 1885–1900']],
    [years('from="2099" to="2101"'), ['Years: year-implausible 2099–2101']],
    [years('from="1886" to="2006"'), ['Years: year-implausible 1886–2006']],
    [years('from="1999.5"'), ['Years: year-implausible 1999.5–1999.5']],
    [years('from="MY99" to="2001"'), ['Years: year-implausible MY99–2001']],
    [years('from="2001" to="1999"'), ['Years: years-reversed 2001–1999']],
  ] as [string, string[]][])('that says %s is told as it was written', async (inside, problems) => {
    expect(await problemsOf(inside)).toEqual(problems)
  })

  it('that does what nobody knows is told', async () => {
    expect(await problemsOf(base + part, 'action="x"')).toEqual(['action: action-unknown X'])
  })
})

it('a file is a full one where it says so, and of the day that it names', async () => {
  const factsOf = async (header: string) => (await read(`<ACES version="4.2"><Header>${header}</Header></ACES>`)).facts
  expect(await factsOf('<TransferDate>2026-05-01</TransferDate>')).toEqual({
    format: 'ACES',
    isFull: false,
    date: '2026-05-01',
  })
  expect(await factsOf('<SubmissionType>UPDATE</SubmissionType>')).toEqual({ format: 'ACES', isFull: false })
})
