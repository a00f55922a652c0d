import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT, exportJWK, exportSPKI, generateKeyPair } from 'jose'

export const project = { apiKey: 'AIza-of-a-test', authDomain: 'tappet-test.firebaseapp.com', projectId: 'tappet-test' }

/** Settings of a shop that uses Firebase. */
export const firebaseEnvironment = {
  FIREBASE_API_KEY: project.apiKey,
  FIREBASE_AUTH_DOMAIN: project.authDomain,
  FIREBASE_PROJECT_ID: project.projectId,
}

export type Claims = Record<string, unknown>
export const seconds = (from = 0) => Math.floor(Date.now() / 1000) + from

/** What Firebase says of somebody who has just signed in. */
export function firebaseClaims(changes: Claims = {}): Claims {
  return {
    iss: `https://securetoken.google.com/${project.projectId}`,
    aud: project.projectId,
    sub: 'uid-of-rahim',
    user_id: 'uid-of-rahim',
    iat: seconds(),
    auth_time: seconds(),
    exp: seconds(3600),
    email: 'rahim@example.com',
    email_verified: true,
    name: 'Rahim Uddin',
    firebase: { identities: { email: ['rahim@example.com'] }, sign_in_provider: 'password' },
    ...changes,
  }
}

/** Publishes keys as Google does for Firebase, on this machine, and signs with them. */
export async function startFirebaseKeys() {
  const [own, others] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const header = { alg: 'RS256', kid: 'key-of-today', typ: 'JWT' }
  const published = JSON.stringify({
    keys: [
      { ...(await exportJWK(others.publicKey)), alg: 'RS256', use: 'sig', kid: 'key-of-tomorrow' },
      { ...(await exportJWK(own.publicKey)), alg: 'RS256', use: 'sig', kid: header.kid },
    ],
  })
  let isDown = false
  let asked = 0
  const server = createServer((_request, answer) => {
    asked += 1
    if (isDown) return answer.writeHead(503).end('{}')
    return answer.writeHead(200, { 'content-type': 'application/json' }).end(published)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    keysUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwk`,
    header,
    publicKeyText: await exportSPKI(own.publicKey),
    asked: () => asked,
    down: (state: boolean) => void (isDown = state),
    sign: (claims: Claims = firebaseClaims(), changes: Partial<typeof header> = {}) =>
      new SignJWT(claims).setProtectedHeader({ ...header, ...changes }).sign(own.privateKey),
    /** Under the right key's name, by somebody who does not have it. */
    forge: async (claims: Claims) => {
      const { privateKey } = await generateKeyPair('RS256')
      return new SignJWT(claims).setProtectedHeader(header).sign(privateKey)
    },
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

export type FirebaseKeys = Awaited<ReturnType<typeof startFirebaseKeys>>
