import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { AppError } from '../scope.ts'
import { hardenServer, serverOptions } from './server-options.ts'

it('answers a stream that fails before its first byte in the envelope', async () => {
  const server = Fastify(serverOptions([]))
  hardenServer(server)
  const failing = new Readable({ read: () => undefined })
  server.get('/', (_, reply) => {
    setImmediate(() => failing.destroy(new AppError({ code: 503, msg: '服务繁忙，请稍后再试' })))
    return reply.type('application/zip').send(failing)
  })
  const answer = await server.inject({ method: 'GET', url: '/' })
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ code: 503, msg: '服务繁忙，请稍后再试' })
  await server.close()
})
