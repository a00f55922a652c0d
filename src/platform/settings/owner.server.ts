import { sql } from 'kysely'
import type { Database } from '../database.server.ts'
import type { Settings } from '../settings.server.ts'
import type { Environment, Reader } from './reader.server.ts'

/** A setting that the owner can change in the shop, beside what reads it. */
export type OwnerSetting = {
  /** As in the environment, which comes first: `SHIPPING_FEE`. */
  name: string
  /** Reads it, or calls `wrong`. `settings` has those before it. */
  read: (read: Reader, settings: Settings) => Partial<Settings>
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

export async function readStored(db: Database): Promise<Environment> {
  const { rows } = await sql<{ name: string; value: string }>`select name, value from setting`.execute(db)
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** Puts what is stored into force, in the one object that all of this process reads its settings from. */
export async function applyStored(db: Database, settings: Settings, owner: Pick<OwnerSettings, 'read'>): Promise<void> {
  Object.assign(settings, owner.read(await readStored(db)))
}
