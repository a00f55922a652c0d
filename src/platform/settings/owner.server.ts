import type { Database } from '../database.server.ts'
import type { Log } from '../log.server.ts'
import type { Settings } from '../settings.server.ts'
import { type Environment, type Reader, SettingProblem } from './reader.server.ts'

/** A setting that the owner can change in the shop, beside what reads it. */
export type OwnerSetting = {
  /** As in the environment, which comes first: `SHIPPING_FEE`. */
  name: string
  /** Reads it, or calls `wrong`. `settings` has those before it. */
  read: (read: Reader, settings: Settings) => Partial<Settings>
  /** How many characters it takes at the most; 200 unless said. */
  longest?: number
  /** The value in force, as it is written. */
  say: (settings: Settings) => string
}

/** What the program knows of these settings. */
export type OwnerSettings = {
  all: readonly OwnerSetting[]
  /** What the environment says of them. */
  fixed: Environment
  /** Reads all of them from what is stored, under what the environment says. Throws a `SettingProblem`. */
  read: (stored: Environment) => Partial<Settings>
}

/**
 * What is stored, without what makes no sense any more: an amount of four decimals was one until the environment said another
 * currency. `left` says why, for whoever runs the shop; it counts again once the environment says what it said.
 */
export async function readStored(
  db: Database,
  owner: Pick<OwnerSettings, 'read'>,
): Promise<{ stored: Environment; left: string[] }> {
  const rows = await db.selectFrom('setting').select(['name', 'value']).execute()
  const stored = new Map(rows.map(({ name, value }) => [name, value]))
  const left: string[] = []
  for (;;) {
    try {
      owner.read(Object.fromEntries(stored))
      return { stored: Object.fromEntries(stored), left }
    } catch (error) {
      if (!(error instanceof SettingProblem) || !stored.delete(error.setting)) throw error
      left.push(`The shop's own ${error.setting} ${error.complaint}. Its default is in force.`)
    }
  }
}

/** Puts what is stored into force, in the one object that all of this process reads its settings from. */
export async function applyStored(
  { db, settings, log }: { db: Database; settings: Settings; log: Log },
  owner: Pick<OwnerSettings, 'read'>,
): Promise<void> {
  const { stored, left } = await readStored(db, owner)
  for (const message of left) log.warn(message)
  Object.assign(settings, owner.read(stored))
}
