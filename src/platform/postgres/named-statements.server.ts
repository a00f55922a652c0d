import { createHash } from 'node:crypto'
import pg from 'pg'

/**
 * A client that names each statement by its text, so that PostgreSQL plans it once a connection instead of at every call,
 * whoever sends it. Its `query` is called in each way that the driver's is, and hands on what has no plan to keep.
 */
export class NamingClient extends pg.Client {
  override query<Result>(text: unknown, values?: unknown, done?: unknown): Result {
    const given =
      typeof text === 'string' && Array.isArray(values) && isPlannedOnce(text, values)
        ? [{ name: nameOf(text), text, values }, done]
        : [text, values, done]
    return super.query(...(given as Parameters<pg.Client['query']>)) as Result
  }
}

/**
 * What has no values and does not read is done once, as a migration is, or has no plan, as `commit`. And what is about the tables
 * of one import has its number in their names: each would be kept for ever, and used once.
 */
const isPlannedOnce = (text: string, values: readonly unknown[]): boolean =>
  (values.length > 0 || text.startsWith('select ')) && !text.includes('import_staging.')

const names = new Map<string, string>()

function nameOf(text: string): string {
  const existing = names.get(text)
  if (existing) return existing
  const name = createHash('sha1').update(text).digest('base64url')
  // Statements are written in the code, so their number is bounded; a bug that builds texts must not fill memory.
  if (names.size < 2000) names.set(text, name)
  return name
}
