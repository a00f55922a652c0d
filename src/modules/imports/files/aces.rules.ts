import { importLimits, newestYear, oldestYear, type Problem, type ProblemCode } from '../import.rules.ts'
import { type FitmentRow, type NamedPart, vehicleByName, vehicleByNumber } from './rows.rules.ts'
import type { Condition } from '../columns/fitment-cells.rules.ts'
import { cleanText } from '#kernel/tables/cells'
import { cutText } from './text.rules.ts'
import { type XmlNode, attribute, brandIn, brandOn, child, childrenOf, textIn } from './xml.rules.ts'

/** By which `vehicle_alias` and mapping files name the numbers of base vehicles. */
const baseVehicles = 'vcdb'
/** The same for a year with the numbers of a make and a model: `1999/59/123`. */
const numberedModels = 'vcdb-model'

/** Positions are a table of a few hundred; a longer number is a slip of the keyboard. */
const mostPosition = 9999
/** Position 1 is "not applicable", as catalogues that print names beside the numbers show. */
const noPosition = 1

export type AcesHead = {
  brandCode: string | undefined
  title: string | undefined
  isFull: boolean
  date: string | undefined
}

export function readAcesHead(header: XmlNode): AcesHead {
  return {
    brandCode: brandIn(header),
    title: textIn(header, 'DocumentTitle'),
    isFull: textIn(header, 'SubmissionType')?.toLowerCase() === 'full',
    date: textIn(header, 'EffectiveDate') ?? textIn(header, 'TransferDate'),
  }
}

/** Children of an application that are no condition of the vehicle. */
const structure = new Set(
  (
    'BaseVehicle Years Make Model Mfr EquipmentModel EquipmentBase ProductionYears Qual Note Qty PartType MfrLabel Position ' +
    'Part DisplayOrder AssetName AssetItemOrder AssetItemRef AppAssetItem'
  ).split(' '),
)

/** `named`: the part of an application that gives no rows. */
export type ReadApplication = { rows: FitmentRow[]; problems: Problem[]; named?: NamedPart }

/** One `App` as rows, one a year. */
export function readApplication(app: XmlNode, brandOf: (code: string | undefined) => string): ReadApplication {
  const record = attribute(app, 'id') ?? null
  const problems: Problem[] = []
  const complain = (code: ProblemCode, field: string, value: string | null = null) => {
    problems.push({ line: app.line, record, field, code, value: value?.slice(0, importLimits.text) ?? null })
  }
  const action = attribute(app, 'action')?.toUpperCase() ?? 'A'
  if (action === 'C') complain('action-change', 'action', action)
  else if (action !== 'A' && action !== 'D') complain('action-unknown', 'action', action)
  const partNode = child(app, 'Part')
  const part = partNode ? cleanText(partNode.text) : ''
  if (!part) complain('value-missing', 'Part')
  if (part.length > 60) complain('value-too-long', 'Part', part)
  const quantity = readQuantity(app, complain)
  const position = readPosition(app, complain)
  const vehicles = readVehicles(app, complain)
  const texts = { conditions: readConditions(app), notes: readNotes(app) }
  const brand = brandOf(brandOn(partNode))
  if (problems.length > 0) {
    return { rows: [], problems, ...(part && part.length <= 60 && { named: { brand, part } }) }
  }
  const row = {
    kind: 'fitment' as const,
    line: app.line,
    record,
    action: action === 'D' ? ('delete' as const) : ('put' as const),
    brand,
    part,
    fits: true,
    position,
    quantity,
    ...texts,
    partType: coded(child(app, 'PartType'), 'Part type') ?? null,
    label: textIn(app, 'MfrLabel') ?? null,
  }
  return { rows: vehicles.map(vehicle => ({ ...row, vehicle })), problems }
}

type Complain = (code: ProblemCode, field: string, value?: string | null) => void

function readQuantity(app: XmlNode, complain: Complain): number | null {
  const text = textIn(app, 'Qty')
  if (text === undefined) return null
  // Files pad the number with zeros: 0002 is two. Zero says "as required".
  const quantity = /^\d{1,6}(\.0+)?$/.test(text) ? Math.trunc(Number(text)) : Number.NaN
  if (quantity === 0) return null
  if (quantity <= 999) return quantity
  complain('number-expected', 'Qty', text)
  return null
}

function readPosition(app: XmlNode, complain: Complain): string | null {
  const node = child(app, 'Position')
  const id = attribute(node, 'id')
  const name = node && cleanText(node.text)
  if (name) return cutText(name, 120)
  if (id === undefined) return null
  const number = /^\d{1,9}$/.test(id) ? Number(id) : Number.NaN
  if (number === noPosition) return null
  if (number <= mostPosition) return `Position ${number}`
  complain('position-implausible', 'Position', id)
  return null
}

function readVehicles(app: XmlNode, complain: Complain): string[] {
  const base = child(app, 'BaseVehicle')
  if (base) {
    const id = attribute(base, 'id') ?? cleanText(base.text)
    if (/^\d{1,9}$/.test(id)) return [vehicleByNumber(baseVehicles, String(Number(id)))]
    complain('number-expected', 'BaseVehicle', id)
    return []
  }
  if (['Mfr', 'EquipmentModel', 'EquipmentBase'].some(name => child(app, name))) {
    complain('equipment-unsupported', 'App')
    return []
  }
  const years = readYears(child(app, 'Years'), complain)
  const make = nameOrNumber(child(app, 'Make'))
  const model = nameOrNumber(child(app, 'Model'))
  if (!make) complain('value-missing', 'Make')
  if (!model) complain('value-missing', 'Model')
  if (!make || !model) return []
  if (make.name && model.name) {
    const names = { make: make.name, model: model.name }
    return years.map(year => vehicleByName({ year, ...names }))
  }
  return years.map(year => vehicleByNumber(numberedModels, `${year}/${make.id ?? ''}/${model.id ?? ''}`))
}

function nameOrNumber(node: XmlNode | undefined): { name?: string; id?: string } | undefined {
  const name = node && cleanText(node.text)
  const id = attribute(node, 'id')
  if (!name && !id) return undefined
  return { ...(name && { name: cutText(name, 120) }), ...(id && { id: id.slice(0, 20) }) }
}

function readYears(node: XmlNode | undefined, complain: Complain): number[] {
  if (!node) {
    complain('value-missing', 'BaseVehicle')
    return []
  }
  const first = attribute(node, 'from') ?? cleanText(node.text)
  const last = attribute(node, 'to') ?? first
  const [from, to] = [Number(first), Number(last)]
  const isPlausible = [from, to].every(year => Number.isInteger(year) && year >= oldestYear && year <= newestYear)
  if (!isPlausible || to - from >= importLimits.years) complain('year-implausible', 'Years', `${first}–${last}`)
  else if (from > to) complain('years-reversed', 'Years', `${first}–${last}`)
  else return Array.from({ length: to - from + 1 }, (_, more) => from + more)
  return []
}

/** In the order of their names, so that two files that say the same in another order say the same. */
function readConditions(app: XmlNode): Condition[] {
  return app.children
    .filter(node => !structure.has(node.name))
    .map(node => ({ name: labelOf(node.name), value: valueOf(node) }))
    .filter(condition => condition.value !== '')
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.value.localeCompare(b.value, 'en'))
}

function readNotes(app: XmlNode): string[] {
  const qualifiers = childrenOf(app, 'Qual').map(
    qual => textIn(qual, 'text') ?? `Qualifier ${attribute(qual, 'id') ?? ''}`.trim(),
  )
  const notes = childrenOf(app, 'Note').map(note => cleanText(note.text))
  return [...qualifiers, ...notes].filter(Boolean).map(note => cutText(note, 2000))
}

/** `EngineBase` is "Engine base"; the one that everybody knows by another word is told so. */
function labelOf(name: string): string {
  if (name === 'SubModel') return 'Submodel'
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').split(' ')
  return words.map((word, at) => (at === 0 || /^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase())).join(' ')
}

const valueOf = (node: XmlNode) => cutText(cleanText(node.text) || attribute(node, 'id') || '', 120)

function coded(node: XmlNode | undefined, what: string): string | undefined {
  if (!node) return undefined
  const text = cleanText(node.text)
  const id = attribute(node, 'id')
  return cutText(text || (id && `${what} ${id}`) || '', 120) || undefined
}
