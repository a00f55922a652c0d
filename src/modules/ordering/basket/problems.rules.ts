import { formatMoney } from '#kernel/money'
import { formatNumber } from '#kernel/formats'
import type { FitAnswer } from '#rules/finder'
import { mostOrdered, quantitiesBeside } from '../orders/orders.rules.ts'
import { quantityTexts } from '../orders/quantity.texts.ts'
import { lineChanges, lineProblems } from './problems.texts.ts'

/** What is wrong with the lines of a basket, and what has changed since they were seen. Pure. */

/** Why a line cannot be ordered as it is. `quantity`: what would do instead. */
export type LineProblem = { code: string; message: string; quantity?: number | undefined }

/** Something that is not as the buyer last saw it. The id says what it is now: whoever accepts it has seen that. */
export type Change = { id: string; line: string; kind: 'price' | 'stock' | 'fit'; message: string }

/** A line with what is true of its tool now. `price` in minor units; undefined where it is no longer sold. */
export type StandingLine = {
  id: string
  toolId: string
  name: string
  quantity: number
  price: number | undefined
  available: number
  minimum: number
  multiple: number
  /** Of a line for a vehicle. */
  fit:
    | {
        answer: FitAnswer
        /** It fits every vehicle: `answer` is then that nothing is known of this one. */
        isUniversal: boolean
        vehicle: string
        statements: readonly string[]
        isAcknowledged: boolean
      }
    | undefined
  seen: { price: number; free: number; fit: FitAnswer | undefined }
}

/** Beyond this, sums would not be exact any more; no order is worth as much. */
const mostOfALine = 5_000_000_000_000

export const canBePriced = (line: StandingLine): line is StandingLine & { price: number } =>
  line.price !== undefined && line.price * line.quantity <= mostOfALine

const gone = 'tool-gone'

/** Whether a line's tool is still sold; what it costs may be untold all the same. */
export const isStillSold = ({ problems }: { problems: readonly { code: string }[] }): boolean =>
  problems.every(({ code }) => code !== gone)

/** What is wrong with each line, by its id: lines that want the same tool are looked at together. */
export function problemsOf(lines: readonly StandingLine[], locale: string): Map<string, LineProblem[]> {
  const sums = unitsOf(lines)
  return new Map(lines.map(line => [line.id, problemsOfLine(line, sums.get(line.toolId) ?? 0, locale)]))
}

/** Units of each tool, on however many lines. */
function unitsOf(lines: readonly StandingLine[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { toolId, quantity } of lines) sums.set(toolId, (sums.get(toolId) ?? 0) + quantity)
  return sums
}

function problemsOfLine(line: StandingLine, sum: number, locale: string): LineProblem[] {
  if (line.price === undefined) return [{ code: gone, message: lineProblems.gone }]
  if (!canBePriced(line)) return [{ code: 'too-many-units', message: lineProblems.tooMuch }]
  return [problemOfUnits(line, sum, locale), problemOfFit(line)].filter(problem => problem !== undefined)
}

/** Quantities against minimum, multiple and stock: those of the tool, all lines together. */
function problemOfUnits(line: StandingLine, sum: number, locale: string): LineProblem | undefined {
  const { available, minimum, multiple } = line
  const number = (value: number) => formatNumber(value, locale)
  const isOne = sum === line.quantity
  const together = isOne ? '' : lineProblems.together(number(sum))
  /** So many of the tool; of this line what the others leave. */
  const instead = (units: number) => (units - sum + line.quantity > 0 ? { quantity: units - sum + line.quantity } : {})
  const most = mostOrdered({ availableQuantity: available, multiple })
  if (sum > available || most < minimum) {
    if (most < minimum) {
      return { code: 'not-enough-stock', message: available > 0 ? lineProblems.tooFewLeft : lineProblems.soldOut }
    }
    const message = lineProblems.left({ left: number(available), most: number(most), together })
    return { code: 'not-enough-stock', message, ...instead(most) }
  }
  if (sum < minimum) {
    const message = lineProblems.belowMinimum({ minimum: number(minimum), together })
    return { code: 'below-minimum', message, ...instead(minimum) }
  }
  if (sum % multiple === 0) return undefined
  const beside = quantitiesBeside(sum, { availableQuantity: available, multiple })
  return {
    code: 'not-a-multiple',
    message: `${quantityTexts.betweenMultiples(beside)}${together}`,
    ...instead(beside.higher ?? beside.lower),
  }
}

function problemOfFit({ fit }: StandingLine): LineProblem | undefined {
  if (!fit || fit.isAcknowledged) return undefined
  return fit.answer === 'does-not-fit'
    ? { code: 'does-not-fit', message: lineProblems.doesNotFit(fit.vehicle) }
    : { code: 'fit-not-acknowledged', message: lineProblems.fitsIf(fit.vehicle) }
}

type Place = { currency: string; locale: string }

/** What is not as the buyer saw it last: another price, units that are not there any more, another answer about the fit. */
export function changesOf(lines: readonly StandingLine[], place: Place): Change[] {
  const sums = unitsOf(lines)
  return lines.flatMap(line => [
    ...priceChange(line, place),
    ...stockChange(line, sums.get(line.toolId) ?? 0, place),
    ...fitChange(line),
  ])
}

function priceChange({ id, name, price, seen }: StandingLine, { currency, locale }: Place): Change[] {
  if (price === undefined || price === seen.price) return []
  const [was = '', is = ''] = [seen.price, price].map(amount => formatMoney(amount, currency, locale))
  const message = lineChanges.price({ name, is, was })
  return [{ id: `${id}:price:${price}`, line: id, kind: 'price', message }]
}

function stockChange({ id, name, available, price, seen }: StandingLine, sum: number, { locale }: Place): Change[] {
  if (price === undefined || sum <= available || sum > seen.free) return []
  const [was = '', is = ''] = [seen.free, available].map(units => formatNumber(units, locale))
  const message = lineChanges.stock({ name, is, was })
  return [{ id: `${id}:stock:${available}`, line: id, kind: 'stock', message }]
}

function fitChange({ id, name, price, fit, seen }: StandingLine): Change[] {
  if (price === undefined || !fit || seen.fit === undefined || fit.answer === seen.fit) return []
  const message = lineChanges.fit[fit.answer](name, fit.vehicle)
  return [{ id: `${id}:fit:${fit.answer}`, line: id, kind: 'fit', message }]
}
