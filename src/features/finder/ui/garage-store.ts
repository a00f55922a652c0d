import { useSyncExternalStore } from 'react'
import type { OwnVehicle } from '../finder.contract.ts'
import { maskVin } from '../finder.vin.rules.ts'
import { type KeptVehicle, addVehicle, eraseVinOf, readCurrent, readGarage, removeVehicle } from './garage.ts'

/**
 * My vehicles. This browser keeps those that somebody chose before the login; an account keeps its own, which are read
 * when they are to be shown. The vehicle that lists are for is this browser's, account or not.
 */
type GarageState = {
  local: readonly KeptVehicle[]
  current: KeptVehicle | undefined
  /** The account's; undefined until they were read. */
  own: readonly OwnVehicle[] | undefined
}

/** A vehicle as the screens show it. `ownId` is the account's row; without one the browser keeps it. */
export type GarageVehicle = Omit<KeptVehicle, 'vin'> & {
  ownId?: string | undefined
  name?: string | undefined
  maskedVin?: string | undefined
}

const garageKey = 'vehicles'
const currentKey = 'vehicle'
const nothing: GarageState = { local: [], current: undefined, own: undefined }

let state = nothing
let isAwake = false
/** Whose vehicles may be asked for; undefined for a visitor. */
let email: string | undefined
let underWay: Promise<void> = Promise.resolve()
const listeners = new Set<() => void>()

function set(change: Partial<GarageState>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

/** Local storage can be closed to us, or full: the vehicle then lives as long as the page. */
function kept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function keep(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // As above.
  }
}

function wake(): void {
  if (isAwake) return
  isAwake = true
  state = { ...state, local: readGarage(kept(garageKey)), current: readCurrent(kept(currentKey)) }
  // Another tab has changed them.
  window.addEventListener('storage', ({ key }) => {
    if (key === garageKey || key === null) set({ local: readGarage(kept(garageKey)) })
    if (key === currentKey || key === null) set({ current: readCurrent(kept(currentKey)) })
  })
}

function setLocal(local: readonly KeptVehicle[]): void {
  keep(garageKey, local.length > 0 ? local : undefined)
  set({ local })
}

function subscribe(listener: () => void): () => void {
  wake()
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useGarage(): GarageState {
  return useSyncExternalStore(
    subscribe,
    () => {
      wake()
      return state
    },
    () => nothing,
  )
}

/** The account's vehicles first, then what only this browser has. */
export function vehiclesOf({ local, own = [] }: GarageState): GarageVehicle[] {
  const owned = own.map(({ _id, name, maskedVin, ...vehicle }) => ({
    ...vehicle,
    ownId: _id,
    ...(name && { name }),
    ...(maskedVin && { maskedVin }),
  }))
  const others = local
    .filter(({ id }) => !own.some(vehicle => vehicle.id === id))
    .map(({ vin, ...vehicle }) => ({ ...vehicle, ...(vin && { maskedVin: maskVin(vin) }) }))
  return [...owned, ...others]
}

/** The vehicle that lists are for; for loaders, which have no hooks. In the browser only. */
export function currentVehicle(): KeptVehicle | undefined {
  wake()
  return state.current
}

/** What lists are for from now on, here and at the next visit; and it is one of my vehicles. */
export function chooseVehicle({ vin, ...vehicle }: KeptVehicle): void {
  wake()
  showFor(vehicle)
  setLocal(addVehicle(state.local, { ...vehicle, ...(vin && { vin }) }))
  if (email) void mergeVehicles()
}

/** What lists are for, without keeping it among my vehicles. */
export function showFor(vehicle: KeptVehicle | undefined): void {
  const current = vehicle && { ...vehicle, vin: undefined }
  keep(currentKey, current)
  set({ current })
}

/** Somebody is here, or nobody is any more. What the browser kept goes to the account that comes. */
export function tellWhoIsHere(who: string | undefined): void {
  if (who === email) return
  wake()
  email = who
  set({ own: undefined })
  if (who && state.local.length > 0) void mergeVehicles()
}

/** One thing with the account's vehicles at a time, so that no answer overtakes a later one. */
function afterOthers(work: (who: string) => Promise<void>): Promise<void> {
  const who = email
  const inTurn = async (before: Promise<void>) => {
    await before
    if (who && who === email) await work(who)
  }
  const done = inTurn(underWay)
  underWay = done.catch(() => undefined)
  return done
}

/**
 * Gives the account what this browser kept. What arrived is the account's from then on; what did not stays here, and is
 * given again at the next login or visit. The server keeps each vehicle once, however often it comes.
 */
export function mergeVehicles(): Promise<void> {
  return afterOthers(async who => {
    const sent = state.local
    if (sent.length === 0) return
    const { giveVehicles } = await import('./garage-account.ts')
    const { own, arrived } = await giveVehicles(sent)
    if (who !== email) return
    // Read again: another tab may have changed them meanwhile.
    setLocal(readGarage(kept(garageKey)).filter(vehicle => !arrived.some(one => isSame(one, vehicle))))
    if (own) set({ own })
  }).catch(() => undefined)
}

function isSame(one: KeptVehicle, other: KeptVehicle): boolean {
  return one.id === other.id && one.vin === other.vin
}

/** Reads the vehicles of the account that is here, if that has not been done. Throws a `CallFailed`. */
export function loadOwnVehicles(account: string): Promise<void> {
  tellWhoIsHere(account)
  return afterOthers(async who => {
    if (state.own) return
    const { listVehicles } = await import('./garage-account.ts')
    const own = await listVehicles()
    if (who === email) set({ own })
  })
}

/** Throws a `CallFailed` where the account keeps it. */
export async function forgetVehicle({ id, ownId }: GarageVehicle): Promise<void> {
  if (ownId) {
    await afterOthers(async () => {
      await (await import('./garage-account.ts')).removeVehicle(ownId)
      set({ own: state.own?.filter(({ _id }) => _id !== ownId) })
    })
  }
  setLocal(removeVehicle(state.local, id))
  if (state.current?.id === id) showFor(undefined)
}

/** Throws a `CallFailed` where the account keeps it. */
export async function forgetVin({ id, ownId }: GarageVehicle): Promise<void> {
  if (ownId) {
    await afterOthers(async () => {
      await (await import('./garage-account.ts')).eraseVin(ownId)
      set({ own: state.own?.map(one => (one._id === ownId ? { ...one, maskedVin: null } : one)) })
    })
  }
  setLocal(eraseVinOf(state.local, id))
}
