import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { sql } from 'kysely'
import { type Context, transact } from '#platform/context'
import { projectFile } from '#platform/files/project'

/** Where they come from, and on what terms: NOTICE.md beside it. */
const vehicleFile = projectFile('db/vehicles/vehicles.tsv.gz')

/** One vehicle of the file; `engine` is empty for the vehicle whatever its engine. */
export type ListedVehicle = { year: number; make: string; model: string; engine: string }

export async function readVehicleFile(): Promise<ListedVehicle[]> {
  const text = (await promisify(gunzip)(await readFile(vehicleFile))).toString('utf8')
  return text
    .trimEnd()
    .split('\n')
    .map(line => {
      const [year = '', make = '', model = '', engine = ''] = line.split('\t')
      return { year: Number(year), make, model, engine }
    })
}

/**
 * Puts the vehicles that customers can pick into a shop that has none yet, all of them or nothing. Of processes that do it
 * at once, the second waits and finds it done. Vehicles that an import brought before stay, and are offered from now on
 * if they are in the list. Returns whether there was something to do.
 */
export async function loadVehicles(ctx: Context): Promise<boolean> {
  if (await hasVehicles(ctx)) return false
  const vehicles = await readVehicleFile()
  return transact(ctx, async ctx => {
    await sql`select pg_advisory_xact_lock(hashtext('tappet vehicles'))`.execute(ctx.db)
    if (await hasVehicles(ctx)) return false
    await addListed(ctx, vehicles)
    return true
  })
}

async function hasVehicles(ctx: Context): Promise<boolean> {
  const { rows } = await sql`select from vehicle where is_offered limit 1`.execute(ctx.db)
  return rows.length > 0
}

/** Adds listed vehicles, each once, by a handful of statements however many they are. In a transaction. */
export async function addListed(ctx: Context, vehicles: readonly ListedVehicle[]): Promise<void> {
  await sql`
    create temporary table listed (year smallint, make text, model text, engine text) on commit drop`.execute(ctx.db)
  await sql`
    insert into listed
    select * from unnest(${vehicles.map(row => row.year)}::smallint[], ${vehicles.map(row => row.make)}::text[],
      ${vehicles.map(row => row.model)}::text[], ${vehicles.map(row => row.engine)}::text[])`.execute(ctx.db)
  // Each step joins with what the one before has put in. Unless it is counted anew, the plan is one for empty tables.
  const count = (tables: string) => sql.raw(`analyze ${tables}`).execute(ctx.db)
  await sql`
    insert into make (name) select distinct make from listed order by make on conflict do nothing`.execute(ctx.db)
  await count('listed, make')
  await sql`
    insert into model (make_id, name)
    select distinct make.id, listed.model from listed join make on lower(make.name) = lower(listed.make)
    order by make.id, listed.model on conflict do nothing`.execute(ctx.db)
  await sql`
    insert into engine (name) select distinct engine from listed where engine <> '' order by engine
    on conflict do nothing`.execute(ctx.db)
  await count('model, engine')
  await sql`
    insert into vehicle (year, model_id)
    select distinct listed.year, model.id from listed
      join make on lower(make.name) = lower(listed.make)
      join model on model.make_id = make.id and lower(model.name) = lower(listed.model)
    order by listed.year, model.id
    on conflict (year, model_id, engine_id) do update set is_offered = true where not vehicle.is_offered`.execute(
    ctx.db,
  )
  await count('vehicle')
  await sql`
    insert into vehicle (year, model_id, engine_id, base_id)
    select distinct listed.year, model.id, engine.id, base.id from listed
      join make on lower(make.name) = lower(listed.make)
      join model on model.make_id = make.id and lower(model.name) = lower(listed.model)
      join engine on lower(engine.name) = lower(listed.engine)
      join vehicle base on base.year = listed.year and base.model_id = model.id and base.engine_id is null
    order by base.id, engine.id
    on conflict (year, model_id, engine_id) do update set is_offered = true where not vehicle.is_offered`.execute(
    ctx.db,
  )
  await sql`drop table listed`.execute(ctx.db)
  await count('vehicle')
}
