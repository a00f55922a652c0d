import type pg from 'pg'

/** What a statement does, as far as it matters here. */
type Kind = 'begins' | 'commits' | 'gives up' | 'writes' | 'other'

/**
 * Calls `changed` each time that connections of this pool have changed a table that is not `quiet`: before whoever sent
 * the statement hears that it is done, and for a transaction, when it is committed. What comes by other connections, it
 * does not see. It may be called once too often, never once too seldom: a commit whose answer got lost counts.
 */
export function watchWrites(pool: pg.Pool, quiet: ReadonlySet<string>, changed: () => void): void {
  const kindOf = kindsOf(quiet)
  pool.on('connect', client => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    let isOpen = false
    let hasWritten = false
    const settle = (kind: Kind) => {
      if (kind === 'begins') isOpen = true
      if (kind === 'writes') hasWritten = true
      if (kind === 'commits' || kind === 'gives up') isOpen = false
      if (kind === 'gives up') hasWritten = false
      if (isOpen || !hasWritten) return
      hasWritten = false
      changed()
    }
    const watched = (...given: unknown[]) => {
      const kind = kindOf(textOf(given[0]))
      if (kind === 'other') return query(...given)
      const told = given.at(-1)
      if (typeof told === 'function') {
        const tell = (...outcome: unknown[]) => {
          settle(kind)
          Reflect.apply(told, undefined, outcome)
        }
        return query(...given.slice(0, -1), tell)
      }
      return (query(...given) as Promise<unknown>).finally(() => settle(kind))
    }
    client.query = watched as typeof client.query
  })
}

/** A statement comes as its text, or as an object that has it. A stream of rows has its text too, but answers with no promise. */
function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const isStream = typeof statement === 'object' && statement !== null && 'submit' in statement
  if (isStream || typeof statement !== 'object' || statement === null || !('text' in statement)) return ''
  return String(statement.text)
}

/** A table that gets another shape or name is another table. */
const written =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate|alter\s+table|drop\s+table)\s+(?:only\s+|table\s+)?"?([a-z_][a-z0-9_]*)/gi
/** `for update of`, `on conflict do update set` and the like name no table. */
const noTables = new Set(['set', 'of', 'skip', 'nowait'])

function kindsOf(quiet: ReadonlySet<string>): (text: string) => Kind {
  const known = new Map<string, Kind>()
  const look = (text: string): Kind => {
    if (/^\s*(?:begin|start transaction)\b/i.test(text)) return 'begins'
    if (/^\s*commit\b/i.test(text)) return 'commits'
    if (/^\s*rollback\b(?!\s+to\b)/i.test(text)) return 'gives up'
    const tables = [...text.matchAll(written)].map(([, table = '']) => table.toLowerCase())
    return tables.some(table => !noTables.has(table) && !quiet.has(table)) ? 'writes' : 'other'
  }
  return text => {
    const kind = known.get(text)
    if (kind) return kind
    const found = look(text)
    // Statements are written in the code, so their number is bounded, but for those of imports, which name their tables.
    if (known.size < 2000) known.set(text, found)
    return found
  }
}
