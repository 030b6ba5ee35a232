import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { OpenCall } from './open-stage.ts'

/** What a test changes of a signature after RFC 9421. */
export type MessageSigning = {
  components?: readonly string[]
  /** In seconds. */
  created?: number
  nonce?: string
  /** Added to the parameters as they stand. */
  more?: string
  label?: string
  authority?: string
}
export const contentDigest = (body: string): string => `sha-256=:${createHash('sha256').update(body).digest('base64')}:`

/** Headers of a call signed after RFC 9421, made without the product's code and without a library. */
export const signMessage = (
  { method, url, body = '', appKey, secret }: OpenCall,
  { components, created, nonce, more = '', label = 'sig1', authority = 'localhost' }: MessageSigning = {},
): Record<string, string> => {
  const [path = '', query = ''] = url.split('?')
  const values: Readonly<Record<string, string>> = {
    '@method': method,
    '@authority': authority,
    '@path': path,
    '@query': `?${query}`,
    '@scheme': 'http',
    '@target-uri': `http://${authority}${url}`,
    '@request-target': url,
    'content-digest': contentDigest(body),
    'content-type': 'application/json',
  }
  const covered = components ?? [
    '@method',
    '@authority',
    '@path',
    '@query',
    ...(body === '' ? [] : ['content-digest', 'content-type']),
  ]
  const time = created ?? Math.floor(Date.now() / 1000)
  const unique = nonce ?? randomBytes(12).toString('hex')
  const names = covered.map((name) => `"${name}"`).join(' ')
  const input = `(${names});created=${time};nonce="${unique}";keyid="${appKey}";alg="hmac-sha256"${more}`
  const base = [...covered.map((name) => `"${name}": ${values[name] ?? ''}`), `"@signature-params": ${input}`].join(
    '\n',
  )
  return {
    'signature-input': `${label}=${input}`,
    signature: `${label}=:${createHmac('sha256', secret).update(base).digest('base64')}:`,
    ...(body !== '' && { 'content-digest': contentDigest(body), 'content-type': 'application/json' }),
  }
}
