import { sql } from 'kysely'
import type { PricedTool } from '#contracts/catalogue'
import type { AnswerOf, Handlers, InputOf } from '#kernel/endpoint'
import { toDecimal, toMinorUnits } from '#kernel/money'
import type { Context } from '#platform/context'
import { opaque } from '#platform/database'
import { selectTools, toolsByOrdinal } from '#services/catalogue'
import { type NumberMeaning, fitsOf, resolveNumbers } from '#services/finder'
import { type CallersPrices, readCallersPrices } from '../placing/offers.server.ts'
import type { PadTool, orderPadContract } from './order-pad.contract.ts'
import { type Meaning, type Offer, answerPad, readPadRow } from './order-pad.rules.ts'
import { orderPadTexts as texts } from './order-pad.texts.ts'
import { sayUnclear } from './quantity.rules.ts'
import { type WrittenLine, linesIn } from './written-line.rules.ts'

/** The call of `order-pad.contract.ts`. */
export const orderPadHandlers: Handlers<typeof orderPadContract, Context> = {
  readOrderPad: (ctx, { body }) => readOrderPad(ctx, body),
}

type Question = InputOf<typeof orderPadContract.readOrderPad>['body']
type Answer = AnswerOf<typeof orderPadContract.readOrderPad>

/** Looks up all rows at once: the number of statements is the same for one and for 500. Refuses: vehicle-unknown. */
async function readOrderPad(ctx: Context, { rows: typed, vehicle }: Question): Promise<Answer> {
  const { locale } = ctx.settings
  const { rows, readings } = await readWrittenLines(ctx, typed)
  const readable = rows.flatMap((row, index) => ('code' in readPadRow(row, locale) ? [] : [{ ...row, index }]))
  const chosen = await toolsById(
    ctx,
    readable.flatMap(({ tools_id: id }) => id ?? []),
  )
  // What has gone since it was chosen is looked up by its number again.
  const sought = readable.filter(({ tools_id: id }) => !id || !chosen.has(id))
  const resolved = await resolveNumbers(ctx, sought)
  const tools = await toolsByOrdinal(ctx, [...new Set(resolved.flatMap(ordinalsOf))])
  const prices = await pricesOf(ctx, [...chosen.values(), ...tools.values()])
  asTheCaller(chosen, prices)
  asTheCaller(tools, prices)
  const meanings = new Map(sought.map(({ index }, at) => [index, resolved[at]]))
  const all = [...chosen.values(), ...tools.values()].map(({ _id }) => _id)
  const fits = vehicle === undefined ? undefined : await fitsOf(ctx, [...new Set(all)], vehicle)
  const { added, choose, refused } = answerPad<PricedTool>({
    rows,
    meaningOf: index => {
      const tool = chosen.get(rows[index]?.tools_id ?? '')
      if (tool) return { kind: 'one', tool, isChosen: true }
      return proposed(meaningAmong(tools, meanings.get(index)), readings.get(index)?.isSure ?? true)
    },
    doesNotFit: ({ _id: id }) => fits?.get(id)?.answer === 'does-not-fit',
    locale,
  })
  const firstOf = (own: number[]) => ({ row: own[0] ?? 0, rows: own })
  return {
    added: added.map(({ rows: own, ...line }) => {
      const matched = meanings.get(own[0] ?? 0)?.match
      return { ...firstOf(own), ...lineOf(ctx, line, prices), ...(matched && { matched }) }
    }),
    choose: choose.map(({ rows: own, why, quantity, offers }) => ({
      ...firstOf(own),
      quantity,
      why,
      message: sayReason(why, meanings.get(own[0] ?? 0)),
      offers: offers.map(offer => ({
        ...lineOf(ctx, offer, prices),
        differs: offer.differs.map(code => sayDifference(code, offer)),
      })),
    })),
    refused: refused.map(({ row, code }) => {
      const message = code === 'quantity-unclear' ? sayUnclear(rows[row]?.quantity ?? '', locale) : undefined
      return { row, code, message: message ?? texts.problems[code] }
    }),
  }
}

type Row = Question['rows'][number]

/**
 * Rows whose number and quantity stand in one text, apart: `8 x BM-88`. What the shop knows as a number is one; else the one reading
 * that leads to something. `readings` by the places of rows.
 */
async function readWrittenLines(ctx: Context, rows: readonly Row[]) {
  const written = rows.flatMap((row, index) => linesIn(row).map(line => ({ row, index, line })))
  const readings = new Map<number, WrittenLine>()
  if (written.length === 0) return { rows: [...rows], readings }
  const places = [...new Set(written.map(({ index }) => index))]
  const wholes = places.map(index => ({ number: rows[index]?.number ?? '', brand: rows[index]?.brand }))
  const parts = written.map(({ row, line }) => ({ number: line.number, brand: row.brand }))
  const meanings = await resolveNumbers(ctx, [...wholes, ...parts])
  const isKnown = (meaning: NumberMeaning | undefined) =>
    meaning !== undefined && !meaning.isDoubtful && ordinalsOf(meaning).length > 0
  for (const [at, index] of places.entries()) {
    if (isKnown(meanings[at])) continue
    const lines = written.filter((one, place) => one.index === index && isKnown(meanings[places.length + place]))
    const [only, another] = lines
    if (only && !another) readings.set(index, only.line)
  }
  const apart = rows.map((row, index) => {
    const line = readings.get(index)
    return line ? { ...row, number: line.number, quantity: line.quantity } : row
  })
  return { rows: apart, readings }
}

/** What may be a number alone is proposed as number and quantity, and never taken so. */
const proposed = (meaning: Meaning<PricedTool>, isSure: boolean): Meaning<PricedTool> =>
  isSure || meaning.kind !== 'one' ? meaning : { kind: 'several', why: 'quantity-in-number', tools: [meaning.tool] }

async function toolsById(ctx: Context, ids: readonly string[]): Promise<Map<string, PricedTool>> {
  if (ids.length === 0) return new Map()
  const own = sql`tool.id = any(${opaque([...new Set(ids)], 'uuid[]')}::uuid[]) and tool.archived_at is null`
  const tools = await selectTools(ctx, own, sql``)
  return new Map(tools.map(tool => [tool._id, tool]))
}

/** What the caller pays for these tools, and in which quantities. */
function pricesOf(ctx: Context, tools: readonly PricedTool[]): Promise<CallersPrices> {
  const { currency } = ctx.settings
  const listed = tools.map(({ _id, listPrice, minimumQuantity: minimum, multiple }) => {
    return [_id, { price: toMinorUnits(listPrice, currency) ?? 0, minimum, multiple }] as const
  })
  return readCallersPrices(ctx, new Map(listed), { fresh: true })
}

/** Tools as the caller can order them: the rules look at their minimum and multiple. */
function asTheCaller<Key>(tools: Map<Key, PricedTool>, prices: CallersPrices): void {
  for (const [key, tool] of tools) {
    const { minimum: minimumQuantity, multiple } = prices.quantitiesOf(tool._id)
    tools.set(key, { ...tool, minimumQuantity, multiple })
  }
}

const ordinalsOf = ({ tools, replacedBy }: NumberMeaning) => [...(replacedBy?.tools ?? []), ...tools]

/** Of what a number leads to, what is sold at this moment. */
function meaningAmong(tools: ReadonlyMap<number, PricedTool>, meaning: NumberMeaning | undefined): Meaning<PricedTool> {
  if (!meaning) return { kind: 'none', code: 'number-unknown' }
  const sold = (ordinals: readonly number[]) => ordinals.flatMap(ordinal => tools.get(ordinal) ?? [])
  const own = sold(meaning.tools)
  const newer = sold(meaning.replacedBy?.tools ?? [])
  // What replaces a number comes first; what still has it may be taken as long as there is some.
  if (newer.length > 0) return { kind: 'several', why: 'superseded', tools: [...new Set([...newer, ...own])] }
  const [tool, another] = own
  if (!tool) return { kind: 'none', code: meaning.replacedBy ? 'superseded-not-sold' : 'number-unknown' }
  if (meaning.isOfOtherBrand) return { kind: 'several', why: 'other-brand', tools: own }
  if (meaning.isDoubtful) return { kind: 'several', why: 'number-unclear', tools: own }
  return another ? { kind: 'several', why: 'two-brands', tools: own } : { kind: 'one', tool, isChosen: false }
}

type Line = Pick<Offer<PricedTool>, 'tool' | 'quantity'>

function lineOf({ settings: { currency } }: Context, { tool, quantity }: Line, prices: CallersPrices) {
  const { unitPrice } = prices.priceOf(tool._id, quantity)
  return {
    tools_id: tool._id,
    tool: padTool(tool),
    quantity,
    unitPrice: toDecimal(unitPrice, currency),
    lineTotal: toDecimal(unitPrice * quantity, currency),
  }
}

function padTool(tool: PricedTool): PadTool {
  const { _id, name, price, listPrice, partNumber, brand, availableQuantity, minimumQuantity, multiple } = tool
  const { unit, boxQuantity } = tool
  const sold = { availableQuantity, minimumQuantity, multiple, unit, boxQuantity }
  return { _id, name, price, listPrice, partNumber, brand, ...sold }
}

function sayReason(why: keyof typeof texts.reasons, meaning: NumberMeaning | undefined): string {
  const { replacedBy } = meaning ?? {}
  return why === 'superseded' && replacedBy ? texts.replacedBy(replacedBy.brand, replacedBy.value) : texts.reasons[why]
}

function sayDifference(code: Offer<PricedTool>['differs'][number], { tool }: Line) {
  const { minimumQuantity: minimum, availableQuantity: available, multiple } = tool
  return { code, message: texts.differs[code]({ minimum, available, multiple }) }
}
