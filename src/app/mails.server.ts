import type { MailKind } from '#kernel/mail-kind'
import { modules } from './modules.server.ts'

/** The mails whose words an owner can write, of all modules. */
export const mailKinds: readonly MailKind[] = modules.flatMap(({ mails = [] }) => mails)
