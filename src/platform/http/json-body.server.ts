import type { FastifyInstance } from 'fastify'
import { refuse } from '#kernel/refusals'

/** JSON bodies are parsed here, except where a signature is checked over their text. An empty body is no body. */
export function readJsonAsText(http: FastifyInstance): void {
  http.removeContentTypeParser('text/plain')
  const parseJson = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.rawBody) return done(null, body)
    if (body === '') return done(null, undefined)
    return parseJson(request, String(body), (error, value) => {
      if (error === null && isTooDeep(value)) done(refuse('malformed-request'))
      else done(error, value)
    })
  })
}

/** Nothing that the shop takes is as deep by far; what reads a value by recursion ends on a deeper one. */
const deepestBody = 50

function isTooDeep(body: unknown): boolean {
  let level = [body]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepestBody) return true
    level = level.flatMap(value => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return false
}
