import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '#kernel/refusals'

/** How long, and how many: whoever sends or reads slowly on purpose holds nothing for ever. */
export type HttpLimits = {
  /** For all of a body to come, uploads aside: they have `requestTimeout`. */
  bodyMs: number
  /** From the first line of a request to the last byte of its answer; of a long file, from one piece that was taken to the next. */
  requestMs: number
  /** From the word to stop on, for what is still open. */
  stopMs: number
  /** Connections at once, of all networks together. */
  connections: number
}

export const usualLimits: HttpLimits = { bodyMs: 20_000, requestMs: 180_000, stopMs: 20_000, connections: 2000 }

export function holdLimits(http: FastifyInstance, { bodyMs, requestMs, stopMs, connections }: HttpLimits): void {
  http.server.maxConnections = connections
  http.addHook('onRequest', (request, reply, done) => {
    if (!saysHostOnce(request)) return done(refuse('malformed-request'))
    const { raw } = request
    const close = () => raw.socket.destroy()
    const whole = setTimeout(close, requestMs)
    reply.raw.once('close', () => clearTimeout(whole))
    if (request.routeOptions.config.isFile) reply.raw.on('drain', () => whole.refresh())
    if (hasBody(request) && !isUpload(request)) {
      const body = setTimeout(close, bodyMs)
      raw.once('end', () => clearTimeout(body))
      reply.raw.once('close', () => clearTimeout(body))
    }
    done()
  })
  http.addHook('preClose', async () => {
    // A connection that is answering when the stop begins falls idle later, and would be kept open for a minute.
    const idle = setInterval(() => http.server.closeIdleConnections(), 50)
    const rest = setTimeout(() => http.server.closeAllConnections(), stopMs)
    http.server.once('close', () => {
      clearInterval(idle)
      clearTimeout(rest)
    })
  })
}

/** Node keeps the first of two; a proxy in front may have kept the other (RFC 9112, section 3.2). HTTP/1.0 needs none. */
function saysHostOnce({ raw: { rawHeaders, httpVersion } }: FastifyRequest): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const isUpload = ({ routeOptions }: FastifyRequest) => routeOptions.config.isUpload === true
