import type { AnswerOf } from '#kernel/endpoint'
import type { Call } from '#ui/call.ts'
import type { Fit, Vehicle, finderContract } from '../finder.contract.ts'
import { type PickerData, readPicker } from './picker-data.ts'
import { readShopAddress } from './shop-address.ts'
import { readVehicle } from './shop-data.ts'

/** What the finder knows of one tool: for whom it answers, the answer, vehicles and numbers. */
export type ToolFinder = {
  vehicle: Vehicle | undefined
  isVehicleGone: boolean
  fit: Fit | undefined
  picker: PickerData
  fitment: AnswerOf<(typeof finderContract)['listFitment']>
  numbers: AnswerOf<(typeof finderContract)['listNumbers']>
}

/** For the loader of a tool's page. */
export async function readToolFinder(call: Call, toolId: string, query: URLSearchParams): Promise<ToolFinder> {
  const { finderContract } = await import('#contracts/finder')
  const params = { id: toolId }
  const asked = readShopAddress(query).vehicle
  const [vehicle, picker, fitment, numbers] = await Promise.all([
    readVehicle(call, asked),
    readPicker(call, query),
    call(finderContract.listFitment, { params, query: { limit: fitmentAtFirst } }),
    call(finderContract.listNumbers, { params }),
  ])
  const fit = vehicle && (await call(finderContract.getFit, { query: { tool: toolId, vehicle: vehicle.id } }))
  return { vehicle, isVehicleGone: asked !== undefined && !vehicle, fit, picker, fitment, numbers }
}

const fitmentAtFirst = 12
