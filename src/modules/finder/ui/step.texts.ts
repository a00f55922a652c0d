import { texts } from '#kernel/texts'

/** What is said when a step of the selector leads nowhere. */
export const stepTexts = texts('finder.step', {
  noSuchVehicle: 'This vehicle is not in the list. Choose another model or engine.',
  vinRequired: 'Type the VIN first.',
})
