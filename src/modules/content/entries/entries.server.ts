import { sql } from 'kysely'
import type { Handlers } from '#kernel/endpoint'
import { type FieldError, refuseFields } from '#kernel/refusals'
import { audit } from '#platform/audit'
import { type Context, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import type { ContentFile } from '../content.rules.ts'
import { refuse } from '../refusals.rules.ts'
import type { ContentChange, ContentEntry, entriesContract } from './entries.contract.ts'
import { homeEntryNames, originalsOf, readEntry } from './entries.rules.ts'
import { missingPages } from './links.server.ts'
import { schemaOf } from './own-entries.server.ts'

/** `file` is what a new shop begins with, `content` what the shop says now. */
export type EntryParts = { file: ContentFile; content: Pick<ContentFile, 'pages' | 'blog'> }

export const entriesHandlers = (parts: EntryParts): Handlers<typeof entriesContract, Context> => ({
  async getHomeEntries(ctx) {
    return { entries: await listHomeEntries(ctx, parts.file), changes: await listChanges(ctx, homeEntryNames) }
  },
  changeEntry: (ctx, { params, body }) => changeEntry(ctx, parts, { ...params, ...body }),
})

type Row = Pick<Columns<'content_entry', 'name' | 'value' | 'version'>, 'name' | 'value' | 'version'>

async function listHomeEntries(ctx: Context, file: ContentFile): Promise<ContentEntry[]> {
  const { rows } = await sql<Row>`
    select name, value, version from content_entry where name = any(${homeEntryNames})`.execute(ctx.db)
  const kept = new Map(rows.map(row => [row.name, row]))
  const originals = originalsOf(file, { isDemo: ctx.settings.demo })
  return homeEntryNames.map(name => {
    const { value = null, version = 0 } = kept.get(name) ?? {}
    const original = originals[name]
    return { name, value: value ?? original, original, isOwn: value !== null, version }
  })
}

const changesShown = 20

type ChangeRow = Pick<Columns<'audit', 'id' | 'at' | 'subject_id'>, 'id' | 'at' | 'subject_id'> & {
  email: string | null
  before: Readonly<Record<string, unknown>>
}

async function listChanges(ctx: Context, names: readonly string[]): Promise<ContentChange[]> {
  const { rows } = await sql<ChangeRow>`
    select audit.id, audit.at, audit.subject_id, account.email, audit.before
    from audit left join account on account.id = audit.actor_id
    where subject_kind = 'content' and subject_id = any(${names})
    order by audit.id desc limit ${changesShown}`.execute(ctx.db)
  return rows.map(({ id, at, subject_id: name, email, before }) => ({
    _id: id,
    at: at.toISOString(),
    by: email,
    name,
    before: before[name] ?? null,
  }))
}

type Change = { name: string; value?: unknown; version: number }

/**
 * Says something else in the owner's words, or again what the file says (null), if nobody has changed it since the version
 * that was read. Saying what is said already changes nothing, whatever the version: so it may be sent again. Refuses:
 * no-such-entry, changed-meanwhile, and fields as the schema of the entry does.
 */
export function changeEntry(
  ctx: Context,
  { content }: EntryParts,
  { name, value: sent, version }: Change,
): Promise<{ version: number; modifiedCount: number }> {
  const schema = schemaOf(name)
  if (!schema) throw refuse('no-such-entry')
  const value = sent === null ? null : requireValue(readEntry(schema, sent))
  if (value !== null) requirePages(missingPages(value, content))
  return transact(ctx, async ctx => {
    const kept = await lockEntry(ctx, name, value)
    if (kept.is_same) return { version: kept.version, modifiedCount: 0 }
    if (kept.version !== version) throw refuse('changed-meanwhile')
    await keepEntry(ctx, { name, value, version })
    await audit(ctx, {
      action: 'content.changed',
      subject: { kind: 'content', id: name },
      before: { [name]: kept.value },
      after: { [name]: value },
    })
    return { version: version + 1, modifiedCount: 1 }
  })
}

function requireValue({ value, errors }: ReturnType<typeof readEntry>): unknown {
  if (errors) throw refuseFields(errors)
  return value
}

function requirePages(errors: FieldError[]): void {
  if (errors.length > 0) throw refuseFields(errors)
}

type Kept = { value: unknown; version: number; is_same: boolean }

/** What is kept of an entry, until the end of the transaction. What was never changed is kept nowhere, at version 0. */
async function lockEntry(ctx: Context, name: string, wanted: unknown): Promise<Kept> {
  const { rows } = await sql<Kept>`
    select value, version, value is not distinct from ${asJson(wanted)}::jsonb as is_same
    from content_entry where name = ${name} for update`.execute(ctx.db)
  return rows[0] ?? { value: null, version: 0, is_same: wanted === null }
}

/** Of two who say the first thing at once, the second finds the first one's row, which is at another version than it read. */
async function keepEntry(ctx: Context, { name, value, version }: Change): Promise<void> {
  const { rows } = await sql`
    insert into content_entry as entry (name, value, version, changed_at)
    values (${name}, ${asJson(value)}::jsonb, 1, ${ctx.now()})
    on conflict (name) do update
      set value = excluded.value, version = entry.version + 1, changed_at = excluded.changed_at
      where entry.version = ${version}
    returning version`.execute(ctx.db)
  if (rows.length === 0) throw refuse('changed-meanwhile')
}

const asJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
