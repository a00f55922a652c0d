import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT, UnsecuredJWT, exportJWK, generateKeyPair } from 'jose'

export const shopAtIssuer = { clientId: 'shop.apps.example', clientSecret: 'the shop’s secret at the issuer' }

type Claims = Record<string, unknown>
const seconds = (from: number) => Math.floor(Date.now() / 1000) + from
/** How an ID token is signed: by the issuer, by somebody else, or there is none. */
type Signing = 'own' | 'forged' | 'none' | 'unsigned' | 'expired' | 'by the client’s secret'
type Code = { challenge: string; claims: Claims; signing: Signing }

/**
 * An OpenID issuer that says whatever a test has it say, also what no honest one would. It holds the shop to its own
 * part: the client's secret, the redirect address, PKCE, and a code that is good once.
 */
export async function startIssuer({ path = '' }: { path?: string } = {}) {
  const others = await generateKeyPair('RS256')
  let own = { ...(await generateKeyPair('RS256')), kid: 'key-1' }
  let keysMade = 1
  const codes = new Map<string, Code>()
  let isDown = false
  let takesClient = true
  let calledItself: string | undefined

  const server = createServer((request, answer) => {
    const url = new URL(request.url ?? '/', address())
    const send = (status: number, body: unknown) =>
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (isDown) return send(503, { error: 'temporarily_unavailable' })
    if (url.pathname === `${path.replace(/\/$/, '')}/.well-known/openid-configuration`) return send(200, discovery())
    // Where a browser waits for its person to be approved.
    if (url.pathname === '/authorize')
      return answer.writeHead(200, { 'content-type': 'text/html' }).end('<link rel="icon" href="data:,">')
    const respond = url.pathname === '/jwks' ? keys() : tokensFor(request)
    return void respond.then(({ status, body }) => send(status, body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const issuer = () => `${address()}${path}`
  const discovery = () => ({
    issuer: calledItself ?? issuer(),
    authorization_endpoint: `${address()}/authorize`,
    token_endpoint: `${address()}/token`,
    jwks_uri: `${address()}/jwks`,
    id_token_signing_alg_values_supported: ['RS256'],
  })

  async function keys() {
    return {
      status: 200,
      body: { keys: [{ ...(await exportJWK(own.publicKey)), alg: 'RS256', use: 'sig', kid: own.kid }] },
    }
  }

  async function tokensFor(request: AsyncIterable<unknown>) {
    let text = ''
    for await (const part of request) text += String(part)
    const form = new URLSearchParams(text)
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isOurs =
      form.get('client_id') === shopAtIssuer.clientId && form.get('client_secret') === shopAtIssuer.clientSecret
    if (!isOurs || !takesClient) return { status: 401, body: { error: 'invalid_client' } }
    if (!code || code.challenge !== challenge) return { status: 400, body: { error: 'invalid_grant' } }
    const idToken = await signed(code)
    const tokens = { access_token: 'opaque', token_type: 'Bearer', expires_in: 300 }
    return { status: 200, body: code.signing === 'none' ? tokens : { ...tokens, id_token: idToken } }
  }

  async function signed({ claims, signing }: Code): Promise<string> {
    const times = { iat: seconds(signing === 'expired' ? -600 : 0), exp: seconds(signing === 'expired' ? -60 : 300) }
    if (signing === 'unsigned') return new UnsecuredJWT({ ...times, ...claims }).encode()
    const token = new SignJWT({ ...times, ...claims })
    if (signing === 'by the client’s secret')
      return token.setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(shopAtIssuer.clientSecret))
    const { privateKey } = signing === 'forged' ? others : own
    return token.setProtectedHeader({ alg: 'RS256', kid: own.kid }).sign(privateKey)
  }

  return {
    /** Settings of a shop that this issuer is Google for. */
    environment: () => ({
      GOOGLE_CLIENT_ID: shopAtIssuer.clientId,
      GOOGLE_CLIENT_SECRET: shopAtIssuer.clientSecret,
      GOOGLE_ISSUER: issuer(),
    }),
    down: (state: boolean) => void (isDown = state),
    /** Whether it takes the shop for its client. */
    takesClient: (state: boolean) => void (takesClient = state),
    /** Calls itself by another name in its discovery document. */
    callItself: (name: string | undefined) => void (calledItself = name),
    /** Signs with a new key from now on, and publishes that alone. */
    async rotate() {
      keysMade += 1
      own = { ...(await generateKeyPair('RS256')), kid: `key-${keysMade}` }
    },
    /** What a browser is sent back with when the attempt behind `url` ends in this error. */
    refuse: (url: string, error: string): string => answerTo(url, { error }),
    /** Signs a person in for the attempt behind `url`; the address at the shop to which the browser is sent back. */
    approve(url: string, claims: Claims, signing: Signing = 'own', more: Record<string, string> = {}): string {
      const asked = new URL(url).searchParams
      const code = randomBytes(12).toString('hex')
      const usual = { iss: issuer(), aud: shopAtIssuer.clientId, nonce: asked.get('nonce'), email_verified: true }
      codes.set(code, { challenge: asked.get('code_challenge') ?? '', claims: { ...usual, ...claims }, signing })
      return answerTo(url, { code, ...more })
    },
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

/** The shop's own address again, with the state of the attempt behind `url`. */
function answerTo(url: string, said: Record<string, string>): string {
  const asked = new URL(url).searchParams
  const back = new URL(asked.get('redirect_uri') ?? '')
  for (const [name, value] of Object.entries(said)) back.searchParams.set(name, value)
  back.searchParams.set('state', asked.get('state') ?? '')
  return back.href
}

export type Issuer = Awaited<ReturnType<typeof startIssuer>>
