import { createHash, createHmac } from 'node:crypto'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

type Request = {
  service: string
  path: string
  /** Headers to sign, in lower case: at least content-type and host. */
  headers: Readonly<Record<string, string>>
  body: string
  /** Unix seconds, as in the header X-TC-Timestamp. */
  timestamp: number
}

/** The Authorization header of a POST by TC3-HMAC-SHA256, Tencent Cloud's signature version 3. */
export const tc3Authorization = (request: Request, key: { id: string; secret: string }): string => {
  const { service, timestamp } = request
  const headers = Object.entries(request.headers).sort(([one], [other]) => (one < other ? -1 : 1))
  const names = headers.map(([name]) => name).join(';')
  const canonical = [
    'POST',
    request.path,
    '',
    ...headers.map(([name, value]) => `${name}:${value.trim().toLowerCase()}`),
    '',
    names,
    sha256(request.body),
  ].join('\n')
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const credential = `${date}/${service}/tc3_request`
  const signing = hmac(hmac(hmac(`TC3${key.secret}`, date), service), 'tc3_request')
  const signature = hmac(signing, `TC3-HMAC-SHA256\n${timestamp}\n${credential}\n${sha256(canonical)}`).toString('hex')
  return `TC3-HMAC-SHA256 Credential=${key.id}/${credential}, SignedHeaders=${names}, Signature=${signature}`
}
