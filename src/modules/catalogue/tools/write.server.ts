import type * as z from 'zod/mini'
import { toMinorUnits } from '#kernel/money'
import { type FieldError, refuseFields } from '#kernel/refusals'
import { refuse } from '../refusals.rules.ts'
import { audit } from '#platform/audit'
import { type Context, newId, transact } from '#platform/context'
import { type Columns, type Database, brokenConstraint } from '#platform/database'
import type { AddTool, ChangeTool } from '../catalogue.contract.ts'
import { problemOfPrice } from '../catalogue.rules.ts'
import { editRights } from './edit-rights.rules.ts'
import { toolFormProblems, toolProblems } from '../problems.texts.ts'
import { type SalesUnit, problemsOfSale } from '../sale.rules.ts'
import { problemOfTaxClass, standardClass } from '#rules/tax'
import { requireRights } from '#services/accounts'
import { findCategory } from '../categories/find.server.ts'
import { type StoredAttributes, inWords, readValues } from '../attributes/values.server.ts'
import { type StoredPictures, readBehind, readPictures, writeBehind } from '../pictures/pictures.server.ts'
import { bookStock, requireTool, recordMovement } from './stock.server.ts'

type Added = z.output<typeof AddTool>
type Changed = z.output<typeof ChangeTool>

/** What a tool's row says of it, but for its stock. */
const contentColumns = [
  'tool.name',
  'tool.description',
  'tool.price',
  'tool.minimum_quantity',
  'tool.quantity_multiple',
  'tool.sales_unit',
  'tool.box_quantity',
  'tool.weight_grams',
  'tool.low_stock_level',
  'tool.tax_class',
  'tool.tags',
  'tool.part_number',
  'tool.brand_id',
  'tool.category_id',
  'tool.image_id',
  'tool.image_url',
  'tool.image_alt',
  'tool.attributes',
] as const

type ToolContent = Omit<
  Columns<'tool', (typeof contentColumns)[number] extends `tool.${infer Name}` ? Name : never>,
  'attributes'
> & { attributes: StoredAttributes; pictures: StoredPictures['pictures'] }

/**
 * Adds a tool with its opening stock.
 * Refuses fields: a price of another currency, an unknown picture or category, a part number that its brand has.
 */
export function addTool(ctx: Context, input: Added): Promise<{ insertedId: string }> {
  const added = transact(ctx, async ctx => {
    const id = newId()
    const content = await readContent(ctx, input, undefined)
    const { pictures, ...row } = content
    const now = ctx.now()
    const on_hand = input.availableQuantity
    await ctx.db
      .insertInto('tool')
      .values({ ...row, id, on_hand, created_at: now, updated_at: now })
      .execute()
    await writeBehind(ctx, id, pictures)
    await recordMovement(ctx, { tool_id: id, reason: 'opening', on_hand_change: on_hand })
    const after = { ...content, on_hand, attributes: (await inWords(ctx))(content.attributes) }
    await audit(ctx, { action: 'tool.added', subject: { kind: 'tool', id }, after })
    return { insertedId: id }
  })
  return explainingConstraints(added)
}

/**
 * Changes a tool, if it is still at the version that was read. Refuses: tool-gone, changed-meanwhile, stock-held where a
 * correction would take out what orders hold, columns-not-permitted, and fields as `addTool` does. Sending what is there already changes nothing,
 * whatever the version: a repeated call is no conflict.
 */
export function changeTool(
  ctx: Context,
  id: string,
  input: Changed,
): Promise<{ modifiedCount: number; version: number }> {
  const changed = transact(ctx, async ctx => {
    const tool = await lockTool(ctx, id)
    const content = await readContent(ctx, input, tool)
    const { version, free, shown_image_id: _, ...before } = tool
    const { availableQuantity: target, availableQuantityBefore: read = free } = input
    const units = target === undefined ? 0 : target - read
    const isSame = JSON.stringify(ordered(before)) === JSON.stringify(ordered(content))
    const isOutdated = input.version !== version
    if (isSame && (units === 0 || (isOutdated && target === free))) return { modifiedCount: 0, version }
    if (isOutdated) throw refuse('changed-meanwhile')
    await requireRights(ctx, [
      ...(content.price === before.price ? [] : [{ column: 'price', right: editRights.price, field: 'price' }]),
      ...(units === 0 ? [] : [{ column: 'stock', right: editRights.stock, field: 'availableQuantity' }]),
    ])
    const left = units === 0 ? free : await bookStock(ctx, { id, units, reason: 'corrected', note: null })
    // Stock that has sold down below the minimum stays; a minimum is not raised above it.
    if (content.minimum_quantity > before.minimum_quantity && content.minimum_quantity > left) {
      throw refuseFields([{ field: 'minimumQuantity', message: toolFormProblems.minimumTooHigh }])
    }
    await writeContent(ctx, id, content)
    const subject = { kind: 'tool', id }
    if (!isSame) {
      const changes = differences(before, content, await inWords(ctx))
      await audit(ctx, { action: 'tool.changed', subject, ...changes })
    }
    return { modifiedCount: 1, version: version + 1 }
  })
  return explainingConstraints(changed)
}

/** Takes a tool out of the shop; its row stays for its orders. Doing so twice is doing it once. Refuses: tool-gone. */
export function archiveTool(ctx: Context, id: string): Promise<{ deletedCount: number }> {
  return transact(ctx, async ctx => {
    const gone = await ctx.db
      .updateTable('tool')
      .set(({ eb }) => ({ archived_at: ctx.now(), updated_at: ctx.now(), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (!gone) {
      await requireTool(ctx, id)
      return { deletedCount: 0 }
    }
    await audit(ctx, { action: 'tool.archived', subject: { kind: 'tool', id }, before: gone })
    return { deletedCount: 1 }
  })
}

type LockedTool = Awaited<ReturnType<typeof lockTool>>

/** Tools, each with the picture that the shop shows of it: its own, or its category's. */
export const toolsWithPicture = (db: Database) =>
  db
    .selectFrom('tool')
    .leftJoin('category', 'category.id', 'tool.category_id')
    .leftJoin('image', join => join.on('image.id', '=', ({ fn }) => fn.coalesce('tool.image_id', 'category.image_id')))

async function lockTool(ctx: Context, id: string) {
  const tool = await toolsWithPicture(ctx.db)
    .select([...contentColumns, 'tool.version', 'tool.free', 'image.id as shown_image_id'])
    .$narrowType<{ sales_unit: SalesUnit }>()
    .where('tool.id', '=', id)
    .where('tool.archived_at', 'is', null)
    .forNoKeyUpdate('tool')
    .executeTakeFirst()
  if (!tool) throw refuse('tool-gone')
  return { ...tool, attributes: tool.attributes as StoredAttributes, pictures: await readBehind(ctx, id) }
}

async function writeContent(ctx: Context, id: string, { pictures, ...row }: ToolContent): Promise<void> {
  await ctx.db
    .updateTable('tool')
    .set(({ eb }) => ({ ...row, version: eb('version', '+', 1), updated_at: ctx.now() }))
    .where('id', '=', id)
    .execute()
  await writeBehind(ctx, id, pictures)
}

/** What the fields come to in the database; one refusal names all that is wrong with them. */
async function readContent(ctx: Context, input: Added | Changed, tool: LockedTool | undefined): Promise<ToolContent> {
  const errors: FieldError[] = []
  const priceProblem = problemOfPrice(input.price, ctx.settings.currency)
  if (priceProblem) errors.push({ field: 'price', message: priceProblem })
  const category = input.category ? await findCategory(ctx, input.category) : null
  if (category === undefined) errors.push({ field: 'category', message: toolProblems.categoryUnknown })
  const pictures = await readPictures(ctx, input, tool)
  if ('errors' in pictures) errors.push(...pictures.errors)
  const taxClass = input.taxClass?.toLowerCase() ?? tool?.tax_class ?? standardClass
  // One that the table has forgotten stays until another is chosen.
  const classProblem = taxClass === tool?.tax_class ? undefined : problemOfTaxClass(taxClass, ctx.settings.taxTable)
  if (classProblem) errors.push({ field: 'taxClass', message: classProblem })
  const sale = readSale(input, tool)
  errors.push(...problemsOfSale({ ...sale, minimumQuantity: input.minimumQuantity }))
  const valuesChange = { input: input.attributes, stored: tool?.attributes ?? {}, path: category?.path }
  // Of a category that is not there, nobody can say what it has.
  const values = category === undefined ? undefined : await readValues(ctx, valuesChange)
  errors.push(...(values?.errors ?? []))
  if (errors.length > 0 || category === undefined || 'errors' in pictures || !values) throw refuseFields(errors)
  return {
    name: input.name,
    description: input.description,
    price: toMinorUnits(input.price, ctx.settings.currency) ?? 0,
    minimum_quantity: input.minimumQuantity,
    quantity_multiple: sale.multiple,
    sales_unit: sale.unit,
    box_quantity: sale.boxQuantity,
    weight_grams: sale.weightGrams,
    low_stock_level: sale.lowStockLevel,
    tax_class: taxClass,
    tags: input.tags ?? tool?.tags ?? [],
    part_number: input.partNumber ?? null,
    brand_id: input.brand ? await ensureBrand(ctx, input.brand) : null,
    category_id: category?.id ?? null,
    attributes: values.attributes,
    ...pictures,
  }
}

/** How it is sold: what the input leaves out stays, or is as usual. What is not sold by the box has no number in the box. */
function readSale(input: Added | Changed, tool: LockedTool | undefined) {
  const unit = input.unit ?? tool?.sales_unit ?? 'each'
  const boxQuantity = input.boxQuantity === undefined ? (tool?.box_quantity ?? null) : input.boxQuantity
  return {
    unit,
    boxQuantity: unit === 'box' ? boxQuantity : null,
    multiple: (input.multiple === undefined ? tool?.quantity_multiple : input.multiple) ?? 1,
    weightGrams: input.weightGrams === undefined ? (tool?.weight_grams ?? null) : input.weightGrams,
    lowStockLevel: input.lowStockLevel === undefined ? (tool?.low_stock_level ?? null) : input.lowStockLevel,
  }
}

/** A brand is made at its first use; two who use it first at once make one. */
async function ensureBrand(ctx: Context, name: string): Promise<string> {
  await ctx.db
    .insertInto('brand')
    .values({ id: newId(), name })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { id } = await ctx.db
    .selectFrom('brand')
    .select('id')
    .where(({ eb, fn }) => eb(fn<string>('lower', ['name']), '=', fn<string>('lower', [eb.val(name)])))
    .executeTakeFirstOrThrow()
  return id
}

/** Says by its field what a constraint of the database has refused. */
async function explainingConstraints<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const constraint = brokenConstraint(error)
    if (constraint === 'tool_part_number')
      throw refuseFields([{ field: 'partNumber', message: toolProblems.partNumberTaken }])
    // Removed since it was found, because nothing referred to it for a day.
    if (constraint === 'tool_image_id_fkey')
      throw refuseFields([{ field: 'img', message: toolProblems.pictureUnknown }])
    if (constraint === 'tool_picture_image_id_fkey')
      throw refuseFields([{ field: 'pictures', message: toolProblems.pictureUnknown }])
    if (constraint === 'tool_category_id_fkey')
      throw refuseFields([{ field: 'category', message: toolProblems.categoryUnknown }])
    throw error
  }
}

const ordered = (content: ToolContent) => Object.entries(content).toSorted(([a], [b]) => a.localeCompare(b))

/** The trail says what has changed, and no more; `say`: what a tool keeps of attributes, by their names. */
function differences(
  before: ToolContent,
  after: ToolContent,
  say: (stored: StoredAttributes) => Record<string, string>,
): { before: object; after: object } {
  const [was, is] = changed({ ...before, attributes: {} }, { ...after, attributes: {} })
  const [valuesBefore, valuesAfter] = changed(say(before.attributes), say(after.attributes))
  const hasValues = Object.keys({ ...valuesBefore, ...valuesAfter }).length > 0
  return {
    before: { ...was, ...(hasValues && { attributes: valuesBefore }) },
    after: { ...is, ...(hasValues && { attributes: valuesAfter }) },
  }
}

function changed(before: object, after: object): [before: object, after: object] {
  const [old, now] = [new Map<string, unknown>(Object.entries(before)), new Map<string, unknown>(Object.entries(after))]
  const names = [...new Set([...old.keys(), ...now.keys()])].filter(
    name => JSON.stringify(old.get(name)) !== JSON.stringify(now.get(name)),
  )
  const only = (of: Map<string, unknown>) =>
    Object.fromEntries(names.flatMap(name => (of.has(name) ? [[name, of.get(name)]] : [])))
  return [only(old), only(now)]
}
