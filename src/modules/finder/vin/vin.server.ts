import type { Handlers } from '#kernel/endpoint'
import { refuse } from '../refusals.rules.ts'
import type { Context } from '#platform/context'
import type { VinAnswer, vinContract } from './vin.contract.ts'
import { findWithEngines } from '../vehicles/vehicles.server.ts'
import { type Pattern, type VinTables, elements, openVinTables } from './tables.server.ts'
import { vehicleName } from '../finder.rules.ts'
import {
  allowsYear,
  checkVin,
  describedPart,
  fitOfKey,
  isEuropean,
  isFilled,
  modelYears,
  normaliseVin,
  vinProblem,
} from './vin.rules.ts'
import { vinTexts } from './vin.texts.ts'

/** Of each data folder, opened when the first VIN comes, or at the start of a shop. */
const opened = new Map<string, Promise<VinTables>>()

/** The tables that VINs are read with. Made at the first start, which takes a second or two. */
export function vinTables({ settings: { dataDir } }: Pick<Context, 'settings'>): Promise<VinTables> {
  const existing = opened.get(dataDir)
  if (existing) return existing
  const opening = openVinTables(dataDir)
  opened.set(dataDir, opening)
  // A full disk may have room later.
  opening.catch(() => opened.delete(dataDir))
  return opening
}

/** The VIN without spaces, in capitals. Refuses: vin-malformed. */
export function readVin(typed: string): string {
  const vin = normaliseVin(typed)
  const reason = vinProblem(vin)
  if (reason) throw refuse('vin-malformed', { reason })
  return vin
}

export const vinHandlers: Handlers<typeof vinContract, Context> = {
  decodeVin: (ctx, { params }) => decodeVin(ctx, params.vin),
}

/**
 * What a VIN says. A number that does not tell its model, or leaves its year open, is answered all the same, with the advice
 * to pick by hand.
 */
export async function decodeVin(ctx: Context, typed: string): Promise<VinAnswer> {
  const vin = readVin(typed)
  const checkDigit = checkVin(vin)
  const tables = await vinTables(ctx)
  const [late, early] = decodeByTables(tables, vin, ctx.now().getUTCFullYear() + 2)
  const vehicle = late && !early ? await listedVehicle(ctx, late) : undefined
  const warnings = [
    ...(checkDigit === 'fail' ? [vinTexts.checkDigit] : []),
    ...(late ? [] : [withoutModel(vin, tables)]),
    ...(late && early ? [vinTexts.twoYears(vehicleName(early), vehicleName(late))] : []),
    ...(vehicle && vehicle.id === undefined ? [vinTexts.notListed] : []),
  ]
  return { vin, wellFormed: true, checkDigit, ...(vehicle && { vehicle }), warnings }
}

/** A block with more makes than these belongs to one who builds on others' vehicles. */
const mostMakes = 3

function withoutModel(vin: string, tables: VinTables): string {
  const makes = tables.makes(vin)
  if (makes.length === 0 || makes.length > mostMakes) return vinTexts.noMaker(vin.slice(0, 3))
  const makers = vinTexts.anyOf(makes)
  return isEuropean(vin) ? vinTexts.noModelInEurope(makers) : vinTexts.noModel(makers)
}

export type Decoded = {
  year: number
  make: string
  model: string
  litres?: string | undefined
  cylinders?: number | undefined
  fuel?: 'gasoline' | 'diesel' | 'electricity' | undefined
}

/** The classes of weight up to 10,000 pounds: a truck of these is a light one. */
const lightWeights = new Set(['1', '2', '10', '11', '12', '13', '14', '15', '16', '17'])

/**
 * Reads a VIN with the public tables alone; no year after `latestYear`. Two, the later first, where neither position 7 nor
 * the tables say which of its years it is.
 */
function decodeByTables(tables: VinTables, vin: string, latestYear: number): Decoded[] {
  if (isFilled(vin)) return []
  const described = describedPart(vin)
  for (const wmi of tables.wmis(vin)) {
    const decoded = modelYears(vin).flatMap((year): Decoded[] => {
      if (year > latestYear) return []
      const fitting = tables.patterns(wmi.id, year).flatMap(pattern => {
        const pinned = fitOfKey(pattern.key, described)
        return pinned === undefined ? [] : [{ ...pattern, pinned }]
      })
      const isLight = wmi.isLight || lightWeights.has(bestOf(fitting, elements.weight) ?? '')
      if (isLight && !allowsYear(vin, year)) return []
      const modelId = bestOf(fitting, elements.model)
      const named = modelId === undefined ? undefined : tables.modelName(modelId)
      return named ? [{ year, make: named.make.trim(), model: tidy(named.model), ...engineOf(tables, fitting) }] : []
    })
    if (decoded.length > 0) return decoded
  }
  return []
}

const compare = (one: string, other: string) => Number(one > other) - Number(one < other)

type Fitting = Pattern & { pinned: number }

const tidy = (name: string) => name.trim().replace(/\s+/g, ' ')

/** The value of the key that pins most down; of such, the one that was written last. */
function bestOf(fitting: readonly Fitting[], element: number): string | undefined {
  const [best] = fitting
    .filter(pattern => pattern.element === element)
    .toSorted((one, other) => other.pinned - one.pinned || compare(other.stamp, one.stamp))
  return best?.value
}

function engineOf(tables: VinTables, fitting: readonly Fitting[]): Pick<Decoded, 'litres' | 'cylinders' | 'fuel'> {
  const model = bestOf(fitting, elements.engineModel)
  const ofModel = model === undefined ? [] : tables.engine(model)
  const valueOf = (element: number) =>
    bestOf(fitting, element) ?? ofModel.find(pattern => pattern.element === element)?.value
  const cubic = Number(valueOf(elements.cubicCentimetres))
  const litres = Number(valueOf(elements.litres)) || cubic / 1000
  const cylinders = Number(valueOf(elements.cylinders))
  const fuelId = valueOf(elements.fuel)
  return {
    litres: litres > 0 ? litres.toFixed(1) : undefined,
    cylinders: cylinders > 0 ? cylinders : undefined,
    fuel: fuelId === undefined ? undefined : plainFuel(tables.fuelName(fuelId)),
  }
}

function plainFuel(name: string | undefined): Decoded['fuel'] {
  if (name === 'Gasoline') return 'gasoline'
  if (name === 'Diesel') return 'diesel'
  return name === 'Electric' ? 'electricity' : undefined
}

/**
 * The vehicle as the shop's list has it, with its engine where there is no doubt about it; without an id when the list does
 * not have it.
 */
async function listedVehicle(ctx: Context, decoded: Decoded): Promise<NonNullable<VinAnswer['vehicle']>> {
  const { year, make, model } = decoded
  const { base, engines } = await findWithEngines(ctx, { year, make, model })
  if (!base) return { year, make, model }
  return pickEngine(engines, decoded) ?? base
}

/** The one engine that agrees with all that the VIN says; none when several do, or when the VIN says too little. */
export function pickEngine<V extends { engine?: string | undefined }>(
  vehicles: readonly V[],
  { litres, cylinders, fuel }: Pick<Decoded, 'litres' | 'cylinders' | 'fuel'>,
): V | undefined {
  const agreeing = vehicles.filter(({ engine = '' }) => {
    if (fuel === 'electricity') return engine === 'Electric motor'
    if (!litres && !cylinders) return false
    if (litres && !engine.startsWith(`${litres} L, `)) return false
    if (cylinders && !engine.includes(` ${cylinders} cylinders, `)) return false
    return !fuel || engine.slice(engine.lastIndexOf(', ')).includes(fuel)
  })
  return agreeing.length === 1 ? agreeing[0] : undefined
}
