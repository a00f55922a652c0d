import { sentence } from '#kernel/sentence'
import { formatMoney } from '#kernel/money'
import { formatNumber } from '#kernel/formats'
import type { FitAnswer } from '#rules/finder'
import { mostOrdered, multipleWarning, quantitiesBeside } from '../orders/orders.rules.ts'

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
  if (line.price === undefined) return [{ code: gone, message: 'This is no longer sold. Remove it to order the rest.' }]
  if (!canBePriced(line))
    return [{ code: 'too-many-units', message: 'This is too much for one order. Lower the quantity.' }]
  return [problemOfUnits(line, sum, locale), problemOfFit(line)].filter(problem => problem !== undefined)
}

/** Quantities against minimum, multiple and stock: those of the tool, all lines together. */
function problemOfUnits(line: StandingLine, sum: number, locale: string): LineProblem | undefined {
  const { available, minimum, multiple } = line
  const number = (value: number) => formatNumber(value, locale)
  const isOne = sum === line.quantity
  const together = isOne ? '' : ` Your basket has ${number(sum)} on several lines.`
  /** So many of the tool; of this line what the others leave. */
  const instead = (units: number) => (units - sum + line.quantity > 0 ? { quantity: units - sum + line.quantity } : {})
  const most = mostOrdered({ availableQuantity: available, multiple })
  if (sum > available || most < minimum) {
    if (most < minimum) {
      const message = available > 0 ? 'Fewer are left than the minimum order quantity.' : 'This has sold out.'
      return { code: 'not-enough-stock', message: `${message} Remove it to order the rest.` }
    }
    const left = `Only ${number(available)} left.${together} Order ${number(most)} or fewer.`
    return { code: 'not-enough-stock', message: left, ...instead(most) }
  }
  if (sum < minimum) {
    const message = `The minimum order quantity is ${number(minimum)}.${together} Order ${number(minimum)} or more.`
    return { code: 'below-minimum', message, ...instead(minimum) }
  }
  if (sum % multiple === 0) return undefined
  const beside = quantitiesBeside(sum, { availableQuantity: available, multiple })
  return {
    code: 'not-a-multiple',
    message: `${multipleWarning(beside)}${together}`,
    ...instead(beside.higher ?? beside.lower),
  }
}

function problemOfFit({ fit }: StandingLine): LineProblem | undefined {
  if (!fit || fit.isAcknowledged) return undefined
  return fit.answer === 'does-not-fit'
    ? {
        code: 'does-not-fit',
        message: `This does not fit your ${fit.vehicle}. Remove it, or tick that you want it anyway.`,
      }
    : {
        code: 'fit-not-acknowledged',
        message: `This fits your ${fit.vehicle} under conditions. Read them and tick the box.`,
      }
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
  const message = sentence`${name}: the price is ${is} now. It was ${was} when you last looked.`
  return [{ id: `${id}:price:${price}`, line: id, kind: 'price', message }]
}

function stockChange({ id, name, available, price, seen }: StandingLine, sum: number, { locale }: Place): Change[] {
  if (price === undefined || sum <= available || sum > seen.free) return []
  const [was = '', is = ''] = [seen.free, available].map(units => formatNumber(units, locale))
  const message = sentence`${name}: ${is} left now. There were ${was} when you last looked.`
  return [{ id: `${id}:stock:${available}`, line: id, kind: 'stock', message }]
}

const fitWords: Record<FitAnswer, (vehicle: string) => string> = {
  fits: vehicle => `it is now known to fit your ${vehicle}.`,
  'fits-if': vehicle => `it now fits your ${vehicle} under conditions alone.`,
  'does-not-fit': vehicle => `it is now known not to fit your ${vehicle}.`,
  'no-data': vehicle => `nothing is known any more about its fit for your ${vehicle}.`,
}

function fitChange({ id, name, price, fit, seen }: StandingLine): Change[] {
  if (price === undefined || !fit || seen.fit === undefined || fit.answer === seen.fit) return []
  return [
    {
      id: `${id}:fit:${fit.answer}`,
      line: id,
      kind: 'fit',
      message: sentence`${name}: ${fitWords[fit.answer](fit.vehicle)}`,
    },
  ]
}
