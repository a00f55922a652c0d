import { sql } from 'kysely'
import type { Context } from '#platform/context'
import type { Vehicle } from '../finder.contract.ts'
import { type NamedModel, type VehicleNames, type VehicleWords, vehicleNamesOf, vehicleWordsOf } from './words.rules.ts'
import { findVehicle } from './vehicles.server.ts'

/** What words say of a vehicle, and which it is; none where the year is not said, or nothing was built in it. */
export type ReadVehicle = VehicleWords & { vehicle: Vehicle | undefined }
export type VehicleReader = (ctx: Context, text: string) => Promise<ReadVehicle | undefined>

/** More makes than these share no name. */
const mostMakes = 4

/**
 * Reads vehicles out of words. Makes and models are few, so they are kept, and read anew once there is a vehicle more.
 */
export function vehicleReader(): VehicleReader {
  let kept: { newest: number; names: VehicleNames } | undefined

  async function namesNow(ctx: Context): Promise<VehicleNames> {
    const row = await ctx.db
      .selectFrom('vehicle')
      .select(({ fn }) => fn.max('id').as('newest'))
      .executeTakeFirst()
    const newest = row?.newest ?? 0
    if (kept?.newest !== newest) kept = { newest, names: vehicleNamesOf(await readModels(ctx)) }
    return kept.names
  }

  return async (ctx, text) => {
    // One word is no vehicle and something to look for beside it.
    if (!/\S\s+\S/.test(text)) return undefined
    const said = vehicleWordsOf(text, await namesNow(ctx))
    if (!said) return undefined
    const { year, models } = said
    if (year === undefined) return { ...said, vehicle: undefined }
    const built = await Promise.all(models.slice(0, mostMakes).map(named => findVehicle(ctx, { year, ...named })))
    const [vehicle, ...alike] = built.filter(found => found !== undefined)
    return { ...said, vehicle: alike.length === 0 ? vehicle : undefined }
  }
}

async function readModels(ctx: Context): Promise<NamedModel[]> {
  const { rows } = await sql<NamedModel>`
    select make.name as make, model.name as model from model join make on make.id = model.make_id
    where exists (select from vehicle where vehicle.model_id = model.id and vehicle.is_offered)`.execute(ctx.db)
  return rows
}
