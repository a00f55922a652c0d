import { csvLine } from '#kernel/tables/written-files'
import { eachNumberColumn } from '../columns/number-columns.rules.ts'
import { eachToolColumn } from '../columns/tool-columns.rules.ts'
import { type CsvKind, columnsOf } from '../columns/csv-columns.rules.ts'

/** A small file of each kind, to look at and to fill in: its columns are those that the reader knows. */
const rows: Record<CsvKind, Record<string, string>[]> = {
  parts: ['KT-1042', 'KT-2200'].map((part_number, at) => ({
    part_number,
    brand: 'Kestrel',
    stock: ['25', '140'][at] ?? '',
    ...Object.fromEntries(eachToolColumn.map(({ name, samples }) => [name, samples[at] ?? ''])),
    ...Object.fromEntries(eachNumberColumn.map(([name, { samples }]) => [name, samples[at] ?? ''])),
  })),
  fitment: [
    {
      part_number: 'KT-1042',
      brand: 'Kestrel',
      make: 'Toyota',
      model: 'Corolla',
      year_from: '2014',
      year_to: '2019',
      position: 'Front',
      quantity: '1',
      fits: 'yes',
      conditions: 'Brakes=Disc; Drive=FWD',
      notes: 'Not with the sports package.',
      part_type: 'Brake pad set',
      record: '1',
    },
    {
      part_number: 'KT-1042',
      brand: 'Kestrel',
      make: 'Toyota',
      model: 'Corolla',
      year: '2020',
      engine: '2.0 L 4',
      submodel: 'Hybrid LE',
      fits: 'no',
      record: '2',
    },
  ],
  numbers: [
    { part_number: 'KT-1042', brand: 'Kestrel', kind: 'oem', number: '04465-02220', number_brand: 'Toyota' },
    {
      part_number: 'KT-1042',
      brand: 'Kestrel',
      kind: 'interchange',
      number: 'MX 889-A',
      number_brand: 'Marrow',
      note: 'Without the clip.',
    },
    { part_number: 'KT-1042', brand: 'Kestrel', kind: 'supersedes', number: 'KT-1041' },
    { part_number: 'KT-1042', brand: 'Kestrel', kind: 'gtin', number: '4006381333931' },
  ],
  prices: [
    { part_number: 'KT-1042', brand: 'Kestrel', price: '51.40' },
    { part_number: 'KT-2200', brand: 'Kestrel', price: '6.90' },
  ],
  stock: [
    { part_number: 'KT-1042', brand: 'Kestrel', quantity: '40' },
    { part_number: 'KT-2200', brand: 'Kestrel', quantity: '0' },
  ],
  vehicles: [
    { system: 'supplier', external_id: 'TC-14', year: '2014', make: 'Toyota', model: 'Corolla', source: 'Own list' },
  ],
  categories: [
    {
      category: 'Brakes',
      category_address: 'brakes',
      category_text: 'Everything that stops a car.',
      category_hidden: 'no',
      category_place: '1',
    },
    {
      category: 'Brakes > Discs',
      attribute_name: 'Outer diameter',
      attribute_kind: 'number',
      attribute_unit: 'mm',
      attribute_place: '1',
    },
    {
      category: 'Brakes > Discs',
      attribute_name: 'Surface',
      attribute_kind: 'choice',
      attribute_choices: 'Plain; Coated',
      attribute_place: '2',
    },
  ],
}

export const sampleName = (kind: CsvKind) => `sample-${kind}.csv`

export function sampleCsv(kind: CsvKind): string {
  const columns = columnsOf(kind)
  return csvOf(
    columns,
    rows[kind].map(row => columns.map(column => row[column] ?? '')),
  )
}

/** Text of a file that spreadsheets open as it is. */
export function csvOf(columns: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  return `\ufeff${[columns, ...rows].map(csvLine).join('')}`
}
