import { Refusal, refuse } from '#kernel/refusals'
import type { Context } from '#platform/context'
import { toAcknowledge, vehicleName } from '#rules/finder'
import { readFit, readVehicle } from '#services/finder'
import type { LineFit } from './orders.contract.ts'
import type { WantedLine } from './orders.place.server.ts'

/**
 * What the buyer of each line was told about its fit, to be kept with the line; null where no vehicle was named. A
 * refusal where something has to be acknowledged and was not: the answer may have changed since it was shown.
 */
export async function readLineFits(ctx: Context, lines: readonly WantedLine[]): Promise<(LineFit | null)[] | Refusal> {
  const fits = await Promise.all(lines.map(line => readLineFit(ctx, line)))
  return fits.find(fit => fit instanceof Refusal) ?? fits.filter(fit => !(fit instanceof Refusal))
}

async function readLineFit(
  ctx: Context,
  { toolId, vehicleId, acknowledged = [] }: WantedLine,
): Promise<LineFit | Refusal | null> {
  if (vehicleId === undefined) return null
  const vehicle = await readVehicle(ctx, vehicleId)
  if (!vehicle) return refuse('vehicle-unknown')
  const fit = await readFit(ctx, { toolId, vehicleId })
  const statements = toAcknowledge(fit)
  if (!statements.every(statement => acknowledged.includes(statement))) return refuse('fit-not-acknowledged')
  return { vehicle: vehicleName(vehicle), answer: fit.answer, acknowledged: statements }
}
