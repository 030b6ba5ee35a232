import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'

/** SHA-256, the only form in which a token is stored. */
export const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

export type Secrets = {
  /** A keyed digest: without the key nobody can make or guess it. */
  sign(purpose: string, text: string): Buffer
  /** AES-256-GCM for what is stored encrypted. Out: base64 of iv, tag and ciphertext. */
  seal(plain: string): string
  /** The opposite of `seal`. Throws when the text was changed or sealed under another key. */
  unseal(sealed: string): string
  /** An Ed25519 signature: whoever has the public key can check it, without the secret. */
  attest(text: string): Buffer
  /** What checks those signatures: base64 of its SPKI form. */
  publicKey: string
}

/** Whether a text was attested by whoever has the secret to this public key; not either, where that is no key. */
export const isAttested = (publicKey: string, text: string, signature: Buffer): boolean => {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text), key, signature)
  } catch {
    return false
  }
}
/** What people compare of a public key: the beginning of its digest. */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 32)

/** PKCS #8 around the 32 bytes that an Ed25519 key is made of (RFC 8410). */
const ed25519Head = Buffer.from('302e020100300506032b657004220420', 'hex')

const ivBytes = 12
const tagBytes = 16

/** In: the installation's secret key, any length. Every use gets a key of its own by HKDF (RFC 5869). */
export const createSecrets = (secretKey: string): Secrets => {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'atrium', purpose, 32))
  const signingKey = derive('sign')
  const sealingKey = derive('seal')
  const attesting = createPrivateKey({
    key: Buffer.concat([ed25519Head, derive('attest')]),
    format: 'der',
    type: 'pkcs8',
  })
  return {
    attest: (text) => sign(null, Buffer.from(text), attesting),
    publicKey: createPublicKey(attesting).export({ format: 'der', type: 'spki' }).toString('base64'),
    sign: (purpose, text) => createHmac('sha256', signingKey).update(`${purpose}\0${text}`).digest(),
    seal(plain) {
      const iv = randomBytes(ivBytes)
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
