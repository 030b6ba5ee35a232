import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Parts of a response that a test may falsify. */
type Overrides = {
  origin?: string
  rpId?: string
  verified?: boolean
  challenge?: string
  counter?: number
  format?: string
}
type Options = Record<string, unknown>
type Site = { origin: string }

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Buffer) => bytes.toString('base64url')

const head = (major: number, length: number) =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
type Cbor = number | string | Buffer | Map<number | string, Cbor>
/** CBOR (RFC 8949), as far as authenticators use it. */
const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)])])
}

/** COSE (RFC 9053): an elliptic curve key, ES256 on P-256. */
const coseKey = (key: KeyObject) => {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

const userPresent = 0x01
const userVerified = 0x04
const attestedCredential = 0x40

/** An authenticator with one passkey, written from WebAuthn §6 and not with the library under test. */
export const createSoftwareAuthenticator = (site: Site) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  let userHandle = ''
  let counter = 0

  const clientData = (type: string, challenge: unknown, wrong: Overrides) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? site.origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (rpId: string, wrong: Overrides, attested = Buffer.alloc(0)) => {
    const flags =
      userPresent | (wrong.verified === false ? 0 : userVerified) | (attested.length > 0 ? attestedCredential : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(wrong.counter ?? counter)
    return Buffer.concat([sha256(wrong.rpId ?? rpId), Buffer.from([flags]), count, attested])
  }
  const answer = (response: object) => ({
    id: base64url(credentialId),
    rawId: base64url(credentialId),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    /** Answers `navigator.credentials.create`, with attestation `none`. */
    register(options: Options, wrong: Overrides = {}) {
      const { rp, user, challenge } = options as { rp: { id: string }; user: { id: string }; challenge: string }
      userHandle = user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)])
      const attestation = new Map<string, Cbor>([
        ['fmt', wrong.format ?? 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(rp.id, wrong, attested)],
      ])
      return answer({
        clientDataJSON: base64url(clientData('webauthn.create', challenge, wrong)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal', 'hybrid'],
      })
    },

    /** Answers `navigator.credentials.get` and increments the signature counter. */
    sign(options: Options, wrong: Overrides = {}) {
      const { rpId, challenge } = options as { rpId: string; challenge: string }
      counter += 1
      const client = clientData('webauthn.get', challenge, wrong)
      const data = authenticatorData(rpId, wrong)
      return answer({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        userHandle,
      })
    },
  }
}
