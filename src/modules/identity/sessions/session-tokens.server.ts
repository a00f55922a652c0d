import { kyselyAdapter } from '@better-auth/kysely-adapter'
import type { DBAdapter, DBAdapterInstance, Where } from 'better-auth'
import { Kysely, PostgresDialect } from 'kysely'
import { createHash } from 'node:crypto'
import type pg from 'pg'

/**
 * The identity library's way to its tables, on which session tokens are hashed. The library keeps them as they are, and
 * whoever reads the table or a backup could log in with them; of their hash nothing can be made, because they are random.
 */
export function identityTables(pool: pg.Pool): DBAdapterInstance {
  const tables = kyselyAdapter(new Kysely({ dialect: new PostgresDialect({ pool }) }), { type: 'postgres' })
  return options => withHashedTokens(tables(options))
}

/** What a session's row has in place of its token. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Rows are written and looked for by the hash. The library gets back the token that it came with. */
export function withHashedTokens(tables: DBAdapter): DBAdapter {
  return {
    ...tables,
    async create(query) {
      if (query.model !== 'session') return tables.create(query)
      const { token } = query.data
      return withToken(
        await tables.create({ ...query, data: { ...query.data, token: hashOfToken(String(token)) } }),
        token,
      )
    },
    findOne: async query => withToken(await tables.findOne(hashed(query)), tokenOf(query)),
    async findMany<Row>(query: Parameters<DBAdapter['findMany']>[0]) {
      return (await tables.findMany<Row>(hashed(query))).map(row => withToken(row, tokenOf(query)))
    },
    update: async query => withToken(await tables.update(hashed(query)), tokenOf(query)),
    consumeOne: async query => withToken(await tables.consumeOne(hashed(query)), tokenOf(query)),
    incrementOne: async query => withToken(await tables.incrementOne(hashed(query)), tokenOf(query)),
    count: query => tables.count(hashed(query)),
    updateMany: query => tables.updateMany(hashed(query)),
    delete: query => tables.delete(hashed(query)),
    deleteMany: query => tables.deleteMany(hashed(query)),
    transaction: work => tables.transaction(inside => work(withHashedTokens({ ...tables, ...inside }))),
  }
}

type Query = { model: string; where?: Where[] | undefined }

const isToken = ({ model }: Query, { field }: Where) => model === 'session' && field === 'token'

function hashed<Q extends Query>(query: Q): Q {
  const where = query.where?.map(clause =>
    isToken(query, clause) ? { ...clause, value: hashedValue(clause) } : clause,
  )
  return where ? { ...query, where } : query
}

function hashedValue({ value }: Where): Where['value'] {
  return Array.isArray(value) ? value.map(token => hashOfToken(String(token))) : hashOfToken(String(value))
}

/** The one token that a query asks for. */
const tokenOf = (query: Query): unknown => {
  const token = query.where?.find(clause => isToken(query, clause))?.value
  return Array.isArray(token) ? undefined : token
}

function withToken<Row>(row: Row, token: unknown): Row {
  return row && token !== undefined ? { ...row, token } : row
}
