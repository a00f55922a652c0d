import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { tableBody } from '#kernel/tables/table-body'
import { Id, optionalText, paging, requiredText, wholeNumber } from '#kernel/fields'
import { toolLimits } from '#rules/catalogue'
import { stockLimits } from './stock.rules.ts'
import { countOutcomes, takeStates } from './takes.rules.ts'
import { stockFieldTexts } from './counts.texts.ts'

/** A stock take, with what its counts come to: in tools, and in units more and fewer than the shop believed. */
export const StockTake = z.object({
  _id: z.string(),
  number: z.number(),
  note: z.string(),
  state: z.enum(takeStates),
  createdAt: z.string(),
  endedAt: z.nullable(z.string()),
  /** Who began it: the email of an account, or the kind of actor. */
  by: z.string(),
  counted: z.number(),
  different: z.number(),
  more: z.number(),
  fewer: z.number(),
  /** Once it is booked: tools whose difference was not, for orders hold the units or the tool is no longer sold. */
  left: z.number(),
})
export type StockTake = z.infer<typeof StockTake>

const CountedTool = z.object({
  _id: z.string(),
  name: z.string(),
  brand: z.nullable(z.string()),
  partNumber: z.nullable(z.string()),
})
export type CountedTool = z.infer<typeof CountedTool>

export const StockCount = z.object({
  tool: CountedTool,
  counted: z.number(),
  /** What the shop had on hand, by its books, at that moment. */
  expected: z.number(),
  difference: z.number(),
  at: z.string(),
  by: z.string(),
  outcome: z.nullable(z.enum(countOutcomes)),
})
export type StockCount = z.infer<typeof StockCount>

const NewCount = z
  .object({
    tool: z.optional(Id),
    /** The tool's part number, or its GTIN, as it is typed or scanned. */
    partNumber: optionalText(toolLimits.partNumber),
    brand: optionalText(toolLimits.brand),
    counted: wholeNumber(() => stockFieldTexts.counted),
  })
  .check(
    z.refine(({ tool, partNumber }) => tool !== undefined || partNumber !== undefined, {
      path: ['partNumber'],
      error: () => stockFieldTexts.number,
    }),
  )

const NewCounts = z.object({
  counts: z
    .array(NewCount, { error: () => stockFieldTexts.counts })
    .check(
      z.minLength(1, { error: () => stockFieldTexts.counts }),
      z.maxLength(stockLimits.counts, { error: () => stockFieldTexts.most(stockLimits.counts) }),
    ),
})

/** A table with the columns `part_number`, `counted` and, if there is one, `brand`. */
export const CountFile = tableBody({
  missing: () => stockFieldTexts.file,
  tooLong: () => stockFieldTexts.rows(stockLimits.rows),
  characters: stockLimits.characters,
})
export type CountFile = z.infer<typeof CountFile>

/** A row that was not taken: why, and which tools it may have meant. */
const RefusedCount = z.object({
  /** Counted from one; of a file, its line. */
  row: z.number(),
  partNumber: z.string(),
  counted: z.string(),
  reason: z.string(),
  choices: z.array(CountedTool),
})
export type RefusedCount = z.infer<typeof RefusedCount>

/** `before`: what had been counted of the tool in this stock take, which this count replaces. */
const Counted = z.extend(StockCount, { before: z.nullable(z.number()) })
export type Counted = z.infer<typeof Counted>

const Answer = z.object({ counted: z.array(Counted), refused: z.array(RefusedCount) })

const ofTake = z.object({ id: Id })

export const stockContract = {
  listStockTakes: endpoint('GET /stockTakes', {
    summary: 'The stock takes, newest first.',
    access: 'staff:stock',
    paged: true,
    query: z.object(paging()),
    answer: z.array(StockTake),
  }),
  beginStockTake: endpoint('POST /stockTakes', {
    summary: 'Begins a stock take.',
    access: 'staff:stock',
    idempotent: true,
    body: z.object({ note: requiredText(() => stockFieldTexts.note, stockLimits.note) }),
    answer: z.object({ insertedId: z.string(), number: z.number() }),
    refusals: ['idempotency-key-reused'],
  }),
  getStockTake: endpoint('GET /stockTakes/:id', {
    summary: 'One stock take.',
    access: 'staff:stock',
    params: ofTake,
    answer: StockTake,
    refusals: ['stock-take-gone'],
  }),
  listCounts: endpoint('GET /stockTakes/:id/counts', {
    summary: 'What has been counted, the last first. `only=different`: where the shop believed otherwise.',
    access: 'staff:stock',
    paged: true,
    params: ofTake,
    query: z.object({ ...paging(/^\d{1,15}$/), only: z.optional(z.enum(['different'])) }),
    answer: z.array(StockCount),
    refusals: ['stock-take-gone'],
  }),
  recordCounts: endpoint('POST /stockTakes/:id/counts', {
    summary:
      'Takes counts, each of this moment: what is sold from now on is no part of them. A tool that was counted before is counted anew. Rows that cannot be taken say why.',
    access: 'staff:stock',
    idempotent: true,
    params: ofTake,
    body: NewCounts,
    answer: Answer,
    refusals: ['stock-take-gone', 'stock-take-ended', 'idempotency-key-reused'],
  }),
  recordCountFile: endpoint('POST /stockTakes/:id/file', {
    summary: 'Takes the counts of a CSV or XLSX file (part_number, counted, brand), as of this moment.',
    access: 'staff:stock',
    idempotent: true,
    params: ofTake,
    body: CountFile,
    answer: z.object({
      counted: z.number(),
      replaced: z.number(),
      refused: z.array(RefusedCount),
      /** Lines that are no rows: titles above the names of the columns, totals below. */
      leftOut: z.array(z.number()),
    }),
    refusals: ['stock-take-gone', 'stock-take-ended', 'idempotency-key-reused', 'table-unclear'],
  }),
  removeCount: endpoint('DELETE /stockTakes/:id/counts/:tool', {
    summary: 'Takes a tool out of a stock take, as if it had not been counted.',
    access: 'staff:stock',
    params: z.object({ id: Id, tool: Id }),
    answer: z.object({ deletedCount: z.number() }),
    refusals: ['stock-take-gone', 'stock-take-ended'],
  }),
  bookStockTake: endpoint('POST /stockTakes/:id/booking', {
    summary: 'Books all differences as movements of stock, once. Booked before, it answers what that came to.',
    access: 'staff:stock',
    params: ofTake,
    answer: StockTake,
    refusals: ['stock-take-gone', 'stock-take-ended', 'stock-take-empty'],
  }),
  discardStockTake: endpoint('DELETE /stockTakes/:id', {
    summary: 'Discards a stock take; nothing of it is booked.',
    access: 'staff:stock',
    params: ofTake,
    answer: z.object({ deletedCount: z.number() }),
    refusals: ['stock-take-gone', 'stock-take-ended'],
  }),
}
