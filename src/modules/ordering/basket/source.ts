import { call } from '#ui/calls/call.ts'
import { type Basket, type BasketLine, type LineInput, basketContract } from './basket.contract.ts'
import { mergeLines } from './basket.rules.ts'
import { tellCount } from './counter.ts'
import { joinStored, requireRoom, storeLines, storedLines } from './store.ts'
import type { StoredLine } from './stored.ts'

/** A country, a region and a method of delivery, as far as they are chosen. */
export type DeliverTo = { country?: string; region?: string; deliveryMethod?: string }

/** All of a line that can be changed. */
export type LineState = Omit<LineInput, 'tools_id'>

/** The basket that the screen shows: an account's, or a visitor's, which this browser keeps and the shop prices. */
export type BasketSource = {
  /** With what it comes to where it is to go; of a visitor, nobody knows where. */
  read(to?: DeliverTo): Promise<Basket>
  change(line: BasketLine, to: LineState): Promise<Basket>
  remove(line: BasketLine): Promise<Basket>
  /** By the ids of the changes. */
  accept(changes: readonly string[]): Promise<Basket>
}

const counted = (basket: Basket): Basket => {
  tellCount(basket.lines.length)
  return basket
}

export const accountSource: BasketSource = {
  async read(to = {}) {
    // What the account has no room for stays with the browser.
    await joinStored().catch(() => undefined)
    return counted(await call(basketContract.getBasket, { query: to }))
  },
  change: async ({ id }, to) => counted(await call(basketContract.changeLine, { params: { id }, body: to })),
  async remove({ id }) {
    await call(basketContract.removeLine, { params: { id } })
    return counted(await call(basketContract.getBasket, { query: {} }))
  },
  accept: changes => call(basketContract.acceptChanges, { body: { changes: [...changes] } }),
}

export const visitorSource: BasketSource = {
  read: () => priceStored(),
  async change({ id, tools_id, vehicle: before }, { quantity, vehicle, reference, acknowledged }) {
    const lines = storedLines()
    const at = lines.findIndex(line => line.id === id)
    const old = lines[at]
    if (old) {
      const { vehicle: _vehicle, reference: _reference, acknowledged: ticked, ...rest } = old
      const kept = acknowledged ?? (vehicle === before ? ticked : undefined)
      const line: StoredLine = {
        ...rest,
        tools_id,
        quantity,
        ...(vehicle !== undefined && { vehicle }),
        ...(reference !== undefined && { reference }),
        ...(kept && { acknowledged: kept }),
      }
      // One that is by now the same as another becomes one with it.
      const changed = mergeLines([], lines.with(at, line), 'add')
      requireRoom(changed)
      storeLines(changed)
    }
    return priceStored()
  },
  remove({ id }) {
    storeLines(storedLines().filter(line => line.id !== id))
    return priceStored()
  },
  async accept(changes) {
    const { changed, lines } = await priceStored()
    const accepted = new Set(changed.filter(change => changes.includes(change.id)).map(change => change.line))
    const shown = new Map(lines.map(line => [line.id, line]))
    storeLines(storedLines().map(line => (accepted.has(line.id) ? withSeen(line, shown.get(line.id)) : line)))
    return priceStored()
  },
}

/** What is shown for the first time is seen as it is shown. */
async function priceStored(): Promise<Basket> {
  const stored = storedLines()
  const lines = stored.map(({ acknowledged, ...line }) => ({
    ...line,
    ...(acknowledged && { acknowledged: [...acknowledged] }),
  }))
  const basket = await call(basketContract.priceBasket, { body: { lines } })
  const shown = new Map(basket.lines.map(line => [line.id, line]))
  if (stored.some(line => !line.seen)) {
    storeLines(storedLines().map(line => (line.seen ? line : withSeen(line, shown.get(line.id)))))
  }
  return counted(basket)
}

function withSeen(line: StoredLine, shown: BasketLine | undefined): StoredLine {
  if (!shown || shown.unitPrice === null) return line
  const fit = shown.fit?.answer
  return { ...line, seen: { price: String(shown.unitPrice), free: shown.tool.availableQuantity, ...(fit && { fit }) } }
}
