import { type FitAnswer, isFitAnswer } from '#rules/finder'
import { basketLimits, lineKey } from './basket.rules.ts'

/** The basket that a browser keeps for a visitor: pure, and careful with what it reads, which anybody may have written. */

/** `units`: of the tool, on all lines; what one cost depends on them. */
export type Seen = { price: string; units?: number; free: number; fit?: FitAnswer }

export type StoredLine = {
  id: string
  tools_id: string
  quantity: number
  vehicle?: number
  reference?: string
  acknowledged?: readonly string[]
  /** What the visitor last saw. */
  seen?: Seen
}

/** What local storage held; whatever is no line of a basket counts as none. */
export function readStored(text: string | null): StoredLine[] {
  const value = parse(text)
  if (!Array.isArray(value)) return []
  const lines = value.flatMap(one => readLine(one) ?? [])
  const keys = lines.map(lineKey)
  return lines.filter((line, at) => keys.indexOf(lineKey(line)) === at).slice(0, basketLimits.lines)
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isId = (value: unknown): value is string => typeof value === 'string' && id.test(value)
const isWhole = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most
const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= most

/** By hand, because pages carry this and few of them carry the schema library. */
function readLine(value: unknown): StoredLine | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { id, tools_id, quantity, vehicle, reference, acknowledged, seen } = value as Record<string, unknown>
  if (!isId(id) || !isId(tools_id) || !isWhole(quantity, 1, basketLimits.quantity)) return undefined
  const isTicked = Array.isArray(acknowledged) && acknowledged.every(one => isText(one, 20_000))
  const lastSeen = readSeen(seen)
  return {
    id,
    tools_id,
    quantity,
    ...(isWhole(vehicle, 1, 999_999_999) && { vehicle }),
    ...(isText(reference, basketLimits.reference) && { reference }),
    ...(isTicked && { acknowledged }),
    ...(lastSeen && { seen: lastSeen }),
  }
}

function readSeen(value: unknown): Seen | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { price, units, free, fit } = value as Record<string, unknown>
  if (!isText(price, 20) || !/^\d+(\.\d+)?$/.test(price) || !isWhole(free, 0, 999_999_999)) return undefined
  return { price, ...(isWhole(units, 1, 999_999_999) && { units }), free, ...(isFitAnswer(fit) && { fit }) }
}
