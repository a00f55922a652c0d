import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { parse } from 'qs'
import type { Database } from '#platform/database'
import type { Jobs } from '#platform/jobs'
import type { Log } from '#platform/log'
import type { Verb } from './call.server.ts'
import { authenticateIntent, confirmIntent } from './confirm.server.ts'
import {
  closeDispute,
  decideDispute,
  listDisputes,
  openDispute,
  retrieveDispute,
  updateDispute,
} from './disputes.server.ts'
import { deliverEvent, eventQueue } from './events.server.ts'
import { once } from './idempotency.server.ts'
import { cancelIntent, createIntent, retrieveIntent, updateIntent } from './intents.server.ts'
import { type KeyKind, type SandboxSecrets, keyKindOf, newWireId, unauthorized } from './keys.server.ts'
import { apiVersion } from './objects.ts'
import type { Params } from './params.ts'
import { type Happens, type Later, laterQueue } from './later.server.ts'
import { createRefund, endRefund, listRefunds, retrieveRefund } from './refunds.server.ts'
import { WireError } from './wire.ts'

export type SandboxOptions = {
  /**
   * A pool of its own is best: the shop asks the sandbox over HTTP, and if it did so while holding the last connection
   * of a shared pool, both would wait for each other.
   */
  db: Database
  secrets: SandboxSecrets
  jobs: Pick<Jobs, 'define' | 'send'>
  /** Where events go. Asked at each delivery, because the port is known only after listening. */
  webhookUrl: () => string
  /** The types of events that are sent there, as an endpoint at Stripe names them; all, unless said. */
  heardEvents?: readonly string[]
  clock: () => Date
  /** Where failures of the sandbox itself are told; else the log of the server that it is mounted in. */
  log?: Pick<Log, 'error'>
}

type Access = KeyKind | 'either'
type SandboxRequest = FastifyRequest<{ Params: { id?: string }; Body: Params | undefined }>

/** Where the shop mounts it, and asks it. */
export const sandboxPath = '/sandbox/v1'

const bodyLimitBytes = 64 * 1024
const eventRetries = 10
const laterRetries = 10

const happenings: Record<Later['kind'], Happens> = {
  'end-refund': endRefund,
  'open-dispute': openDispute,
  'decide-dispute': decideDispute,
}

/**
 * The sandbox card provider: Stripe's wire format on the shop's own database, for test cards only. To be mounted under
 * a prefix such as `/sandbox/v1`. Call before the job queue starts: it defines the queue that delivers events, and that of what happens by itself.
 */
export function sandboxProvider(options: SandboxOptions): FastifyPluginAsync {
  const { db, secrets, jobs, webhookUrl, heardEvents, clock } = options
  const isHeard = (type: string) => heardEvents === undefined || heardEvents.includes(type)
  const delivering = {
    does: 'Delivers an event of the sandbox to the shop.',
    retries: eventRetries,
    concurrency: 2,
    isUnseen: true as const,
  }
  jobs.define<{ eventId: string }>(eventQueue, delivering, ({ eventId }) =>
    deliverEvent({ db, webhookUrl, webhookSecret: secrets.webhookSecret, now: clock }, eventId),
  )

  const later = {
    does: 'What happens at the sandbox by itself: refunds that end, banks that dispute and decide.',
    retries: laterRetries,
  }
  jobs.define<Later>(laterQueue, later, ({ kind, id }) =>
    db.transaction().execute(transaction => happenings[kind]({ db: transaction, jobs, isHeard, at: clock() }, id)),
  )

  const serve = (verb: Verb, access: Access) => async (request: SandboxRequest, reply: FastifyReply) => {
    const key = keyKindOf(request.headers.authorization, secrets)
    if (access === 'secret' && key !== 'secret') {
      const message = 'This API call cannot be made with a publishable API key. Please use a secret API key.'
      throw unauthorized(message, 'secret_key_required')
    }
    const isRead = request.method === 'GET'
    const idempotencyKey = isRead ? undefined : header(request, 'idempotency-key')
    const call = {
      db,
      jobs,
      isHeard,
      key,
      idempotencyKey,
      at: clock(),
      id: request.params.id ?? '',
      route: `${request.method} ${request.url.split('?')[0]}`,
      params: isRead ? unfold(request.url.split('?')[1] ?? '') : (request.body ?? {}),
      requestId: String(reply.getHeader('request-id')),
    }
    const answer = isRead ? { ...(await verb(call)), isReplay: false } : await once(call, verb)
    if (idempotencyKey !== undefined) void reply.header('idempotency-key', idempotencyKey)
    if (answer.isReplay) void reply.header('idempotent-replayed', 'true')
    return reply.code(answer.status).send(answer.body)
  }

  return async app => {
    speakStripe(app, options.log)
    app.post('/payment_intents', serve(createIntent, 'secret'))
    app.get('/payment_intents/:id', serve(retrieveIntent, 'either'))
    app.post('/payment_intents/:id', serve(updateIntent, 'secret'))
    app.post('/payment_intents/:id/confirm', serve(confirmIntent, 'either'))
    app.post('/payment_intents/:id/cancel', serve(cancelIntent, 'secret'))
    app.post('/payment_intents/:id/authenticate', serve(authenticateIntent, 'either'))
    app.post('/refunds', serve(createRefund, 'secret'))
    app.get('/refunds', serve(listRefunds, 'secret'))
    app.get('/refunds/:id', serve(retrieveRefund, 'secret'))
    app.get('/disputes', serve(listDisputes, 'secret'))
    app.get('/disputes/:id', serve(retrieveDispute, 'secret'))
    app.post('/disputes/:id', serve(updateDispute, 'secret'))
    app.post('/disputes/:id/close', serve(closeDispute, 'secret'))
  }
}

/** Bodies, headers and errors as Stripe has them, within this plugin only: the shop around it speaks its own. */
function speakStripe(app: FastifyInstance, log: SandboxOptions['log']): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: bodyLimitBytes },
    (_request, body, done) => {
      try {
        if (body.includes('%00') || body.includes('\0')) throw noZeros()
        done(null, unfold(String(body)))
      } catch (error) {
        done(error instanceof Error ? error : new Error('the body could not be read', { cause: error }))
      }
    },
  )
  app.addHook('onRequest', async (request, reply) => {
    const version = header(request, 'stripe-version') ?? apiVersion
    void reply.headers({ 'request-id': newWireId('req'), 'stripe-version': version, 'cache-control': 'no-store' })
    if (request.url.includes('%00')) throw noZeros()
  })
  app.setErrorHandler(answerErrors(log))
  app.setNotFoundHandler(async (request, reply) => {
    const message = `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`
    return reply.code(404).send({ error: { type: 'invalid_request_error', message } })
  })
}

/** PostgreSQL has no text with a zero character: refused here, it is a mistake of the caller and not a failure. */
function noZeros(): WireError {
  return new WireError(400, { type: 'invalid_request_error', message: 'Zero characters are not taken.' })
}

const parsing = { depth: 5, strictDepth: true, parameterLimit: 200, arrayLimit: 50, throwOnLimitExceeded: true }

function unfold(text: string): Params {
  try {
    return parse(text, parsing)
  } catch {
    throw new WireError(400, { type: 'invalid_request_error', message: 'The parameters could not be read.' })
  }
}

function answerErrors(log: SandboxOptions['log']) {
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (error instanceof WireError) return reply.code(error.status).send(error.answer.body)
    const status = statusOf(error)
    if (status < 500) {
      // Fastify's own refusals: a body of another type, too large, cut short.
      const message = 'The request could not be read: send a form-encoded body of at most 64 KB.'
      return reply.code(status).send({ error: { type: 'invalid_request_error', message } })
    }
    const failureLog = log ?? request.log
    failureLog.error({ error, requestId: reply.getHeader('request-id') }, 'the sandbox failed')
    const message = 'An error occurred in the sandbox. It is in the log of the shop.'
    return reply.code(500).send({ error: { type: 'api_error', message } })
  }
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' && status >= 400 ? status : 500
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
