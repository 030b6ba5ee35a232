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
  verify,
} from 'node:crypto'

/** SHA-256, the only form in which tokens are stored. */
export const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

export type Secrets = {
  /** HMAC-SHA-256: cannot be computed or guessed without the key. */
  sign(purpose: string, text: string): Buffer
  /**
   * Encrypts with AES-256-GCM for storage.
   * @returns base64 of iv, tag and ciphertext
   */
  seal(plain: string): string
  /**
   * Decrypts a `seal` result.
   * @throws if the text was changed or sealed under another key
   */
  unseal(sealed: string): string
  /** An Ed25519 signature, verifiable with the public key alone. */
  attest(text: string): Buffer
  /** Public key of `attest`: base64 of its SPKI form. */
  publicKey: string
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

/**
 * Each purpose derives its own key with HKDF (RFC 5869).
 * @param secretKey the installation's secret key, of any length
 */
export const createSecrets = (secretKey: string): Secrets => {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'atrium', purpose, 32))
  const signingKey = derive('sign')
  const sealingKey = createSecretKey(derive('seal'))
  const nextIv = createIvs()
  const attestationKey = createPrivateKey({
    key: Buffer.concat([ed25519Prefix, derive('attest')]),
    format: 'der',
    type: 'pkcs8',
  })
  return {
    attest: (text) => sign(null, Buffer.from(text), attestationKey),
    publicKey: createPublicKey(attestationKey).export({ format: 'der', type: 'spki' }).toString('base64'),
    sign: (purpose, text) => createHmac('sha256', signingKey).update(`${purpose}\0${text}`).digest(),
    seal(plain) {
      const iv = nextIv()
      const cipher = createCipheriv('aes-256-gcm', sealingKey, iv)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
    },
    unseal(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
    },
  }
}
