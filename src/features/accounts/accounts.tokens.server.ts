import { SignJWT, errors, jwtVerify } from 'jose'

const issuer = 'urn:tappet'
const audience = 'urn:tappet:api'
const algorithm = 'HS256'

/** How long an access token is good for; the browser renews it silently while the session lives. */
export const tokenLifeSeconds = 15 * 60

export type TokenClaims = { accountId: string; sessionId: string }

export type AccessTokens = {
  sign(claims: TokenClaims, now: Date): Promise<{ token: string; expiresAt: Date }>
  /** Undefined when the token is expired, forged, or not one of ours. */
  verify(token: string, now: Date): Promise<TokenClaims | undefined>
}

/** Access tokens signed by the first secret and accepted by all, so that a secret can be replaced with nobody signed out. */
export function accessTokens(secrets: readonly string[]): AccessTokens {
  const keys = secrets.map(secret => new TextEncoder().encode(secret))
  const [signingKey] = keys
  if (!signingKey) throw new Error('access tokens need a secret')
  return {
    async sign({ accountId, sessionId }, now) {
      const issuedAt = Math.floor(now.getTime() / 1000)
      const expiresAt = issuedAt + tokenLifeSeconds
      const token = await new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: 'at+jwt' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(accountId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(signingKey)
      return { token, expiresAt: new Date(expiresAt * 1000) }
    },
    async verify(token, now) {
      for (const key of keys) {
        try {
          const options = { issuer, audience, algorithms: [algorithm], typ: 'at+jwt', currentDate: now }
          const { payload } = await jwtVerify(token, key, options)
          if (typeof payload.sub !== 'string' || typeof payload.sid !== 'string') return undefined
          return { accountId: payload.sub, sessionId: payload.sid }
        } catch (error) {
          if (!(error instanceof errors.JWSSignatureVerificationFailed)) return undefined
        }
      }
      return undefined
    },
  }
}
