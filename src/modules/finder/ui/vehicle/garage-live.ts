import type { OwnVehicle } from '../../garage/garage.contract.ts'
import { maskVin } from '../../vin/vin.rules.ts'
import { type GarageState, type GarageVehicle, garage, keep, readStored, setGarage, showFor } from './garage-store.ts'
import { currentKey, garageKey } from './garage-keys.ts'
import { type StoredVehicle, addVehicle, eraseVinOf, readCurrent, readGarage, removeVehicle } from './garage.ts'

/** What is done with my vehicles; loaded where some are kept, or somebody does it. */

/** Whose vehicles may be asked for; undefined for a visitor. */
let email: string | undefined
let underWay: Promise<void> = Promise.resolve()

function set(change: Partial<Pick<GarageState, 'local' | 'current' | 'own'>>): void {
  const next = { ...garage(), ...change }
  setGarage({ ...change, mine: vehiclesOf(next) })
}

/** The account's vehicles first, then what only this browser has. */
function vehiclesOf({ local, own = [] }: GarageState): GarageVehicle[] {
  const owned = own.map(({ _id, name, maskedVin, ...vehicle }: OwnVehicle) => ({
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

function setLocal(local: readonly StoredVehicle[]): void {
  keep(garageKey, local.length > 0 ? local : undefined)
  set({ local })
}

/** Another tab has changed them; `key` as the event says it. */
export function follow(key: string | null): void {
  if (key !== currentKey) set({ local: readGarage(readStored(garageKey)) })
  if (key !== garageKey) set({ current: readCurrent(readStored(currentKey)) })
}

let isStarted = false

/** Reads what is kept, once. Not while the module is read: a server reads it too. */
export function start(): void {
  if (isStarted) return
  isStarted = true
  // Whatever was chosen on this page while this was on its way has been kept, so that it is read here too.
  set({ local: readGarage(readStored(garageKey)), current: readCurrent(readStored(currentKey)) ?? garage().current })
}

/** The vehicle that lists are for; for loaders, which have no hooks. */
export function currentVehicle(): StoredVehicle | undefined {
  start()
  return garage().current
}

/** One of my vehicles from now on. */
export function addToGarage({ vin, ...vehicle }: StoredVehicle): void {
  setLocal(addVehicle(garage().local, { ...vehicle, ...(vin && { vin }) }))
  if (email) void mergeVehicles()
}

/** Somebody is here, or nobody is any more. What the browser kept goes to the account that comes. */
export function tellWhoIsHere(who: string | undefined): void {
  if (who === email) return
  email = who
  set({ own: undefined })
  if (who && garage().local.length > 0) void mergeVehicles()
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
function mergeVehicles(): Promise<void> {
  return afterOthers(async who => {
    const sent = garage().local
    if (sent.length === 0) return
    const { giveVehicles } = await import('./garage-account.ts')
    const { own, arrived } = await giveVehicles(sent)
    if (who !== email) return
    // Read again: another tab may have changed them meanwhile.
    setLocal(readGarage(readStored(garageKey)).filter(vehicle => !arrived.some(one => isSame(one, vehicle))))
    if (own) set({ own })
  }).catch(() => undefined)
}

function isSame(one: StoredVehicle, other: StoredVehicle): boolean {
  return one.id === other.id && one.vin === other.vin
}

/** Reads the vehicles of the account that is here, if that has not been done. Throws a `CallFailed`. */
export function loadOwnVehicles(account: string): Promise<void> {
  start()
  tellWhoIsHere(account)
  return afterOthers(async who => {
    if (garage().own) return
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
      set({ own: garage().own?.filter(({ _id }) => _id !== ownId) })
    })
  }
  setLocal(removeVehicle(garage().local, id))
  if (garage().current?.id === id) showFor(undefined)
}

/** Throws a `CallFailed` where the account keeps it. */
export async function forgetVin({ id, ownId }: GarageVehicle): Promise<void> {
  if (ownId) {
    await afterOthers(async () => {
      await (await import('./garage-account.ts')).eraseVin(ownId)
      set({ own: garage().own?.map(one => (one._id === ownId ? { ...one, maskedVin: null } : one)) })
    })
  }
  setLocal(eraseVinOf(garage().local, id))
}
