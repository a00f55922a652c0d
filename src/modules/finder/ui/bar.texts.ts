import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** For which vehicle a page answers. */
export const barTexts = texts('finder.bar', {
  yourVehicle: 'Your vehicle',
  change: 'Change',
  close: 'Close the choice of a vehicle',
  clear: 'Clear',
  clearNamed: (vehicle: string) => sentence`Clear ${vehicle}: show parts for all vehicles`,
  keep: 'Save to my vehicles',
  /** The same in the room of a phone. */
  keepShort: 'Save',
  vehicleGone: 'This vehicle is not in our list.',
})
