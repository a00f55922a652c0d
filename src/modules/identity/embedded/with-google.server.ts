import { AsyncLocalStorage } from 'node:async_hooks'
import * as z from 'zod/mini'
import { createService, type EmbeddedIdentityOptions, issuer, type Service } from './service.server.ts'
import { googleProviderId } from '../google/google.rules.ts'
import { type GoogleClient, type GoogleService, googleProvider } from '../google/google.server.ts'

/** How long Google may take to say where its endpoints are, before the visitor is told that it does not answer. */
const discoveryTimeoutMs = 10_000

/**
 * The identity service once more, with Google in it. Apart from the first one, so that a Google out of reach never keeps
 * anybody from a password. After a problem the next who asks tries again.
 */
export async function findGoogle(options: EmbeddedIdentityOptions, google: GoogleClient): Promise<GoogleService> {
  const service = createService(options, options.publicUrl(), googleProvider(google, { ...options, issuer }))
  const discoveryUrl = google.discoveryUrl()
  const late = new Promise<undefined>(resolve => setTimeout(resolve, discoveryTimeoutMs, undefined).unref())
  const context = await Promise.race([service.$context, late])
  const provider = context?.socialProviders.find(({ id }) => id === googleProviderId)
  if (!provider) {
    options.log.warn({ discoveryUrl }, 'identity: Google does not say where it is')
    return { problem: 'google-unreachable' }
  }
  // Another's word for who it is would be another's keys (OpenID Connect Discovery, section 4.3).
  if (google.issuer !== undefined && withoutSlash(provider.issuer) !== withoutSlash(google.issuer)) {
    options.log.error({ discoveryUrl, issuer: provider.issuer }, 'identity: GOOGLE_ISSUER is not what it calls itself')
    return { problem: 'auth-domain-config-required' }
  }
  provider.validateAuthorizationCode = noting(provider.validateAuthorizationCode)
  return { answer: answering(service) }
}

const withoutSlash = (text: string | undefined) => text?.replace(/\/+$/, '')

/** Why the exchange of a code failed, for the attempt that is being answered: the library calls every reason an invalid code. */
const attempts = new AsyncLocalStorage<{ failure?: string }>()

function noting<Data extends unknown[], Tokens>(exchange: (...data: Data) => Promise<Tokens>) {
  return async (...data: Data): Promise<Tokens> => {
    try {
      return await exchange(...data)
    } catch (error) {
      const attempt = attempts.getStore()
      if (attempt) attempt.failure = reasonOf(error)
      throw error
    }
  }
}

const Refusal = z.object({ error: z.optional(z.unknown()), status: z.optional(z.number()) })

/** In the words of OAuth: what the provider said of the shop, or that it said nothing. */
function reasonOf(thrown: unknown): string {
  const { error, status = 500 } = z.safeParse(Refusal, thrown).data ?? {}
  if (error === 'invalid_client' || error === 'unauthorized_client' || status === 401) return 'invalid_client'
  return status >= 500 ? 'server_error' : libraryReason
}

const libraryReason = 'invalid_code'

function answering(service: Service): (request: Request) => Promise<Response> {
  return async request => {
    const attempt: { failure?: string } = {}
    const response = await attempts.run(attempt, () => service.handler(request))
    const location = response.headers.get('location')
    if (!attempt.failure || !location || !URL.canParse(location)) return response
    const target = new URL(location)
    if (target.searchParams.get('error') !== libraryReason) return response
    target.searchParams.set('error', attempt.failure)
    const headers = new Headers(response.headers)
    headers.set('location', target.href)
    return new Response(response.body, { status: response.status, headers })
  }
}
