import { createHmac } from 'node:crypto'

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app shows that was given this `otpauth:` address (RFC 6238), `steps` half minutes from now. */
export function codeOf(address: string, steps = 0): string {
  const key = new URL(address).searchParams.get('secret') ?? ''
  const bits = Array.from(key, sign => base32.indexOf(sign).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map(octet => Number.parseInt(octet, 2))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const digest = createHmac('sha1', Buffer.from(bytes)).update(counter).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
