import type { ComponentType } from 'react'
import { tokenKey } from '#parts/accounts'
import { currentKey, garageKey } from '#parts/finder'
import { basketKey } from '#parts/ordering'
import type { Islands, Wake } from '#ui/islands/wake.ts'

/** A part that React brings to life, by the props that stand on its element. */
const part =
  (load: () => Promise<ComponentType<never>>): Wake =>
  async element => {
    const [{ hydrate }, Part] = await Promise.all([import('./hydrate.tsx'), load()])
    await hydrate(element, Part as ComponentType<object>)
  }

/** Everything that is alive on the shop's pages, by the names that stand on their elements (`data-island`). */
const wakes = new Map<string, Wake>([
  ['search-box', part(async () => (await import('./search-box.ts')).SearchBox)],
  ['main-links', part(async () => (await import('./main-links.tsx')).LinksOfAccount)],
  ['session-corner', part(async () => (await import('./session-corner.ts')).SessionCorner)],
  ['basket-link', part(async () => (await import('./basket.ts')).BasketOfAccount)],
  ['add-to-basket', async form => (await import('./basket.ts')).addOnSubmit(form)],
  ['vehicle-picker', part(async () => (await import('./vehicle-picker.ts')).VehiclePicker)],
  ['vehicle-bar', part(async () => (await import('./vehicle-bar.ts')).VehicleBar)],
  ['own-price', part(async () => (await import('./own-price.ts')).OwnPrice)],
  ['keep-vehicle', part(async () => (await import('./keep-vehicle.ts')).KeepVehicle)],
  ['more', async form => (await import('#ui/islands/more.ts')).showMore(form)],
  ['apply', async form => (await import('#ui/islands/apply.ts')).applyAtOnce(form)],
])

export const islands: Islands = {
  wakes,
  keysOf: new Map([
    ['account', [tokenKey]],
    ['basket', [basketKey]],
    ['vehicle', [currentKey, garageKey]],
  ]),
}
