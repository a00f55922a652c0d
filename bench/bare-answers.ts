import Fastify from 'fastify'
import pg from 'pg'

/**
 * The limits that the shop's answers are held against: the least that the same framework can do. `/bytes` sends the bytes
 * that it was given, as a page is sent; `/tools` does one indexed select of twenty rows and sends them as they come.
 */
const [databaseUrl = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
const http = Fastify()
let bytes: Buffer = Buffer.alloc(0)

http.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
http.put('/bytes', (request, reply) => {
  bytes = request.body as Buffer
  return reply.send({ length: bytes.length })
})
http.get('/bytes', (_request, reply) =>
  reply.header('content-type', 'text/html; charset=utf-8').header('content-encoding', 'br').send(bytes),
)
http.get('/tools', async () => {
  const text = `select id, name, description, tags, part_number, price, minimum_quantity, free, rating_total, rating_count
    from tool where archived_at is null order by id desc limit $1`
  const { rows } = await pool.query<object>({ name: 'tools', text, values: [20] })
  return rows
})
process.send?.(await http.listen({ host: '127.0.0.1', port: 0 }))
