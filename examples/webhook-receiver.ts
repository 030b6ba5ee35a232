// Receives webhooks (Standard Webhooks): WEBHOOK_SECRET=whsec_… node examples/webhook-receiver.ts
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

const { WEBHOOK_SECRET = '', PORT = '8080' } = process.env
const key = Buffer.from(WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64')
const toleranceSeconds = 300
const seen = new Set<string>() // a database, in a real receiver: events may arrive more than once

const isSigned = ({ headers }: IncomingMessage, body: Buffer): boolean => {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => String(headers[`webhook-${name}`]))
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds)) return false
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  // While a secret is replaced, there are two signatures.
  return (signatures ?? '').split(' ').some((each) => {
    const sent = Buffer.from(each.replace(/^v1,/, ''), 'base64')
    return each.startsWith('v1,') && sent.length === expected.length && timingSafeEqual(sent, expected)
  })
}

const server = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts)
  if (!isSigned(request, body)) return response.writeHead(401).end()
  const id = String(request.headers['webhook-id'])
  if (!seen.has(id)) process.stdout.write(`${body}\n`) // the work to be done
  seen.add(id)
  response.writeHead(204).end()
})
server.listen(Number(PORT), '127.0.0.1', () =>
  process.stdout.write(`listening on ${JSON.stringify(server.address())}\n`),
)
