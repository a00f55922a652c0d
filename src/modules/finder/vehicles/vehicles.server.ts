import { type InferResult, sql } from 'kysely'
import type { Handlers } from '#kernel/endpoint'
import { refuseFields } from '#kernel/refusals'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { vehicleProblems } from './vehicle.texts.ts'
import type { Vehicle, vehiclesContract } from './vehicles.contract.ts'

/** The calls by which a vehicle is picked. Those of the lists are offered; any vehicle that is known can be read. */
export const vehicleHandlers: Handlers<typeof vehiclesContract, Context> = {
  listYears: async ctx => asChoices(await yearsOf(ctx)),
  listMakes: async (ctx, { query }) => asChoices(await makesOf(ctx, query.year)),
  listModels: async (ctx, { query }) => asChoices(await modelsOf(ctx, query)),
  listEngines: async (ctx, { query }) => asChoices(await enginesOf(ctx, query)),
  async findVehicles(ctx, { query: { id, year, make, model, engine } }) {
    if (id !== undefined) {
      const vehicle = await readVehicle(ctx, id)
      return vehicle ? [vehicle] : []
    }
    const missing = [
      ...(year === undefined ? [{ field: 'year', message: vehicleProblems.yearMissing }] : []),
      ...(make === undefined ? [{ field: 'make', message: vehicleProblems.makeMissing }] : []),
      ...(model === undefined ? [{ field: 'model', message: vehicleProblems.modelMissing }] : []),
    ]
    if (year === undefined || make === undefined || model === undefined) throw refuseFields(missing)
    const vehicle = await findVehicle(ctx, { year, make, model, engine })
    return vehicle ? [vehicle] : []
  },
}

const asChoices = (names: readonly (string | number)[]) =>
  names.map(name => ({ value: String(name), label: String(name) }))

/** The years in which vehicles are offered, newest first: a step in the index a year, not a look at every vehicle. */
const yearsOf = (ctx: Context): Promise<number[]> => ctx.remember('years', ['vehicle'], () => selectYears(ctx))

async function selectYears(ctx: Context): Promise<number[]> {
  const { rows } = await sql<Columns<'vehicle', 'year'>>`
    with recursive offered as (
      (select year from vehicle where is_offered order by year desc limit 1)
      union all
      select (select year from vehicle where vehicle.year < offered.year and is_offered order by year desc limit 1)
      from offered where offered.year is not null
    )
    select year from offered where year is not null order by year desc`.execute(ctx.db)
  return rows.map(row => row.year)
}

async function makesOf(ctx: Context, year: number): Promise<string[]> {
  const { rows } = await sql<Columns<'make', 'name'>>`
    select make.name
    from (select distinct model.make_id from vehicle join model on model.id = vehicle.model_id
      where vehicle.year = ${year}::integer and vehicle.engine_id is null and vehicle.is_offered) offered
      join make on make.id = offered.make_id
    order by lower(make.name)`.execute(ctx.db)
  return rows.map(row => row.name)
}

export async function modelsOf(ctx: Context, { year, make }: { year: number; make: string }): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('make')
    .innerJoin('model', 'model.make_id', 'make.id')
    .innerJoin('vehicle', 'vehicle.model_id', 'model.id')
    .select('model.name')
    .where(isNamed('make', make))
    .where(isOf(year))
    .where('vehicle.engine_id', 'is', null)
    .where('vehicle.is_offered', '=', sql.lit(true))
    .orderBy(sql`lower(model.name)`)
    .execute()
  return rows.map(row => row.name)
}

/** The years in which a make, or one of its models, is offered, newest first. */
export async function yearsBuilt(ctx: Context, { make, model }: { make: string; model: string | undefined }) {
  const offered = ctx.db
    .selectFrom('make')
    .innerJoin('model', 'model.make_id', 'make.id')
    .innerJoin('vehicle', 'vehicle.model_id', 'model.id')
    .select('vehicle.year')
    .distinct()
    .where(isNamed('make', make))
    .where('vehicle.engine_id', 'is', null)
    .where('vehicle.is_offered', '=', sql.lit(true))
    .orderBy('vehicle.year', 'desc')
  const rows = await (model === undefined ? offered : offered.where(isNamed('model', model))).execute()
  return rows.map(row => row.year)
}

/** Asked for may be more than the column holds. */
const isOf = (year: number) => sql<boolean>`vehicle.year = ${year}::integer`

/** However it is capitalised. */
const isNamed = (table: 'make' | 'model' | 'engine', name: string) =>
  sql<boolean>`lower(${sql.ref(`${table}.name`)}) = lower(${name})`

type ByName = { year: number; make: string; model: string }

async function enginesOf(ctx: Context, { year, make, model }: ByName): Promise<string[]> {
  const rows = await selectVehicles(ctx, { year, make, model })
    .where('vehicle.engine_id', 'is not', null)
    .where('vehicle.is_offered', '=', sql.lit(true))
    .orderBy(sql`lower(engine.name)`)
    .execute()
  return rows.flatMap(row => row.engine ?? [])
}

/** Vehicles with the names of what they are. */
export const selectNamed = (ctx: Context) =>
  ctx.db
    .selectFrom('vehicle')
    .innerJoin('model', 'model.id', 'vehicle.model_id')
    .innerJoin('make', 'make.id', 'model.make_id')
    .leftJoin('engine', 'engine.id', 'vehicle.engine_id')
    .select(['vehicle.id', 'vehicle.year', 'make.name as make', 'model.name as model', 'engine.name as engine'])

const selectVehicles = (ctx: Context, { year, make, model }: ByName) =>
  selectNamed(ctx).where(isNamed('make', make)).where(isNamed('model', model)).where(isOf(year))

type VehicleRow = InferResult<ReturnType<typeof selectNamed>>[number]

function vehicleOf({ id, year, make, model, engine }: VehicleRow): Vehicle {
  return { id, year, make, model, ...(engine !== null && { engine }) }
}

/** The vehicle with this id; undefined when there is none. */
export async function readVehicle(ctx: Context, id: number): Promise<Vehicle | undefined> {
  return (await namesOfVehicles(ctx, [id])).get(id)
}

/** The vehicles with these ids, by id; those that do not exist are missing. */
export async function namesOfVehicles(ctx: Context, ids: readonly number[]): Promise<Map<number, Vehicle>> {
  if (ids.length === 0) return new Map()
  const rows = await selectNamed(ctx)
    .where(sql<boolean>`vehicle.id = any(${ids}::integer[])`)
    .execute()
  return new Map(rows.map(row => [row.id, vehicleOf(row)]))
}

/** The vehicle of these names, however they are capitalised; without `engine` the one whatever its engine. */
export async function findVehicle(
  ctx: Context,
  { year, make, model, engine }: ByName & { engine?: string | undefined },
): Promise<Vehicle | undefined> {
  const vehicles = selectVehicles(ctx, { year, make, model })
  const selection =
    engine === undefined ? vehicles.where('vehicle.engine_id', 'is', null) : vehicles.where(isNamed('engine', engine))
  const row = await selection.executeTakeFirst()
  return row && vehicleOf(row)
}

/** The vehicle of these names whatever its engine, and the same with each engine that it is known to have. */
export async function findWithEngines(ctx: Context, { year, make, model }: ByName) {
  const vehicles = (await selectVehicles(ctx, { year, make, model }).execute()).map(vehicleOf)
  return { base: vehicles.find(({ engine }) => !engine), engines: vehicles.filter(({ engine }) => engine) }
}
