import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { toMinorUnits } from '#kernel/money'
import { type FieldError, refuseFields } from '#kernel/refusals'
import { refuse } from './refusals.rules.ts'
import { audit } from '#platform/audit'
import { type Context, newId, transact } from '#platform/context'
import { brokenConstraint } from '#platform/database'
import { type Asked, answerOnce } from '#platform/idempotency'
import { findPicture } from '#services/media'
import type { AddTool, ChangeTool } from './catalogue.contract.ts'
import { categoryUnknown, minimumTooHigh, partNumberTaken, pictureUnknown, problemOfPrice } from './catalogue.rules.ts'
import { bookStock } from './stock.server.ts'

type Added = z.output<typeof AddTool>
type Changed = z.output<typeof ChangeTool>

/** What a tool's row says of it, but for its stock. */
type ToolContent = {
  name: string
  description: string
  price: number
  minimum_quantity: number
  tags: string[]
  part_number: string | null
  brand_id: string | null
  category_id: string | null
  image_id: string | null
  image_url: string | null
}

/**
 * Adds a tool with its opening stock. The same idempotency key and body add it once.
 * Refuses fields: a price of another currency, an unknown picture or category, a part number that its brand has.
 */
export function addTool(ctx: Context, input: Added, asked: Asked): Promise<{ insertedId: string }> {
  const added = answerOnce(ctx, asked, async ctx => {
    const id = newId()
    const content = await readContent(ctx, input, undefined)
    const now = ctx.now()
    await sql`
      insert into tool (id, name, description, price, minimum_quantity, tags, part_number, brand_id, category_id, image_id,
        on_hand, created_at, updated_at)
      values (${id}, ${content.name}, ${content.description}, ${content.price}, ${content.minimum_quantity},
        ${content.tags}, ${content.part_number}, ${content.brand_id}, ${content.category_id}, ${content.image_id},
        ${input.availableQuantity}, ${now}, ${now})`.execute(ctx.db)
    await sql`
      insert into stock_movement (id, tool_id, at, reason, on_hand_change, actor_kind, actor_id)
      values (${newId()}, ${id}, ${now}, 'opening', ${input.availableQuantity}, ${ctx.actor.kind}, ${ctx.actor.id})`.execute(
      ctx.db,
    )
    const after = { ...content, on_hand: input.availableQuantity }
    await audit(ctx, { action: 'tool.added', subject: { kind: 'tool', id }, after })
    return { insertedId: id }
  })
  return explainingConstraints(added)
}

/**
 * Changes a tool, if it is still at the version that was read. Refuses: tool-gone, changed-meanwhile, and fields as
 * `addTool` does. Sending what is there already changes nothing, whatever the version: a repeated call is no conflict.
 */
export function changeTool(
  ctx: Context,
  id: string,
  input: Changed,
): Promise<{ modifiedCount: number; version: number }> {
  const changed = transact(ctx, async ctx => {
    const tool = await lockTool(ctx, id)
    const content = await readContent(ctx, input, tool)
    const { version, free, shown_image_id: _, shown_image_key: __, ...before } = tool
    const units = input.availableQuantity === undefined ? 0 : input.availableQuantity - free
    const isSame = JSON.stringify(ordered(before)) === JSON.stringify(ordered(content))
    if (isSame && units === 0) return { modifiedCount: 0, version }
    if (input.version !== version) throw refuse('changed-meanwhile')
    // Stock that has sold down below the minimum stays; a minimum is not raised above it.
    if (content.minimum_quantity > before.minimum_quantity && content.minimum_quantity > free + units) {
      throw refuseFields([{ field: 'minimumQuantity', message: minimumTooHigh }])
    }
    if (units !== 0) await bookStock(ctx, { id, units, reason: 'corrected', note: null })
    await writeContent(ctx, id, content)
    const subject = { kind: 'tool', id }
    if (!isSame) await audit(ctx, { action: 'tool.changed', subject, ...differences(before, content) })
    return { modifiedCount: 1, version: version + 1 }
  })
  return explainingConstraints(changed)
}

/** Takes a tool out of the shop; its row stays for its orders. Doing so twice is doing it once. Refuses: tool-gone. */
export function archiveTool(ctx: Context, id: string): Promise<{ deletedCount: number }> {
  return transact(ctx, async ctx => {
    const { rows } = await sql<{ name: string }>`
      update tool set archived_at = ${ctx.now()}, updated_at = ${ctx.now()}, version = version + 1
      where id = ${id} and archived_at is null returning name`.execute(ctx.db)
    const [gone] = rows
    if (!gone) {
      const { rows: known } = await sql`select from tool where id = ${id}`.execute(ctx.db)
      if (known.length === 0) throw refuse('tool-gone')
      return { deletedCount: 0 }
    }
    await audit(ctx, { action: 'tool.archived', subject: { kind: 'tool', id }, before: gone })
    return { deletedCount: 1 }
  })
}

type LockedTool = ToolContent & {
  version: number
  free: number
  /** The picture that the shop shows of it: its own, or its category's. */
  shown_image_id: string | null
  shown_image_key: string | null
}

async function lockTool(ctx: Context, id: string): Promise<LockedTool> {
  const { rows } = await sql<LockedTool>`
    select tool.name, tool.description, tool.price, tool.minimum_quantity, tool.tags, tool.part_number, tool.brand_id,
      tool.category_id, tool.image_id, tool.image_url, tool.version, tool.free, image.id as shown_image_id,
      image.key as shown_image_key
    from tool
      left join category on category.id = tool.category_id
      left join image on image.id = coalesce(tool.image_id, category.image_id)
    where tool.id = ${id} and tool.archived_at is null
    for no key update of tool`.execute(ctx.db)
  const [tool] = rows
  if (!tool) throw refuse('tool-gone')
  return tool
}

async function writeContent(ctx: Context, id: string, content: ToolContent): Promise<void> {
  await sql`
    update tool set name = ${content.name}, description = ${content.description}, price = ${content.price},
      minimum_quantity = ${content.minimum_quantity}, tags = ${content.tags}, part_number = ${content.part_number},
      brand_id = ${content.brand_id}, category_id = ${content.category_id}, image_id = ${content.image_id},
      image_url = ${content.image_url}, version = version + 1, updated_at = ${ctx.now()}
    where id = ${id}`.execute(ctx.db)
}

/** What the fields come to in the database; all that is wrong with them is told at once. */
async function readContent(ctx: Context, input: Added | Changed, tool: LockedTool | undefined): Promise<ToolContent> {
  const errors: FieldError[] = []
  const priceProblem = problemOfPrice(input.price, ctx.settings.currency)
  if (priceProblem) errors.push({ field: 'price', message: priceProblem })
  const categoryId = input.category ? await findCategory(ctx, input.category) : null
  if (categoryId === undefined) errors.push({ field: 'category', message: categoryUnknown })
  const picture = await readPicture(ctx, input.img, tool)
  if (!picture) errors.push({ field: 'img', message: pictureUnknown })
  if (errors.length > 0 || categoryId === undefined || !picture) throw refuseFields(errors)
  return {
    name: input.name,
    description: input.description,
    price: toMinorUnits(input.price, ctx.settings.currency) ?? 0,
    minimum_quantity: input.minimumQuantity,
    tags: input.tags ?? tool?.tags ?? [],
    part_number: input.partNumber ?? null,
    brand_id: input.brand ? await ensureBrand(ctx, input.brand) : null,
    category_id: categoryId,
    ...picture,
  }
}

/** The picture that an address names; a tool keeps what it shows, also where that is its category's. */
async function readPicture(
  ctx: Context,
  address: string,
  tool: LockedTool | undefined,
): Promise<Pick<ToolContent, 'image_id' | 'image_url'> | undefined> {
  if (tool?.image_url && tool.image_url === address) return { image_id: tool.image_id, image_url: tool.image_url }
  const found = await findPicture(ctx, address)
  if (!found) return undefined
  const isShown = tool && !tool.image_url && tool.shown_image_id === found
  return { image_id: isShown ? tool.image_id : found, image_url: null }
}

async function findCategory(ctx: Context, slug: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from category where slug = ${slug}`.execute(ctx.db)
  return rows[0]?.id
}

/** A brand is made at its first use; two who use it first at once make one. */
async function ensureBrand(ctx: Context, name: string): Promise<string> {
  await sql`insert into brand (id, name) values (${newId()}, ${name}) on conflict do nothing`.execute(ctx.db)
  const { rows } = await sql<{ id: string }>`select id from brand where lower(name) = lower(${name})`.execute(ctx.db)
  const [brand] = rows
  if (!brand) throw new Error(`the brand ${name} was neither there nor made`)
  return brand.id
}

/** The last ring's complaints, put to the fields that they are about. */
async function explainingConstraints<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const constraint = brokenConstraint(error)
    if (constraint === 'tool_part_number') throw refuseFields([{ field: 'partNumber', message: partNumberTaken }])
    // Removed since it was found, because nothing referred to it for a day.
    if (constraint === 'tool_image_id_fkey') throw refuseFields([{ field: 'img', message: pictureUnknown }])
    throw error
  }
}

const ordered = (content: ToolContent) => Object.entries(content).toSorted(([a], [b]) => a.localeCompare(b))

/** The trail says what has changed, and no more. */
function differences(before: ToolContent, after: ToolContent): { before: object; after: object } {
  const old = new Map<string, unknown>(Object.entries(before))
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)),
  )
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, old.get(name)])),
    after: Object.fromEntries(changed),
  }
}
