import { createServer } from 'node:http'

/** The yardstick of refusing: the same answer to everything, with nothing read or known. */
const answer = '{"code":429,"msg":"贵公司的请求过于频繁，请稍后再试","data":{"retryAfter":1}}'
const server = createServer((_, reply) => void reply.setHeader('content-type', 'application/json').end(answer))
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGINT', () => process.exit(0))
