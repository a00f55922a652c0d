export {
  type EditedFields,
  ToolEdit,
  ToolEditChange,
  type ToolEditRow,
  toolEditsContract,
} from './edits/edits.contract.ts'
export { Attribute, AttributeChange, NewAttribute, attributesContract } from './attributes/attributes.contract.ts'
export { AttributeValue } from './attributes/values.contract.ts'
export {
  Category,
  type CategoryBranch,
  type CategoryPage,
  CategoryInput,
  categoriesContract,
} from './categories/categories.contract.ts'
export { type Brand, brandsContract } from './brands/brands.contract.ts'
export { type PictureBatch, type PictureBatchRow, pictureBatchesContract } from './batches/batches.contract.ts'
export { ToolDocument, documentsContract } from './documents/documents.contract.ts'
export { type PricedTool, Tool } from './tools/tool.contract.ts'
import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import {
  Id,
  blankableWhole,
  decimalAmount,
  optionalText,
  searchText,
  paging,
  requiredText,
  requiredLines,
  signedWholeNumber,
  wholeNumber,
  isOneLine,
  fieldTexts,
} from '#kernel/fields'
import { amountField, countField, kilogramsField, plainNumber, typedAs, typedNumber } from '#kernel/typed-field'
import { taxLimits } from '#rules/tax'
import { AttributeValue, AttributesInput } from './attributes/values.contract.ts'
import { ToolDocument } from './documents/documents.contract.ts'
import { PicturesInput, ToolPicture } from './pictures/pictures.contract.ts'
import { Tool } from './tools/tool.contract.ts'
import {
  categoryLimits,
  problemOfPrice,
  gramsOf,
  readTags,
  saleLimits,
  salesUnits,
  toolLimits,
  weightInKilograms,
} from './catalogue.rules.ts'
import { problemOfPicture } from './pictures/missing.rules.ts'
import { problemsOfSale } from './sale.rules.ts'
import { stockFilters } from './tools/stock.rules.ts'
import { toolFormProblems } from './problems.texts.ts'
import { toolFieldTexts } from './fields.texts.ts'

/** A tool with what it says of the attributes of its category. */
export const ToolWithAttributes = z.object({ ...Tool.shape, attributes: z.array(AttributeValue) })
export type ToolWithAttributes = z.infer<typeof ToolWithAttributes>

/** A tool with all that is said of it: its pictures too, the one of `img` first, and its documents. */
export const ToolInFull = z.extend(ToolWithAttributes, {
  pictures: z.array(ToolPicture),
  documents: z.array(ToolDocument),
})
export type ToolInFull = z.infer<typeof ToolInFull>

/** A tool as whoever keeps the stock sees it. Price, minimum and multiple are its own, which they write. */
export const AdminTool = z.extend(ToolInFull, {
  price: z.number(),
  listPrice: z.number(),
  onHand: z.number(),
  /** Units that unpaid orders hold. */
  held: z.number(),
  /** At how many free units it counts as low; null where nobody has said. */
  lowStockLevel: z.nullable(z.number()),
  /** By which class it is taxed. */
  taxClass: z.string(),
})
export type AdminTool = z.infer<typeof AdminTool>

/** What the list of all tools can be narrowed to. */
const toolFilter = {
  /** A category, by its id or path, or by a slug that it alone has: tools in it, and below. */
  category: optionalText(categoryLimits.path),
  /** A part of the name or of the part number. */
  q: searchText(120),
  /** `low`: those of which no more is free than their low-stock level. */
  stock: z.optional(z.enum(stockFilters)),
}

/** How it is sold. What is missing is as usual for a new tool, and stays as it is for an existing one. */
const saleShape = {
  unit: z.optional(z.enum(salesUnits, { error: () => toolFieldTexts.unit })),
  boxQuantity: blankableWhole({ least: 2, most: saleLimits.boxQuantity }),
  multiple: blankableWhole({ least: 1, most: saleLimits.multiple }),
  weightGrams: blankableWhole({ least: 1, most: saleLimits.weightGrams }),
  /** At how many free units it should be bought again. */
  lowStockLevel: blankableWhole({ least: 0, most: 999_999_999 }),
}

const availableQuantity = wholeNumber(() => toolFieldTexts.available)

/** The fields of a tool that an admin writes. The texts are the specification's (section 5). */
const toolShape = {
  name: requiredText(() => toolFieldTexts.name, toolLimits.name),
  description: requiredLines(() => toolFieldTexts.description, toolLimits.description),
  /** Above 0; how many decimals, the shop's currency says (`problemOfPrice`). */
  price: decimalAmount(() => toolFieldTexts.price),
  minimumQuantity: wholeNumber(() => toolFieldTexts.minimum).check(z.gte(1, { error: () => toolFieldTexts.oneOrMore })),
  /** An address that the image host gave out. */
  img: requiredText(() => toolFormProblems.picture, 2000),
  pictures: PicturesInput,
  tags: z.optional(
    z.pipe(z.union([z.array(z.string()), z.string()]), z.transform(readTags)).check(
      z.refine(tags => tags.length <= toolLimits.tags, { error: () => toolFieldTexts.features(toolLimits.tags) }),
      z.refine(tags => tags.every(tag => tag.length <= toolLimits.tag && !tag.includes('\0')), {
        error: () => toolFieldTexts.feature(toolLimits.tag),
      }),
      z.refine(tags => tags.every(isOneLine), { error: () => fieldTexts.notOneLine }),
    ),
  ),
  partNumber: optionalText(toolLimits.partNumber),
  brand: optionalText(toolLimits.brand),
  /** A category, by its id or path, or by a slug that it alone has. */
  category: optionalText(categoryLimits.path),
  /** One of the shop's classes of tax. Missing or blank, it is the standard one of a new tool, and stays as it is of an existing one. */
  taxClass: optionalText(taxLimits.taxClass),
  ...saleShape,
  attributes: AttributesInput,
}

export const AddTool = z.object({ ...toolShape, availableQuantity }).check(
  z.refine(tool => tool.minimumQuantity <= tool.availableQuantity, {
    path: ['minimumQuantity'],
    error: () => toolFormProblems.minimumTooHigh,
  }),
)

/** What the forms of a new and of an `existing` tool check while typing: the price too, in the shop's currency. */
export function toolFormOf(shop: { currency: string; locale: string }, existing?: { img: string | null }) {
  const counted = <Output>(schema: z.ZodMiniType<Output>) => typedAs(countField(shop.locale), schema)
  return z
    .object({
      ...toolShape,
      img: z.string().check(context => {
        const message = problemOfPicture(context.value, existing?.img)
        if (message) context.issues.push({ code: 'custom', message, input: context.value })
      }),
      availableQuantity: counted(availableQuantity),
      minimumQuantity: counted(toolShape.minimumQuantity),
      boxQuantity: counted(toolShape.boxQuantity),
      multiple: counted(toolShape.multiple),
      lowStockLevel: counted(toolShape.lowStockLevel),
      price: typedNumber(amountField(shop), () => toolFieldTexts.price).check(context => {
        const message = problemOfPrice(context.value, shop.currency)
        if (message) context.issues.push({ code: 'custom', message, input: context.value })
      }),
      weightGrams: kilogramsOf(shop.locale),
    })
    .check(context => {
      const { unit = 'each', boxQuantity = null, minimumQuantity, multiple } = context.value
      const problems = problemsOfSale({ unit, boxQuantity, minimumQuantity, multiple: multiple ?? 1 })
      for (const { field, message } of problems) {
        context.issues.push({ code: 'custom', message, path: [field], input: context.value })
      }
    })
}

/** A weight as it is typed: kilograms, as the shop's language writes them. Grams, or null where it is blank. */
function kilogramsOf(locale: string) {
  return z.pipe(
    z.string(),
    z.transform((typed: string, context) => {
      if (typed.trim() === '') return null
      const read = plainNumber(typed, kilogramsField(locale), '')
      const grams = 'value' in read ? gramsOf(read.value) : undefined
      if (grams !== undefined) return grams
      const message = 'message' in read ? read.message : toolFieldTexts.kilograms(weightInKilograms(1250, locale))
      context.issues.push({ code: 'custom', message, input: typed })
      return z.NEVER
    }),
  )
}

export const ChangeTool = z.object({
  ...toolShape,
  /** Blank where it has none and goes on without (`problemOfPicture`). */
  img: z.nullable(optionalText(2000)),
  /** What is left to sell; given, it is booked as a correction of the stock, up or down to this number. */
  availableQuantity: z.optional(availableQuantity),
  /** What was left to sell when it was read. Given, the difference is booked, so that what is sold meanwhile stays sold. */
  availableQuantityBefore: z.optional(availableQuantity),
  /** The version that was read. */
  version: wholeNumber(() => toolFieldTexts.version),
})

export const ChangeStock = z.object({
  delta: signedWholeNumber(() => toolFieldTexts.delta).check(
    z.refine(delta => delta !== 0, { error: () => toolFieldTexts.notZero }),
  ),
  reason: requiredText(() => toolFieldTexts.reason, toolLimits.note),
})

/** One change of a tool's stock, as the ledger has it. */
export const StockMovement = z.object({
  _id: z.string(),
  at: z.string(),
  reason: z.enum([
    'opening',
    'reserved',
    'freed',
    'sold',
    'cancelled',
    'returned',
    'restocked',
    'corrected',
    'counted',
  ]),
  onHandChange: z.number(),
  reservedChange: z.number(),
  orderId: z.nullable(z.string()),
  orderNumber: z.nullable(z.string()),
  /** Who did it: the email of an account, or the kind of actor; of a customer the email only for who may see customers. */
  by: z.string(),
  note: z.nullable(z.string()),
})
export type StockMovement = z.infer<typeof StockMovement>

const ofTool = z.object({ id: Id })

export const catalogueContract = {
  listTools: endpoint('GET /tools', {
    summary: 'The tools, newest first, at most 200 a page.',
    access: 'everyone',
    reads: ['tool', 'brand', 'category', 'attribute'],
    paged: true,
    query: z.object({
      ...paging(),
      /** A category, by its id or path, or by a slug that it alone has: tools in it, and below. */
      category: optionalText(categoryLimits.path),
      /** A part of the name or of the part number. */
      q: searchText(120),
    }),
    answer: z.array(ToolInFull),
    refusals: ['category-unclear'],
  }),
  getTool: endpoint('GET /tools/:id', {
    summary: 'One tool.',
    access: 'everyone',
    reads: ['brand', 'category', 'attribute'],
    params: z.object({ id: Id }),
    answer: ToolInFull,
    refusals: ['tool-gone'],
  }),
  listAllTools: endpoint('GET /allTools', {
    summary: 'The tools with their stock as admins see it, newest first, at most 200 a page.',
    access: 'staff:catalogue',
    paged: true,
    query: z.object({ ...paging(), ...toolFilter }),
    answer: z.array(AdminTool),
    refusals: ['category-unclear'],
  }),
  getAnyTool: endpoint('GET /allTools/:id', {
    summary: 'One tool with its stock as admins see it.',
    access: 'staff:catalogue',
    params: ofTool,
    answer: AdminTool,
    refusals: ['tool-gone'],
  }),
  addTool: endpoint('POST /tools', {
    summary: 'Adds a tool to the shop, with its opening stock.',
    access: 'staff:catalogue',
    idempotent: true,
    body: AddTool,
    answer: z.object({ insertedId: z.string() }),
    refusals: ['idempotency-key-reused', 'category-unclear'],
  }),
  changeTool: endpoint('PUT /tools/:id', {
    summary:
      'Changes a tool, if nobody else has since `version` was read. Price, minimum and multiple are its own, as `GET /allTools/:id` says them. Stock is set to `availableQuantity`, or moved by its difference to `availableQuantityBefore`.',
    access: 'staff:catalogue',
    params: ofTool,
    body: ChangeTool,
    answer: z.object({ modifiedCount: z.number(), version: z.number() }),
    refusals: ['tool-gone', 'changed-meanwhile', 'stock-held', 'columns-not-permitted', 'category-unclear'],
  }),
  deleteTool: endpoint('DELETE /tools/:id', {
    summary: 'Takes a tool out of the shop. Its orders stay whole.',
    access: 'staff:catalogue',
    params: ofTool,
    answer: z.object({ deletedCount: z.number() }),
    refusals: ['tool-gone'],
  }),
  changeStock: endpoint('POST /tools/:id/stock', {
    summary: 'Books units that come or go, never below what orders hold.',
    access: 'staff:stock',
    idempotent: true,
    params: ofTool,
    body: ChangeStock,
    answer: z.object({ availableQuantity: z.number() }),
    refusals: ['tool-gone', 'stock-held', 'idempotency-key-reused'],
  }),
  listStockMovements: endpoint('GET /tools/:id/stock', {
    summary: 'The ledger of a tool’s stock, newest first.',
    access: 'staff:stock',
    paged: true,
    params: ofTool,
    query: z.object(paging()),
    answer: z.array(StockMovement),
    refusals: ['tool-gone'],
  }),
  getStockLevel: endpoint('GET /tools/:id/stock/level', {
    summary: 'How many units are in the house, how many of them orders hold, and how many are left to sell.',
    access: 'staff:stock',
    params: ofTool,
    answer: z.object({ onHand: z.number(), held: z.number(), availableQuantity: z.number() }),
    refusals: ['tool-gone'],
  }),
}
