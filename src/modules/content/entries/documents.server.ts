import { sql } from 'kysely'
import type { MailKind } from '#kernel/mail-kind'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import type { ContentFile } from '../shapes.rules.ts'
import { refuse } from '../refusals.rules.ts'
import { listChanges } from './changes.server.ts'
import type { ContentChange, ContentDocument } from './entries.contract.ts'
import { documentOf, neededPages, originalDocument } from './entries.rules.ts'
import { pathOfLink } from './links.rules.ts'
import { linksIn } from './links.server.ts'

/** `file` is what a new shop begins with, `content` what the shop says now. */
export type EntryParts = { file: ContentFile; content: ContentFile; mails: readonly MailKind[] }

type Row = Columns<'content_entry', 'name' | 'value' | 'is_removed' | 'version'>

/** Pages and articles: the owner's, and those of the file, the removed ones too. */
export async function listDocuments(
  ctx: Context,
  { file, content }: Omit<EntryParts, 'mails'>,
): Promise<{ documents: ContentDocument[]; changes: ContentChange[] }> {
  const { rows } = await sql<Row>`
    select name, value, is_removed, version from content_entry where name like 'page:%' or name like 'article:%'
    order by created_at desc, name`.execute(ctx.db)
  const stored = new Map(rows.map(row => [row.name, row]))
  const names = new Set([
    ...file.pages.map(({ slug }) => `page:${slug}`),
    ...stored.keys(),
    ...file.blog.articles.map(({ slug }) => `article:${slug}`),
  ])
  const documents = [...names].flatMap(name => describe({ file, content }, name, stored.get(name))?.document ?? [])
  const isDocument = sql`(subject_id like 'page:%' or subject_id like 'article:%')`
  return { documents, changes: await listChanges(ctx, isDocument) }
}

/** One of them, with its words. Refuses: no-such-entry. */
export async function getDocument(ctx: Context, parts: Omit<EntryParts, 'mails'>, name: string) {
  if (!documentOf(name)) throw refuse('no-such-entry')
  const { rows } = await sql<Row>`
    select name, value, is_removed, version from content_entry where name = ${name}`.execute(ctx.db)
  const description = describe(parts, name, rows[0])
  if (!description || description.document.isRemoved) throw refuse('no-such-entry')
  return { ...description.document, value: description.value, original: description.original ?? null }
}

/** Undefined where there is nothing, and nothing to bring back. */
function describe({ file, content }: Omit<EntryParts, 'mails'>, name: string, row: Row | undefined) {
  const place = documentOf(name)
  const original = originalDocument(file, name)
  const value = row?.value ?? original
  if (!place || value === undefined) return undefined
  const document: ContentDocument = {
    name,
    kind: place.kind,
    path: place.path,
    title: titleOf(value),
    hasOriginal: original !== undefined,
    isOwn: row?.value !== null && row?.value !== undefined,
    isRemoved: row?.is_removed === true,
    isNeeded: neededPages.includes(name),
    isLinked: isLinked(content, place.path),
    version: row?.version ?? 0,
  }
  return { document, value, original }
}

function titleOf(value: unknown): string {
  const { title, question } = value as { title?: string; question?: string }
  return title ?? question ?? ''
}

function isLinked({ footer, promos }: Pick<ContentFile, 'footer' | 'promos'>, path: string): boolean {
  return linksIn([footer, promos], '').some(({ to }) => pathOfLink(to) === path)
}
