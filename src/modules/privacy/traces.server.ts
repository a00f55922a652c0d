import type { Context } from '#platform/context'
import { forgetJobsAbout } from '#platform/jobs/forget'
import type { MailPort } from '#platform/mail/port'
import { type ImageStore, removeUnusedPictures } from '#services/media'

/** Sent in the transaction that deletes an account, for what no transaction reaches: mail, jobs that are under way, files. */
export const tracesQueue = 'account-traces'
/** With growing pauses: longer than a mail that is being sent can take, and than a store of pictures is away. */
const retries = 30

/** `orders`: numbers, by which mails to the staff name what the person has bought. */
export type Gone = { email: string; orders: readonly string[] }
type Parts = { system: Context; mail: MailPort; images: ImageStore }

export function defineTraces({ system, mail, images }: Parts): void {
  const does = 'Removes what the queue, the outbox folder and the pictures still have of a deleted account.'
  system.jobs.define<Gone>(tracesQueue, { does, retries, leavesNothing: true }, async ({ email, orders }) => {
    const isAll = await forgetJobsAbout(system.db, email)
    await mail.removeAbout?.([email, ...orders])
    await removeUnusedPictures(system, images)
    if (!isAll) throw new Error('a mail to a deleted account is being sent; the next try removes it')
  })
}
