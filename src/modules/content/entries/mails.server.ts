import { sql } from 'kysely'
import type { MailKind } from '#kernel/mail-kind'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { listChanges } from './changes.server.ts'
import type { ContentChange, MailText } from './entries.contract.ts'
import { mailEntryName } from './mails.rules.ts'

type Row = Columns<'content_entry', 'name' | 'value' | 'version'>

/** The mails whose words an owner can write, and the last changes of them. */
export async function listMailTexts(
  ctx: Context,
  mails: readonly MailKind[],
): Promise<{ mails: MailText[]; changes: ContentChange[] }> {
  const names = mails.map(({ kind }) => mailEntryName(kind))
  const { rows } = await sql<Row>`
    select name, value, version from content_entry where name = any(${names})`.execute(ctx.db)
  const stored = new Map(rows.map(row => [row.name, row]))
  const texts = mails.map(({ kind, words, placeholders, required }) => {
    const { title, ...original } = words()
    const name = mailEntryName(kind)
    const { value = null, version = 0 } = stored.get(name) ?? {}
    const [may, must] = [[...placeholders], [...required]]
    return {
      name,
      title,
      value: value ?? original,
      original,
      isOwn: value !== null,
      version,
      placeholders: may,
      required: must,
    }
  })
  return { mails: texts, changes: await listChanges(ctx, sql`subject_id = any(${names})`) }
}
