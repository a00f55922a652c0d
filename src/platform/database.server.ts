import { type Kysely, Kysely as KyselyInstance, PostgresDialect, type Selectable, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from '#db/tables'
import { traceStatement } from './log/tracing.server.ts'
import { NamingClient } from './postgres/named-statements.server.ts'

/**
 * The shop's tables are read and written in SQL, beside the verb that needs them; Kysely composes the statements and
 * carries transactions. A transaction has the same type, so a verb does not care whether it runs inside one.
 */
export type Database = Kysely<Tables>

/**
 * What a statement reads of a table: `Columns<'tool', 'id' | 'name'>`. Whoever names a column that is gone, or takes one for
 * what it is not, hears of it from the types.
 */
export type Columns<Table extends keyof Tables, Name extends keyof Selectable<Tables[Table]>> = Pick<
  Selectable<Tables[Table]>,
  Name
>

/**
 * A value that the planner does not see. PostgreSQL then keeps one plan for the statement instead of making one at each call,
 * which takes longer than reading a few rows. For statements whose best plan is the same whatever the value.
 */
export const opaque = <T>(value: T, type: 'integer' | 'text' | 'uuid' | 'integer[]' | 'text[]' | 'uuid[]') =>
  sql<T>`(select ${value}::${sql.raw(type)})`

const int8 = 20

export type PoolOptions = {
  /** Bounds the connections. */
  max?: number
  /** Shows in `pg_stat_activity`. */
  name?: string
  /** Behind a pooler each transaction may have another session: a statement that one has planned is unknown to the next. */
  isPooled?: boolean
  /** Whoever reads from a replica asks it each time how far it is (`replica.server.ts`), and soon asks elsewhere. */
  isReplica?: boolean
}

export function createPool(url: string, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 16,
    application_name: options.name ?? 'tappet',
    connectionTimeoutMillis: options.isReplica ? 1000 : 10_000,
    types: { getTypeParser },
    ...(!options.isReplica && { verify: refuseStandby }),
    ...(!options.isPooled && { Client: NamingClient }),
  })
  // An idle connection may break at any time (the database restarts); the pool replaces it at the next use.
  pool.on('error', () => undefined)
  // So may one in use: its query fails, and whoever asked hears of it there. Unheard, the event would end the process.
  pool.on('connect', client => void client.on('error', () => undefined))
  return pool
}

export const standby = 'The server is a standby'

/**
 * While another server takes over, an address may lead to the wrong one for a moment. Who kept that connection would read what is
 * late, and could write nothing.
 */
export function refuseStandby(client: pg.PoolClient, done: (error?: Error) => void): void {
  // Nobody else listens yet. Unheard, a connection that is cut just now would end the process.
  client.on('error', () => undefined)
  client.query<{ is: boolean }>('select pg_is_in_recovery() as is', (error: Error | null, result) => {
    done(error ?? (result.rows[0]?.is ? new Error(standby) : undefined))
  })
}

/** `isTraced`: each statement becomes a span of what it was made for. */
export function openDatabase(pool: pg.Pool, { isTraced = false } = {}): Database {
  return new KyselyInstance({ dialect: new PostgresDialect({ pool }), ...(isTraced && { log: traceStatement }) })
}

/**
 * Amounts and counts are bigint in SQL and exact numbers here: they stay below 2^53, and a larger one is a bug that
 * must not pass as a rounded number.
 */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid !== int8) return pg.types.getTypeParser(oid, format)
  return (text: string) => {
    const value = Number(text)
    if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of the exact range: ${text}`)
    return value
  }
}

/**
 * Connection exceptions, a server that stops, crashed, starts or is full, and one that takes no writes because it is none that
 * does any more: PostgreSQL's error codes, appendix A.
 */
const awayCodes = /^(08|57P0[1-3]|53300|25006)/
const awayMessages =
  /^(Connection terminated|The server is a standby|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error))/

/** How the log tells of it. */
export const databaseAway = 'the database is out of reach'

/** Whether a statement failed because the database cannot be reached, and would be taken a little later. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return awayCodes.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  // The server is not there, or hung up: an error of the system, or one of the driver's own, which has no code.
  const code = 'code' in error ? String(error.code) : ''
  const isNoAnswer = 'syscall' in error && error.syscall === 'connect'
  return isNoAnswer || ['ECONNRESET', 'EPIPE'].includes(code) || awayMessages.test(error.message)
}

/** Two transactions waited for each other, and the database has ended this one: it may be done again. */
export const isDeadlock = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '40P01'

/** A broken constraint, by its name; undefined when the error is something else. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  return error.code?.startsWith('23') ? error.constraint : undefined
}
