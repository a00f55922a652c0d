import { woundOfNumber } from '#kernel/tables/cells'
import { foldPartNumber } from '#rules/finder'
import { mostOrdered, quantitiesBeside, quantityFits } from '../orders/orders.rules.ts'
import { type QuantityProblem, readQuantity } from './quantity.rules.ts'

/**
 * What becomes of the rows of a quick order. Pure: the numbers have been looked up, and stock is as it was read. Each row ends in
 * exactly one of three places, and what is not what was typed is proposed, never done.
 */

/** `text`: of what is typed into a cell. What is longer is no number of a part, and no quantity. */
export const padLimits = { rows: 500, text: 200, offers: 8 }

/** `tools_id`: what its buyer has chosen among the offers for it. */
export type PadRow = {
  number: string
  quantity: string | number
  brand?: string | undefined
  tools_id?: string | undefined
}

/** What has to be known of a tool. */
export type PadTool = { _id: string; availableQuantity: number; minimumQuantity: number; multiple: number }

/** What a number leads to: one tool, several or none, and what came in the place of a replaced one. */
export type Meaning<T extends PadTool> =
  | { kind: 'one'; tool: T; isChosen: boolean }
  | {
      kind: 'several'
      why: 'two-brands' | 'other-brand' | 'superseded' | 'number-unclear' | 'quantity-in-number'
      tools: readonly T[]
    }
  | { kind: 'none'; code: 'number-unknown' | 'superseded-not-sold' }

export type RowProblem =
  | QuantityProblem
  | 'number-missing'
  | 'number-shortened'
  | 'number-unknown'
  | 'superseded-not-sold'
  | 'sold-out'

/** Why a quantity is not taken as it is. */
export type QuantityDifference = 'below-minimum' | 'not-a-multiple' | 'not-enough-stock'
export type ChoiceReason =
  | QuantityDifference
  | 'two-brands'
  | 'other-brand'
  | 'superseded'
  | 'number-unclear'
  | 'quantity-in-number'
  | 'fits-another-vehicle'

/** `differs`: in what it is not what was typed, apart from the tool. */
export type Offer<T extends PadTool> = {
  tool: T
  quantity: number
  differs: (QuantityDifference | 'fits-another-vehicle')[]
}

export type PadAnswer<T extends PadTool> = {
  added: { rows: number[]; tool: T; quantity: number }[]
  choose: { rows: number[]; why: ChoiceReason; quantity: number; offers: Offer<T>[] }[]
  refused: { row: number; code: RowProblem }[]
}

export type PadQuestion<T extends PadTool> = {
  rows: readonly PadRow[]
  /** What the number of this row leads to. */
  meaningOf: (row: number) => Meaning<T>
  /** It is known not to fit the vehicle that the order is for. */
  doesNotFit: (tool: T) => boolean
  locale: string
}

/** What is wrong with a row before anything is looked up. */
export function readPadRow(row: PadRow, locale: string): { quantity: number } | { code: RowProblem } {
  if (row.tools_id === undefined) {
    const isEmpty = foldPartNumber(row.number) === ''
    // What a spreadsheet makes of a long number that it takes for an amount: the last digits are gone.
    if (/^\d(?:[.,]\d+)?E\+\d+$/i.test(row.number.trim()) || (isEmpty && isChanged(row)))
      return { code: 'number-shortened' }
    if (isEmpty) return { code: 'number-missing' }
  }
  const quantity = readQuantity(row.quantity, locale)
  return typeof quantity === 'number' ? { quantity } : { code: quantity }
}

/** `04-Mar` may be somebody's number; where nobody has it, a spreadsheet has made a day of one. */
const isChanged = ({ number }: PadRow): boolean => woundOfNumber(number.trim()) !== undefined

type Group<T extends PadTool> = { rows: number[]; quantity: number; meaning: Exclude<Meaning<T>, { kind: 'none' }> }

/** Rows that mean the same are one before stock is looked at. Rows in = rows added + rows to choose + rows refused. */
export function answerPad<T extends PadTool>(question: PadQuestion<T>): PadAnswer<T> {
  const answer: PadAnswer<T> = { added: [], choose: [], refused: [] }
  for (const group of groupsOf(question, answer.refused)) {
    const { meaning, rows, quantity } = group
    const offers = offersOf(question, group)
    const [offer] = offers
    if (!offer) answer.refused.push(...rows.map(row => ({ row, code: 'sold-out' as const })))
    else if (meaning.kind === 'one' && offer.differs.length === 0)
      answer.added.push({ rows, tool: offer.tool, quantity })
    else {
      const why = meaning.kind === 'several' ? meaning.why : (offer.differs[0] ?? 'two-brands')
      answer.choose.push({ rows, why, quantity, offers })
    }
  }
  answer.refused.sort((a, b) => a.row - b.row)
  return answer
}

function groupsOf<T extends PadTool>(
  { rows, meaningOf, locale }: PadQuestion<T>,
  refused: PadAnswer<T>['refused'],
): Iterable<Group<T>> {
  const groups = new Map<string, Group<T>>()
  for (const [index, row] of rows.entries()) {
    const read = readPadRow(row, locale)
    const meaning = 'code' in read ? undefined : meaningOf(index)
    const code = 'code' in read ? read.code : meaning?.kind === 'none' ? meaning.code : undefined
    if ('code' in read || !meaning || meaning.kind === 'none') {
      const isUnknown = code === undefined || code === 'number-unknown'
      refused.push({ row: index, code: isUnknown ? (isChanged(row) ? 'number-shortened' : 'number-unknown') : code })
      continue
    }
    const key = keyOf(meaning)
    const group = groups.get(key)
    if (!group) groups.set(key, { rows: [index], quantity: read.quantity, meaning })
    else {
      group.rows.push(index)
      group.quantity += read.quantity
      // One of them was typed without having been asked.
      if (meaning.kind === 'one' && !meaning.isChosen) group.meaning = meaning
    }
  }
  return groups.values()
}

const keyOf = <T extends PadTool>(meaning: Group<T>['meaning']) =>
  meaning.kind === 'one' ? meaning.tool._id : [meaning.why, ...meaning.tools.map(({ _id }) => _id).toSorted()].join(' ')

function offersOf<T extends PadTool>({ doesNotFit }: PadQuestion<T>, { meaning, quantity }: Group<T>): Offer<T>[] {
  const isChosen = meaning.kind === 'one' && meaning.isChosen
  const tools = meaning.kind === 'one' ? [meaning.tool] : meaning.tools
  return tools
    .flatMap(tool => {
      const fit = doesNotFit(tool) && !isChosen ? (['fits-another-vehicle'] as const) : []
      const { why, quantities } = orderableNear(quantity, tool)
      // One quantity each, where the tool is to be chosen.
      const near = meaning.kind === 'one' ? quantities : quantities.slice(0, 1)
      return near.map(near => ({ tool, quantity: near, differs: [...fit, ...(why ? [why] : [])] }))
    })
    .slice(0, padLimits.offers)
}

/** What can be ordered instead of a quantity, the best proposal first; itself where it can, and nothing of what is sold out. */
export function orderableNear(
  quantity: number,
  tool: Omit<PadTool, '_id'>,
): { why?: QuantityDifference; quantities: number[] } {
  const most = mostOrdered(tool)
  if (most < tool.minimumQuantity) return { quantities: [] }
  if (quantityFits(quantity, tool)) return { quantities: [quantity] }
  if (quantity < tool.minimumQuantity) return { why: 'below-minimum', quantities: [tool.minimumQuantity] }
  if (quantity > tool.availableQuantity) return { why: 'not-enough-stock', quantities: [most] }
  const { lower, higher } = quantitiesBeside(quantity, tool)
  return { why: 'not-a-multiple', quantities: higher === undefined ? [lower] : [higher, lower] }
}
