// Calls an open API: node examples/signed-call.ts GET '/open/v1/posts?size=10' ['{"name":"…"}']
import { createHash, createHmac, randomBytes } from 'node:crypto'

const { ATRIUM_URL = 'http://localhost:3000', ATRIUM_APP_KEY = '', ATRIUM_APP_SECRET = '' } = process.env
const [method = 'GET', address = '/', body = ''] = process.argv.slice(2)
const [path = '', ...rest] = address.split('?')
const query = rest.join('?')

// Pairs of the query are sorted by name; the text is signed as it is sent.
const takeName = (pair: string) => pair.split('=')[0] ?? ''
const pairs = query
  .split('&')
  .sort((one, other) => (takeName(one) < takeName(other) ? -1 : takeName(one) > takeName(other) ? 1 : 0))
const timestamp = String(Date.now())
const nonce = randomBytes(12).toString('hex')
const bodyHash = createHash('sha256').update(body).digest('hex')
const text = [method, path, pairs.join('&'), bodyHash, timestamp, nonce].join('\n')

const response = await fetch(ATRIUM_URL + address, {
  method,
  headers: {
    'X-App-Key': ATRIUM_APP_KEY,
    'X-Timestamp': timestamp,
    'X-Nonce': nonce,
    'X-Sign': createHmac('sha256', ATRIUM_APP_SECRET).update(text).digest('base64'),
    ...(body && { 'Content-Type': 'application/json' }),
  },
  ...(body && { body }),
})
process.stdout.write(`${response.status} ${await response.text()}\n`)
