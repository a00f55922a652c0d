import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { decimalsOf, shareOf, toMinorUnits } from '#kernel/money'
import { type Context, transact } from '#platform/context'
import { keepCurrency } from '#services/catalogue'
import type { SalesUnit } from '#rules/catalogue'
import { demoDirectory, readDemo } from './files.server.ts'
import { type ImageStore, type StoredPicture, storeDrawing } from '#services/media'

type DemoTool = {
  partNumber: string
  brand: string
  category: string
  name: string
  description: string
  price: string
  availableQuantity: number
  minimumQuantity: number
  multiple?: number
  unit?: SalesUnit
  boxQuantity?: number
  weightGrams?: number
  tags: string[]
  drawing?: string
}
type Catalogue = {
  brands: { name: string }[]
  categories: { slug: string; name: string; drawing: string }[]
  tools: DemoTool[]
}
/** Units sold in 90 days, by brand and part number: `Halden|TW-100-12`. */
type Sales = Record<string, number>
/** Of a tool, if it says which. */
type DemoReview = {
  brand?: string
  partNumber?: string
  name: string
  business: string
  rating: number
  review: string
  verifiedBuyer: boolean
}

/** The prices of `catalogue.json` are written with its decimals. */
const fileCurrency = 'usd'

/**
 * Demo rows are born one minute apart from here on, so that "newest first" follows the order of the files. What
 * `second-brands.json` adds was there before: the lists of what is new do not change with it.
 */
const firstBirth = Date.UTC(2026, 0, 5, 8)

/**
 * Fills an empty catalogue with the demo shop, in one transaction: all of it or nothing. Ids, order and content are
 * the same on every machine. Does nothing when there are tools. `onProgress` hears how far the drawings are.
 */
export async function fillDemoShop(
  ctx: Context,
  images: ImageStore,
  onProgress: (done: number, total: number) => void,
): Promise<boolean> {
  const { rows } = await sql`select from tool limit 1`.execute(ctx.db)
  if (rows.length > 0) return false
  const catalogue = await readDemo<Catalogue>('catalogue.json')
  const pictures = await storeDrawings(catalogue, images, onProgress)
  await transact(ctx, async ctx => {
    await keepCurrency(ctx)
    await insertImages(ctx, pictures)
    await insertGroups(ctx, catalogue, pictures)
    await insertTools(ctx, catalogue, pictures)
    const [ofShop, ofTools] = [
      await readDemo<DemoReview[]>('reviews.json'),
      await readDemo<DemoReview[]>('tool-reviews.json'),
    ]
    await insertReviews(ctx, [...ofShop, ...ofTools])
  })
  return true
}

async function storeDrawings(
  catalogue: Catalogue,
  images: ImageStore,
  onProgress: (done: number, total: number) => void,
) {
  const used = [...catalogue.categories.map(category => category.drawing), ...catalogue.tools.map(tool => tool.drawing)]
  const names = [...new Set(used.filter(name => name !== undefined))]
  const pictures = new Map<string, StoredPicture>()
  for (const name of names) {
    pictures.set(name, await storeDrawing(images, await readFile(join(demoDirectory, 'drawings', `${name}.svg`))))
    onProgress(pictures.size, names.length)
  }
  return pictures
}

/** Ids of version 7 made of fixed times and names instead of chance. */
function demoId(kind: string, name: string, position: number): string {
  const time = (firstBirth + position * 60_000).toString(16).padStart(12, '0')
  const hash = createHash('sha256').update(`${kind}:${name}`).digest('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`
}

const imageId = (name: string) => demoId('image', name, 0)
const brandId = (name: string) => demoId('brand', name, 0)
const categoryId = (slug: string) => demoId('category', slug, 0)

async function insertImages(ctx: Context, pictures: Map<string, StoredPicture>): Promise<void> {
  const rows = [...pictures].map(([name, picture]) => ({ id: imageId(name), ...picture }))
  await sql`
    insert into image (id, key, width, height)
    select id, key, width, height from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (id uuid, key text, width integer, height integer)`.execute(ctx.db)
}

async function insertGroups(ctx: Context, catalogue: Catalogue, pictures: Map<string, StoredPicture>): Promise<void> {
  const brands = catalogue.brands.map(({ name }) => ({ id: brandId(name), name }))
  await sql`
    insert into brand (id, name)
    select id, name from jsonb_to_recordset(${JSON.stringify(brands)}::jsonb) as row (id uuid, name text)`.execute(
    ctx.db,
  )
  const categories = catalogue.categories.map(({ slug, name, drawing }) => ({
    id: categoryId(slug),
    slug,
    name,
    image_id: pictures.has(drawing) ? imageId(drawing) : null,
  }))
  await sql`
    insert into category (id, slug, name, image_id)
    select id, slug, name, image_id from jsonb_to_recordset(${JSON.stringify(categories)}::jsonb)
      as row (id uuid, slug text, name text, image_id uuid)`.execute(ctx.db)
}

/** The file's number in the shop's currency, whatever that is: rounded where it has fewer decimals, never to nothing. */
function priceIn(currency: string, tool: DemoTool): number {
  const hundredths = toMinorUnits(tool.price, fileCurrency)
  if (hundredths === undefined) throw new Error(`the price of ${tool.partNumber} is none: ${tool.price}`)
  return Math.max(1, shareOf(hundredths, 10 ** decimalsOf(currency), 10 ** decimalsOf(fileCurrency)))
}

async function insertTools(ctx: Context, catalogue: Catalogue, pictures: Map<string, StoredPicture>): Promise<void> {
  const sales = await readDemo<Sales>('sales.json')
  const older = await readDemo<DemoTool[]>('second-brands.json')
  const rows = [...older, ...catalogue.tools].map((tool, index) => {
    const position = index - older.length
    const name = `${tool.brand}|${tool.partNumber}`
    return {
      id: demoId('tool', name, position),
      name: tool.name,
      description: tool.description,
      tags: tool.tags,
      part_number: tool.partNumber,
      brand_id: brandId(tool.brand),
      category_id: categoryId(tool.category),
      image_id: tool.drawing && pictures.has(tool.drawing) ? imageId(tool.drawing) : null,
      price: priceIn(ctx.settings.currency, tool),
      minimum_quantity: tool.minimumQuantity,
      quantity_multiple: tool.multiple ?? 1,
      sales_unit: tool.unit ?? 'each',
      box_quantity: tool.boxQuantity ?? null,
      weight_grams: tool.weightGrams ?? null,
      on_hand: tool.availableQuantity,
      created_at: new Date(firstBirth + position * 60_000),
      movement_id: demoId('movement', name, position),
      sold: sales[name] ?? 0,
    }
  })
  await sql`
    with row as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, name text, description text,
        tags text[], part_number text, brand_id uuid, category_id uuid, image_id uuid, price bigint,
        minimum_quantity integer, quantity_multiple integer, sales_unit text, box_quantity integer,
        weight_grams integer, on_hand integer, created_at timestamptz, movement_id uuid, sold integer)
    ), added as (
      insert into tool (id, name, description, tags, part_number, brand_id, category_id, image_id, price,
        minimum_quantity, quantity_multiple, sales_unit, box_quantity, weight_grams, on_hand, created_at, updated_at)
      select id, name, description, tags, part_number, brand_id, category_id, image_id, price, minimum_quantity,
        quantity_multiple, sales_unit, box_quantity, weight_grams, on_hand, created_at, created_at
      from row
    ), moved as (
      insert into stock_movement (id, tool_id, at, reason, on_hand_change, actor_kind)
      select movement_id, id, created_at, 'opening', on_hand, 'operator' from row
    )
    insert into tool_sales (day, tool_id, units, orders)
    select ${ctx.now()}::date, id, sold, ceil(sold / 20.0) from row where sold > 0`.execute(ctx.db)
}

/** The stars of a tool are those of its reviews, in the demo shop as anywhere. */
async function insertReviews(ctx: Context, reviews: DemoReview[]): Promise<void> {
  // The file's first review is the one to show first, so it is the newest.
  const rows = reviews.toReversed().map((review, position) => ({
    id: demoId('review', review.name, position),
    brand: review.brand,
    part_number: review.partNumber,
    author: review.name,
    business: review.business,
    rating: review.rating,
    body: review.review,
    verified_buyer: review.verifiedBuyer,
    created_at: new Date(firstBirth + position * 60_000),
  }))
  await sql`
    with row as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, brand text, part_number text,
        author text, business text, rating integer, body text, verified_buyer boolean, created_at timestamptz)
    ), written as (
      insert into review (id, tool_id, author, business, rating, body, verified_buyer, state, created_at)
      select row.id, tool.id, author, business, rating, body, verified_buyer, 'approved', row.created_at
      from row left join brand on brand.name = row.brand
        left join tool on tool.brand_id = brand.id and tool.part_number = row.part_number
      returning tool_id, rating
    )
    update tool set rating_total = given.total, rating_count = given.count
    from (select tool_id, sum(rating) as total, count(*) as count from written group by tool_id) given
    where tool.id = given.tool_id`.execute(ctx.db)
}
