import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { type Measured, type Phase, type Progress, measure, silentSeconds } from './progress.rules.ts'

type Teller = { ctx: Context; onProgress?: (progress: Measured) => void }

/** What the work says while it goes on; none of it waits for the database, for it may be said within a transaction. */
export type Telling = {
  /** While files are read, when nobody knows yet how many rows they have. */
  read(rows: number, bytes: { done: number; of: number }): void
  /** A phase begins, of steps that go through so many rows each. */
  begin(phase: Phase, rowsOfSteps: readonly number[]): void
  /** A step is done. `counted` tells of the next one how many rows are done while its statement still runs. */
  next(counted?: (ctx: Context) => Promise<number>): void
}

/** For work that nobody watches. */
export const untold: Telling = { read: () => undefined, begin: () => undefined, next: () => undefined }

const everyMs = 500

/**
 * Does work on an import and tells how far it is: at once to who listens, twice a second in a row that every process can
 * read. The row is written beside the work's own transaction, and is gone when the work has ended.
 */
export async function withProgress<T>(
  { ctx, onProgress }: Teller,
  id: string,
  work: (telling: Telling) => Promise<T>,
): Promise<T> {
  let now: Progress = { phase: 'waiting', step: 0, steps: 1, rows: 0, of: null, bytes: null }
  let rowsOfSteps: readonly number[] = []
  let counted: ((ctx: Context) => Promise<number>) | undefined
  let startedAt = performance.now()
  let writing: Promise<void> | undefined

  const tell = () => onProgress?.(measure(now, (performance.now() - startedAt) / 1000))
  const upTo = (step: number) => rowsOfSteps.slice(0, step).reduce((sum, rows) => sum + rows, 0)
  const count = async () => {
    const [step, counting] = [now.step, counted]
    const rows = await counting?.(ctx)
    if (rows === undefined || step !== now.step || counting !== counted) return
    now = { ...now, rows: upTo(step) + Math.min(rows, rowsOfSteps[step] ?? 0) }
    tell()
  }
  const write = async () => {
    await count()
    await writeProgress(ctx, id, { ...now, seconds: (performance.now() - startedAt) / 1000 })
  }
  // One at a time; what keeps it from being written keeps the work from being done, which then says so.
  const tick = () => {
    writing ??= write()
      .catch(() => undefined)
      .finally(() => void (writing = undefined))
  }
  const telling: Telling = {
    read(rows, bytes) {
      if (now.phase !== 'reading') startedAt = performance.now()
      now = { phase: 'reading', step: 0, steps: 1, rows, of: null, bytes }
      tell()
    },
    begin(phase, rows) {
      startedAt = performance.now()
      rowsOfSteps = rows
      counted = undefined
      now = { phase, step: 0, steps: Math.max(1, rows.length), rows: 0, of: upTo(rows.length), bytes: null }
      tell()
    },
    next(counts) {
      const step = now.step + 1
      counted = counts
      now = { ...now, step: Math.min(step, now.steps - 1), rows: upTo(step) }
      tell()
    },
  }
  tick()
  const timer = setInterval(tick, everyMs)
  try {
    return await work(telling)
  } finally {
    clearInterval(timer)
    await writing
    await forgetProgress(ctx, id).catch(() => undefined)
  }
}

/** Who waits for his turn leaves it to who has it. The sign of life is by the database's clock, which is the same for all who look. */
async function writeProgress(ctx: Context, id: string, now: Progress & { seconds: number }): Promise<void> {
  const { phase, step, steps, rows, of, bytes, seconds } = now
  await sql`
    insert into import_progress (import_id, phase, step, steps, rows, of_rows, bytes, of_bytes, seconds)
    values (${id}, ${phase}, ${step}, ${steps}, ${rows}, ${of}, ${bytes?.done ?? null}, ${bytes?.of ?? null}, ${seconds})
    on conflict (import_id) do update set phase = excluded.phase, step = excluded.step, steps = excluded.steps,
      rows = excluded.rows, of_rows = excluded.of_rows, bytes = excluded.bytes, of_bytes = excluded.of_bytes,
      seconds = excluded.seconds, seen_at = clock_timestamp()
    where excluded.phase <> 'waiting' or import_progress.phase = 'waiting'
      or import_progress.seen_at < clock_timestamp() - make_interval(secs => ${silentSeconds})`.execute(ctx.db)
}

async function forgetProgress(ctx: Context, id: string): Promise<void> {
  await sql`delete from import_progress where import_id = ${id}`.execute(ctx.db)
}

/** As a row of `import` carries it: read together with it. */
export type ProgressRow = Omit<Progress, 'bytes'> & {
  bytes: number | null
  of_bytes: number | null
  /** Since the phase began, and since the last sign of life. */
  seconds: number
  silent: number
}

export const progressColumn = sql`
  (select jsonb_build_object('phase', phase, 'step', step, 'steps', steps, 'rows', rows, 'of', of_rows, 'bytes', bytes,
      'of_bytes', of_bytes, 'seconds', seconds, 'silent', extract(epoch from clock_timestamp() - seen_at))
    from import_progress where import_id = import.id) as progress`

/** What a process has written last, measured when it wrote it. */
export function measuredOf({ bytes, of_bytes, seconds, silent, ...now }: ProgressRow): Measured & { silent: number } {
  const measured = measure({ ...now, bytes: bytes === null ? null : { done: bytes, of: of_bytes ?? 0 } }, seconds)
  return { ...measured, silent }
}
