import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { compatDefaultKey, gcmPrefix } from '@atrium/contract/kernel/cipher.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { type Actor, AppError, type TemporaryActor } from '../scope.ts'

export type CipherMode = 0 | 1 | 2
export type BodyCipher = { open(body: unknown): unknown; close(json: string): string }

const ecb = (key: string): BodyCipher => ({
  open(body) {
    const decipher = createDecipheriv('aes-128-ecb', key, null)
    const bytes = Buffer.from(cipherTextOf(body), 'base64')
    return JSON.parse(Buffer.concat([decipher.update(bytes), decipher.final()]).toString('utf8'))
  },
  close(json) {
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
    open(body) {
      const bytes = Buffer.from(cipherTextOf(body).slice(gcmPrefix.length), 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      }).setAAD(aad)
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      const plain = Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()])
      return JSON.parse(plain.toString('utf8'))
    },
    close(json) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(aad)
      const body = Buffer.concat([cipher.update(json, 'utf8'), cipher.final()])
      return gcmPrefix + Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64')
    },
  }
}

const cipherTextOf = (body: unknown): string => {
  if (typeof body === 'object' && body !== null && 'cipher' in body && typeof body.cipher === 'string')
    return body.cipher
  throw new Error('no cipher in the body')
}

const isActor = (who: Actor | TemporaryActor | null): who is Actor => who !== null && 'aesKey' in who

/**
 * How the bodies of one call travel (spec §7, wire §1). Out: undefined when they travel plain. Mode 1 is the
 * specification's AES-ECB, kept for compatibility and no protection; before sign-in it uses the published default
 * key. Mode 2 is AES-256-GCM under the session's key, bound to method, path and the request's own id.
 */
export const cipherFor = (
  mode: CipherMode,
  endpoint: Endpoint,
  who: Actor | TemporaryActor | null,
  request: { path: string; cipherId: string },
): BodyCipher | undefined => {
  const travelsWhole = endpoint.wire === 'binary' || endpoint.wire === 'multipart'
  if (mode === 0 || travelsWhole || endpoint.method === 'GET' || endpoint.method === 'DELETE') return undefined
  if (mode === 1) return ecb(isActor(who) ? who.aesKey : compatDefaultKey)
  return isActor(who) ? gcm(who.aesKey, `${endpoint.method} ${request.path} ${request.cipherId}`) : undefined
}

/** Decrypted is not trusted: what comes out passes the same schema as a plain body. One refusal for every fault. */
export const openBody = (cipher: BodyCipher, body: unknown): unknown => {
  try {
    return cipher.open(body)
  } catch {
    throw new AppError(kernelErrors.badCipher)
  }
}
