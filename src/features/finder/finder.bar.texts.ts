/** For which vehicle a page answers. */
export const barTexts = {
  yourVehicle: 'Your vehicle',
  change: 'Change',
  clear: 'Clear',
  clearNamed: (vehicle: string) => `Clear ${vehicle}: answer for no vehicle`,
  keep: 'Keep in my vehicles',
  vehicleGone: 'The vehicle of this address is not in the list. Choose it by year, make and model.',
}
