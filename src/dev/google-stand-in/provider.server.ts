import { createHash, randomBytes } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import type { Log } from '#platform/log'
import { standInPath } from '#services/identity'
import { overPage } from './page.ts'
import type { StandInPerson } from './people.ts'
import { boundedAdapters } from './store.ts'

/** How many records and people are remembered at a time. */
const most = 500
const aMinute = 60

export type StandIn = { provider: Provider; remember: (person: StandInPerson) => string }

type Options = { publicUrl: string; client: { clientId: string; clientSecret: string }; log: Log }

/**
 * A real OpenID provider that plays Google: authorization code with PKCE and nonce, signed ID tokens, userinfo. Its keys
 * are made at its first use and die with the process. Only demo mode loads this file.
 */
export async function createStandIn({ publicUrl, client, log }: Options): Promise<StandIn> {
  const people = new Map<string, StandInPerson>()
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(`${publicUrl}${standInPath}`, {
    adapter: boundedAdapters(most),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'stand-in' }] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: { session: 'stand_in', interaction: 'stand_in_choice', resume: 'stand_in_resume' },
    },
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [`${publicUrl}/identity/callback/google`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // As Google does it: the ID token itself says who it is.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `${standInPath}/sign-in/${interaction.uid}` },
    clientBasedCORS: () => false,
    async findAccount(_ctx, sub) {
      const person = people.get(sub)
      if (!person) return undefined
      const { name, email, confirmed } = person
      return { accountId: sub, claims: async () => ({ sub, name, email, email_verified: confirmed }) }
    },
    async loadExistingGrant(ctx) {
      const { client, session, provider } = ctx.oidc
      if (!client || !session?.accountId) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    async renderError(ctx) {
      ctx.type = 'html'
      ctx.body = overPage()
    },
    ttl: {
      AccessToken: 10 * aMinute,
      AuthorizationCode: aMinute,
      Grant: 10 * aMinute,
      IdToken: 10 * aMinute,
      Interaction: 10 * aMinute,
      Session: 10 * aMinute,
    },
  })
  // Its framework prints what nobody listens to.
  const emitter: EventEmitter = provider
  emitter.on('error', error => log.error({ error }, 'google stand-in: a request failed'))
  provider.on('server_error', (_ctx, error) => log.error({ error }, 'google stand-in: the provider failed'))
  return {
    provider,
    remember(person) {
      const sub = createHash('sha256').update(person.email.toLowerCase()).digest('hex').slice(0, 21)
      people.delete(sub)
      people.set(sub, person)
      for (const [oldest] of people) {
        if (people.size <= most) break
        people.delete(oldest)
      }
      return sub
    },
  }
}
