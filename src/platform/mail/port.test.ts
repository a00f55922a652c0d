import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type MailPort, mailPort, readOutbox } from './port.server.ts'
import { readPlatformSettings } from '../settings.server.ts'
import { reader } from '../settings/reader.server.ts'

const message = {
  to: 'padma@example.com',
  subject: 'Confirm your email address – Tappet',
  text: 'Hello Padma,\n\nopen http://127.0.0.1:3000/identity/verify-email?token=a.b&c=1 today.\n',
  html: '<p>Hello <b>Padma</b></p>',
}

type Received = { to: string; subject: string; text: string; html: string }
type Rig = { port: MailPort; received(): Promise<Received[]> }

/** Both adapters of the mail port, each with a way to see what arrived. */
const adapters: [string, () => Promise<Rig>][] = [
  ['the outbox folder', startOutbox],
  ['an SMTP server', startSmtp],
]

describe.each(adapters)('%s', (_name, start) => {
  test('[D5.12] gets a message as it was sent: receiver, subject, text and HTML', async () => {
    const { port, received } = await start()
    await port.send(message)
    const [arrived, ...others] = await received()
    expect(others).toEqual([])
    expect(arrived).toMatchObject({ to: message.to, subject: message.subject })
    expect(arrived?.text.trim()).toBe(message.text.trim())
    expect(arrived?.html.trim()).toBe(message.html)
  })

  test('gets each of many messages that are sent at once', async () => {
    const { port, received } = await start()
    await Promise.all(Array.from({ length: 10 }, (_, index) => port.send({ ...message, subject: `Number ${index}` })))
    const subjects = (await received()).map(each => each.subject)
    expect(subjects.toSorted()).toEqual(Array.from({ length: 10 }, (_, index) => `Number ${index}`))
  })
})

test('[D5.11] the outbox shows the newest message first, with its links', async () => {
  const { port, directory } = await startOutbox()
  await port.send(message)
  await port.send({ ...message, subject: 'Later' })
  const [newest, oldest] = await readOutbox(directory)
  expect([newest?.subject, oldest?.subject]).toEqual(['Later', message.subject])
  expect(oldest?.links).toEqual(['http://127.0.0.1:3000/identity/verify-email?token=a.b&c=1'])
})

test('the outbox is made again where somebody has removed it', async () => {
  const { port, directory, received } = await startOutbox()
  await port.send(message)
  await rm(directory, { recursive: true })
  await port.send(message)
  expect(await received()).toHaveLength(1)
})

test('a mail server that refuses makes the sending fail, so that the queue tries again', async () => {
  const { port } = await startSmtp({ refuse: true })
  await expect(port.send(message)).rejects.toThrow('not today')
})

test('a message has one Message-ID however often it is sent, is no out-of-office’s business, and is answered to the shop (finding 30)', async () => {
  const { port, emails } = await startSmtp()
  for (let time = 0; time < 2; time += 1) await port.send({ ...message, id: '0195-of-the-shop' })
  const [first, second] = await emails()
  expect(first?.messageId).toBe('<0195-of-the-shop@example.com>')
  expect(second?.messageId).toBe(first?.messageId)
  expect(first?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  expect(first?.replyTo).toMatchObject([{ address: 'shop@example.com' }])
})

test('a server elsewhere that offers no TLS is told neither a password nor a mail (finding 30)', async () => {
  // The same machine by a name that is not known to be this one.
  const passwords: string[] = []
  const { port, emails } = await startSmtp({ url: port => `smtp://shop:secret@LOCALHOST:${port}`, passwords })
  await expect(port.send(message)).rejects.toThrow(/STARTTLS/)
  expect(passwords).toEqual([])
  expect(await emails()).toEqual([])
})

test('a server on this machine may do without TLS, and so may one elsewhere that wants no password (finding 30)', async () => {
  for (const url of [
    (port: number) => `smtp://127.0.0.1:${port}`,
    (port: number) => `smtp://LOCALHOST:${port}?requireTLS=false`,
  ]) {
    const { port, emails } = await startSmtp({ url })
    await port.send(message)
    expect(await emails()).toHaveLength(1)
  }
})

test.each(['smtp://shop:secret@mail.example?requireTLS=false', 'smtp://shop:secret@mail.example?ignoreTLS=true'])(
  'no shop starts with a password for a server elsewhere and TLS turned off: %s (finding 30)',
  url => {
    expect(() => readPlatformSettings(reader({ SMTP_URL: url }))).toThrow(/SMTP_URL turns TLS off/)
  },
)

async function startOutbox() {
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-mail-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const directory = join(dataDir, 'outbox')
  return {
    port: mailPort(readPlatformSettings(reader({ DATA_DIR: dataDir }))),
    directory,
    received: () => readOutbox(directory),
  }
}

type SmtpOptions = { refuse?: boolean; url?: (port: number) => string; passwords?: string[] }

async function startSmtp({ refuse = false, url, passwords }: SmtpOptions = {}): Promise<
  Rig & { emails(): Promise<Email[]> }
> {
  const parsed: Promise<Email>[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth(auth, _session, callback) {
      passwords?.push(auth.password ?? '')
      callback(null, { user: 'shop' })
    },
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        parsed.push(PostalMime.parse(Buffer.concat(chunks)))
        callback(refuse ? new Error('not today') : null)
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>(resolve => server.close(() => resolve())))
  const address = server.server.address()
  const at = (typeof address === 'object' && address?.port) || 0
  const smtpUrl = (url ?? (port => `smtp://127.0.0.1:${port}`))(at)
  const port = mailPort(readPlatformSettings(reader({ SMTP_URL: smtpUrl, MAIL_FROM: 'Tappet <shop@example.com>' })))
  const received = async () =>
    (await Promise.all(parsed)).map(email => ({
      to: email.to?.[0]?.address ?? '',
      subject: email.subject ?? '',
      text: email.text ?? '',
      html: email.html ?? '',
    }))
  return { port, received, emails: () => Promise.all(parsed) }
}
