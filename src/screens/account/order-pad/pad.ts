import type { PadAnswer, PadRow } from './pad-row.ts'
import { type TypedRow } from '#kernel/tables/paste'
import { padLimits } from '#rules/ordering'

export type Added = PadAnswer['added'][number]
type Choice = PadAnswer['choose'][number]
export type PadOffer = Choice['offers'][number]

/** What the shop said of a line; `merged`: it is counted with the line of this id. */
export type Outcome =
  | ({ kind: 'added' } & Pick<Added, 'tool' | 'quantity' | 'unitPrice' | 'lineTotal' | 'matched'>)
  | ({ kind: 'choose' } & Pick<Choice, 'message' | 'quantity' | 'offers'>)
  | { kind: 'refused'; code: string; message: string }
  | { kind: 'merged'; into: number }

/** `tool`: what was chosen among suggestions or offers. */
export type Line = TypedRow & {
  id: number
  tool?: { id: string; name: string } | undefined
  outcome?: Outcome | undefined
}

export type Pad = { lines: readonly Line[]; nextId: number }

export type PadChange =
  | { does: 'type'; id: number; typed: Partial<TypedRow> }
  | { does: 'pick'; id: number; number: string; tool: Line['tool'] }
  | { does: 'insert'; at?: number; rows: readonly Omit<Line, 'id' | 'outcome'>[] }
  | { does: 'remove'; id: number }
  | { does: 'answer'; query: PadQuery; answer: PadAnswer }
  | { does: 'take'; id: number; offer: PadOffer }
  | { does: 'amend'; id: number; quantity: number }
  | { does: 'clear' }
  | { does: 'restore'; lines: readonly Omit<Line, 'id' | 'outcome'>[] }
  | { does: 'drop'; ids: ReadonlySet<number> }

const blankRow: TypedRow = { number: '', quantity: '', brand: '' }

/** So many lines an empty pad shows. */
const firstLines = 4

export const emptyPad: Pad = {
  lines: Array.from({ length: firstLines }, (_, id) => ({ ...blankRow, id })),
  nextId: firstLines,
}

export const isBlank = ({ number, quantity, tool }: Line) => number.trim() === '' && quantity.trim() === '' && !tool

/** Lines are new objects where they change, and only there: each is shown by itself. */
export const changePad = (pad: Pad, change: PadChange): Pad => withBlankEnd(changed(pad, change))

function changed(pad: Pad, change: PadChange): Pad {
  const { lines, nextId } = pad
  const replaced = (id: number, by: (line: Line) => Line) => lines.map(line => (line.id === id ? by(line) : line))
  const without = (id: number) => lines.filter(line => line.id !== id && !isMergedInto(line, id))
  switch (change.does) {
    case 'type':
      return { ...pad, lines: replaced(change.id, line => typedInto(line, change.typed)) }
    case 'pick':
      return { ...pad, lines: replaced(change.id, line => ({ ...line, ...picked(change) })) }
    case 'insert':
      return inserted(pad, change)
    case 'remove':
      return { ...pad, lines: without(change.id) }
    case 'answer':
      return { ...pad, lines: answered(pad, change) }
    case 'take':
      return { ...pad, lines: taken(lines, change) }
    case 'amend':
      return { ...pad, lines: amended(lines, change) }
    case 'clear':
      return {
        lines: emptyPad.lines.map((line, index) => ({ ...line, id: nextId + index })),
        nextId: nextId + firstLines,
      }
    case 'restore':
      return {
        lines: change.lines.map((line, index) => ({ ...line, id: nextId + index })),
        nextId: nextId + change.lines.length,
      }
    default:
      return { ...pad, lines: lines.filter(line => !change.ids.has(line.id) && !isMergedIntoAny(line, change.ids)) }
  }
}

/** What was chosen was chosen for the number that stood there. */
const typedInto = (line: Line, typed: Partial<TypedRow>): Line => ({
  ...line,
  ...typed,
  ...(typed.number !== undefined && { tool: undefined }),
})

const picked = ({ number, tool }: Extract<PadChange, { does: 'pick' }>) => ({ number, tool, brand: '' })

function inserted({ lines, nextId }: Pad, { rows, at }: Extract<PadChange, { does: 'insert' }>): Pad {
  const added = rows.map((row, index) => ({ ...row, id: nextId + index }))
  const place = lines.findIndex(({ id }) => id === at)
  const before = place < 0 ? lines.filter(line => line.outcome || !isBlank(line)) : lines.slice(0, place)
  // The line that was pasted into makes room, unless something stands in it.
  const after = place < 0 ? [] : lines.slice(place).filter((line, index) => index > 0 || !isBlank(line))
  return { lines: [...before, ...added, ...after], nextId: nextId + added.length }
}

function taken(lines: readonly Line[], { id, offer }: Extract<PadChange, { does: 'take' }>): Line[] {
  const { tool, quantity, unitPrice, lineTotal } = offer
  return lines.flatMap((line): Line[] => {
    if (isMergedInto(line, id)) return []
    if (line.id !== id) return [line]
    const outcome = { kind: 'added' as const, tool, quantity, unitPrice, lineTotal }
    return [{ ...line, quantity: String(quantity), tool: { id: tool._id, name: tool.name }, outcome }]
  })
}

/** Another quantity of all that a line stands for: the rows that are counted with it are in it. */
const amended = (lines: readonly Line[], { id, quantity }: Extract<PadChange, { does: 'amend' }>): Line[] =>
  lines.flatMap(line => {
    if (isMergedInto(line, id)) return []
    return [line.id === id ? { ...line, quantity: String(quantity) } : line]
  })

const isMergedInto = ({ outcome }: Line, id: number) => outcome?.kind === 'merged' && outcome.into === id

const isMergedIntoAny = ({ outcome }: Line, ids: ReadonlySet<number>) =>
  outcome?.kind === 'merged' && ids.has(outcome.into)

/**
 * Each line with its outcome by the answer. A line that was changed or removed since the question was sent has none,
 * and neither have those that were counted with it.
 */
function answered({ lines }: Pad, { query, answer }: Extract<PadChange, { does: 'answer' }>): Line[] {
  const now = new Map(lines.map(line => [line.id, JSON.stringify(rowOf(line))]))
  const isUnchanged = (row: number) => now.get(query.ids[row] ?? -1) === JSON.stringify(query.rows[row])
  const outcomes = new Map<number, Outcome>()
  const say = (rows: readonly number[], outcome: Outcome) => {
    if (!rows.every(isUnchanged)) return
    const [first = -1, ...others] = rows.map(row => query.ids[row] ?? -1)
    outcomes.set(first, outcome)
    for (const id of others) outcomes.set(id, { kind: 'merged', into: first })
  }
  for (const { rows, ...added } of answer.added) say(rows, { kind: 'added', ...added })
  for (const { rows, ...choice } of answer.choose) say(rows, { kind: 'choose', ...choice })
  for (const { row, ...refused } of answer.refused) say([row], { kind: 'refused', ...refused })
  return lines.map(line => ({ ...line, outcome: outcomes.get(line.id) }))
}

/** Whether something stands on it that another file could be meant to replace. */
export const isEmptyPad = ({ lines }: Pad): boolean => lines.every(line => !line.outcome && isBlank(line))

/** There is always a line to write on. */
function withBlankEnd({ lines, nextId }: Pad): Pad {
  const last = lines.findLast(line => !line.outcome)
  if (last && isBlank(last)) return { lines, nextId }
  return { lines: [...lines, { ...blankRow, id: nextId }], nextId: nextId + 1 }
}

/** A question to the shop: the ids of the lines it is about, and the rows that are sent for them. */
export type PadQuery = { ids: readonly number[]; rows: PadRow[] }

export function queryOf({ lines }: Pad): PadQuery {
  const sentLines = lines.filter(line => line.outcome || !isBlank(line))
  return { ids: sentLines.map(({ id }) => id), rows: sentLines.map(rowOf) }
}

const rowOf = ({ number, quantity, brand, tool }: Line): PadRow => ({
  number: cut(number),
  quantity: cut(quantity),
  ...(brand && { brand: cut(brand) }),
  ...(tool && { tools_id: tool.id }),
})

export const addedIn = ({ lines }: Pad): ReadonlySet<number> =>
  new Set(lines.filter(({ outcome }) => outcome?.kind === 'added').map(({ id }) => id))

/** What goes into the basket: each tool once, by the quantity of all rows that mean it. */
export const linesToAdd = ({ lines }: Pad, vehicle: number | undefined) =>
  lines.flatMap(({ outcome }) =>
    outcome?.kind === 'added'
      ? [{ tools_id: outcome.tool._id, quantity: outcome.quantity, ...(vehicle !== undefined && { vehicle }) }]
      : [],
  )

/** As much as is taken of a cell: a description in the wrong column is refused as any other line is. */
const cut = (text: string) => text.slice(0, padLimits.text)

/** Whether a tool stands on another line as well, so that both have to be counted together. */
export const isOnAnotherLine = ({ lines }: Pad, id: number, toolId: string) =>
  lines.some(line => line.id !== id && line.outcome?.kind === 'added' && line.outcome.tool._id === toolId)
