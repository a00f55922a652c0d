import { join } from 'node:path'
import { type SentMessage, readOutbox } from '#platform/mail'
import { eventually } from './factories.ts'
import type { TestShop } from './harness.ts'

/** What the shop has mailed to an address, newest first. */
export async function mailsTo(shop: TestShop, email: string): Promise<SentMessage[]> {
  return (await readOutbox(join(shop.dataDir, 'outbox'))).filter(({ to }) => to === email)
}

/** Waits for a mail with such a subject to this address. */
export async function mailTo(shop: TestShop, email: string, subject: RegExp): Promise<SentMessage> {
  const found = async () => (await mailsTo(shop, email)).find(mail => subject.test(mail.subject))
  const mail = await eventually(found, one => one !== undefined)
  if (!mail) throw new Error('there is no such mail')
  return mail
}

/** The token of the link in a mail. */
export function tokenIn(mail: SentMessage): string {
  return new URL(mail.links[0] ?? '').searchParams.get('token') ?? ''
}
