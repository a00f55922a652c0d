import { kyselyAdapter } from '@better-auth/kysely-adapter'
import type { DBAdapter, DBAdapterInstance, Where } from 'better-auth'
import { Kysely, PostgresDialect } from 'kysely'
import { createHash } from 'node:crypto'
import type pg from 'pg'

/**
 * The identity library's way to its tables, on which session tokens are hashed.
 * Attack: logging in with what stands in the table, or in a backup of it; the library keeps tokens as they are. Of their
 * hash nothing can be made, because they are random.
 * Held by "cannot log in with what the table of sessions holds" in `second-factor/changes.server.test.ts`.
 */
export function identityTables(pool: pg.Pool): DBAdapterInstance {
  const tables = kyselyAdapter(new Kysely({ dialect: new PostgresDialect({ pool }) }), { type: 'postgres' })
  return options => withHashedTokens(tables(options))
}

/** What a session's row has in place of its token. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Rows are written and looked for by the hash. What makes one session, or asks for one, gets back the token that it came
 * with. No other call of the library's names a token: one that did would find nothing.
 */
function withHashedTokens(tables: DBAdapter): DBAdapter {
  return {
    ...tables,
    async create(query) {
      if (query.model !== 'session') return tables.create(query)
      const { token } = query.data
      const row = { ...query.data, token: hashOfToken(String(token)) }
      return withToken(await tables.create({ ...query, data: row }), token)
    },
    findOne: async query => withToken(await tables.findOne(hashed(query)), tokenOf(query)),
    update: async query => withToken(await tables.update(hashed(query)), tokenOf(query)),
    findMany: query => tables.findMany(hashed(query)),
    delete: query => tables.delete(hashed(query)),
    deleteMany: query => tables.deleteMany(hashed(query)),
    transaction: work => tables.transaction(inside => work(withHashedTokens({ ...tables, ...inside }))),
  }
}

type Query = { model: string; where?: Where[] | undefined }

function hashed<Q extends Query>(query: Q): Q {
  if (query.model !== 'session' || !query.where) return query
  const hash = (value: unknown) => hashOfToken(String(value))
  const where = query.where.map(clause => {
    if (clause.field !== 'token') return clause
    return { ...clause, value: Array.isArray(clause.value) ? clause.value.map(hash) : hash(clause.value) }
  })
  return { ...query, where }
}

const tokenOf = ({ model, where }: Query): unknown =>
  model === 'session' ? where?.find(({ field }) => field === 'token')?.value : undefined

function withToken<Row>(row: Row, token: unknown): Row {
  return row && typeof token === 'string' ? { ...row, token } : row
}
