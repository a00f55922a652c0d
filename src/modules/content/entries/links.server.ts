import type { FieldError } from '#kernel/refusals'
import type { ContentFile } from '../shapes.rules.ts'
import { entryTexts } from './entries.texts.ts'
import { pathOfLink } from './links.rules.ts'

type Placed = { field: string; to: string }

/** What a value says of links that lead to pages which the shop does not have, by the fields in which they stand. */
export function missingPages(value: unknown, { pages, blog }: Pick<ContentFile, 'pages' | 'blog'>): FieldError[] {
  const paths = new Set([
    ...pages.map(({ slug }) => `/pages/${slug}`),
    ...blog.articles.map(({ slug }) => `/blog/${slug}`),
  ])
  return linksIn(value, 'value').flatMap(({ field, to }) => {
    const path = pathOfLink(to)
    if (!/^\/(?:pages|blog)\//.test(path) || paths.has(path)) return []
    return [{ field, message: entryTexts.noPage(path) }]
  })
}

/** Every link of a value, wherever it stands in it. */
export function linksIn(value: unknown, field: string): Placed[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'to' && typeof inner === 'string'
      ? [{ field: `${field}.to`, to: inner }]
      : linksIn(inner, `${field}.${name}`),
  )
}
