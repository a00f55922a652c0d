import type { AnswerOf } from '#kernel/endpoint'
import type { Call } from '#ui/calls/call.ts'
import type { ReportError } from '#ui/feedback/report.ts'
import { type Fit, fitContract } from '../../fit/fit.contract.ts'
import { numbersContract } from '../../numbers/numbers.contract.ts'
import type { Vehicle } from '../../vehicles/vehicles.contract.ts'
import { type PickerData, readPicker } from '../vehicle/picker-data.ts'
import { readShopAddress } from '../shop-address.ts'
import { readVehicle } from '../list/shop-data.ts'

/** What the finder knows of one tool: for whom it answers, the answer, vehicles and numbers. */
export type ToolFinder = {
  vehicle: Vehicle | undefined
  isVehicleGone: boolean
  /** Undefined with a vehicle: it could not be read. */
  fit: Fit | undefined
  picker: PickerData
  /** Undefined, as the numbers: could not be read. */
  fitment: Fitment | undefined
  /** They are a later part of the list. */
  isFitmentContinued: boolean
  numbers: Numbers | undefined
}

export type Fitment = AnswerOf<(typeof fitContract)['listFitment']>
export type Numbers = AnswerOf<(typeof numbersContract)['listNumbers']>

/** For the loader of a tool's page, which stands without what cannot be read of all this. */
export async function readToolFinder(
  { call, report }: { call: Call; report: ReportError },
  toolId: string,
  query: URLSearchParams,
): Promise<ToolFinder> {
  /** What is missing is told in its place on the page, and the cause in the log. */
  const orUnread = async <T>(answer: Promise<T>): Promise<T | undefined> => {
    try {
      return await answer
    } catch (error) {
      report(error)
      return undefined
    }
  }
  const params = { id: toolId }
  const vehicleId = readShopAddress(query).vehicle
  const [vehicle, picker, fitment, numbers] = await Promise.all([
    readVehicle(call, vehicleId),
    readPicker(call, query),
    orUnread(
      call(fitContract.listFitment, { params, query: { limit: fitmentAtFirst, after: query.get('fitment') ?? '' } }),
    ),
    orUnread(call(numbersContract.listNumbers, { params })),
  ])
  const fit = vehicle && (await orUnread(call(fitContract.getFit, { query: { tool: toolId, vehicle: vehicle.id } })))
  const isVehicleGone = vehicleId !== undefined && !vehicle
  return { vehicle, isVehicleGone, fit, picker, fitment, isFitmentContinued: query.has('fitment'), numbers }
}

const fitmentAtFirst = 12
