import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { optionalText, requiredText, wholeNumber } from '#kernel/fields'
import { vehicleFieldTexts } from './vehicle.texts.ts'

const year = wholeNumber(() => vehicleFieldTexts.year)
/** A vehicle's id, as `/vehicles` gives it. */
export const VehicleId = wholeNumber(() => vehicleFieldTexts.vehicle)

const Choice = z.object({ value: z.string(), label: z.string() })

export const Vehicle = z.object({
  id: z.number(),
  year: z.number(),
  make: z.string(),
  model: z.string(),
  engine: z.optional(z.string()),
})
export type Vehicle = z.infer<typeof Vehicle>

/** A vehicle that words of a search are about, as far as they say it, and what would say the rest. */
export const VehicleReading = z.object({
  /** "Honda", "Honda Civic", "2015 Honda". */
  name: z.string(),
  /** The words beside it. */
  words: z.string(),
  asks: z.optional(z.enum(['make', 'year', 'model', 'engine'])),
  /** Each with the words to search for instead, or with the vehicle. */
  choices: z.array(z.object({ label: z.string(), q: z.optional(z.string()), vehicle: z.optional(z.number()) })),
})
export type VehicleReading = z.infer<typeof VehicleReading>

/** What a vehicle's name is read from. */
export const tablesOfVehicles = ['vehicle', 'vehicle_alias', 'make', 'model', 'engine']
const choices = { access: 'everyone', reads: tablesOfVehicles, answer: z.array(Choice) } as const

/** The calls by which a vehicle is picked. */
export const vehiclesContract = {
  listYears: endpoint('GET /vehicles/years', {
    summary: 'The years of the vehicles that can be picked, newest first.',
    ...choices,
  }),
  listMakes: endpoint('GET /vehicles/makes', {
    summary: 'The makes of a year.',
    ...choices,
    query: z.object({ year }),
  }),
  listModels: endpoint('GET /vehicles/models', {
    summary: 'The models of a make in a year.',
    ...choices,
    query: z.object({ year, make: requiredText(() => vehicleFieldTexts.make, 80) }),
  }),
  listEngines: endpoint('GET /vehicles/engines', {
    summary: 'The engines of a model; none where they are not known.',
    ...choices,
    query: z.object({
      year,
      make: requiredText(() => vehicleFieldTexts.make, 80),
      model: requiredText(() => vehicleFieldTexts.model, 120),
    }),
  }),
  findVehicles: endpoint('GET /vehicles', {
    summary: 'The vehicle of a year, make, model and engine, or the one with an id; an empty list where there is none.',
    access: 'everyone',
    reads: tablesOfVehicles,
    query: z.object({
      id: z.optional(VehicleId),
      year: z.optional(year),
      make: optionalText(80),
      model: optionalText(120),
      engine: optionalText(120),
    }),
    answer: z.array(Vehicle),
  }),
}
