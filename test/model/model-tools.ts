import { type Model, freeOf, heldOf } from './model.ts'

/** What an admin does with a tool. */
export function restock(model: Model, tool: number, units: number): string {
  const stocked = model.tools[tool]
  if (!stocked || stocked.isArchived) return 'tool-gone'
  if (stocked.onHand + units < heldOf(model, tool)) return 'stock-held'
  book(model, tool, { units, why: units > 0 ? 'restocked' : 'corrected' })
  return `free ${freeOf(model, tool)}`
}

function book(model: Model, tool: number, { units, why }: { units: number; why: string }): void {
  const stocked = model.tools[tool]
  if (stocked) stocked.onHand += units
  model.ledger.push({ tool, why, onHand: units, held: 0, order: null, who: 'admin', at: model.now })
}

export function archive(model: Model, tool: number): string {
  const gone = model.tools[tool]
  if (!gone || gone.isArchived) return 'deleted 0'
  gone.isArchived = true
  gone.version += 1
  return 'deleted 1'
}

type Change = { price: number; free: number | undefined; isStale: boolean }

export function change(model: Model, tool: number, { price, free, isStale }: Change): string {
  const changed = model.tools[tool]
  if (!changed || changed.isArchived) return 'tool-gone'
  const units = free === undefined ? 0 : free - freeOf(model, tool)
  if (changed.price === price && units === 0) return 'modified 0'
  if (isStale) return 'changed-meanwhile'
  if (units !== 0) book(model, tool, { units, why: 'corrected' })
  changed.price = price
  changed.version += 1
  return 'modified 1'
}
