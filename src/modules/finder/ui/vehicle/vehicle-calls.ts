import { callOpen } from '#ui/calls/call.ts'
import type { Vehicle, vehiclesContract } from '../../vehicles/vehicles.contract.ts'
import type { VinAnswer, vinContract } from '../../vin/vin.contract.ts'
import type { PickerLists } from './picker-data.ts'
import { type VehicleSteps, unknownEngine } from '../shop-address.ts'

/** The calls of the vehicle selector; loaded when somebody touches it. */

type Calls = typeof vehiclesContract

/** The list that comes after the last step that was chosen. */
export async function readNextList({ year, make, model }: VehicleSteps): Promise<Partial<PickerLists>> {
  if (!make) return { makes: await callOpen<Calls['listMakes']>('/vehicles/makes', { query: { year } }) }
  if (!model) return { models: await callOpen<Calls['listModels']>('/vehicles/models', { query: { year, make } }) }
  return { engines: await callOpen<Calls['listEngines']>('/vehicles/engines', { query: { year, make, model } }) }
}

/** The vehicle of all steps; undefined where there is none. */
export async function findVehicle({ year, make, model, engine }: VehicleSteps): Promise<Vehicle | undefined> {
  const isKnown = engine !== '' && engine !== unknownEngine
  const query = { year, make, model, ...(isKnown && { engine }) }
  return bestOf(await callOpen<Calls['findVehicles']>('/vehicles', { query }), isKnown)
}

function bestOf(vehicles: readonly Vehicle[], withEngine: boolean): Vehicle | undefined {
  return vehicles.find(({ engine }) => Boolean(engine) === withEngine) ?? vehicles[0]
}

export const decodeVin = (vin: string): Promise<VinAnswer> =>
  callOpen<typeof vinContract.decodeVin>('/vin/:vin', { params: { vin } })
