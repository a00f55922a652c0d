import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** The vehicle selector, as it stands there before anything is chosen. */
export const pickerTexts = texts('finder.picker', {
  chooseVehicle: 'Choose your vehicle',
  year: 'Year',
  make: 'Make',
  model: 'Model',
  engine: 'Engine',
  choose: 'Choose',
  engineUnknown: 'Engine not known',
  engineNotAsked: 'Not needed',
  showParts: 'Show parts',
  orVin: 'or enter a VIN',
  vin: 'VIN',
  vinHint: '17 letters and digits, on the papers or windscreen.',
  lookUp: 'Look up',
  showPartsNamed: (vehicle: string) => sentence`Show parts for ${vehicle}`,
})
