import { CallFailed } from '#ui/calls/call-failed.ts'
import { call } from '#ui/calls/call.ts'
import { type OwnVehicle, garageContract } from '../../garage/garage.contract.ts'
import type { StoredVehicle } from './garage.ts'

/** The calls about an account's vehicles; loaded when somebody is logged in. */

type Given = { own: OwnVehicle[] | undefined; arrived: StoredVehicle[] }

/** Gives the account these vehicles, all at once; one by one where the shop refuses one of them. */
export async function giveVehicles(vehicles: readonly StoredVehicle[]): Promise<Given> {
  try {
    return { own: await give(vehicles), arrived: [...vehicles] }
  } catch (error) {
    if (!isRefusal(error) || vehicles.length === 1) throw error
  }
  const given: Given = { own: undefined, arrived: [] }
  for (const vehicle of vehicles) {
    try {
      given.own = await give([vehicle])
      given.arrived.push(vehicle)
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
  }
  return given
}

function give(vehicles: readonly StoredVehicle[]): Promise<OwnVehicle[]> {
  const sent = vehicles.map(({ id, vin }) => ({ vehicle: id, ...(vin && { vin }) }))
  return call(garageContract.addOwnVehicles, { body: { vehicles: sent } })
}

/** The shop's no to what was given, in contrast to no answer, or to a session that is over. */
function isRefusal(error: unknown): boolean {
  return error instanceof CallFailed && [400, 404, 409].includes(error.status)
}

export const listVehicles = (): Promise<OwnVehicle[]> => call(garageContract.listOwnVehicles, {})

export async function removeVehicle(id: string): Promise<void> {
  await call(garageContract.removeOwnVehicle, { params: { id } })
}

export async function eraseVin(id: string): Promise<void> {
  await call(garageContract.eraseVin, { params: { id } })
}
