import { createHash, createHmac } from 'node:crypto'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** RFC 3986: encodes everything except letters, digits and `-_.~`. */
const percentEncode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const byName = ([one]: [string, string], [other]: [string, string]) => (one < other ? -1 : 1)

/** Parameters sorted and encoded, as signed and sent. */
export const acs3Query = (parameters: Readonly<Record<string, string>>): string =>
  Object.entries(parameters)
    .sort(byName)
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .join('&')

type Request = {
  method: string
  path: string
  /** As returned by `acs3Query`. */
  query: string
  /** Headers to sign, in lower case: host, content-type if present, and every x-acs-…. */
  headers: Readonly<Record<string, string>>
  body: string
}

/** The Authorization header by ACS3-HMAC-SHA256, Alibaba Cloud's signature version 3. */
export const acs3Authorization = (request: Request, key: { id: string; secret: string }): string => {
  const headers = Object.entries(request.headers).sort(byName)
  const names = headers.map(([name]) => name).join(';')
  const canonical = [
    request.method,
    request.path,
    request.query,
    ...headers.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    sha256(request.body),
  ].join('\n')
  const signature = createHmac('sha256', key.secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
  return `ACS3-HMAC-SHA256 Credential=${key.id},SignedHeaders=${names},Signature=${signature}`
}

/** Hash of the body for the header x-acs-content-sha256. */
export const acs3ContentHash = sha256
