import { useSyncExternalStore } from 'react'
import type { OwnVehicle } from '../../garage/garage.contract.ts'
import { currentKey, garageKey } from './garage-keys.ts'
import { type StoredVehicle, addVehicle, readGarage } from './garage.ts'

/**
 * My vehicles. This browser keeps those that somebody chose before the login; an account keeps its own, which are read
 * when they are to be shown. The vehicle that lists are for is this browser's, account or not. Here is what every page
 * carries; what is done with vehicles is loaded where some are kept, or somebody does it (garage-live.ts).
 */
export type GarageState = {
  local: readonly StoredVehicle[]
  current: StoredVehicle | undefined
  /** The account's; undefined until they were read. */
  own: readonly OwnVehicle[] | undefined
  /** All of them, as the screens show them: the account's first, then what only this browser has. */
  mine: readonly GarageVehicle[]
}

/** A vehicle as the screens show it. `ownId` is the account's row; without one the browser keeps it. */
export type GarageVehicle = Omit<StoredVehicle, 'vin'> & {
  ownId?: string | undefined
  name?: string | undefined
  maskedVin?: string | undefined
}

const nothing: GarageState = { local: [], current: undefined, own: undefined, mine: [] }

let state = nothing
let isAwake = false
let isLive = false
const listeners = new Set<() => void>()

export const garage = (): GarageState => state

export function setGarage(change: Partial<GarageState>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

/** Local storage can be closed to us, or full: the vehicle then lives as long as the page. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keep(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // As above.
  }
}

/** What is done with vehicles; it has read then what is kept. */
export async function garageLive(): Promise<typeof import('./garage-live.ts')> {
  isLive = true
  const live = await import('./garage-live.ts')
  live.start()
  return live
}

function wake(): void {
  if (isAwake) return
  isAwake = true
  // Out of reach: the page stands without them, and the next one tries again.
  const look = () => void garageLive().catch(() => undefined)
  if (readStored(garageKey) ?? readStored(currentKey)) look()
  const follow = (key: string | null) =>
    garageLive().then(
      live => live.follow(key),
      () => undefined,
    )
  // Another tab has changed them.
  window.addEventListener('storage', ({ key }) => {
    if (key === garageKey || key === currentKey || key === null) void follow(key)
  })
  // A page that is shown again as it was left has missed what was done on later ones.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void follow(null)
  })
}

function subscribe(listener: () => void): () => void {
  wake()
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useGarage(): GarageState {
  return useSyncExternalStore(subscribe, garage, () => nothing)
}

/** What lists are for from now on, here and at the next visit; and it is one of my vehicles. */
export function chooseVehicle(vehicle: StoredVehicle): void {
  showFor(vehicle)
  // At once: the press that chose it may lead to another page.
  keep(garageKey, addVehicle(readGarage(readStored(garageKey)), vehicle))
  garageLive().then(live => live.addToGarage(vehicle), reportError)
}

/** What lists are for, without keeping it among my vehicles. */
export function showFor(vehicle: StoredVehicle | undefined): void {
  const current = vehicle && { ...vehicle, vin: undefined }
  keep(currentKey, current)
  setGarage({ current })
}

/** Somebody is here, or nobody is any more. What the browser kept goes to the account that comes. */
export function tellWhoIsHere(email: string | undefined): void {
  if (email !== undefined || isLive)
    garageLive().then(
      live => live.tellWhoIsHere(email),
      () => undefined,
    )
}
