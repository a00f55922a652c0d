import { type KeyObject, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'

const issuer = 'urn:tappet'
const audience = 'urn:tappet:api'

/** How long an access token is good for; the browser renews it silently while the session lives. */
const tokenLifeSeconds = 15 * 60

type TokenClaims = { accountId: string; sessionId: string }

export type AccessTokens = {
  sign(claims: TokenClaims, now: Date): { token: string; expiresAt: Date }
  /** Undefined when the token is expired, forged, or not one of ours. */
  verify(token: string, now: Date): TokenClaims | undefined
}

/** The claims of RFC 7519, as far as a token of ours has them. */
const Claims = z.object({
  iss: z.literal(issuer),
  aud: z.literal(audience),
  sub: z.string(),
  sid: z.string(),
  exp: z.number(),
})

/**
 * Access tokens (JWT, HMAC-SHA-256) signed by the first secret and accepted by all, so that a secret can be replaced with
 * nobody signed out. Every call checks one, so it is done with the plain hash of Node: a library's general check costs
 * ten times as much. It is also narrower: there is one header, written here, and a token with any other is not ours,
 * whatever key or algorithm it names.
 */
export function accessTokens(secrets: readonly string[]): AccessTokens {
  const keys = secrets.map(secret => createSecretKey(secret, 'utf8'))
  const [signingKey] = keys
  if (!signingKey) throw new Error('access tokens need a secret')
  return {
    sign({ accountId, sessionId }, now) {
      const issuedAt = Math.floor(now.getTime() / 1000)
      const expiresAt = issuedAt + tokenLifeSeconds
      const claims = { sid: sessionId, iss: issuer, aud: audience, sub: accountId, iat: issuedAt, exp: expiresAt }
      const signed = `${header}.${encode(claims)}`
      return { token: `${signed}.${signatureOf(signed, signingKey)}`, expiresAt: new Date(expiresAt * 1000) }
    },
    verify(token, now) {
      const [head, claims, signature, ...more] = token.split('.')
      if (head !== header || claims === undefined || signature === undefined || more.length > 0) return undefined
      const signed = `${head}.${claims}`
      if (!keys.some(key => isSame(signature, signatureOf(signed, key)))) return undefined
      const { data } = z.safeParse(Claims, decode(claims))
      if (!data || data.exp * 1000 <= now.getTime()) return undefined
      return { accountId: data.sub, sessionId: data.sid }
    },
  }
}

const header = encode({ alg: 'HS256', typ: 'at+jwt' })

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

/** To be called with what we have signed ourselves. */
function decode(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}

function signatureOf(signed: string, key: KeyObject): string {
  return createHmac('sha256', key).update(signed).digest('base64url')
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
