/** For which vehicle a page answers. */
export const barTexts = {
  yourVehicle: 'Your vehicle',
  change: 'Change',
  clear: 'Clear',
  clearNamed: (vehicle: string) => `Clear ${vehicle}: show parts for all vehicles`,
  keep: 'Save to my vehicles',
  vehicleGone: 'The vehicle in this link is not in our list. Choose it by year, make and model.',
}
