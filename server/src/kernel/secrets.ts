import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** SHA-256, the only form in which a token is stored. */
export const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

export type Secrets = {
  /** A keyed digest: without the key nobody can make or guess it. */
  sign(purpose: string, text: string): Buffer
  /** AES-256-GCM for what is stored encrypted. Out: base64 of iv, tag and ciphertext. */
  seal(plain: string): string
  /** The opposite of `seal`. Throws when the text was changed or sealed under another key. */
  unseal(sealed: string): string
}

const ivBytes = 12
const tagBytes = 16

/** In: the installation's secret key, any length. Every use gets a key of its own by HKDF (RFC 5869). */
export const createSecrets = (secretKey: string): Secrets => {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'atrium', purpose, 32))
  const signingKey = derive('sign')
  const sealingKey = derive('seal')
  return {
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
