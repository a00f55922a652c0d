import { sql } from 'kysely'
import type { Context } from '#platform/context'
import type { Vehicle } from './vehicles.contract.ts'
import { type NamedModel, type VehicleNames, type VehicleWords, vehicleNamesOf, vehicleWordsOf } from './words.rules.ts'
import { findVehicle } from './vehicles.server.ts'

/** What words say of a vehicle, and which it is; none where the year is not said, or nothing was built in it. */
type ReadVehicle = VehicleWords & { vehicle: Vehicle | undefined }

/** More makes than these share no name. */
const mostMakes = 4

/** Reads a vehicle out of words; undefined where they name none. */
export async function readVehicleWords(ctx: Context, text: string): Promise<ReadVehicle | undefined> {
  // One word is no vehicle and something to look for beside it.
  if (!/\S\s+\S/.test(text)) return undefined
  const said = vehicleWordsOf(text, await namesOf(ctx))
  if (!said) return undefined
  const { year, models } = said
  if (year === undefined) return { ...said, vehicle: undefined }
  const built = await Promise.all(models.slice(0, mostMakes).map(named => findVehicle(ctx, { year, ...named })))
  const [vehicle, ...alike] = built.filter(found => found !== undefined)
  return { ...said, vehicle: alike.length === 0 ? vehicle : undefined }
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
