import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** What comes of choosing a vehicle, or of looking up a VIN. */
export const vehicleTexts = texts('finder.vehicle', {
  vinFound: (vehicle: string) => sentence`This is a ${vehicle}.`,
  takeVehicle: 'Use this vehicle',
  takeVehicleNamed: (vehicle: string) => sentence`${vehicle} — use this vehicle`,
  vinByHand: 'This VIN does not identify the vehicle. Enter the vehicle by hand.',
  vinByHandFrom: (vehicle: string) =>
    sentence`This VIN stands for a ${vehicle}, which is not in our list. Enter the vehicle by hand.`,
  byHand: 'Enter the vehicle by hand',
  checkDigitWrong: 'The check digit does not match: compare the VIN with the papers.',
})

/** What is said of a vehicle that is not told as far as it has to be. */
export const vehicleProblems = texts('finder.vehicleProblems', {
  yearMissing: 'Choose a year.',
  makeMissing: 'Choose a make.',
  modelMissing: 'Choose a model.',
})

/** What is said of the fields of vehicles. */
export const vehicleFieldTexts = texts('finder.vehicleFields', {
  year: 'Choose a year.',
  vehicle: 'Choose the vehicle from the list.',
  make: 'Choose a make.',
  model: 'Choose a model.',
})
