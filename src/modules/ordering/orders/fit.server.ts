import { refuse } from '../refusals.rules.ts'
import type { Context } from '#platform/context'
import { toAcknowledge, vehicleName } from '#rules/finder'
import { readFit, readVehicle } from '#services/finder'
import type { LineFit } from './orders.contract.ts'
import type { WantedLine } from './place.server.ts'

/**
 * What the buyer of each line was told about its fit, to be kept with the line; null where no vehicle was named. Refuses:
 * vehicle-unknown, tool-gone, fit-not-acknowledged where something has to be acknowledged and was not, for the answer may
 * have changed since it was shown.
 */
export function readLineFits(ctx: Context, lines: readonly WantedLine[]): Promise<(LineFit | null)[]> {
  return Promise.all(lines.map(line => readLineFit(ctx, line)))
}

async function readLineFit(
  ctx: Context,
  { toolId, vehicleId, acknowledged = [] }: WantedLine,
): Promise<LineFit | null> {
  if (vehicleId === undefined) return null
  const vehicle = await readVehicle(ctx, vehicleId)
  if (!vehicle) throw refuse('vehicle-unknown')
  const fit = await readFit(ctx, { toolId, vehicleId })
  const statements = toAcknowledge(fit)
  if (!statements.every(statement => acknowledged.includes(statement))) throw refuse('fit-not-acknowledged')
  return { vehicle: vehicleName(vehicle), vehicleId, answer: fit.answer, acknowledged: statements }
}
