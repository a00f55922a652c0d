import { type RawBuilder, sql } from 'kysely'
import type { Handlers, Page } from '#kernel/endpoint'
import { refuseFields } from '#kernel/refusals'
import { audit } from '#platform/audit'
import { type Context, transact } from '#platform/context'
import { type Columns, brokenConstraint } from '#platform/database'
import { countRows, escapeLike, pageOf, pageSize } from '#platform/paging'
import { pictureOf } from '#rules/media'
import { findPicture } from '#services/media'
import { toolProblems } from '../problems.texts.ts'
import { refuse } from '../refusals.rules.ts'
import type { Brand, brandsContract } from './brands.contract.ts'

const aPage = { usual: 50, most: 200 }

export const brandsHandlers: Handlers<typeof brandsContract, Context> = {
  async getBrandPage(ctx, { params }) {
    const [brand] = await selectBrands(ctx, sql`lower(brand.name) = lower(${params.name})`, 1)
    if (!brand) throw refuse('brand-gone')
    return brand
  },

  listBrands: (ctx, { query }) => listBrands(ctx, query),

  changeBrand: (ctx, { params, body }) => explainingConstraints(changeBrand(ctx, params.id, body.logo)),
}

type Query = { limit?: number | undefined; after?: string | undefined; q?: string | undefined }

/** One page of the brands by name. `after` is the id of the last one seen. */
async function listBrands(ctx: Context, { q, after, limit: requested }: Query): Promise<Page<Brand[]>> {
  const limit = pageSize(requested, aPage)
  const isMatch = q ? sql`brand.name ilike ${`%${escapeLike(q)}%`}` : sql`true`
  const isBehind = after
    ? sql`lower(brand.name) > (select lower(last.name) from brand last where last.id = ${after})`
    : sql`true`
  const brands = await selectBrands(ctx, sql`${isMatch} and ${isBehind}`, limit + 1)
  const total = await countRows(ctx.db, sql`brand where ${isMatch}`)
  return pageOf(brands, { limit, total, after: last => last._id, query: { q } })
}

type Row = Columns<'brand', 'id' | 'name'> & {
  key: string | null
  width: number | null
  height: number | null
  count: number
}

async function selectBrands(ctx: Context, where: RawBuilder<unknown>, limit: number): Promise<Brand[]> {
  const { rows } = await sql<Row>`
    select brand.id, brand.name, image.key, image.width, image.height, counted.count
    from (select * from brand where ${where} order by lower(name) limit ${limit}) brand
      left join image on image.id = brand.image_id
      cross join lateral (
        select count(*)::integer as count from tool where brand_id = brand.id and archived_at is null) counted
    order by lower(brand.name)`.execute(ctx.db)
  return rows.map(({ id, name, key, width, height, count }) => ({
    _id: id,
    name,
    logo: key && width && height ? pictureOf({ key, width, height }) : null,
    count,
  }))
}

/** The same logo again changes nothing. Refuses: brand-gone, an address that is none of the image host's. */
function changeBrand(ctx: Context, id: string, logo: string | null): Promise<{ modifiedCount: number }> {
  return transact(ctx, async ctx => {
    const before = await ctx.db
      .selectFrom('brand')
      .select(['name', 'image_id'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!before) throw refuse('brand-gone')
    const image_id = logo === null ? null : await findPicture(ctx, logo)
    if (image_id === undefined) throw refuseFields([{ field: 'logo', message: toolProblems.pictureUnknown }])
    if (image_id === before.image_id) return { modifiedCount: 0 }
    await ctx.db.updateTable('brand').set({ image_id }).where('id', '=', id).execute()
    const subject = { kind: 'brand', id }
    await audit(ctx, { action: 'brand.changed', subject, before, after: { image_id } })
    return { modifiedCount: 1 }
  })
}

async function explainingConstraints<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    // Removed since it was found, because nothing referred to it for a day.
    if (brokenConstraint(error) === 'brand_image_id_fkey') {
      throw refuseFields([{ field: 'logo', message: toolProblems.pictureUnknown }])
    }
    throw error
  }
}
