import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { compatDefaultKey, gcmPrefix } from '@atrium/contract/kernel/cipher.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { type Actor, AppError, type TemporaryActor } from '../scope.ts'

export type CipherMode = 0 | 1 | 2
export type BodyCipher = { decrypt(body: unknown): unknown; encrypt(json: string): string }

const ecb = (key: string): BodyCipher => ({
  decrypt(body) {
    const decipher = createDecipheriv('aes-128-ecb', key, null)
    const bytes = Buffer.from(readCipherText(body), 'base64')
    return JSON.parse(Buffer.concat([decipher.update(bytes), decipher.final()]).toString('utf8'))
  },
  encrypt(json) {
    const cipher = createCipheriv('aes-128-ecb', key, null)
    return Buffer.concat([cipher.update(json, 'utf8'), cipher.final()]).toString('base64')
  },
})

const ivBytes = 12
const tagBytes = 16
const gcm = (aesKey: string, additional: string): BodyCipher => {
  const key = createHash('sha256').update(aesKey).digest()
  const aad = Buffer.from(additional)
  return {
    decrypt(body) {
      const bytes = Buffer.from(readCipherText(body).slice(gcmPrefix.length), 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      }).setAAD(aad)
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      const plain = Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()])
      return JSON.parse(plain.toString('utf8'))
    },
    encrypt(json) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(aad)
      const body = Buffer.concat([cipher.update(json, 'utf8'), cipher.final()])
      return gcmPrefix + Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64')
    },
  }
}

const readCipherText = (body: unknown): string => {
  if (typeof body === 'object' && body !== null && 'cipher' in body && typeof body.cipher === 'string')
    return body.cipher
  throw new Error('no cipher in the body')
}

const isActor = (caller: Actor | TemporaryActor | null): caller is Actor => caller !== null && 'aesKey' in caller

/**
 * Picks the cipher for the bodies of one call; undefined if they are sent plain. Mode 1 is AES-128-ECB, kept for
 * compatibility and no protection; before sign-in it uses the published default key. Mode 2 is AES-256-GCM under the
 * session key, bound to method, path and request id (decision 14).
 */
export const cipherFor = (
  mode: CipherMode,
  endpoint: Endpoint,
  caller: Actor | TemporaryActor | null,
  request: { path: string; cipherId: string },
): BodyCipher | undefined => {
  const isBinary = endpoint.wire === 'binary' || endpoint.wire === 'multipart'
  if (mode === 0 || isBinary || endpoint.method === 'GET' || endpoint.method === 'DELETE') return undefined
  if (mode === 1) return ecb(isActor(caller) ? caller.aesKey : compatDefaultKey)
  return isActor(caller) ? gcm(caller.aesKey, `${endpoint.method} ${request.path} ${request.cipherId}`) : undefined
}

const isEncrypted = (body: unknown) =>
  typeof body === 'object' && body !== null && Object.keys(body).join() === 'cipher'

/**
 * The body of a call, decrypted if it has a cipher. The result is not trusted: it passes the same schema as a plain
 * body.
 * @throws `badCipher` for every fault alike, with the current mode: a page that was opened in another mode learns it
 *   and asks again.
 */
export const readBody = (mode: CipherMode, cipher: BodyCipher | undefined, body: unknown): unknown => {
  try {
    if (cipher) return cipher.decrypt(body)
  } catch {
    throw new AppError(kernelErrors.badCipher, { data: { encrypt: mode } })
  }
  if (isEncrypted(body)) throw new AppError(kernelErrors.badCipher, { data: { encrypt: mode } })
  return body
}
