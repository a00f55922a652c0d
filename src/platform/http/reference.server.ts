import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { Api } from './api.server.ts'
import { type About, openApiOf } from './openapi.server.ts'
import { seal, sendSealed } from '../changes/response-cache.server.ts'
import type { Http } from '../http.server.ts'
import type { ReadLimit } from './read-limit.server.ts'

/** Nothing from elsewhere, nothing inline: the page works without the internet, and a token typed into it stays here. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // The one style that the page sets inline, by its hash; another version of it may need another (a journey would tell).
  "style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

type Reference = { about: About; readLimit: ReadLimit }

const documentPath = '/api/openapi.json'

/** `/api/openapi.json`, and `/api/docs`: a page to read it and to try the calls. */
export async function mountReference(
  http: Http,
  api: Pick<Api, 'mounted' | 'refusals'>,
  { about, readLimit }: Reference,
): Promise<void> {
  // As long as many pages together: written and packed once, and counted as what is made.
  const document = seal({
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' },
    body: Buffer.from(JSON.stringify(openApiOf(api.mounted(), api.refusals, about))),
  })
  http.get(documentPath, (request, reply) => {
    readLimit.count(request.ip)
    return sendSealed(request, reply, document)
  })
  await http.register(scope => mountPage(scope, about))
}

async function mountPage(http: Http, about: About): Promise<void> {
  // The page's own copies of the document, which it would write anew for each who asks, lead to the one that is kept.
  http.addHook('onRoute', route => {
    if (/\/(?:json|yaml)$/.test(route.url)) route.handler = (_request, reply) => reply.redirect(documentPath)
  })
  const nothing = { openapi: '3.1.0', info: about, paths: {} }
  await http.register(fastifySwagger, { mode: 'static', specification: { document: nothing as never } })
  await http.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: policy,
    theme: { title: about.title, css: [{ filename: 'shop.css', content: look }] },
    uiConfig: {
      url: documentPath,
      // By their parts: all at once are too many to find one.
      docExpansion: 'none',
      deepLinking: true,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      defaultModelsExpandDepth: -1,
    },
  })
}

/** The shop's paper, ink and accent, over the page's own look. */
const look = `
body { margin: 0; background: #faf8f3; }
.swagger-ui .topbar { display: none; }
.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag, .swagger-ui .btn,
.swagger-ui .opblock .opblock-summary-description, .swagger-ui table thead tr th {
  font-family: system-ui, sans-serif; color: #12171c;
}
.swagger-ui .info { margin: 32px 0; }
.swagger-ui .scheme-container { background: #fff; border: 1px solid #dcd8ce; border-radius: 4px; box-shadow: none; }
.swagger-ui .opblock { border-radius: 4px; box-shadow: none; }
.swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
.swagger-ui .opblock .opblock-summary-method { border-radius: 4px; }
.swagger-ui .btn.execute { background: #c8400b; border-color: #c8400b; color: #fff; }
.swagger-ui .btn.authorize { border-color: #12171c; color: #12171c; }
.swagger-ui .btn.authorize svg { fill: #12171c; }
.swagger-ui :focus-visible { outline: 3px solid #1769c0; outline-offset: 2px; }
`
