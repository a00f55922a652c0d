import { type JWTPayload, type JWTVerifyGetKey, createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { refuse } from '../refusals.rules.ts'
import type { Log } from '#platform/log'
import { StartupProblem } from '#platform/startup'
import type { FirebaseProject, Identity, IdentityPort } from '../port.server.ts'

/** Where Google publishes the keys that sign Firebase's ID tokens. */
const publishedKeys = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** Google changes its keys within days; a token with a key that is not known yet has them read again before that. */
const keysKeptMs = 3_600_000
const keysTimeoutMs = 5000

/** How far ahead of this machine's clock Google's may be. */
const skewMs = 60_000

/** The longest that Firebase makes an id of a user. */
const longestSubject = 128

export type FirebaseOptions = {
  project: FirebaseProject
  now: () => Date
  log: Log
  /** Another place with the same kind of keys: tests have one on this machine. */
  keysUrl?: string | undefined
}

/**
 * Firebase Authentication. The browser talks to Firebase itself (accounts/ui/session/firebase-flow.ts); the server reads the ID tokens,
 * with keys that anybody may read. It holds no credential of the project, so it makes, lists and deletes no users.
 */
export function firebaseIdentity({ project, now, log, keysUrl = publishedKeys }: FirebaseOptions): IdentityPort {
  const issuer = `https://securetoken.google.com/${project.projectId}`
  const keyOf = reachableKeys(keysUrl, log)
  return {
    provider: 'firebase',
    issuer,
    deletesUsers: false,
    // Whether the project has Google switched on, only Firebase knows; it says so at the first try.
    google: { enabled: true, standIn: false },
    firebase: project,

    async verify(idToken) {
      try {
        const { payload } = await jwtVerify(idToken, keyOf, {
          issuer,
          audience: project.projectId,
          algorithms: ['RS256'],
          requiredClaims: ['exp', 'iat', 'sub', 'auth_time'],
          currentDate: now(),
        })
        return identityOf(payload, { issuer, latest: now().getTime() + skewMs })
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },

    // Firebase has addresses of its own; the shop has none for it.
    mount() {},

    async ensureUser() {
      throw new StartupProblem(
        'Firebase keeps its users itself, so the shop cannot make one. Sign up in the shop; ADMIN_EMAIL then becomes admin once it is confirmed.',
      )
    },

    async deleteUser() {
      throw new Error('only the browser of the person can delete a user of Firebase')
    },

    passkeys: () => undefined,
    waysInOf: async () => undefined,
    // Firebase tells nobody where its users are signed in.
    sessionsOf: async () => undefined,
    endSessions: async () => undefined,
  }
}

/**
 * The published keys, kept for a while. That they cannot be read says nothing of the token: whoever brings one is told to
 * try again, not that their session is over.
 */
function reachableKeys(keysUrl: string, log: Log): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(keysUrl), { cacheMaxAge: keysKeptMs, timeoutDuration: keysTimeoutMs })
  return async (header, token) => {
    // Firebase names the key, always; without its name a lone key would fit anything.
    if (!header.kid) throw new errors.JWKSNoMatchingKey()
    try {
      return await keys(header, token)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error
      log.error({ error, keysUrl }, 'the keys of the identity service cannot be read, so nobody can sign in')
      throw refuse('identity-unreachable')
    }
  }
}

/** What a verified token says, if it says all that Firebase's own rules for checking one want. */
function identityOf(payload: JWTPayload, at: { issuer: string; latest: number }): Identity | undefined {
  const { sub, iat, auth_time: authTime, email, email_verified: verified, name } = payload
  // Types say what a token ought to hold; it holds what its maker put in.
  if (typeof sub !== 'string' || !sub || sub.length > longestSubject) return undefined
  if (typeof email !== 'string' || !email) return undefined
  if (!isPast(iat, at.latest) || !isPast(authTime, at.latest)) return undefined
  return {
    issuer: at.issuer,
    subject: sub,
    email: email.toLowerCase(),
    emailVerified: verified === true,
    name: typeof name === 'string' && name ? name : email,
    // Firebase's tokens name no session. The second of the sign-in stays the same through every renewal and is another at
    // the next sign-in, so it tells sessions apart; two sign-ins within one second would end together, which is safe.
    session: `${authTime}:${sub}`,
    issuedAt: new Date(iat * 1000),
    signedInAt: new Date(authTime * 1000),
  }
}

const isPast = (seconds: unknown, latest: number): seconds is number =>
  typeof seconds === 'number' && seconds > 0 && seconds * 1000 <= latest
