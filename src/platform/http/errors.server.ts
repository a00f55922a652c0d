import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { problemOf, problemOfBug } from '#kernel/problem'
import { problemMediaType } from '#kernel/problem-media-type'
import { Refusal, type CommonCode, refuse } from '#kernel/refusals'
import { newId } from '../context.server.ts'
import { databaseAway, isDatabaseAway } from '../database.server.ts'
import type { Log } from '../log.server.ts'
import { logSecurity } from '../log/security.server.ts'
import type { Storage } from '../files/storage.server.ts'

const codeByStatus: Record<number, CommonCode> = {
  400: 'malformed-request',
  413: 'body-too-large',
  415: 'unsupported-media-type',
  429: 'too-many-requests',
  503: 'not-ready',
}

/**
 * Every error ends here: a refusal in its own words, a database that is away or full as a wish to ask again, anything else
 * as a bug whose cause only the log has.
 */
export function answeringErrors(log: Log, storage: Storage) {
  return (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = error instanceof Refusal ? error : refusalOf(error)
    // An address that cannot even be read is refused before the hook that sets the id.
    reply.header('x-request-id', request.id).header('cache-control', 'no-store').type(problemMediaType)
    if (refusal && isAboutAccess(refusal)) logRefusal(log, request, refusal)
    if (refusal) reply.headers(headersOfRefusal(refusal))
    if (refusal) return reply.status(refusal.status).send(JSON.stringify(problemOf(refusal, request.id)))
    const outage = outageOf(error, storage)
    const what = outage?.what ?? 'request failed'
    log.error({ error, requestId: request.id, method: request.method, url: request.routeOptions.url }, what)
    if (outage) return reply.status(503).send(JSON.stringify(problemOf(refuse(outage.code), request.id)))
    return reply.status(500).send(JSON.stringify(problemOfBug(request.id)))
  }
}

const codeOfUnreadable = new Map<string, CommonCode>([
  ['HPE_HEADER_OVERFLOW', 'head-too-large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request-too-slow'],
])

/** Answers what never became a request, so that no hook has seen it, and ends its connection. */
export function answerUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const refusal = refuse(codeOfUnreadable.get(error.code) ?? 'malformed-request')
  const id = newId()
  const body = JSON.stringify(problemOf(refusal, id))
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    `Content-Type: ${problemMediaType}; charset=utf-8`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy(error)
}

function outageOf(error: unknown, storage: Storage): { what: string; code: CommonCode } | undefined {
  if (isDatabaseAway(error)) return { what: databaseAway, code: 'not-ready' }
  return storage.noteIfFull(error) ? { what: 'there is no room left to write', code: 'storage-full' } : undefined
}

/** When the next try may come, for programs that wait by themselves (RFC 9110, section 10.2.3). */
export function headersOfRefusal({ status, details }: Refusal): Record<string, string> {
  const seconds = Number(details['seconds'] ?? Number(details['minutes'] ?? 1) * 60)
  return status === 429 ? { 'retry-after': String(seconds) } : {}
}

const isAboutAccess = ({ status }: Refusal) => status === 401 || status === 403 || status === 429

/** The route and not the address: that may hold a VIN, or what somebody typed. */
function logRefusal(log: Log, request: FastifyRequest, { code, status }: Refusal): void {
  const { id: requestId, ip: address, method, accountId: account } = request
  logSecurity(log, 'request-refused', {
    account,
    address,
    requestId,
    method,
    route: request.routeOptions.url,
    status,
    reason: code,
  })
}

/** What the server framework itself refuses (a broken body, a wrong media type), in the shop's words. */
function refusalOf(error: FastifyError): Refusal | undefined {
  if (error instanceof SyntaxError) return refuse('malformed-request')
  const code =
    error.statusCode && error.statusCode < 500 ? (codeByStatus[error.statusCode] ?? 'malformed-request') : undefined
  return code && refuse(code)
}
