/** What is said when a step of the selector leads nowhere. */
export const stepTexts = {
  noSuchVehicle: 'This vehicle is not in the list. Choose another model or engine.',
  vinRequired: 'Type the VIN first.',
}
