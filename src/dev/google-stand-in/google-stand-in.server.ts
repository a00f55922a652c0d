import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#kernel/refusals'
import type { Http } from '#platform/http'
import type { Log } from '#platform/log'
import type { Settings } from '#platform/settings'
import { demoAdmin } from '#rules/identity'
import { type Whereabouts, standInPath } from '#services/identity'
import { overPage, signInPage, standInStyle } from './page.ts'
import { readChoice } from './people.ts'
import type { StandIn } from './provider.server.ts'

export type StandInMount = {
  client: { clientId: string; clientSecret: string }
  where: Whereabouts
  settings: Settings
  log: Log
  /** Whether a request comes from this very machine, and through nothing in between. */
  allows: (request: FastifyRequest) => boolean
}

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(standInStyle).digest('base64')}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** `unsafe-none`, as Google's own pages: a stricter one would cut the window off from the page that opened it. */
const pageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'unsafe-none',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/**
 * The stand-in for Google, for a demo shop on this machine alone (decisions, section 5). The provider behind it is
 * loaded when somebody first asks for it.
 */
export async function mountGoogleStandIn(http: Http, { client, where, settings, log, allows }: StandInMount) {
  let making: Promise<StandIn> | undefined
  const standIn = () => {
    making ??= loadProvider(log).then(({ createStandIn }) =>
      createStandIn({ publicUrl: where.publicUrl(), client, log }),
    )
    return making
  }
  await http.register(async scope => {
    scope.addHook('onRequest', async request => {
      if (!allows(request)) throw refuse('no-such-call')
    })
    const owner = settings.adminEmail ?? demoAdmin.email
    await scope.register(async pages => mountSignIn(pages, standIn, owner))
    await scope.register(async protocol => mountProtocol(protocol, standIn))
  })
}

/**
 * The library warns on the console of any Node whose release carries no long-term name; the shop's own is newer than the
 * oldest that it takes, and the console belongs to the welcome. What it says while it loads goes to the log.
 */
async function loadProvider(log: Log) {
  const terminal = globalThis.console
  const { warn } = terminal
  terminal.warn = (...words: unknown[]) => log.debug({}, words.join(' '))
  try {
    return await import('./provider.server.ts')
  } finally {
    terminal.warn = warn
  }
}

/** The page on which somebody says who they are. */
function mountSignIn(http: Http, standIn: () => Promise<StandIn>, owner: string): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  const path = `${standInPath}/sign-in/:uid`

  http.get(path, async (request, reply) => {
    const { provider } = await standIn()
    const isOpen = await provider.interactionDetails(request.raw, reply.raw).catch(() => undefined)
    return sendPage(reply, isOpen ? { status: 200, page: signInPage() } : { status: 400, page: overPage() })
  })

  http.post(path, async (request, reply) => {
    const { provider, remember } = await standIn()
    const isOpen = await provider.interactionDetails(request.raw, reply.raw).catch(() => undefined)
    if (!isOpen || !(request.body instanceof URLSearchParams)) return sendPage(reply, { status: 400, page: overPage() })
    const choice = readChoice(request.body, owner)
    if (choice.outcome === 'refused') return sendPage(reply, { status: 200, page: signInPage(choice) })
    const result =
      choice.outcome === 'cancelled'
        ? { error: 'access_denied', error_description: 'The person cancelled.' }
        : { login: { accountId: remember(choice.person) } }
    const onwards = await provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false })
    return reply.headers(pageHeaders).redirect(onwards, 303)
  })
}

function sendPage(reply: FastifyReply, { status, page }: { status: number; page: string }): FastifyReply {
  return reply.status(status).headers(pageHeaders).type('text/html; charset=utf-8').send(page)
}

/** The provider's own endpoints. It reads bodies itself, and knows nothing of the folder that it stands in. */
function mountProtocol(http: Http, standIn: () => Promise<StandIn>): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', (_request, _body, done) => done(null))
  http.route({
    method: ['GET', 'POST'],
    url: `${standInPath}/*`,
    async handler(request, reply) {
      const { provider } = await standIn()
      reply.hijack()
      const { raw } = request
      for (const [name, value] of Object.entries(pageHeaders)) reply.raw.setHeader(name, value)
      Object.assign(raw, { originalUrl: raw.url, url: raw.url?.slice(standInPath.length) })
      await provider.callback()(raw, reply.raw)
    },
  })
}
