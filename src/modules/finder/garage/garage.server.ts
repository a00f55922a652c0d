import { sql } from 'kysely'
import type { Handlers } from '#kernel/endpoint'
import { refuse } from '../refusals.rules.ts'
import { type Context, newId, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import type { OwnVehicle, garageContract } from './garage.contract.ts'
import { finderLimits } from '../lists.rules.ts'
import { lockAccount, buyerOf, isMine } from '#services/accounts'
import { namesOfVehicles, selectNamed } from '../vehicles/vehicles.server.ts'
import { maskVin } from '../vin/vin.rules.ts'
import { readVin } from '../vin/vin.server.ts'

/** My vehicles. A whole VIN leaves the shop with its owner's own data alone (`readOwnVehicles`). */
export const garageHandlers: Handlers<typeof garageContract, Context> = {
  listOwnVehicles,
  addOwnVehicles: (ctx, { body }) => addOwnVehicles(ctx, body.vehicles),

  async removeOwnVehicle(ctx, { params }) {
    const own = ctx.db.deleteFrom('account_vehicle').where(isMine(ctx, 'account_vehicle'))
    const { numDeletedRows } = await own.where('id', '=', params.id).executeTakeFirstOrThrow()
    return { deletedCount: Number(numDeletedRows) }
  },

  eraseVin: (ctx, { params }) => transact(ctx, ctx => eraseVin(ctx, params.id)),
}

const readRows = (ctx: Context) =>
  selectNamed(ctx)
    .innerJoin('account_vehicle as own', 'own.vehicle_id', 'vehicle.id')
    .select(['own.id as _id', 'own.name', 'own.vin', 'own.created_at'])
    .where(isMine(ctx, 'own'))
    .orderBy('own.id', 'desc')
    .execute()

async function listOwnVehicles(ctx: Context): Promise<OwnVehicle[]> {
  return (await readRows(ctx)).map(({ engine, vin, created_at: _createdAt, ...row }) => ({
    ...row,
    ...(engine !== null && { engine }),
    maskedVin: vin && maskVin(vin),
  }))
}

/** The caller's vehicles with their whole VINs: for the download of their own data, and nothing else. */
export async function readOwnVehicles(ctx: Context) {
  return (await readRows(ctx)).map(({ _id, id: _vehicle, created_at: addedAt, ...row }) => ({
    ...row,
    addedAt: addedAt.toISOString(),
  }))
}

type NewVehicle = { vehicle: number; name?: string | undefined; vin?: string | undefined }

/**
 * Keeps vehicles with the account. One that is there stays as it is, however often it comes: a VIN is one car, and without
 * a VIN a vehicle is there once. A vehicle that was kept without its VIN takes it. All of them or none.
 * Refuses: vehicle-unknown, vin-malformed, too-many-vehicles.
 */
async function addOwnVehicles(ctx: Context, newVehicles: readonly NewVehicle[]): Promise<OwnVehicle[]> {
  const vehicles = newVehicles.map(({ vin, ...vehicle }) => ({ ...vehicle, vin: vin ? readVin(vin) : null }))
  const names = await namesOfVehicles(ctx, [...new Set(vehicles.map(({ vehicle }) => vehicle))])
  if (vehicles.some(({ vehicle }) => !names.has(vehicle))) throw refuse('vehicle-unknown')
  return transact(ctx, async ctx => {
    await lockGarage(ctx)
    const garage = await readGarage(ctx)
    // Those typed first are the oldest: the list is shown newest first.
    for (const { vehicle, name, vin } of vehicles) {
      const isThere = garage.some(own => (vin ? own.vin === vin : own.vehicle_id === vehicle))
      if (isThere) continue
      const without = vin && garage.find(own => own.vehicle_id === vehicle && own.vin === null)
      if (without) Object.assign(without, { vin, isChanged: true })
      else garage.push({ id: newId(), vehicle_id: vehicle, name: name ?? null, vin, isNew: true })
    }
    if (garage.length > finderLimits.vehicles && garage.some(own => own.isNew)) {
      throw refuse('too-many-vehicles', { most: finderLimits.vehicles })
    }
    await writeGarage(ctx, garage)
    return listOwnVehicles(ctx)
  })
}

/** Whatever is added for an account waits for what is being added to it, so that nothing is counted twice. */
async function lockGarage(ctx: Context): Promise<void> {
  // Deleted a moment ago.
  if (!(await lockAccount(ctx, buyerOf(ctx).accountId))) throw refuse('token-expired')
}

type OwnVehicleRow = Columns<'account_vehicle', 'id' | 'vehicle_id' | 'name' | 'vin'> & {
  isNew?: boolean
  isChanged?: boolean
}

function readGarage(ctx: Context): Promise<OwnVehicleRow[]> {
  const own = ctx.db.selectFrom('account_vehicle').where(isMine(ctx, 'account_vehicle'))
  return own.select(['id', 'vehicle_id', 'name', 'vin']).execute()
}

async function writeGarage(ctx: Context, garage: readonly OwnVehicleRow[]): Promise<void> {
  const [added, changed] = [garage.filter(own => own.isNew), garage.filter(own => own.isChanged && !own.isNew)]
  await sql`
    insert into account_vehicle (id, account_id, vehicle_id, name, vin, created_at)
    select id, ${buyerOf(ctx).accountId}, vehicle_id, name, vin, ${ctx.now()}
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as row (id uuid, vehicle_id integer, name text, vin text)`.execute(
    ctx.db,
  )
  await sql`
    update account_vehicle own set vin = row.vin
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as row (id uuid, vin text)
    where own.id = row.id`.execute(ctx.db)
}

/** Without its VIN, a vehicle may be one that is there already: then the other one stays. */
async function eraseVin(ctx: Context, id: string): Promise<{ modifiedCount: number }> {
  await lockGarage(ctx)
  const accountId = buyerOf(ctx).accountId
  const { rows: merged } = await sql`
    delete from account_vehicle own
    where own.id = ${id} and own.account_id = ${accountId} and own.vin is not null and exists (
      select from account_vehicle other
      where other.account_id = ${accountId} and other.vehicle_id = own.vehicle_id and other.vin is null)
    returning id`.execute(ctx.db)
  const { numUpdatedRows } = await ctx.db
    .updateTable('account_vehicle')
    .set({ vin: null })
    .where(({ eb }) => eb.and({ id, account_id: accountId }))
    .where('vin', 'is not', null)
    .executeTakeFirstOrThrow()
  return { modifiedCount: merged.length + Number(numUpdatedRows) }
}
