import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** My vehicles. */
export const garageTexts = texts('finder.garage', {
  myVehicles: 'My vehicles',
  myVehiclesLead: 'Lists and tool pages show the fit for the vehicle that you choose here.',
  myVehiclesLocal: 'Saved in this browser. Log in to save them to your account.',
  noVehicles: 'No vehicle yet',
  noVehiclesNext: 'Choose one by year, make and model on any list, or by its VIN. It will be saved here.',
  toChooseVehicle: 'Choose a vehicle',
  vehiclesFailed: 'Your vehicles could not be loaded',
  shownNow: 'Shown now',
  remove: 'Remove',
  removeNamed: (vehicle: string) => sentence`Remove ${vehicle}`,
  removeQuestion: (vehicle: string) => sentence`Remove ${vehicle} from your vehicles?`,
  removeEffect: 'Its VIN is deleted too. Orders stay as they are.',
  removed: (vehicle: string) => sentence`${vehicle} is no longer among your vehicles`,
  eraseVin: 'Erase VIN',
  eraseVinNamed: (vehicle: string) => sentence`Erase VIN of ${vehicle}`,
  eraseQuestion: (vehicle: string) => sentence`Erase the VIN of ${vehicle}?`,
  eraseEffect: 'The vehicle stays; only its VIN is deleted.',
  erased: 'The VIN has been deleted',
  cancel: 'Cancel',
  vinMasked: (masked: string) => `VIN ${masked}`,
})

/** What is said of the fields of the garage. */
export const garageFieldTexts = texts('finder.garageFields', {
  vin: 'A VIN has 17 characters.',
  vehicle: 'Choose a vehicle.',
  most: 'Use at most 50.',
})
