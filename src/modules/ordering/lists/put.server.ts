import type { Context } from '#platform/context'
import { hidesPrices } from '#services/pricing'
import { writeLines } from '../basket/lines.server.ts'
import { type BasketLineRow, standingOf } from '../basket/read.server.ts'
import type { ListLine, PutAnswer } from './lists.contract.ts'
import { differencesOf } from './lists.rules.ts'
import type { SavedLine } from './saved-lines.server.ts'

/** The lines as they are today, without prices for whoever sees none. */
export async function showLines(ctx: Context, saved: readonly SavedLine[]): Promise<ListLine[]> {
  const lines = await linesNow(ctx, saved)
  return hidesPrices(ctx) ? lines.map(line => ({ ...line, unitPrice: null, lineTotal: null })) : lines
}

/** The lines as they are today, and what differs. The number of queries is the same however many there are. */
async function linesNow(ctx: Context, saved: readonly SavedLine[]): Promise<ListLine[]> {
  const { settings } = ctx
  const { shown, lines } = await standingOf(ctx, saved.map(asBasketLine))
  const before = new Map(saved.map(line => [String(line.position), line]))
  return shown.lines.map((line, index) => {
    const then = before.get(line.id)
    const was = then?.currency === settings.currency && !hidesPrices(ctx) ? then.price : undefined
    return { ...line, differs: differencesOf({ price: lines[index]?.price, was, problems: line.problems }, settings) }
  })
}

/** Adds all that is still sold to the caller's basket, or nothing. Refuses: basket-full, too-many-units. */
export async function putIntoBasket(ctx: Context, saved: readonly SavedLine[]): Promise<PutAnswer> {
  const lines = await linesNow(ctx, saved)
  const sold = lines.filter(({ unitPrice }) => unitPrice !== null)
  const input = sold.map(({ tools_id, quantity, vehicle, reference }) => ({ tools_id, quantity, vehicle, reference }))
  await writeLines(ctx, input, 'add')
  const differencesOf = (some: readonly ListLine[]) =>
    some.flatMap(({ tool, differs }) => differs.map(message => ({ name: tool.name, message })))
  return {
    added: sold.length,
    differs: differencesOf(sold),
    leftOut: differencesOf(lines.filter(line => !sold.includes(line))),
  }
}

const asBasketLine = ({ position, tool_id, quantity, vehicle_id, reference }: SavedLine): BasketLineRow => ({
  id: String(position),
  tool_id,
  quantity,
  vehicle_id,
  reference,
  acknowledged: [],
  seen_price: null,
  seen_free: null,
  seen_fit: null,
})
