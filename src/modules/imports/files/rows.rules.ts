import type { StagedValue } from '../columns/tool-column.rules.ts'
import { type ToolValues, eachToolColumn, noToolValues, toolColumnNames } from '../columns/tool-columns.rules.ts'
import { type CategoryRow, categoryStaging } from '../columns/category-columns.rules.ts'
import type { Condition } from '../columns/fitment-cells.rules.ts'
import type { NumberRow } from '../columns/number-columns.rules.ts'
import type { AttributeCell } from '../columns/attribute-columns.rules.ts'

/** The rows of the staging tables, in the order of their columns, and how COPY reads them. */

/** Between the parts of a vehicle's key: no text of a file has it. */
export const unit = '\u001f'

type Action = 'put' | 'delete'

export type FitmentRow = {
  kind: 'fitment'
  line: number
  record: string | null
  action: Action
  brand: string
  part: string
  vehicle: string
  fits: boolean
  position: string | null
  quantity: number | null
  conditions: Condition[]
  notes: string[]
  partType: string | null
  label: string | null
}

/** The part of a row that was refused, as the row names it. */
export type NamedPart = { brand: string; part: string }

/** `key`: of one of the shop's pictures; an address of another host stands for itself. `alt`: null where nothing is said. */
export type NamedPicture = { key: string; alt: string | null }

export type PartRow = ToolValues & {
  kind: 'part'
  line: number
  record: string | null
  action: Action
  brand: string
  part: string
  category: string | null
  stock: number | null
  attributes: AttributeCell[] | null
  pictures: NamedPicture[] | null
  /** The list says that it has no price. */
  isUnpriced: boolean
}

/** A part of which nothing is said. */
export const emptyPart: Pick<PartRow, 'kind' | 'action' | 'isUnpriced'> & Record<PartDetail, null> = {
  kind: 'part',
  action: 'put',
  ...noToolValues,
  category: null,
  stock: null,
  attributes: null,
  pictures: null,
  isUnpriced: false,
}
type PartDetail = Exclude<keyof PartRow, 'kind' | 'line' | 'record' | 'action' | 'brand' | 'part' | 'isUnpriced'>

type VehicleRow = {
  kind: 'vehicle'
  line: number
  record: string | null
  system: string
  externalId: string
  year: number
  make: string
  model: string
}

export type Row = FitmentRow | PartRow | NumberRow | VehicleRow | CategoryRow

/** A vehicle by another system's number. */
export const vehicleByNumber = (system: string, id: string) => `${system}${unit}${id}`

/** A vehicle by its names; they are compared without regard to case. */
export const vehicleByName = (vehicle: { year: number; make: string; model: string; engine?: string | null }) =>
  ['', vehicle.year, vehicle.make, vehicle.model, vehicle.engine ?? ''].join(unit)

export const stagingColumns: Record<Row['kind'], string> = {
  fitment: `file smallint, line integer, record text, action text, brand text, part text, vehicle text, fits boolean,
    position text, quantity smallint, conditions jsonb, notes text[], part_type text, label text`,
  part: `file smallint, line integer, record text, action text, brand text, part text,
    ${eachToolColumn.map(({ name, type }) => `${name} ${type}`).join(', ')},
    category text, stock integer, attributes jsonb, pictures jsonb, is_unpriced boolean`,
  number: `file smallint, line integer, record text, action text, brand text, part text, kind text, value text,
    number_brand text, note text`,
  vehicle: `file smallint, line integer, record text, system text, external_id text, year smallint, make text, model text`,
  category: categoryStaging,
}

/** Parts of rows that were refused while they were read, and the kind of the row. */
export const namedColumns = 'kind text, brand text, part text'

type Cell = string | number | boolean | null

/** One line of COPY's text format. */
export function copyLine(file: number, row: Row): string {
  return copyCells([file, row.line, row.record, ...cellsOf(row)])
}

export const copyCells = (cells: readonly Cell[]): string => `${cells.map(copyCell).join('\t')}\n`

function cellsOf(row: Row): Cell[] {
  switch (row.kind) {
    case 'fitment':
      return [
        row.action,
        row.brand,
        row.part,
        row.vehicle,
        row.fits,
        row.position,
        row.quantity,
        row.conditions.length > 0 ? JSON.stringify(row.conditions) : null,
        row.notes.length > 0 ? arrayOf(row.notes) : null,
        row.partType,
        row.label,
      ]
    case 'part':
      return [
        row.action,
        row.brand,
        row.part,
        ...toolColumnNames.map(name => stagedCell(row[name])),
        row.category,
        row.stock,
        row.attributes && JSON.stringify(row.attributes),
        row.pictures && JSON.stringify(row.pictures),
        row.isUnpriced,
      ]
    case 'number':
      return [row.action, row.brand, row.part, row.numberKind, row.value, row.numberBrand, row.note]
    case 'category':
      return [
        row.category,
        row.address,
        row.text,
        row.hidden,
        row.place,
        row.picture,
        row.attribute,
        row.attributeKind,
        row.unit,
        row.choices && arrayOf(row.choices),
        row.attributePlace,
      ]
    default:
      return [row.system, row.externalId, row.year, row.make, row.model]
  }
}

const stagedCell = (value: StagedValue | null): Cell =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value

const special = /[\\\t\n\r]/

function copyCell(value: Cell): string {
  if (value === null) return '\\N'
  // As below, but what String makes of a number is kept for another time, and no line's number comes again.
  if (Number.isInteger(value)) return (value as number).toFixed()
  if (typeof value !== 'string') return typeof value === 'boolean' ? (value ? 't' : 'f') : String(value)
  if (!special.test(value)) return value
  return value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
}

const arrayOf = (texts: string[]) =>
  `{${texts.map(text => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
