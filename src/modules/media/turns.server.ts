import { type Caller, isStaff } from '#kernel/access'
import { refuse } from '#kernel/refusals'

type Limits = { atOnce: number; mostWaiting: number; mostOfOne: number }

/** Decoding pictures takes the whole of a processor. A customer sends a picture or a few at a time. */
const forCustomers: Limits = { atOnce: 2, mostWaiting: 12, mostOfOne: 4 }
/** A place of its own, so that no customer keeps the shop's staff from their work. */
const forStaff: Limits = { atOnce: 1, mostWaiting: 12, mostOfOne: 6 }

/** Whose picture it is decides where it waits. Refuses: own-uploads-busy, uploads-busy. */
export function pictureTurns() {
  const turns = { customers: turnsOf(forCustomers), staff: turnsOf(forStaff) }
  return <T>(caller: Pick<Caller, 'id' | 'permissions'>, work: () => Promise<T>): Promise<T> =>
    turns[isStaff(caller) ? 'staff' : 'customers'](caller.id, work)
}

/** So many at once, so many in the queue, of one account only so many of either; the others later. */
function turnsOf({ atOnce, mostWaiting, mostOfOne }: Limits) {
  let running = 0
  const waiting: (() => void)[] = []
  /** How many are running or waiting, by account. */
  const places = new Map<string, number>()
  return async <T>(accountId: string, work: () => Promise<T>): Promise<T> => {
    const own = places.get(accountId) ?? 0
    if (own >= mostOfOne) throw refuse('own-uploads-busy')
    if (running >= atOnce && waiting.length >= mostWaiting) throw refuse('uploads-busy')
    places.set(accountId, own + 1)
    // Whoever ends hands its place over, so that nobody who comes later takes it.
    if (running >= atOnce) await new Promise<void>(resolve => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const left = (places.get(accountId) ?? 1) - 1
      if (left > 0) places.set(accountId, left)
      else places.delete(accountId)
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
