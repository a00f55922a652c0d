import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../context.server.ts'
import type { Database } from '../database.server.ts'
import type { Context } from '../context.server.ts'
import { isCode } from '../files/error-code.server.ts'
import type { Jobs } from '../jobs.server.ts'
import { loadedOnce } from '../loaded-once.server.ts'
import { type PlatformSettings, isLoopback } from '../settings.server.ts'
import { deliver } from './delivery.server.ts'

export type Message = { to: string; subject: string; text: string; html: string; id?: string }
export type SentMessage = Message & { id: string; links: string[] }

export type MailPort = {
  name: string
  send(message: Message): Promise<void>
  /** Where messages are kept: removes those older than this, and those in which one of these words stands. */
  removeOld?(before: Date): Promise<void>
  removeAbout?(words: readonly string[]): Promise<void>
}

const queue = 'mail'
/** With growing pauses, an hour at most: a mail server may be down over a weekend. */
const retries = 72

/** Mail goes out by a job, so that no request waits for a mail server and none is lost when it is down. */
export function defineMailQueue(ctx: Context, port: MailPort): void {
  // Two, the fewest with which the queue works a backlog off without a pause: should the process die, no more are sent again.
  const options = { does: 'Sends a message.', retries, concurrency: 2, atATime: 2 }
  ctx.jobs.define<Message>(queue, options, message => deliver(ctx, port, message))
}

const outboxDays = 30

/** Messages that nobody will read any more. */
export function removeOldMail(port: MailPort, now: Date): Promise<void> {
  return port.removeOld?.(new Date(now.getTime() - outboxDays * 24 * 3600_000)) ?? Promise.resolve()
}

/**
 * Queues a message in the caller's transaction. It gets its id here: should a process die between sending it and saying
 * so, the one that sends it again says that it is the same.
 */
export function sendMail(jobs: Jobs, db: Database, message: Message): Promise<void> {
  return jobs.send(db, queue, { id: newId(), ...message })
}

/** The same for any number of messages, by one statement. */
export function sendMails(jobs: Jobs, db: Database, messages: readonly Message[]): Promise<void> {
  return jobs.sendEach(
    db,
    queue,
    messages.map(message => ({ id: newId(), ...message })),
  )
}

/** The mail server of `SMTP_URL`, or the outbox folder. */
export function mailPort(settings: PlatformSettings): MailPort {
  return settings.smtpUrl ? smtp(settings.smtpUrl, settings.mailFrom) : outbox(join(settings.dataDir, 'outbox'))
}

function smtp(url: string, from: string): MailPort {
  // A shop without a mail server does without its library.
  const connect = loadedOnce(async () => {
    // Else a server, or somebody on the way to it, that does not offer TLS is told the password in the clear.
    const requireTLS = !isLoopback(new URL(url).hostname)
    return (await import('nodemailer')).createTransport({ requireTLS, url })
  })
  return {
    name: `SMTP server ${new URL(url).host}`,
    async send({ id, ...message }) {
      const transport = await connect()
      await transport.sendMail({
        from,
        replyTo: from,
        // No out-of-office answers to a program (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...message,
        ...(id && { messageId: `<${id}@${hostOf(from)}>` }),
      })
    },
  }
}

/** The domain of an address such as `Tappet <shop@example.com>`. */
function hostOf(address: string): string {
  return /@([^\s>]+)/.exec(address)?.[1] ?? 'localhost'
}

/** The embedded default: each message is a file of the outbox, to be read at `/dev/mail`. */
function outbox(directory: string): MailPort {
  return {
    name: 'outbox folder',
    async send({ id = newId(), ...message }) {
      // A draft of each attempt, in case two processes send it at once; under its id there is one message.
      const draft = join(directory, `.${newId()}`)
      const write = () =>
        writeFile(draft, JSON.stringify({ id, ...message, links: linksIn(message.text) }), { mode: 0o600 })
      await write().catch(async error => {
        if (!isCode(error, 'ENOENT')) throw error
        await mkdir(directory, { recursive: true, mode: 0o700 })
        await write()
      })
      await rename(draft, join(directory, `${id}.json`))
    },
    removeOld: before => removeFrom(directory, async file => (await stat(file)).mtime < before),
    removeAbout(words) {
      // The number of an order is not the beginning of a longer one.
      const patterns = words.map(word => new RegExp(`${RegExp.escape(word)}(?!\\d)`, 'i'))
      return removeFrom(directory, async file => {
        const content = await readFile(file, 'utf8')
        return patterns.some(pattern => pattern.test(content))
      })
    },
  }
}

async function removeFrom(directory: string, isToGo: (file: string) => Promise<boolean>): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    const file = join(directory, name)
    // Another process may have removed it already.
    if (await isToGo(file).catch(() => false)) await rm(file, { force: true })
  }
}

/** What is in the outbox, newest first. */
export async function readOutbox(directory: string, most = 200): Promise<SentMessage[]> {
  const names = await readdir(directory).catch(() => [])
  const newest = names
    .filter(name => name.endsWith('.json'))
    .toSorted()
    .toReversed()
    .slice(0, most)
  return Promise.all(newest.map(async name => JSON.parse(await readFile(join(directory, name), 'utf8')) as SentMessage))
}

function linksIn(text: string): string[] {
  return [...text.matchAll(/https?:\/\/\S+/g)].map(match => match[0])
}
