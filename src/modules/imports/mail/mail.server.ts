import { sql } from 'kysely'
import { formatNumber } from '#kernel/formats'
import { type Context, newId, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { type Letterhead, type Receiver, messageOf } from '#platform/mail/message'
import { type Message, sendMails } from '#platform/mail/port'
import { readMailReceivers } from '#services/accounts'
import { staffMailTexts } from '#texts/accounts'
import { refusedRows, takenRows } from '../import.rules.ts'
import type { ImportRow } from '../row.server.ts'
import { importMailTexts as texts } from './mail.texts.ts'

/**
 * Mail about imports, to staff who wish for it. A row of `import_mail` is written in the transaction of its cause, also by a
 * command in a shop whose queue was never made; `drainImportMail` hands it to the mail queue in the transaction that marks it.
 */
const queue = 'import-mail'
const drainedAtOnce = 50

type Cause = 'failed' | 'rows-refused' | 'not-done'

/** Has a mail written, in the caller's transaction. The same cause again is the same mail. */
export async function queueImportMail(
  ctx: Context,
  { id, cause, key = '', why = null }: { id: string; cause: Cause; key?: string; why?: string | null },
): Promise<void> {
  await ctx.db
    .insertInto('import_mail')
    .values({ id: newId(), import_id: id, cause, key, why, at: ctx.now() })
    .onConflict(conflict => conflict.columns(['import_id', 'cause', 'key']).doNothing())
    .execute()
}

/** The same for a commit or an undo that was asked for and is given up. */
export function queueNotDone(ctx: Context, row: Columns<'import', 'id' | 'asked_at'>, why: string): Promise<void> {
  return queueImportMail(ctx, { id: row.id, cause: 'not-done', key: row.asked_at?.toISOString() ?? '', why })
}

type MailShop = { letterhead: Letterhead; publicUrl: () => string }

/** Registers the job that hands this mail over, each minute; links need the shop's address, so until `isReady` mail waits. */
export function defineImportMail(ctx: Context, shop: MailShop & { isReady: () => boolean }): void {
  ctx.jobs.repeat(
    queue,
    { cron: '* * * * *', does: 'Hands the mail about imports that failed or refused rows to `mail`.' },
    async () => {
      if (shop.isReady()) await drainImportMail(ctx, shop)
    },
  )
}

type Waiting = Pick<
  ImportRow,
  'number' | 'state' | 'source' | 'files' | 'counts' | 'problem_count' | 'note_count' | 'actor_id'
> &
  Columns<'import_mail', 'id' | 'import_id' | 'cause' | 'why'> & { cause: Cause }

/** Hands over all mail that waits. Safe to run at once in several places: each takes rows that no other holds. */
export async function drainImportMail(ctx: Context, shop: MailShop): Promise<void> {
  for (;;) {
    const count = await transact(ctx, async ctx => {
      const { rows } = await sql<Waiting>`
        select mail.id, mail.import_id, mail.cause, mail.why, number, state, source, files, counts, problem_count, note_count, actor_id
        from import_mail mail join import on import.id = mail.import_id
        where mail.queued_at is null order by mail.id limit ${drainedAtOnce} for update of mail skip locked`.execute(
        ctx.db,
      )
      if (rows.length === 0) return 0
      const isIn = { ...shop, locale: ctx.settings.locale }
      const news = await readNews(ctx, rows)
      await sendMails(
        ctx.jobs,
        ctx.db,
        news.map(({ about, to }) => importMail(about, to, isIn)),
      )
      await sql`update import_mail set queued_at = ${ctx.now()} where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(
        ctx.db,
      )
      return rows.length
    })
    if (count < drainedAtOnce) return
  }
}

/** Whoever began an import hears of it as of their own, everybody else as of another's. */
async function readNews(ctx: Context, waiting: Waiting[]): Promise<{ about: Waiting; to: Receiver }[]> {
  const own = await readMailReceivers(ctx, 'own-import')
  const others = await readMailReceivers(ctx, 'other-import')
  // A trial run of the command has been thrown away again, and nobody waits for it.
  const news = waiting.filter(({ cause, state }) => cause !== 'rows-refused' || state !== 'cancelled')
  return news.flatMap(about =>
    [...own.filter(({ id }) => id === about.actor_id), ...others.filter(({ id }) => id !== about.actor_id)].map(to => ({
      about,
      to,
    })),
  )
}

function importMail(about: Waiting, to: Receiver, shop: MailShop & { locale: string }): Message {
  const { cause, counts, why } = about
  const number = String(about.number)
  const refused = refusedRows(counts)
  const inWords = (count: number) => texts.rows(count, formatNumber(count, shop.locale))
  const isRead = cause === 'rows-refused'
  return messageOf({
    to,
    letterhead: shop.letterhead,
    subject: isRead ? texts[cause].subject(number, inWords(refused)) : texts[cause].subject(number),
    paragraphs: [isRead ? texts[cause].text(inWords(refused)) : texts[cause].text, ...(why ? [why] : [])],
    facts: [
      { name: texts.import, value: number },
      { name: texts.source, value: about.source },
      { name: texts.files, value: about.files.map(({ name }) => name).join(', ') },
      ...(isRead
        ? [
            { name: texts.refused, value: formatNumber(refused, shop.locale) },
            { name: texts.taken, value: formatNumber(takenRows(counts), shop.locale) },
            { name: texts.problems, value: formatNumber(about.problem_count, shop.locale) },
            { name: texts.notes, value: formatNumber(about.note_count, shop.locale) },
          ]
        : []),
    ],
    action: { label: texts.open, url: `${shop.publicUrl()}/dashboard/imports/${about.import_id}` },
    closing: staffMailTexts.why(shop.letterhead.name),
  })
}
