import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import {
  Id,
  decimalAmount,
  optionalText,
  searchText,
  paging,
  signedWholeNumber,
  signedDecimal,
  storable,
  wholeNumber,
  isOneLine,
  fieldTexts,
} from '#kernel/fields'
import { taxLimits } from '#rules/tax'
import { readTags, toolLimits } from '../catalogue.rules.ts'
import { stockFilters } from '../tools/stock.rules.ts'
import { categoryLimits } from '../categories/categories.rules.ts'
import { saleLimits } from '../sale.rules.ts'
import { editRowStates, editStates, mostTicked, priceChanges, stockChanges, tagChanges } from './edits.rules.ts'
import { toolFieldTexts } from '../fields.texts.ts'
import { editFieldTexts } from './edits.texts.ts'

const Tags = z.pipe(z.union([z.array(z.string()), z.string()]), z.transform(readTags)).check(
  z.refine(tags => tags.length <= toolLimits.tags, { error: () => toolFieldTexts.features(toolLimits.tags) }),
  z.refine(tags => tags.every(tag => tag.length <= toolLimits.tag && !tag.includes('\0') && tag.isWellFormed()), {
    error: () => toolFieldTexts.feature(toolLimits.tag),
  }),
  z.refine(tags => tags.every(isOneLine), { error: () => fieldTexts.notOneLine }),
)

/** What is set of every chosen tool. What is not said stays. */
export const ToolEditChange = z
  .object({
    /** `value`: an amount, or percent with a sign. `roundTo`: to the nearest multiple of that amount. */
    price: z.optional(
      z.object({
        how: z.enum(priceChanges),
        value: signedDecimal(() => editFieldTexts.number),
        roundTo: z.optional(decimalAmount(() => editFieldTexts.step)),
      }),
    ),
    /** A category, by its id or path, or by a slug that it alone has; null takes it away. */
    category: z.optional(
      z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(categoryLimits.path), storable)),
    ),
    /** One of the shop’s classes of tax. */
    taxClass: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(taxLimits.taxClass))),
    minimumQuantity: z.optional(wholeNumber().check(z.gte(1, { error: () => toolFieldTexts.oneOrMore }))),
    multiple: z.optional(
      wholeNumber().check(
        z.gte(1, { error: () => toolFieldTexts.oneOrMore }),
        z.lte(saleLimits.multiple, { error: () => editFieldTexts.most(saleLimits.multiple) }),
      ),
    ),
    /** `set`: units on hand; `add`: units that come, or go. */
    stock: z.optional(z.object({ how: z.enum(stockChanges), units: signedWholeNumber() })),
    tags: z.optional(z.object({ how: z.enum(tagChanges), tags: Tags })),
    /** Takes them out of the shop; their orders stay whole. */
    archive: z.optional(z.literal(true)),
  })
  .check(
    z.refine(change => Object.values(change).some(value => value !== undefined), {
      path: ['change'],
      error: () => editFieldTexts.change,
    }),
  )
export type ToolEditChange = z.output<typeof ToolEditChange>

const Scope = {
  ids: z.optional(
    z
      .array(Id)
      .check(
        z.minLength(1, { error: () => editFieldTexts.tools }),
        z.maxLength(mostTicked, { error: () => editFieldTexts.mostTools(mostTicked) }),
      ),
  ),
  /** All that the list of all tools shows so. */
  filter: z.optional(
    z.object({
      category: optionalText(categoryLimits.path),
      q: searchText(120),
      stock: z.optional(z.enum(stockFilters)),
    }),
  ),
}

export const NewToolEdit = z.object({ ...Scope, change: ToolEditChange }).check(
  z.refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    path: ['ids'],
    error: () => editFieldTexts.scope,
  }),
)

const Counts = z.object({
  planned: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  done: z.number(),
  skipped: z.number(),
  undone: z.number(),
  left: z.number(),
})

export const ToolEdit = z.object({
  _id: z.string(),
  number: z.number(),
  state: z.enum(editStates),
  createdAt: z.string(),
  by: z.string(),
  /** How many tools stand how; while it is planned, nothing yet. */
  counts: Counts,
})
export type ToolEdit = z.infer<typeof ToolEdit>

/** The fields of a tool that an edit changes. `price` is a decimal, `category` a full name. `onHand` counts units; their difference is what is booked. */
const Fields = z.object({
  price: z.optional(z.number()),
  category: z.optional(z.nullable(z.string())),
  taxClass: z.optional(z.string()),
  minimumQuantity: z.optional(z.number()),
  multiple: z.optional(z.number()),
  onHand: z.optional(z.number()),
  tags: z.optional(z.array(z.string())),
  archived: z.optional(z.boolean()),
})
export type EditedFields = z.infer<typeof Fields>

export const ToolEditRow = z.object({
  n: z.number(),
  tool: z.object({
    _id: z.string(),
    name: z.string(),
    partNumber: z.nullable(z.string()),
  }),
  state: z.enum(editRowStates),
  before: Fields,
  after: Fields,
  /** Why it was refused, skipped or left; of one that was put back, what was not. */
  reason: z.nullable(z.string()),
})
export type ToolEditRow = z.infer<typeof ToolEditRow>

const ofEdit = z.object({ id: Id })

export const toolEditsContract = {
  listToolEdits: endpoint('GET /toolEdits', {
    summary: 'The edits of many tools, newest first.',
    access: 'staff:catalogue',
    paged: true,
    query: z.object(paging()),
    answer: z.array(ToolEdit),
  }),
  beginToolEdit: endpoint('POST /toolEdits', {
    summary: 'Works out what an edit of many tools would change. Nothing is changed yet.',
    access: 'staff:catalogue',
    idempotent: true,
    body: NewToolEdit,
    answer: z.object({ insertedId: z.string(), number: z.number() }),
    refusals: ['idempotency-key-reused', 'columns-not-permitted', 'category-unclear'],
  }),
  getToolEdit: endpoint('GET /toolEdits/:id', {
    summary: 'How an edit of many tools stands.',
    access: 'staff:catalogue',
    params: ofEdit,
    answer: ToolEdit,
    refusals: ['tool-edit-gone'],
  }),
  listToolEditRows: endpoint('GET /toolEdits/:id/rows', {
    summary: 'What an edit changes, tool by tool, as it was and as it will be. `state`: those that stand so.',
    access: 'staff:catalogue',
    paged: true,
    params: ofEdit,
    query: z.object({ ...paging(/^\d{1,9}$/), state: z.optional(z.enum(editRowStates)) }),
    answer: z.array(ToolEditRow),
    refusals: ['tool-edit-gone'],
  }),
  commitToolEdit: endpoint('POST /toolEdits/:id/commit', {
    summary: 'Changes the tools of an edit, each once, however often it is asked for.',
    access: 'staff:catalogue',
    params: ofEdit,
    answer: ToolEdit,
    refusals: ['tool-edit-gone', 'tool-edit-not-ready', 'columns-not-permitted'],
  }),
  cancelToolEdit: endpoint('POST /toolEdits/:id/cancel', {
    summary: 'Gives up an edit that has changed nothing yet.',
    access: 'staff:catalogue',
    params: ofEdit,
    answer: ToolEdit,
    refusals: ['tool-edit-gone', 'tool-edit-not-ready'],
  }),
  undoToolEdit: endpoint('POST /toolEdits/:id/undo', {
    summary:
      'Puts the tools of an edit back as they were. One that somebody has changed since is left alone, and told.',
    access: 'staff:catalogue',
    params: ofEdit,
    answer: ToolEdit,
    refusals: ['tool-edit-gone', 'tool-edit-not-ready', 'columns-not-permitted'],
  }),
}
