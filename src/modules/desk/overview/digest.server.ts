import { sql } from 'kysely'
import { dateFormat, formatNumber } from '#kernel/formats'
import { type Context, transact } from '#platform/context'
import { type Letterhead, messageOf } from '#platform/mail/message'
import { type Message, sendMails } from '#platform/mail/port'
import { type StaffReceiver, readMailReceivers } from '#services/accounts'
import { staffMailTexts } from '#texts/accounts'
import type { Count } from './overview.contract.ts'
import { type TodoKind, digestDay, todoOf } from './overview.rules.ts'
import { readTodo } from './overview.server.ts'
import { digestTexts, todoTexts } from './overview.texts.ts'

type MailShop = { letterhead: Letterhead; publicUrl: () => string }

/**
 * Registers the digest. Looked at each quarter of an hour, because that is when an hour of some time zone begins; links need the
 * shop's address, so until `isReady` it waits.
 */
export function defineDigest(ctx: Context, shop: MailShop & { isReady: () => boolean }): void {
  const options = { cron: '*/15 * * * *', does: 'Sends the digest of the day once, from seven by the shop’s clock on.' }
  ctx.jobs.repeat('digest', options, async () => {
    if (shop.isReady()) await sendDigest(ctx, shop)
  })
}

/**
 * Sends what there is to do to whoever wishes for it, once a day: the day is marked in the transaction that queues the mails, so
 * of two processes one sends, and one that dies half-way has sent nothing. Nobody hears that nothing waits.
 */
export async function sendDigest(ctx: Context, shop: MailShop): Promise<void> {
  const day = digestDay(ctx.now(), ctx.settings.timeZone)
  if (day === undefined) return
  await transact(ctx, async ctx => {
    const { rows } = await sql`
      insert into digest (day) values (${day})
      on conflict (is_only) do update set day = excluded.day where digest.day < excluded.day returning day`.execute(
      ctx.db,
    )
    if (rows.length === 0) return
    const receivers = await readMailReceivers(ctx, 'digest')
    if (receivers.length === 0) return
    const todo = await readTodo(ctx)
    const waiting = receivers.filter(to => todoOf(to, todo).length > 0)
    const isIn = { ...shop, locale: ctx.settings.locale }
    await sendMails(
      ctx.jobs,
      ctx.db,
      waiting.map(to => digestMail({ day, todo }, to, isIn)),
    )
  })
}

function digestMail(
  { day, todo }: { day: string; todo: Record<TodoKind, Count> },
  to: StaffReceiver,
  { letterhead, publicUrl, locale }: MailShop & { locale: string },
): Message {
  const inWords = ({ count, isMore }: Count) => {
    const written = formatNumber(count, locale)
    return isMore ? todoTexts.more(written) : written
  }
  // A day of the calendar, not a moment: it is the same in every time zone.
  const date = dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))
  return messageOf({
    to,
    letterhead,
    subject: digestTexts.subject(letterhead.name, date),
    paragraphs: [digestTexts.text],
    facts: todoOf(to, todo).map(kind => ({ name: todoTexts.kinds[kind], value: inWords(todo[kind]) })),
    action: { label: digestTexts.open, url: `${publicUrl()}/dashboard/overview` },
    closing: staffMailTexts.why(letterhead.name),
  })
}
