/** The vehicles that a browser keeps for somebody: pure, and careful with what it reads, which anybody may have written. */

export type StoredVehicle = {
  id: number
  year: number
  make: string
  model: string
  engine?: string | undefined
  vin?: string | undefined
}

/** As many as an account keeps. */
const most = 50
const longestText = 200

/** What local storage held; whatever is not a list of vehicles counts as none. */
export function readGarage(text: string | null): StoredVehicle[] {
  const value = parse(text)
  if (!Array.isArray(value)) return []
  return value
    .flatMap(one => readVehicle(one) ?? [])
    .filter((one, at, all) => all.findIndex(other => other.id === one.id) === at)
    .slice(0, most)
}

/** The vehicle that lists are shown for, as an earlier visit left it. */
export function readCurrent(text: string | null): StoredVehicle | undefined {
  return readVehicle(parse(text))
}

/** The newest first; the same vehicle again moves to the front, and keeps its VIN unless there is another. */
export function addVehicle(garage: readonly StoredVehicle[], added: StoredVehicle): StoredVehicle[] {
  const existing = garage.find(({ id }) => id === added.id)
  const vin = added.vin ?? existing?.vin
  return [{ ...added, ...(vin && { vin }) }, ...garage.filter(({ id }) => id !== added.id)].slice(0, most)
}

export function removeVehicle(garage: readonly StoredVehicle[], id: number): StoredVehicle[] {
  return garage.filter(vehicle => vehicle.id !== id)
}

/** The vehicle stays, its VIN goes. */
export function eraseVinOf(garage: readonly StoredVehicle[], id: number): StoredVehicle[] {
  return garage.map(({ vin, ...rest }) => (rest.id === id || !vin ? rest : { ...rest, vin }))
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}

/** By hand, because every page carries this and few of them carry the schema library. */
function readVehicle(value: unknown): StoredVehicle | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { id, year, make, model, engine, vin } = value as Record<string, unknown>
  if (!isWhole(id) || !isWhole(year) || !isText(make) || !isText(model)) return undefined
  return { id, year, make, model, ...(isText(engine) && { engine }), ...(isText(vin) && { vin }) }
}

const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= longestText
