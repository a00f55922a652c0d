import type { SoldBy } from '#rules/catalogue'
import { type FulfilmentState, type PaymentState, allMoneyGoesBack, mayShip } from '../orders/orders.rules.ts'

/** What is printed for the warehouse: the list to pick by, and what lies in each box. */

type PackedLine = SoldBy & {
  tools_id: string | null
  toolName: string
  partNumber: string | null
  toShip: number
}
type PackedOrder = {
  number: string
  paymentState: PaymentState
  fulfilmentState: FulfilmentState | null
  /** What of its money has not gone back. */
  refundable: number
  /** Such an order is shipped by hand, by whoever knows why. */
  bankKeepsMoney: boolean
  lines: readonly PackedLine[]
}

/** Whether goods of it are still to be packed. */
export function isToPack(order: PackedOrder): boolean {
  return (
    order.fulfilmentState === 'open' &&
    mayShip(order.paymentState) &&
    !allMoneyGoesBack(order) &&
    !order.bankKeepsMoney &&
    linesToPack(order).length > 0
  )
}

/** Its lines of which units are still to be packed. */
export function linesToPack<Line extends PackedLine>(order: { lines: readonly Line[] }): Line[] {
  return order.lines.filter(line => line.toShip > 0)
}

export type Pick = SoldBy & {
  partNumber: string | null
  toolName: string
  quantity: number
  /** For which orders, in their order. */
  orders: { number: string; quantity: number }[]
}

const byShelf = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * What to fetch for these orders: each tool once, its units summed up, sorted as shelves are: by part number, its figures
 * as numbers. What has no part number comes last, by its name. A tool whose name has changed has the later order's.
 */
export function pickListOf(orders: readonly PackedOrder[]): Pick[] {
  const picks = new Map<string, Pick>()
  for (const order of orders) {
    for (const { tools_id, partNumber, toolName, unit, boxQuantity, toShip } of linesToPack(order)) {
      // Boxes and single pieces of one tool are counted apart.
      const key = [tools_id ?? `${partNumber ?? ''}\n${toolName}`, unit, boxQuantity].join('\n')
      const before = picks.get(key)
      picks.set(key, {
        partNumber,
        toolName,
        unit,
        boxQuantity,
        quantity: (before?.quantity ?? 0) + toShip,
        orders: addUnits(before?.orders ?? [], { number: order.number, quantity: toShip }),
      })
    }
  }
  return [...picks.values()].toSorted(
    (one, other) =>
      Number(one.partNumber === null) - Number(other.partNumber === null) ||
      byShelf.compare(one.partNumber ?? '', other.partNumber ?? '') ||
      byShelf.compare(one.toolName, other.toolName),
  )
}

/** Two lines of one order may want the same tool. */
function addUnits(orders: Pick['orders'], more: Pick['orders'][number]): Pick['orders'] {
  const last = orders.at(-1)
  if (last?.number !== more.number) return [...orders, more]
  return [...orders.slice(0, -1), { number: last.number, quantity: last.quantity + more.quantity }]
}
