import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { startDatabaseServer } from '../shop/databases.ts'

/** The types of the shop's tables: made from the migrated schema, committed, and held against it by a test. */
export const tablesPath = join(import.meta.dirname, '../../db/tables.ts')

type Column = {
  table: string
  name: string
  type: string
  isArray: boolean
  isNullable: boolean
  /** `by-default` may be left out of an insert, `always` must be. */
  filled: 'never' | 'by-default' | 'always'
}

/** What the driver makes of each type of PostgreSQL (`platform/database.server.ts` for int8). */
const typeOf = new Map([
  ...['int2', 'int4', 'int8', 'float4', 'float8'].map(name => [name, 'number'] as const),
  ...['text', 'varchar', 'uuid', 'numeric', 'xid8'].map(name => [name, 'string'] as const),
  ...['timestamptz', 'date'].map(name => [name, 'Date'] as const),
  ['bool', 'boolean'],
  ['bytea', 'Buffer'],
  ['jsonb', 'unknown'],
])

/** Reads the tables of the schema `public` and says them as TypeScript. */
export async function describeTables(client: Pick<pg.Client, 'query'>): Promise<string> {
  const { rows } = await client.query<Column>(`
    select class.relname as "table", attribute.attname as name,
      coalesce(element.typname, type.typname) as type, element.oid is not null as "isArray",
      not attribute.attnotnull as "isNullable",
      case when attribute.attgenerated <> '' or attribute.attidentity = 'a' then 'always'
        when attribute.atthasdef or attribute.attidentity = 'd' then 'by-default' else 'never' end as filled
    from pg_attribute attribute
      join pg_class class on class.oid = attribute.attrelid
      join pg_type type on type.oid = attribute.atttypid
      left join pg_type element on element.oid = type.typelem and type.typcategory = 'A'
    where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p')
      and attribute.attnum > 0 and not attribute.attisdropped
    order by class.relname, attribute.attnum`)
  const tables = Map.groupBy(rows, row => row.table)
  const bodies = [...tables].map(([name, columns]) => `  ${name}: {\n${columns.map(lineOf).join('')}  }\n`)
  return `// oxlint-disable max-lines -- made by a program, and read by the compiler
import type { Generated, GeneratedAlways } from 'kysely'

/** The tables, as the migrations leave them. Made by \`node test/generated/tables.ts\`, never by hand. */
export type Tables = {
${bodies.join('')}}
`
}

function lineOf({ table, name, type, isArray, isNullable, filled }: Column): string {
  const known = typeOf.get(type)
  if (!known) throw new Error(`what is ${type} (${table}.${name}) to the driver? test/generated/tables.ts has to know`)
  const whole = `${known}${isArray ? '[]' : ''}${isNullable && known !== 'unknown' ? ' | null' : ''}`
  const wrapper = { never: '', 'by-default': 'Generated', always: 'GeneratedAlways' }[filled]
  return `    ${name}: ${wrapper ? `${wrapper}<${whole}>` : whole}\n`
}

export const committedTables = () => readFileSync(tablesPath, 'utf8')

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const server = await startDatabaseServer()
  const url = new URL(server.adminUrl)
  url.pathname = `/${server.template}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  writeFileSync(tablesPath, await describeTables(client))
  await client.end()
  await server.stop()
}
