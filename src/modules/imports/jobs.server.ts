import { sql } from 'kysely'
import type pg from 'pg'
import { Refusal } from '#kernel/refusals'
import { isDatabaseAway } from '#platform/database'
import { type Context, transact } from '#platform/context'
import { asAsker } from '#platform/jobs/asked'
import { commitImport } from './commit/commit.server.ts'
import { importsQueue } from './progress/queue.server.ts'
import { queueNotDone } from './mail/mail.server.ts'
import { readImport } from './row.server.ts'
import { stageImport } from './preview/stage.server.ts'
import { importFailures } from './failures.texts.ts'
import { resolveVehicles, tidyImports } from './tidy.server.ts'
import { undoImport } from './commit/undo.server.ts'

type ImportJob = { id: string; act: 'stage' | 'commit' | 'undo' }

/**
 * The work of the page's imports, taken up again after a restart: reading begins anew, a commit or an undo is done or
 * was never begun. And what recurs: clearing up, and vehicles that have become known.
 */
export function defineImportJobs(system: Context, pool: pg.Pool): void {
  const { jobs } = system
  // A file of millions of rows takes its time; a process that dies is found out by its missing sign of life.
  const options = { does: 'Reads, commits and undoes imports.', retries: 5, atATime: 1, expireInSeconds: 24 * 3600 }
  jobs.define<ImportJob>(importsQueue, options, job => runImport(system, pool, job))
  jobs.repeat(
    'import-care',
    {
      cron: '23 * * * *',
      does: 'Clears up behind imports that died or wait for a month; resolves vehicles that have become known.',
    },
    async () => {
      await tidyImports(system)
      await resolveVehicles(system)
    },
  )
}

async function runImport(system: Context, pool: pg.Pool, { id, act }: ImportJob): Promise<void> {
  const ctx = act === 'stage' ? system : await asAsker(system, { table: 'import', id })
  if (act === 'stage') {
    // False: another process is at it, or one that died a moment ago still counts as alive. Look again later.
    const isMine = await stageImport({ ctx, pool }, id).catch(async (error: unknown) => {
      await sql`update import set failure = ${importFailures.fault} where id = ${id} and state = 'staging'`.execute(
        ctx.db,
      )
      throw error
    })
    if (!isMine) throw new Error(`import ${id} is being read elsewhere`)
    return
  }
  // Asked twice and done, or not wanted any more.
  if ((await readImport(ctx, { id })).asked !== act) return
  try {
    if (act === 'undo') await undoImport(ctx, id)
    else {
      await commitImport({ ctx, pool }, id)
      await resolveVehicles(ctx)
    }
  } catch (error) {
    // The database comes back, and what was in the way of another goes: such a job is tried again.
    if (isDatabaseAway(error)) throw error
    const failure = error instanceof Refusal ? error.message : importFailures.fault
    await giveUp(ctx, { id, act, failure })
    if (!(error instanceof Refusal)) throw error
  }
}

/** Whoever asked for it can ask again, and is told why. */
function giveUp(ctx: Context, { id, act, failure }: { id: string; act: 'commit' | 'undo'; failure: string }) {
  return transact(ctx, async ctx => {
    const rows = await ctx.db
      .updateTable('import')
      .set({ asked: null, failure })
      .where('id', '=', id)
      .where('asked', '=', act)
      .returning(['id', 'asked_at'])
      .execute()
    for (const row of rows) await queueNotDone(ctx, row, failure)
  })
}
