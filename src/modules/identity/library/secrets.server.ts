import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { parseEnvelope } from 'better-auth/crypto'

/** The identity library wants a number beside each secret; one made of the secret itself stays right when the list changes. */
export function versionOf(secret: string): number {
  return createHash('sha256').update(secret).digest().readUInt32BE(0) >>> 1
}

/** A key pair as the identity library stores it: the private half is encrypted, with its secret's version in front. */
type StoredKey = { privateKey: string; expiresAt?: Date | undefined }

const aMinuteMs = 60_000

/**
 * The key pairs that these secrets open. The first secret's sign. The others' only verify: the library does just that
 * with expired ones, and makes a new pair when no other is left. A secret that is gone takes its keys with it, because
 * whoever knows it could open them in an old backup.
 */
export function usableKeys<Key extends StoredKey>(keys: readonly Key[], secrets: readonly string[]): Key[] {
  const [current, ...older] = secrets.map(versionOf)
  return keys.flatMap(key => {
    const version = parseEnvelope(String(JSON.parse(key.privateKey)))?.version
    if (version === undefined) return []
    if (version === current) return [key]
    return older.includes(version) ? [{ ...key, expiresAt: new Date(Date.now() - aMinuteMs) }] : []
  })
}

/** A cookie of the identity service or of its plug-ins, as it signs them: a plain value, a dot, and the signature. */
const signedCookie = /^((?:__Secure-)?tappet\.[\w-]+)=([\w-]+)\.[^.]+$/

/**
 * A `Cookie` header in which signatures of older secrets are replaced by the first's. The library verifies with the
 * first alone, so without this a new secret would sign everybody out.
 */
export function withCurrentSignatures(header: string, secrets: readonly string[]): string {
  const [current, ...older] = secrets
  if (current === undefined || older.length === 0) return header
  const renewed = header.split(/;\s*/).map(cookie => {
    const [, name, value] = signedCookie.exec(cookie) ?? []
    if (name === undefined || value === undefined) return cookie
    const isOlder = older.some(secret => isSame(cookie, signedAs(name, value, secret)))
    return isOlder ? signedAs(name, value, current) : cookie
  })
  return renewed.join('; ')
}

/** A cookie as the identity library signs it. */
export function signedAs(name: string, value: string, secret: string): string {
  const signature = createHmac('sha256', secret).update(value).digest('base64')
  return `${name}=${value}.${encodeURIComponent(signature)}`
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
