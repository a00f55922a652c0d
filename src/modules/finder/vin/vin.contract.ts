import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'

export const VinAnswer = z.object({
  vin: z.string(),
  wellFormed: z.boolean(),
  checkDigit: z.enum(['pass', 'fail', 'not-applicable']),
  vehicle: z.optional(
    z.object({
      /** Missing where the catalogue of vehicles has no such one. */
      id: z.optional(z.number()),
      year: z.number(),
      make: z.string(),
      model: z.string(),
      engine: z.optional(z.string()),
    }),
  ),
  warnings: z.array(z.string()),
})
export type VinAnswer = z.infer<typeof VinAnswer>

export const vinContract = {
  decodeVin: endpoint('GET /vin/:vin', {
    summary: 'What a vehicle identification number says.',
    access: 'everyone',
    personal: true,
    // However long: what is wrong with it is said by the rules, and not taken for an id that nothing has.
    params: z.object({ vin: z.string() }),
    answer: VinAnswer,
    refusals: ['vin-malformed'],
  }),
}
