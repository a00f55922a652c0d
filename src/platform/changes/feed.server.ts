import type pg from 'pg'
import type { Columns } from '../database.server.ts'

/** The transactions that a statement sees (`pg_snapshot`): who has read under one asks by it for what has changed since. */
export type Snapshot = string

/** Before all that the feed keeps. */
export const beginning: Snapshot = '3:3:'

type Client = Pick<pg.ClientBase, 'query'>

/** Inside a transaction that is repeatable read: the snapshot of all that it reads. */
export async function currentSnapshot(client: Client | pg.Pool): Promise<Snapshot> {
  const { rows } = await client.query<{ snapshot: Snapshot }>('select pg_current_snapshot()::text as snapshot')
  return snapshotOf(rows)
}

/**
 * What is visible now, and was not in an earlier snapshot ($1): of transactions that had not begun then, or were open. One
 * statement sees one moment, so the snapshot that it returns is that of its rows.
 */
const since = (columns: string, where = 'true', now = 'values (1)') => `
  select pg_current_snapshot()::text as snapshot, fresh.*
  from (${now}) as now left join (
    select ${columns} from change where writer >= pg_snapshot_xmax($1::pg_snapshot) and ${where}
    union
    select ${columns} from pg_snapshot_xip($1::pg_snapshot) as was_open join change on writer = was_open and ${where}
    limit $2
  ) as fresh on true`

type Since<T> = { snapshot: Snapshot } & (T | { [Name in keyof T]: null })

const changed = 'topic, tool_id as tool'
const sinceText = since(changed)
const sinceAndTell = since(changed, 'true', 'select pg_notify($3, $4)')

/** `most`: how many changes are read at most. `notice`: the channel and the word by which others are told, where they are. */
type Reading = { before: Snapshot | undefined; most: number; notice: readonly [string, string] | undefined }

/** Topics that have changed since, or since now; where `isCut`, not all of them. */
export async function topicsSince(client: Client | pg.Pool, { before, most, notice }: Reading) {
  type Row = Since<Columns<'change', 'topic'> & { tool: string | null }>
  const text = notice ? sinceAndTell : sinceText
  const { rows } = await client.query<Row>(text, [before ?? (await currentSnapshot(client)), most, ...(notice ?? [])])
  const topics = new Set<string>()
  for (const { topic, tool } of rows) {
    if (topic !== null) topics.add(topic)
    if (tool !== null) topics.add(topicOfTool(tool))
  }
  return { snapshot: snapshotOf(rows), topics, isCut: rows.length >= most }
}

/** All that is said of one tool. */
export const topicOfTool = (id: string): string => `tool:${id}`

/** Ordinals of tools that lists and searches may show otherwise than before, at most so many, and whether categories do. */
export async function toolsChangedSince(client: Client, before: Snapshot, most: number) {
  const text = since('topic, tool_ordinal as ordinal', "topic in ('tool', 'category')")
  type Row = Since<Columns<'change', 'topic'> & { ordinal: number | null }>
  const { rows } = await client.query<Row>(text, [before, most])
  return {
    snapshot: snapshotOf(rows),
    ordinals: rows.flatMap(({ ordinal }) => ordinal ?? []),
    isCut: rows.length >= most,
    haveCategoriesChanged: rows.some(({ topic }) => topic === 'category'),
  }
}

function snapshotOf([row]: readonly { snapshot: Snapshot }[]): Snapshot {
  if (!row) throw new Error('the database does not say what it shows')
  return row.snapshot
}
