/** A figure with what it is held against. `limit` is an orientation or a bound, in the unit of the value. */
export type Figure = { name: string; value: number; unit: string; limit?: number }
