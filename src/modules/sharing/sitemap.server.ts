import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Columns, Database } from '#platform/database'
import type { Http } from '#platform/http'
import { brandPath, categoryPath, toolPath } from '#rules/catalogue'
import type { ContentFile } from '#rules/content'
import { escapeXml } from './engines.rules.ts'

/** How many tools are read at once, and so how many are in memory. */
const toolsAtOnce = 2000

/** Ordinals are of PostgreSQL's `integer`. */
const lastOrdinal = 2_147_483_647

type SitemapParts = { db: Database; content: ContentFile; publicUrl: () => string; mostAddresses: number }

/**
 * `/sitemap.xml`, an index, and its parts: `pages-N` with what is written, the categories and the brands, `tools-N` with the tools
 * whose ordinals are in the Nth range. A range is never fuller than a part may be and never moves, so no part needs to
 * know where another one ends.
 */
export function mountSitemap(http: Http, { db, content, publicUrl, mostAddresses }: SitemapParts): void {
  http.get('/sitemap.xml', async (_request, reply) => {
    const pages = await readPages(db, content)
    const ranges = await readToolRanges(db, mostAddresses)
    const parts = [
      ...Array.from({ length: Math.ceil(pages.length / mostAddresses) }, (_, index) => `pages-${index + 1}`),
      ...ranges.map(range => `tools-${range}`),
    ]
    const body = parts.map(part => `<sitemap>${location(publicUrl(), `/sitemap/${part}.xml`)}</sitemap>\n`)
    return asXml(reply).send(`${head('sitemapindex')}${body.join('')}</sitemapindex>\n`)
  })

  http.get<{ Params: { file: string } }>('/sitemap/:file', async ({ params }, reply) => {
    const [, kind, number] = /^(pages|tools)-([1-9]\d{0,5})\.xml$/.exec(params.file) ?? []
    if (!kind) return reply.callNotFound()
    const from = (Number(number) - 1) * mostAddresses
    if (from + mostAddresses > lastOrdinal) return reply.callNotFound()
    if (kind === 'pages') {
      const pages = (await readPages(db, content)).slice(from, from + mostAddresses)
      if (pages.length === 0) return reply.callNotFound()
      const body = pages.map(path => entry(publicUrl(), path))
      return asXml(reply).send(`${head('urlset')}${body.join('')}</urlset>\n`)
    }
    const range = { after: from, last: from + mostAddresses }
    // Before the first byte: a database that is away, and a part that is not there, have answers of their own.
    const first = await readTools(db, range)
    if (first.length === 0) return reply.callNotFound()
    return asXml(reply).send(Readable.from(toolEntries(db, { range, first, publicUrl: publicUrl() })))
  })
}

function asXml<R extends { type(type: string): R; header(name: string, value: string): R }>(reply: R): R {
  return reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=3600')
}

const head = (root: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`

const location = (publicUrl: string, path: string) => `<loc>${escapeXml(publicUrl + path)}</loc>`

function entry(publicUrl: string, path: string, changed?: Date): string {
  const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''
  return `<url>${location(publicUrl, path)}${lastmod}</url>\n`
}

/** The public pages but tools'; a category counts while something is for sale in it or below, a brand while it has tools. */
async function readPages(db: Database, { pages, blog }: ContentFile): Promise<string[]> {
  const { rows } = await sql<Columns<'category', 'path'>>`
    with sold as materialized (
      select path from category
      cross join lateral (
        select from tool where category_id = category.id and archived_at is null order by tool.id desc limit 1
      ) newest),
    listed as (
      select distinct array_to_string(parts[1:depth], '/') as path
      from sold, string_to_array(sold.path, '/') as parts, generate_series(1, cardinality(parts)) as depth)
    select path from category join listed using (path) where is_shown
    order by lower(full_name)`.execute(db)
  return [
    '/',
    '/shop',
    ...rows.map(({ path }) => categoryPath(path)),
    ...(await readBrands(db)),
    '/blog',
    ...blog.articles.map(({ slug }) => `/blog/${slug}`),
    ...pages.map(({ slug }) => `/pages/${slug}`),
  ]
}

/** The pages of the brands with something on sale. A name of dots alone has none of its own. */
async function readBrands(db: Database): Promise<string[]> {
  const { rows } = await sql<Columns<'brand', 'name'>>`
    select name from brand
    cross join lateral (
      select from tool where brand_id = brand.id and archived_at is null order by part_number limit 1
    ) first
    where name !~ '^[.]+$' order by lower(name)`.execute(db)
  return rows.map(({ name }) => brandPath(name))
}

/** The numbers, from one on, of the ranges with a tool on sale in them. Each is looked up for its first one only. */
async function readToolRanges(db: Database, size: number): Promise<number[]> {
  const { rows } = await sql<{ range: number }>`
    select range from generate_series(1, ((select max(ordinal) from tool) - 1) / ${size}::integer + 1) as range
    cross join lateral (
      select from tool
      where ordinal > (range - 1) * ${size}::integer and ordinal <= range * ${size}::integer and archived_at is null
      order by ordinal limit 1
    ) first_of_range
    order by range`.execute(db)
  return rows.map(({ range }) => range)
}

type ToolRow = Awaited<ReturnType<typeof readTools>>[number]
/** Ordinals: of the one before the first, and of the last one. */
type Range = { after: number; last: number }

const readTools = (db: Database, { after, last }: Range) =>
  db
    .selectFrom('tool')
    .select(['ordinal', 'id as _id', 'name', 'updated_at'])
    .where('ordinal', '>', after)
    .where('ordinal', '<=', last)
    .where('archived_at', 'is', null)
    .orderBy('ordinal')
    .limit(toolsAtOnce)
    .execute()

type Written = { range: Range; first: ToolRow[]; publicUrl: string }

async function* toolEntries(db: Database, { range, first, publicUrl }: Written) {
  yield head('urlset')
  let tools = first
  while (tools.length > 0) {
    yield tools.map(tool => entry(publicUrl, toolPath(tool), tool.updated_at)).join('')
    const after = tools.length < toolsAtOnce ? range.last : (tools.at(-1)?.ordinal ?? range.last)
    tools = after < range.last ? await readTools(db, { ...range, after }) : []
  }
  yield '</urlset>\n'
}
