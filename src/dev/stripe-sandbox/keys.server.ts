import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { WireError } from './wire.ts'

export type SandboxSecrets = { secretKey: string; publishableKey: string; webhookSecret: string }

/** Whose key came with a call: the shop's server, or a customer's browser. */
export type KeyKind = 'secret' | 'publishable'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An id as Stripe's look, `pi_3Fk…`: nobody guesses one. */
export function newWireId(prefix: 'pi' | 'pm' | 'ch' | 're' | 'du' | 'evt' | 'req'): string {
  return `${prefix}_${randomText(24)}`
}

export function newClientSecret(intentId: string): string {
  return `${intentId}_secret_${randomText(25)}`
}

function randomText(length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}

/** Reads the API key of a call: a bearer token, or the name of basic authentication, as Stripe takes both. */
export function keyKindOf(authorization: string | undefined, secrets: SandboxSecrets): KeyKind {
  const key = readKey(authorization)
  if (key === undefined) throw unauthorized('You did not provide an API key: send it as bearer token or as user name.')
  if (isSame(key, secrets.secretKey)) return 'secret'
  if (isSame(key, secrets.publishableKey)) return 'publishable'
  throw unauthorized('Invalid API Key provided.')
}

export function unauthorized(message: string, code?: string): WireError {
  return new WireError(401, { type: 'invalid_request_error', ...(code !== undefined && { code }), message })
}

/** Whether two secrets are the same, in a time that says nothing about where they differ. */
export function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function readKey(authorization: string | undefined): string | undefined {
  const [, scheme = '', value = ''] = /^(bearer|basic) +(\S+)\s*$/i.exec(authorization ?? '') ?? []
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme === '') return undefined
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0] || undefined
}
