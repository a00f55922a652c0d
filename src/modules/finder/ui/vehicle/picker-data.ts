import type { Call } from '#ui/calls/call.ts'
import { type Vehicle, vehiclesContract } from '../../vehicles/vehicles.contract.ts'
import { type VinAnswer, vinContract } from '../../vin/vin.contract.ts'
import { type VehicleSteps, readVehicleSteps, unknownEngine } from '../shop-address.ts'

type Choice = { value: string; label: string }

/** Lists of the selector; one that is not there yet waits for the step before it. No engines: none are known. */
export type PickerLists = {
  makes: Choice[] | undefined
  models: Choice[] | undefined
  engines: Choice[] | undefined
}

/** What a VIN gave: an answer, or the sentence of a refusal. */
export type VinOutcome = { answer?: VinAnswer; problem?: string }

/** What the vehicle selector shows before any script: the years, and what the address has chosen so far. */
export type PickerData = {
  years: Choice[]
  lists: PickerLists
  steps: VehicleSteps
  outcome?: VinOutcome
  /** All steps are taken, and this is the vehicle. */
  vehicle?: Vehicle
}

const noLists: PickerLists = { makes: undefined, models: undefined, engines: undefined }

/** For a page that is rendered: the selector as the address has it. */
export async function readPicker(call: Call, query: URLSearchParams): Promise<PickerData> {
  const steps = readVehicleSteps(query)
  const { year, make, model, engine, vin } = steps
  const [years, makes, models, engines, outcome] = await Promise.all([
    call(vehiclesContract.listYears, {}),
    year ? call(vehiclesContract.listMakes, { query: { year } }) : undefined,
    year && make ? call(vehiclesContract.listModels, { query: { year, make } }) : undefined,
    year && make && model ? call(vehiclesContract.listEngines, { query: { year, make, model } }) : undefined,
    vin ? readVin(() => call(vinContract.decodeVin, { params: { vin } })) : undefined,
  ])
  const data = { years, lists: { ...noLists, makes, models, engines }, steps, ...(outcome && { outcome }) }
  const isWhole = engines && (engines.length === 0 || engine !== '')
  if (!isWhole) return data
  const isKnown = engine !== '' && engine !== unknownEngine
  const vehicles = await call(vehiclesContract.findVehicles, {
    query: { year, make, model, ...(isKnown && { engine }) },
  })
  const vehicle = vehicles.find(one => Boolean(one.engine) === isKnown) ?? vehicles[0]
  return vehicle ? { ...data, vehicle } : data
}

async function readVin(decode: () => Promise<VinAnswer>): Promise<VinOutcome> {
  try {
    return { answer: await decode() }
  } catch (error) {
    // In a loader a refusal is an answer whose text is its sentence.
    if (error instanceof Response && error.status === 400) return { problem: await error.text() }
    throw error
  }
}
