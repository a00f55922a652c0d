import { setTimeout as pause } from 'node:timers/promises'
import { type Customer, type Told, orderPatiently, payPatiently } from '../faults/patience.ts'

/** Customers who order without end, at one process of the shop or another. */
export type Crowd = {
  told: Told
  /** When orders were acknowledged. */
  times: number[]
  /** What all want now, until there is none left. */
  scarce: string | undefined
  /** Lets everybody finish what they are at. */
  close(): Promise<void>
}

type Place = Omit<Customer, 'told'>

/** So many at each place; every tenth order is paid. */
const atEachPlace = 4

export function openShops(places: readonly Place[], plenty: string, pauseMs = 100): Crowd {
  const door = { isOpen: true }
  const told: Told = { orders: [], paid: 0, refusals: [] }
  const buy = async (place: Place) => {
    const customer = { ...place, told }
    for (let count = 1; door.isOpen; count++) {
      const tool = crowd.scarce ?? plenty
      const order = await orderPatiently(customer, tool)
      if (order === undefined && crowd.scarce === tool) crowd.scarce = undefined
      if (order !== undefined) crowd.times.push(Date.now())
      if (order !== undefined && count % 10 === 0) await payPatiently(customer, order)
      await pause(pauseMs)
    }
  }
  const crowd: Crowd = {
    told,
    times: [],
    scarce: undefined,
    async close() {
      door.isOpen = false
      await all
    },
  }
  const all = Promise.all(places.flatMap(place => Array.from({ length: atEachPlace }, () => buy(place))))
  // Who fails is heard of at the close.
  all.catch(() => undefined)
  return crowd
}

/** The longest time after a moment in which no order was acknowledged, by its length and its end. */
export function longestPause(times: readonly number[], since: number): { ms: number; end: number } {
  const later = times.filter(time => time > since)
  const pauses = later.map((end, at) => ({ end, ms: end - (later[at - 1] ?? since) }))
  return pauses.toSorted((one, other) => other.ms - one.ms)[0] ?? { ms: Infinity, end: Infinity }
}
