import { sql } from 'kysely'
import type { Handlers } from '#kernel/endpoint'
import { type FieldError, refuseFields } from '#kernel/refusals'
import { audit } from '#platform/audit'
import { type Context, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { refuse } from '../refusals.rules.ts'
import { listChanges } from './changes.server.ts'
import type { ContentEntry, entriesContract } from './entries.contract.ts'
import {
  documentOf,
  homeEntryNames,
  logoName,
  mostDocuments,
  neededPages,
  originalDocument,
  originalsOf,
  readEntry,
} from './entries.rules.ts'
import { type EntryParts, getDocument, listDocuments } from './documents.server.ts'
import { listMailTexts } from './mails.server.ts'
import { missingPages } from './links.server.ts'
import { schemaOf } from './own-entries.server.ts'

export const entriesHandlers = (parts: EntryParts): Handlers<typeof entriesContract, Context> => ({
  async getHomeEntries(ctx) {
    return {
      entries: await listHomeEntries(ctx, parts),
      changes: await listChanges(ctx, sql`subject_id = any(${shownNames})`),
    }
  },
  changeEntry: (ctx, { params, body }) => changeEntry(ctx, parts, { ...params, ...body }),
  removeEntry: (ctx, { params, query }) => removeDocument(ctx, parts, { ...params, ...query }),
  listMailTexts: ctx => listMailTexts(ctx, parts.mails),
  listDocuments: ctx => listDocuments(ctx, parts),
  getDocument: (ctx, { params }) => getDocument(ctx, parts, params.name),
})

const shownNames = [logoName, ...homeEntryNames]

type Row = Columns<'content_entry', 'name' | 'value' | 'version'>

async function listHomeEntries(ctx: Context, { file, content }: EntryParts): Promise<ContentEntry[]> {
  const { rows } = await sql<Row>`
    select name, value, version from content_entry where name = any(${shownNames})`.execute(ctx.db)
  const stored = new Map(rows.map(row => [row.name, row]))
  const { shop } = content
  const originals = new Map<string, unknown>(Object.entries(originalsOf(file, { isDemo: ctx.settings.demo, shop })))
  return shownNames.map(name => {
    const { value = null, version = 0 } = stored.get(name) ?? {}
    const original = originals.get(name) ?? null
    return { name, value: value ?? original, original, isOwn: value !== null, version }
  })
}

type Change = { name: string; value?: unknown; version: number; isNew?: boolean | undefined }

/**
 * Says something else in the owner's words, or again what the file says (null), if nobody has changed it since the version
 * that was read. Saying what is said already changes nothing, whatever the version: so it may be sent again. `isNew` wants an
 * address at which there is nothing. Refuses: no-such-entry, changed-meanwhile, address-taken, too-many-pages, and fields as the
 * schema of the entry does.
 */
function changeEntry(ctx: Context, { file, content, mails }: EntryParts, change: Change): Promise<Changed> {
  const { name, value: sent, version, isNew = false } = change
  const schema = schemaOf(name, mails)
  const isDocument = documentOf(name) !== undefined
  const hasOriginal = !isDocument || originalDocument(file, name) !== undefined
  if (!schema || name === logoName || (sent === null && !hasOriginal)) throw refuse('no-such-entry')
  const value = sent === null ? null : requireValue(readEntry(schema, sent))
  if (value !== null) requirePages(missingPages(value, content))
  return transact(ctx, async ctx => {
    const stored = await lockEntry(ctx, name, { value, is_removed: false })
    if (stored.is_same) return { version: stored.version, modifiedCount: 0 }
    const isThere = stored.value !== null || (hasOriginal && !stored.is_removed)
    if (isNew ? isThere : stored.version !== version) throw refuse(isNew ? 'address-taken' : 'changed-meanwhile')
    if (isDocument && !isThere) await requireRoom(ctx)
    return keepChange(ctx, { name, value, is_removed: false }, { ...stored, isThere })
  })
}

/** Removes a page or an article, the file's too. Refuses: no-such-entry, changed-meanwhile, page-needed. */
function removeDocument(
  ctx: Context,
  { file }: EntryParts,
  { name, version }: { name: string; version: number },
): Promise<Changed> {
  if (!documentOf(name)) throw refuse('no-such-entry')
  if (neededPages.includes(name)) throw refuse('page-needed')
  return transact(ctx, async ctx => {
    const stored = await lockEntry(ctx, name, { value: null, is_removed: true })
    if (stored.is_same) return { version: stored.version, modifiedCount: 0 }
    if (stored.value === null && originalDocument(file, name) === undefined) throw refuse('no-such-entry')
    if (stored.version !== version) throw refuse('changed-meanwhile')
    return keepChange(ctx, { name, value: null, is_removed: true }, { ...stored, isThere: true })
  })
}

function requireValue({ value, errors }: ReturnType<typeof readEntry>): unknown {
  if (errors) throw refuseFields(errors)
  return value
}

function requirePages(errors: FieldError[]): void {
  if (errors.length > 0) throw refuseFields(errors)
}

/** Not to the last one where many are written at once: it keeps the memory of a process from filling. */
async function requireRoom(ctx: Context): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from content_entry where name like '%:%' and value is not null`.execute(ctx.db)
  if ((rows[0]?.count ?? 0) >= mostDocuments) throw refuse('too-many-pages', { most: mostDocuments })
}

export type Changed = { version: number; modifiedCount: number }
type State = Columns<'content_entry', 'value' | 'is_removed'>
type StoredEntry = State & Columns<'content_entry', 'version'> & { is_same: boolean }

/** Locks an entry until the end of the transaction. One that was never changed has no row, and is at version 0. */
export async function lockEntry(ctx: Context, name: string, next: State): Promise<StoredEntry> {
  const { rows } = await sql<StoredEntry>`
    select value, is_removed, version,
      value is not distinct from ${asJson(next.value)}::jsonb and is_removed = ${next.is_removed} as is_same
    from content_entry where name = ${name} for update`.execute(ctx.db)
  const isSame = next.value === null && !next.is_removed
  return rows[0] ?? { value: null, is_removed: false, version: 0, is_same: isSame }
}

/** Of two who say the first thing at once, the second finds the first one's row, which is at another version than it read. */
export async function keepChange(
  ctx: Context,
  { name, value, is_removed }: State & { name: string },
  stored: StoredEntry & { isThere: boolean },
): Promise<Changed> {
  const { rows } = await sql<Columns<'content_entry', 'version'>>`
    insert into content_entry as entry (name, value, is_removed, version, created_at, changed_at)
    values (${name}, ${asJson(value)}::jsonb, ${is_removed}, 1, ${ctx.now()}, ${ctx.now()})
    on conflict (name) do update
      set value = excluded.value, is_removed = excluded.is_removed, version = entry.version + 1,
        changed_at = excluded.changed_at
      where entry.version = ${stored.version}
    returning version`.execute(ctx.db)
  const [row] = rows
  if (!row) throw refuse('changed-meanwhile')
  await audit(ctx, {
    action: 'content.changed',
    subject: { kind: 'content', id: name },
    before: stored.isThere ? { [name]: stored.value } : { isThere: false },
    after: is_removed ? { isThere: false } : { [name]: value },
  })
  return { version: row.version, modifiedCount: 1 }
}

const asJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
