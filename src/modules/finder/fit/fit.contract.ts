import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Id, paging } from '#kernel/fields'
import { VehicleId, tablesOfVehicles } from '../vehicles/vehicles.contract.ts'
import { fitAnswers } from '../answers.rules.ts'

/** What must be true of a vehicle beyond its year, make, model and engine. */
export const Condition = z.object({ name: z.string(), value: z.string() })
export const FitAnswer = z.enum(fitAnswers)
/** Who says that a part fits, or that a number is its own: by its public name. Of a source that has none, nothing is told. */
export const Source = z.object({ name: z.nullable(z.string()), date: z.nullable(z.string()), isDemo: z.boolean() })
export type Source = z.infer<typeof Source>

export const Fit = z.object({
  answer: FitAnswer,
  /** A universal part has no fitment: it is neither green nor red. */
  isUniversal: z.boolean(),
  conditions: z.array(Condition),
  notes: z.array(z.string()),
  position: z.optional(z.string()),
  /** Units that the vehicle takes in all of these positions. */
  quantity: z.optional(z.number()),
  /** The public name of who says so; neither it nor the date where there is none. */
  source: z.optional(z.string()),
  date: z.optional(z.string()),
  isDemo: z.optional(z.boolean()),
})
export type Fit = z.infer<typeof Fit>

/** One line of a tool's fitment table: years that follow each other are one line, a gap begins another. */
export const FitmentLine = z.object({
  make: z.string(),
  model: z.string(),
  engine: z.nullable(z.string()),
  fromYear: z.number(),
  toYear: z.number(),
  fits: z.boolean(),
  position: z.nullable(z.string()),
  quantity: z.nullable(z.number()),
  conditions: z.array(Condition),
  notes: z.array(z.string()),
  source: Source,
})
export type FitmentLine = z.infer<typeof FitmentLine>

/** What a fit is read from. */
export const tablesOfFit = ['fitment', 'data_source', ...tablesOfVehicles]

export const fitContract = {
  getFit: endpoint('GET /fitment', {
    summary: 'Whether a tool fits a vehicle.',
    access: 'everyone',
    reads: ['tool', ...tablesOfFit],
    query: z.object({ tool: Id, vehicle: VehicleId }),
    answer: Fit,
    refusals: ['tool-gone', 'vehicle-unknown'],
  }),
  listFitment: endpoint('GET /tools/:id/fitment', {
    summary: 'The vehicles that a tool is known to fit, or known not to.',
    access: 'everyone',
    reads: ['tool', ...tablesOfFit],
    params: z.object({ id: Id }),
    query: z.object(paging(/^\d{1,9}\.\d{1,4}\.\d{1,9}\.\d{1,15}$/)),
    answer: z.object({
      isUniversal: z.boolean(),
      /** Whether any of its lines, on whichever page, has a source with a public name. */
      namesSources: z.boolean(),
      lines: z.array(FitmentLine),
      next: z.optional(z.string()),
    }),
    refusals: ['tool-gone'],
  }),
}
