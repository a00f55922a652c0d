import { call } from '#ui/calls/call.ts'
import { type Basket, type BasketLine, type LineInput, basketContract } from './basket.contract.ts'
import { mergeLines } from './basket.rules.ts'
import { tellCount } from './counter.ts'
import { isStillSold } from './problems.rules.ts'
import { joinStored, requireRoom, storeLines, storedLines } from './store.ts'
import type { Seen, StoredLine } from './stored.ts'

/** A country, a region and a method of delivery, as far as they are chosen. */
export type DeliverTo = { country?: string; region?: string; deliveryMethod?: string }

/** All of a line that can be changed. */
export type LineState = Omit<LineInput, 'tools_id'>

/** The basket that the screen shows: an account's, or a visitor's, which this browser keeps and the shop prices. */
export type BasketSource = {
  /** With what it comes to where it is to go; of a visitor, nobody knows where. */
  read(to?: DeliverTo): Promise<Basket>
  /** Undefined where it is saved and its price is not known yet. */
  change(line: BasketLine, to: LineState): Promise<Basket | undefined>
  remove(lines: readonly BasketLine[]): Promise<Basket>
  /** Lines that were taken out, where they still are sold; `before`: what there was beside them. */
  putBack(lines: readonly BasketLine[], before: readonly BasketLine[]): Promise<Basket>
  /** By the ids of the changes. */
  accept(changes: readonly string[]): Promise<Basket>
}

const counted = (basket: Basket): Basket => {
  tellCount(basket.lines.length)
  return basket
}

const setLines = async (lines: LineInput[]): Promise<Basket> =>
  counted(await call(basketContract.setLines, { body: { lines } }))

/** A line as it is sent, with what was ticked for it. */
const inputOf = ({ tools_id, quantity, vehicle, reference, fit }: BasketLine): LineInput => ({
  tools_id,
  quantity,
  ...(vehicle !== undefined && { vehicle }),
  ...(reference !== undefined && { reference }),
  ...(fit?.isAcknowledged && fit.statements.length > 0 && { acknowledged: fit.statements }),
})

/** What a visitor has taken out of the basket last, as it was. */
let takenOut: StoredLine[] = []

export const accountSource: BasketSource = {
  async read(to = {}) {
    // What the account has no room for stays with the browser.
    await joinStored().catch(() => undefined)
    return counted(await call(basketContract.getBasket, { query: to }))
  },
  change: async ({ id }, to) => counted(await call(basketContract.changeLine, { params: { id }, body: to })),
  async remove(lines) {
    const [line] = lines
    if (lines.length !== 1 || !line) return setLines(lines.map(line => ({ ...inputOf(line), quantity: 0 })))
    await call(basketContract.removeLine, { params: { id: line.id } })
    return counted(await call(basketContract.getBasket, { query: {} }))
  },
  putBack: lines => setLines(lines.filter(isStillSold).map(inputOf)),
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
      const acknowledgements = acknowledged ?? (vehicle === before ? ticked : undefined)
      const line: StoredLine = {
        ...rest,
        tools_id,
        quantity,
        ...(vehicle !== undefined && { vehicle }),
        ...(reference !== undefined && { reference }),
        ...(acknowledgements && { acknowledged: acknowledgements }),
      }
      // One that is by now the same as another becomes one with it.
      const changed = mergeLines([], lines.with(at, line), 'add')
      requireRoom(changed)
      storeLines(changed)
    }
    return undefined
  },
  remove(lines) {
    const ids = new Set(lines.map(({ id }) => id))
    takenOut = storedLines().filter(line => ids.has(line.id))
    storeLines(storedLines().filter(line => !ids.has(line.id)))
    return priceStored()
  },
  putBack(lines, before) {
    const ids = new Set(lines.map(({ id }) => id))
    const places = new Map(before.map(({ id }, at) => [id, at]))
    const placeOf = ({ id }: StoredLine) => places.get(id) ?? before.length
    const back = takenOut.filter(line => ids.has(line.id))
    const merged = mergeLines(storedLines(), back, 'add').toSorted((one, other) => placeOf(one) - placeOf(other))
    requireRoom(merged)
    storeLines(merged)
    return priceStored()
  },
  async accept(changes) {
    const basket = await priceStored()
    const accepted = new Set(basket.changed.filter(change => changes.includes(change.id)).map(change => change.line))
    const seen = seenOf(basket)
    storeLines(storedLines().map(line => (accepted.has(line.id) ? { ...line, ...seen.get(line.id) } : line)))
    return priceStored()
  },
}

/** What is shown for the first time is seen as it is shown, and so is a price that has not changed. */
async function priceStored(): Promise<Basket> {
  const stored = storedLines()
  const lines = stored.map(({ acknowledged, ...line }) => ({
    ...line,
    ...(acknowledged && { acknowledged: [...acknowledged] }),
  }))
  const basket = await call(basketContract.priceBasket, { body: { lines } })
  const shown = seenOf(basket)
  const notified = new Set(basket.changed.filter(({ kind }) => kind === 'price').map(({ line }) => line))
  const now = storedLines()
  const looked = now.map(line => {
    const { seen } = shown.get(line.id) ?? {}
    if (!seen || notified.has(line.id)) return line
    const { price, units } = seen
    if (line.seen?.price === price && line.seen.units === units) return line
    return { ...line, seen: { ...seen, ...line.seen, price, units } }
  })
  if (looked.some((line, at) => line !== now[at])) storeLines(looked)
  return counted(basket)
}

/** What is seen of each line where this is shown; nothing of one without a price. */
function seenOf({ lines }: Basket): Map<string, { seen: Seen & { units: number } }> {
  const units = new Map<string, number>()
  for (const { tools_id, quantity } of lines) units.set(tools_id, (units.get(tools_id) ?? 0) + quantity)
  return new Map(
    lines.flatMap(({ id, tools_id, unitPrice, fit, tool }) => {
      if (unitPrice === null) return []
      const price = String(unitPrice)
      const seen = {
        price,
        units: units.get(tools_id) ?? 0,
        free: tool.availableQuantity,
        ...(fit && { fit: fit.answer }),
      }
      return [[id, { seen }]]
    }),
  )
}
