import Fastify from 'fastify'
import pg from 'pg'

/** The least that a route which reads a tool can do: the shop's own select, its row sent as it comes. */
const [databaseUrl = '', text = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
const http = Fastify()
http.get<{ Params: { id: string } }>('/tools/:id', async ({ params }) => {
  const { rows } = await pool.query<object>({ name: 'select', text, values: [params.id] })
  return rows[0]
})
process.send?.(await http.listen({ host: '127.0.0.1', port: 0 }))
