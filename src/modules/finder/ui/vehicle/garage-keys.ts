/** Under which local storage has my vehicles, and the one that lists are for. */
export const garageKey = 'vehicles'
export const currentKey = 'vehicle'
