import { sql } from 'kysely'
import type { Context } from '#platform/context'
import type { Vehicle, VehicleReading } from './vehicles.contract.ts'
import {
  type NamedModel,
  type VehicleNames,
  type VehicleWords,
  namesMended,
  vehicleNamesOf,
  vehicleWordsOf,
} from './words.rules.ts'
import { findVehicle, findWithEngines, modelsOf, yearsBuilt } from './vehicles.server.ts'

type VehicleChoice = VehicleReading['choices'][number]

/** What words say of a vehicle, and which it is; none where something is missing that it is known by. */
export type ReadVehicle = VehicleWords & {
  vehicle: Vehicle | undefined
  /** As far as it is said: "Honda", "2015 Honda", "Honda Civic". */
  name: string
  /** The words as they were read, where they are not those typed. */
  mended: string | undefined
}

/** More makes than these share no name. */
const mostMakes = 4

/** Reads a vehicle out of words; undefined where they name none. `isWord`: whether the catalogue has a word. */
export async function readVehicleWords(
  ctx: Context,
  text: string,
  isWord: (word: string) => Promise<boolean>,
): Promise<ReadVehicle | undefined> {
  const names = await namesOf(ctx)
  const typed = text.trim()
  const read = await namesMended(typed, names, isWord)
  const vehicleWords = vehicleWordsOf(read, names)
  if (!vehicleWords) return undefined
  const { year, make, models } = vehicleWords
  const [model, ...otherModels] = models
  const isOneModel = model && otherModels.length === 0
  const name = [year, make ?? (isOneModel && model.make), model?.model].filter(Boolean).join(' ')
  const mended = read === typed ? undefined : read
  if (year === undefined) return { ...vehicleWords, name, mended, vehicle: undefined }
  const built = await Promise.all(models.slice(0, mostMakes).map(named => findVehicle(ctx, { year, ...named })))
  const [vehicle, ...alike] = built.filter(one => one !== undefined)
  return { ...vehicleWords, name, mended, vehicle: alike.length === 0 ? vehicle : undefined }
}

/** The next step that still lacks of a vehicle, with its choices; each has the words or the vehicle that it leads to. */
export async function findNextChoices(
  ctx: Context,
  vehicleWords: ReadVehicle,
): Promise<Pick<VehicleReading, 'asks' | 'choices'>> {
  const { year, make, models, vehicle, others } = vehicleWords
  if (vehicle) {
    const { engines } = await findWithEngines(ctx, vehicle)
    const choices = engines.map(({ id, engine = '' }): VehicleChoice => ({ label: engine, vehicle: id }))
    return choices.length > 0 ? { asks: 'engine', choices } : { choices }
  }
  const [model, ...otherModels] = models
  const toSay = (label: string, ...words: (string | number | undefined)[]): VehicleChoice => ({
    label,
    q: [...words, others].filter(Boolean).join(' '),
  })
  if (model && otherModels.length > 0) {
    return { asks: 'make', choices: models.slice(0, mostMakes).map(one => toSay(one.make, year, one.make, one.model)) }
  }
  const ofMake = model?.make ?? make ?? ''
  const ofYear = year === undefined || model ? [] : await modelsOf(ctx, { year, make: ofMake })
  if (ofYear.length > 0) return { asks: 'model', choices: ofYear.map(name => toSay(name, year, ofMake, name)) }
  const years = await yearsBuilt(ctx, { make: ofMake, model: model?.model })
  return { asks: 'year', choices: years.map(one => toSay(String(one), one, ofMake, model?.model)) }
}

const namesOf = (ctx: Context): Promise<VehicleNames> =>
  ctx.remember('names of vehicles', ['make', 'model', 'vehicle'], async () => vehicleNamesOf(await readModels(ctx)))

const readModels = (ctx: Context): Promise<NamedModel[]> =>
  ctx.db
    .selectFrom('model')
    .innerJoin('make', 'make.id', 'model.make_id')
    .select(['make.name as make', 'model.name as model'])
    .where(sql<boolean>`exists (select from vehicle where vehicle.model_id = model.id and vehicle.is_offered)`)
    .execute()
