import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { MailKind } from '#kernel/mail-kind'
import type { Columns, Database } from '#platform/database'
import type { Log } from '#platform/log'
import type { Article, ContentPage } from '../shapes.rules.ts'
import {
  type ArticleEntry,
  type DocumentKind,
  type HomeEntries,
  type HomeEntryName,
  type Logo,
  type PageEntry,
  articleEntry,
  documentOf,
  homeEntries,
  logoEntry,
  logoName,
  pageEntry,
  readEntry,
} from './entries.rules.ts'
import { type MailEntry, mailEntry, mailEntryName, mailOf } from './mails.rules.ts'
import { readText } from './text.rules.ts'

/** What the owner has written at an address of its own; undefined where the file's was removed. */
export type OwnDocument<D> = { slug: string; document: D | undefined }

/** The owner's entries, as this process has loaded them. */
export type OwnEntries = {
  home: <Name extends HomeEntryName>(name: Name) => HomeEntries[Name] | undefined
  logo: () => Logo | undefined
  mail: (kind: string) => MailEntry | undefined
  /** The newest first. */
  pages: () => readonly OwnDocument<ContentPage>[]
  articles: () => readonly OwnDocument<Article>[]
  /** Reads them anew. */
  load: () => Promise<void>
}

type Row = Columns<'content_entry', 'name' | 'value' | 'is_removed'>

type OwnEntriesParts = { db: Database; log: Log; mails: readonly MailKind[] }

/** The owner's own words: few, and needed by every page, so a process has them all at hand. */
export function ownEntries({ db, log, mails }: OwnEntriesParts): OwnEntries {
  let entries = new Map<string, unknown>()
  let pages: readonly OwnDocument<ContentPage>[] = []
  let articles: readonly OwnDocument<Article>[] = []
  return {
    home: <Name extends HomeEntryName>(name: Name) => entries.get(name) as HomeEntries[Name] | undefined,
    logo: () => entries.get(logoName) as Logo | undefined,
    mail: kind => entries.get(mailEntryName(kind)) as MailEntry | undefined,
    pages: () => pages,
    articles: () => articles,
    async load() {
      const { rows } = await sql<Row>`
        select name, value, is_removed from content_entry where value is not null or is_removed
        order by created_at desc, name`.execute(db)
      entries = new Map(rows.flatMap(row => readStored(row, { log, mails })))
      pages = documentsOf(entries, 'page', (slug, { text, ...words }: PageEntry) => {
        return { slug, ...words, sections: readText(text) }
      })
      articles = documentsOf(entries, 'article', (slug, { text, ...words }: ArticleEntry) => {
        return { slug, ...words, sections: readText(text) }
      })
    },
  }
}

/** An entry that another release wrote and this one cannot read gives way to the original. */
function readStored(
  { name, value: stored, is_removed: isRemoved }: Row,
  { log, mails }: Omit<OwnEntriesParts, 'db'>,
): [string, unknown][] {
  const schema = schemaOf(name, mails)
  if (!schema) return []
  if (isRemoved) return [[name, undefined]]
  const { value, errors } = readEntry(schema, stored)
  if (!errors) return [[name, value]]
  log.warn(`What the shop says as ${name} cannot be used (${errors[0]?.message}). The original is shown.`)
  return []
}

function documentsOf<Value, D>(
  entries: ReadonlyMap<string, unknown>,
  documentKind: DocumentKind,
  make: (slug: string, value: Value) => D,
): OwnDocument<D>[] {
  return [...entries].flatMap(([name, value]) => {
    const { kind, slug } = documentOf(name) ?? {}
    if (kind !== documentKind || slug === undefined) return []
    // Each was read by the schema of its kind.
    return [{ slug, document: value === undefined ? undefined : make(slug, value as Value) }]
  })
}

const schemas = new Map<string, z.core.$ZodType>(Object.entries({ ...homeEntries, [logoName]: logoEntry }))

/** What an entry of this name holds; undefined where there can be none. */
export function schemaOf(name: string, mails: readonly MailKind[]): z.core.$ZodType | undefined {
  const mail = mailOf(name, mails)
  if (mail) return mailEntry(mail)
  const document = documentOf(name)
  if (!document) return schemas.get(name)
  return document.kind === 'page' ? pageEntry : articleEntry
}
