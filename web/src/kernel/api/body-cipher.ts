import { compatDefaultKey, gcmPrefix } from '@atrium/contract/kernel/cipher.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { storedTokens } from './tokens.ts'

/** One encrypted exchange: the endpoint, its path, and the id that both directions authenticate. */
export type Exchange = { endpoint: Endpoint; path: string; id: string }

const ivBytes = 12
const encoder = new TextEncoder()
const decoder = new TextDecoder()

const toBase64 = (bytes: Uint8Array): string => {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))

/** Before a session exists there is no secret to encrypt with. */
const hasSessionKey = ({ access }: Endpoint) => access.kind === 'signedIn' || access.kind === 'permitted'

/** Loaded only if the server requires the compatible cipher, which is rare. */
const ecb = async ({ endpoint }: Exchange) => {
  const { ecb: aesEcb } = await import('@noble/ciphers/aes.js')
  const key = hasSessionKey(endpoint) ? (storedTokens()?.aesKey ?? '') : compatDefaultKey
  return aesEcb(encoder.encode(key))
}

const gcmKey = async () => {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(storedTokens()?.aesKey ?? ''))
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt'])
}
/** Binds a body to its method, path and exchange: it cannot be decrypted in another one. */
const gcmParameters = ({ endpoint, path, id }: Exchange, iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: encoder.encode(`${endpoint.method} ${path} ${id}`),
})

const sealGcm = async (exchange: Exchange, plain: string): Promise<string> => {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const sealed = await crypto.subtle.encrypt(gcmParameters(exchange, iv), await gcmKey(), encoder.encode(plain))
  const bytes = new Uint8Array(ivBytes + sealed.byteLength)
  bytes.set(iv)
  bytes.set(new Uint8Array(sealed), ivBytes)
  return gcmPrefix + toBase64(bytes)
}

const openGcm = async (exchange: Exchange, cipher: string): Promise<string> => {
  const bytes = fromBase64(cipher.slice(gcmPrefix.length))
  const parameters = gcmParameters(exchange, bytes.slice(0, ivBytes))
  return decoder.decode(await crypto.subtle.decrypt(parameters, await gcmKey(), bytes.slice(ivBytes)))
}

/** Encrypts the JSON text of a body for an encryption mode (0 none, 1 AES-ECB, 2 AES-GCM). */
export const sealBody = async (mode: number, exchange: Exchange, json: string): Promise<string> => {
  if (mode === 1) return JSON.stringify({ cipher: toBase64((await ecb(exchange)).encrypt(encoder.encode(json))) })
  if (mode === 2 && hasSessionKey(exchange.endpoint)) return JSON.stringify({ cipher: await sealGcm(exchange, json) })
  return json
}

/** Decrypts the `cipher` of a reply and parses it. */
export const openCipher = async (exchange: Exchange, cipher: string): Promise<unknown> =>
  JSON.parse(
    cipher.startsWith(gcmPrefix)
      ? await openGcm(exchange, cipher)
      : decoder.decode((await ecb(exchange)).decrypt(fromBase64(cipher))),
  )
