import { setImmediate as turn } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSocket } from '../../../test/raw-socket.ts'
import { sendStream } from './event-stream.ts'

const blocks = 2000
const text = 'x'.repeat(32 * 1024)
/** Blocks sent until each stream closed, or all of them. */
const sent: number[] = []
const server = Fastify()
beforeAll(async () => {
  server.get('/', (_, reply) =>
    sendStream(reply, ({ send, mark, end }) => {
      let isOpen = true
      const sendAll = async () => {
        let count = 0
        for (; isOpen && count < blocks; count += 1) {
          mark(String(count))
          send('block', text)
          // As between rounds: the system takes what it can.
          await turn()
        }
        sent.push(count)
        end()
      }
      void sendAll()
      return () => {
        isOpen = false
      }
    }),
  )
  await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

it('cuts a reader that does not keep up, instead of keeping what it has not read', async () => {
  const socket = await openSocket(server)
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await expect.poll(() => sent.length, { timeout: 10_000 }).toBe(1)
  expect(sent[0]).toBeLessThan(blocks / 2)
  socket.destroy()
})
