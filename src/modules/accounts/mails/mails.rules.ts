import { type Caller, type Permission, may, ownerRole } from '#kernel/access'

/** The mails that the shop's own people can have. An import is its own beginner's, or somebody else's: a colleague's, a command's. */
export const staffMails = ['order-paid', 'digest', 'own-import', 'other-import'] as const
export type StaffMail = (typeof staffMails)[number]

/** What each is about is this permission's to see; the digest says what the overview says. */
export const permissionForMail: Record<StaffMail, Permission> = {
  'order-paid': 'orders',
  digest: 'reports',
  'own-import': 'imports',
  'other-import': 'imports',
}

/** The mails that an account may have. Nothing of them is a customer's. */
export const mailsFor = (account: Pick<Caller, 'permissions'>): StaffMail[] =>
  staffMails.filter(mail => may(account, permissionForMail[mail]))

/** Whether somebody wants a mail of those that they may have: as they have said, and until then as most would. */
export function isMailWanted(mail: StaffMail, { role, chosen }: { role: string; chosen: boolean | null }): boolean {
  // Whoever owns a shop wants to hear that it sells; whoever has begun an import waits for its end.
  return chosen ?? (mail === 'own-import' || (mail === 'order-paid' && role === ownerRole))
}
