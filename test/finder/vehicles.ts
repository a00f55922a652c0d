import { sql } from 'kysely'
import { transact } from '#platform/context'
import type { Vehicle } from '#contracts/finder'
import { loadVehicles } from '#services/finder'
import { findVehicle } from '../../src/modules/finder/vehicles/vehicles.server.ts'
import { type ListedVehicle } from '../../src/modules/finder/vehicles/load.server.ts'
import { addListed } from '../../src/modules/finder/vehicles/load.server.ts'
import type { TestShop } from '../harness.ts'

/** A shop of the tests has no vehicles unless it asks for them: these, or the whole list of the product. */
export async function giveVehicles(shop: Pick<TestShop, 'system'>, vehicles?: readonly ListedVehicle[]): Promise<void> {
  if (vehicles) await transact(shop.system, ctx => addListed(ctx, vehicles))
  else await loadVehicles(shop.system)
}

/** The vehicle that is meant by words such as `2015 Honda|Civic` or `2015 Honda|Civic|1.8 L, 4 cylinders, gasoline`. */
export async function vehicleNamed(shop: Pick<TestShop, 'system'>, name: string): Promise<Vehicle> {
  const [, year, make = '', model = '', engine] = /^(\d{4}) ([^|]+)\|([^|]+)(?:\|(.+))?$/.exec(name) ?? []
  const vehicle = await findVehicle(shop.system, { year: Number(year), make, model, engine })
  if (!vehicle) throw new Error(`there is no ${name}`)
  return vehicle
}

/** A vehicle that fitment knows, but that nobody is offered. */
export async function hideVehicle(shop: Pick<TestShop, 'db'>, id: number): Promise<void> {
  await sql`update vehicle set is_offered = false where id = ${id} or base_id = ${id}`.execute(shop.db)
}
