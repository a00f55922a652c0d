import { Id } from '#kernel/fields'
import type { Context } from '#platform/context'
import { mailPort } from '#platform/mail/port'
import { StartupProblem } from '#platform/startup'
import { chooseImages } from '#services/media'
import { defineTraces, forgetAgain } from '#services/privacy'

/** Deletes what a restore has brought back: accounts whose owners had deleted them. Who is not there has been forgotten. */
export async function forgetDeleted(ctx: Context, ids: readonly string[]): Promise<string> {
  const wrong = ids.find(id => !Id.safeParse(id).success)
  if (wrong !== undefined) {
    throw new StartupProblem(`"${wrong}" is no id of an account. The log has it in a line with account-deleted.`)
  }
  // In a database that was just restored no queue is there.
  defineTraces({ system: ctx, mail: mailPort(ctx.settings), images: chooseImages(ctx.settings, ctx).store })
  await ctx.jobs.start()
  try {
    const forgotten = await forgetAgain(ctx, ids)
    const missing = forgotten < ids.length ? ' Whoever is not here had been deleted already.' : ''
    return `Deleted: ${forgotten} of ${ids.length}.${missing} The running shop removes the last traces.`
  } finally {
    await ctx.jobs.stop()
  }
}
