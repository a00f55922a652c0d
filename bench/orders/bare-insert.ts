import Fastify from 'fastify'
import pg from 'pg'

/** The least that a route which keeps something can do: it reads JSON, inserts one row, and answers when that is on the disk. */
const [databaseUrl = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
await pool.query(
  'create table if not exists bench_insert (id bigint generated always as identity primary key, body jsonb)',
)
const http = Fastify()
http.post('/insert', async ({ body }) => {
  const text = 'insert into bench_insert (body) values ($1) returning id'
  const { rows } = await pool.query<{ id: string }>({ name: 'insert', text, values: [JSON.stringify(body)] })
  return { insertedId: rows[0]?.id }
})
process.send?.(await http.listen({ host: '127.0.0.1', port: 0 }))
