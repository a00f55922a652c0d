import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'

export const shopAtIssuer = { clientId: 'shop.apps.example', clientSecret: 'the shop’s secret at the issuer' }

type Claims = Record<string, unknown>
/** How an ID token is signed: by the issuer, by somebody else, or there is none. */
type Signing = 'own' | 'forged' | 'none'
type Code = { challenge: string; claims: Claims; signing: Signing }

/**
 * An OpenID issuer that says whatever a test has it say, also what no honest one would. It holds the shop to its own
 * part: the client's secret, the redirect address, PKCE, and a code that is good once.
 */
export async function startIssuer() {
  const [own, others] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const codes = new Map<string, Code>()
  let isDown = false

  const server = createServer((request, answer) => {
    const url = new URL(request.url ?? '/', address())
    const send = (status: number, body: unknown) =>
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (isDown) return send(503, { error: 'temporarily_unavailable' })
    if (url.pathname === '/.well-known/openid-configuration') return send(200, discovery())
    const respond = url.pathname === '/jwks' ? keys() : tokensFor(request)
    return void respond.then(({ status, body }) => send(status, body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const discovery = () => ({
    issuer: address(),
    authorization_endpoint: `${address()}/authorize`,
    token_endpoint: `${address()}/token`,
    jwks_uri: `${address()}/jwks`,
    id_token_signing_alg_values_supported: ['RS256'],
  })

  async function keys() {
    return { status: 200, body: { keys: [{ ...(await exportJWK(own.publicKey)), alg: 'RS256', use: 'sig' }] } }
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
    if (!code || !isOurs || code.challenge !== challenge) return { status: 400, body: { error: 'invalid_grant' } }
    const idToken = await new SignJWT(code.claims)
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(code.signing === 'forged' ? others.privateKey : own.privateKey)
    const tokens = { access_token: 'opaque', token_type: 'Bearer', expires_in: 300 }
    return { status: 200, body: code.signing === 'none' ? tokens : { ...tokens, id_token: idToken } }
  }

  return {
    /** Settings of a shop that this issuer is Google for. */
    environment: () => ({
      GOOGLE_CLIENT_ID: shopAtIssuer.clientId,
      GOOGLE_CLIENT_SECRET: shopAtIssuer.clientSecret,
      GOOGLE_ISSUER: address(),
    }),
    down: (state: boolean) => void (isDown = state),
    /** Signs a person in for the attempt behind `url`; the address at the shop to which the browser is sent back. */
    approve(url: string, claims: Claims, signing: Signing = 'own'): string {
      const asked = new URL(url).searchParams
      const code = randomBytes(12).toString('hex')
      const usual = { iss: address(), aud: shopAtIssuer.clientId, nonce: asked.get('nonce'), email_verified: true }
      codes.set(code, { challenge: asked.get('code_challenge') ?? '', claims: { ...usual, ...claims }, signing })
      const back = new URL(asked.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', asked.get('state') ?? '')
      return back.href
    },
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

export type Issuer = Awaited<ReturnType<typeof startIssuer>>
