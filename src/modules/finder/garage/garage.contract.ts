import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Id, optionalText } from '#kernel/fields'
import { finderLimits } from '../lists.rules.ts'
import { Vehicle, VehicleId } from '../vehicles/vehicles.contract.ts'
import { garageFieldTexts } from './garage.texts.ts'

/** A vehicle of one's own. The VIN comes back masked: only its last four characters are shown. */
export const OwnVehicle = z.object({
  ...Vehicle.shape,
  _id: z.string(),
  name: z.nullable(z.string()),
  maskedVin: z.nullable(z.string()),
})
export type OwnVehicle = z.infer<typeof OwnVehicle>

/** Nineteen characters and more are no VIN however they are spaced; the rest is told apart by the rules. */
const Vin = z.string().check(z.maxLength(60, { error: () => garageFieldTexts.vin }))
const AddOwnVehicle = z.object({
  vehicle: VehicleId,
  name: optionalText(finderLimits.vehicleName),
  vin: z.optional(Vin),
})

export const garageContract = {
  listOwnVehicles: endpoint('GET /account/vehicles', {
    summary: 'The vehicles of the account, newest first.',
    access: 'signed-in',
    answer: z.array(OwnVehicle),
  }),
  addOwnVehicles: endpoint('POST /account/vehicles', {
    summary: 'Keeps vehicles with the account, such as those of a browser before the login; one that is there stays.',
    access: 'signed-in',
    body: z.object({
      vehicles: z
        .array(AddOwnVehicle)
        .check(
          z.minLength(1, { error: () => garageFieldTexts.vehicle }),
          z.maxLength(50, { error: () => garageFieldTexts.most }),
        ),
    }),
    answer: z.array(OwnVehicle),
    refusals: ['vehicle-unknown', 'vin-malformed', 'too-many-vehicles'],
  }),
  removeOwnVehicle: endpoint('DELETE /account/vehicles/:id', {
    summary: 'Forgets a vehicle of the account.',
    access: 'signed-in',
    params: z.object({ id: Id }),
    answer: z.object({ deletedCount: z.number() }),
  }),
  eraseVin: endpoint('DELETE /account/vehicles/:id/vin', {
    summary: 'Forgets the VIN of a vehicle; the vehicle stays.',
    access: 'signed-in',
    params: z.object({ id: Id }),
    answer: z.object({ modifiedCount: z.number() }),
  }),
}
