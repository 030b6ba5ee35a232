import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hash,
  hkdfSync,
  randomFillSync,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto'

/** SHA-256, the only form in which tokens are stored. */
export const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

export type Secrets = {
  /** HMAC-SHA-256: cannot be computed or guessed without the key. */
  sign(purpose: string, text: string): Buffer
  /**
   * The present key's signature and those of the keys that it has replaced or will replace, for what is looked up by its
   * signature.
   */
  signatures(purpose: string, text: string): Buffer[]
  /**
   * Whether a signature, or its first bytes, is one of `signatures`; of the held keys alone, those of a rotation under way
   * included, where a signature grants something by itself.
   */
  isSigned(purpose: string, text: string, signature: Buffer, by?: 'anyKey' | 'heldKey'): boolean
  /**
   * Encrypts with AES-256-GCM for storage.
   * @returns base64 of iv, tag and ciphertext
   */
  seal(plain: string): string
  /**
   * Decrypts a `seal` result of a held key.
   * @throws if the text was changed or sealed under another key
   */
  unseal(sealed: string): string
  /** An Ed25519 signature, verifiable with the public key alone. */
  attest(text: string): Buffer
  /** Public key of `attest`: base64 of its SPKI form. */
  readonly publicKey: string
  /** Those of the held keys, the present one first. */
  readonly publicKeys: readonly string[]
}

/** Secrets of an installation, whose key may be replaced by another while it runs. */
export type Keyring = Secrets & {
  /** Fingerprint of the present key, which seals and signs. */
  presentKey(): string
  /**
   * Makes a held key the present one. Takes its fingerprint.
   * @returns false if it is not held
   */
  turnTo(fingerprint: string): boolean
  /**
   * A sealed text under the present key: `same` if it is already, `sealed` with the new text, `lost` if no held key opens it.
   */
  sealAgain(sealed: string): { state: 'same' | 'lost' } | { state: 'sealed'; text: string }
}

/** Whether the signature of a text is valid for this public key; false if the key is malformed. */
export const isAttested = (publicKey: string, text: string, signature: Buffer): boolean => {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text), key, signature)
  } catch {
    return false
  }
}
/** Short digest of a public key for comparison by people. */
export const toFingerprint = (publicKey: string): string =>
  hash('sha256', Buffer.from(publicKey, 'base64'), 'hex').slice(0, 32)

/**
 * Short keyed hash of a secret key, by which its holders recognise it, and from which it cannot be found. Not derived from
 * what anything is signed or sealed with.
 */
export const keyFingerprint = (secretKey: string): string =>
  Buffer.from(hkdfSync('sha256', secretKey, 'atrium', 'fingerprint', 8)).toString('hex')

/** PKCS #8 header of a raw 32-byte Ed25519 key (RFC 8410). */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

const ivBytes = 12
const tagBytes = 16

/** Initialisation vectors of one call of the generator, which costs more than to seal a short text. */
const ivsTogether = 256
const createIvs = () => {
  const drawn = Buffer.alloc(ivBytes * ivsTogether)
  let at = drawn.length
  return () => {
    if (at === drawn.length) {
      randomFillSync(drawn)
      at = 0
    }
    at += ivBytes
    return Buffer.from(drawn.subarray(at - ivBytes, at))
  }
}

const deriveKey = (secretKey: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secretKey, 'atrium', purpose, 32))
/** What a key signs with. It stays with the installation when the key is replaced, since some signatures are kept for good. */
export const signingKeyOf = (secretKey: string): Buffer => deriveKey(secretKey, 'sign')

const readKey = (secretKey: string) => {
  const attestation = createPrivateKey({
    key: Buffer.concat([ed25519Prefix, deriveKey(secretKey, 'attest')]),
    format: 'der',
    type: 'pkcs8',
  })
  return {
    fingerprint: keyFingerprint(secretKey),
    signing: signingKeyOf(secretKey),
    sealing: createSecretKey(deriveKey(secretKey, 'seal')),
    attestation,
    publicKey: createPublicKey(attestation).export({ format: 'der', type: 'spki' }).toString('base64'),
  }
}
type Key = ReturnType<typeof readKey>

const hmac = (signing: Buffer, purpose: string, text: string) =>
  createHmac('sha256', signing).update(`${purpose}\0${text}`).digest()
/** Shorter ones could be guessed. */
const fewestBytes = 4
const begins = (whole: Buffer, signature: Buffer) =>
  signature.length <= whole.length && timingSafeEqual(whole.subarray(0, signature.length), signature)

const openSealed = ({ sealing }: Key, sealed: string): string => {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
}
const tryToOpen = (key: Key, sealed: string): string | undefined => {
  try {
    return openSealed(key, sealed)
  } catch {
    return undefined
  }
}

/** Beside the key: the one that it replaces, and what earlier ones signed with. */
export type OtherKeys = { replaced?: string | undefined; retired?: readonly Buffer[] }

/**
 * Each purpose derives its own key with HKDF (RFC 5869).
 * @param secretKey the installation's secret key, of any length
 */
export const createSecrets = (secretKey: string, { replaced, retired = [] }: OtherKeys = {}): Keyring => {
  let held: [Key, ...Key[]] = [readKey(secretKey), ...(replaced === undefined ? [] : [readKey(replaced)])]
  const nextIv = createIvs()
  const seal = (plain: string): string => {
    const iv = nextIv()
    const cipher = createCipheriv('aes-256-gcm', held[0].sealing, iv)
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
  }
  const signatures = (purpose: string, text: string, by: 'anyKey' | 'heldKey' = 'anyKey') =>
    [...held.map(({ signing }) => signing), ...(by === 'anyKey' ? retired : [])].map((key) => hmac(key, purpose, text))
  return {
    attest: (text) => sign(null, Buffer.from(text), held[0].attestation),
    get publicKey() {
      return held[0].publicKey
    },
    get publicKeys() {
      return held.map(({ publicKey }) => publicKey)
    },
    sign: (purpose, text) => hmac(held[0].signing, purpose, text),
    signatures,
    isSigned: (purpose, text, signature, by) =>
      signature.length >= fewestBytes && signatures(purpose, text, by).some((each) => begins(each, signature)),
    seal,
    unseal(sealed) {
      for (const key of held.slice(0, -1)) {
        const plain = tryToOpen(key, sealed)
        if (plain !== undefined) return plain
      }
      return openSealed(held.at(-1) ?? held[0], sealed)
    },
    presentKey: () => held[0].fingerprint,
    turnTo(fingerprint) {
      const present = held.find((each) => each.fingerprint === fingerprint)
      if (present) held = [present, ...held.filter((each) => each !== present)]
      return present !== undefined
    },
    sealAgain(sealed) {
      if (tryToOpen(held[0], sealed) !== undefined) return { state: 'same' }
      const plain = held
        .slice(1)
        .map((key) => tryToOpen(key, sealed))
        .find((each) => each !== undefined)
      return plain === undefined ? { state: 'lost' } : { state: 'sealed', text: seal(plain) }
    },
  }
}
