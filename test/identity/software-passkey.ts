import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/**
 * An authenticator in software (WebAuthn, level 2): makes passkeys with a key of its own each, and signs what it is asked
 * to. What it says can be bent, to see who looks.
 */

type Bent = {
  origin?: string
  host?: string
  /** Whether it says that it has checked who holds it. */
  verified?: boolean
  challenge?: string
}

export type RegisterOptions = { challenge: string; rp: { id: string }; user: { id: string } }
export type AskOptions = { challenge: string; rpId: string }

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const hash = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

export type SoftwarePasskey = ReturnType<typeof softwarePasskey>

export function softwarePasskey(origin: string, id = randomBytes(32)) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let counter = 0
  let userHandle = ''

  function clientData(type: string, challenge: string, bent: Bent): Buffer {
    return Buffer.from(
      JSON.stringify({
        type,
        challenge: bent.challenge ?? challenge,
        origin: bent.origin ?? origin,
        crossOrigin: false,
      }),
    )
  }

  function authenticatorData(host: string, bent: Bent, attested?: Buffer): Buffer {
    // User present; user verified; credential data follows.
    const flags = 0x01 | (bent.verified === false ? 0 : 0x04) | (attested ? 0x40 : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([hash(bent.host ?? host), head, attested ?? Buffer.alloc(0)])
  }

  return {
    id: encode(id),
    /** Sets the counter of signatures, as an older copy of the device would have it. */
    turnBackTo(value: number): void {
      counter = value
    },

    /** The answer to the shop's question for a new passkey. */
    register({ challenge, rp, user }: RegisterOptions, bent: Bent = {}) {
      userHandle = user.id
      const attested = Buffer.concat([Buffer.alloc(16), lengthOf(id), id, coseKey(publicKey)])
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authenticatorData(rp.id, bent, attested))],
      ])
      return {
        ...this.credential(),
        response: {
          clientDataJSON: encode(clientData('webauthn.create', challenge, bent)),
          attestationObject: encode(attestationObject),
          transports: ['internal'],
        },
      }
    },

    /** The answer to the shop's question who is here. */
    answer({ challenge, rpId }: AskOptions, bent: Bent = {}) {
      counter += 1
      const data = authenticatorData(rpId, bent)
      const client = clientData('webauthn.get', challenge, bent)
      const signature = sign('sha256', Buffer.concat([data, hash(client)]), privateKey)
      return {
        ...this.credential(),
        response: {
          clientDataJSON: encode(client),
          authenticatorData: encode(data),
          signature: encode(signature),
          userHandle,
        },
      }
    },

    credential() {
      const name = encode(id)
      return {
        id: name,
        rawId: name,
        type: 'public-key',
        clientExtensionResults: {},
        authenticatorAttachment: 'platform',
      }
    },
  }
}

function lengthOf(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return length
}

/** The public half as COSE writes it (RFC 9053): an elliptic key, for ES256, on P-256, with its two coordinates. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(-7)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ])
}

/** The little of CBOR (RFC 8949) that an authenticator needs: a kind in three bits, then a number, then the content. */
function cborHead(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value])
  if (value < 256) return Buffer.from([(kind << 5) | 24, value])
  return Buffer.from([(kind << 5) | 25, value >> 8, value & 255])
}
const cborInteger = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value))
const cborBytes = (bytes: Uint8Array) => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborText = (text: string) => Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)])
const cborMap = (pairs: [Buffer, Buffer][]) => Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()])
