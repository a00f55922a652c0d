import { sql } from 'kysely'
import type { Database } from '#platform/database'
import type { Log } from '#platform/log'
import { type HomeEntries, type HomeEntryName, homeEntries, readEntry } from './entries.rules.ts'

/** What the owner has said, as this process knows it. */
export type OwnEntries = {
  home: <Name extends HomeEntryName>(name: Name) => HomeEntries[Name] | undefined
  /** Reads them anew. */
  load: () => Promise<void>
}

/** The owner's own words: few, and needed by every page, so a process has them all at hand. */
export function ownEntries({ db, log }: { db: Database; log: Log }): OwnEntries {
  let home = new Map<string, unknown>()
  return {
    home: <Name extends HomeEntryName>(name: Name) => home.get(name) as HomeEntries[Name] | undefined,
    async load() {
      const { rows } = await sql<{ name: string; value: unknown }>`
        select name, value from content_entry where value is not null`.execute(db)
      home = new Map(rows.flatMap(({ name, value }) => readKept(name, value, log)))
    },
  }
}

/** What was written by another release and makes no sense to this one gives way to the original. */
function readKept(name: string, kept: unknown, log: Log): [string, unknown][] {
  const schema = schemaOf(name)
  if (!schema) return []
  const { value, errors } = readEntry(schema, kept)
  if (!errors) return [[name, value]]
  log.warn(`What the shop says as ${name} cannot be used (${errors[0]?.message}). The original is shown.`)
  return []
}

const schemas = new Map(Object.entries(homeEntries))

/** What an entry of this name holds; undefined where there is none. */
export const schemaOf = (name: string) => schemas.get(name)
