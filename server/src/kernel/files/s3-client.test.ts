import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { openBucket } from './s3-client.ts'

const bucketAt = async (server: Server) => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return openBucket({ endpoint, bucket: 'files', accessKey: 'key', secretKey: 'secret', region: 'us-east-1' }, 300)
}

it('gives up a store that does not answer', async () => {
  const s3 = await bucketAt(createServer(() => undefined))
  await expect(s3.objectExists('a')).rejects.toThrow('did not answer within 300 ms')
})
it('reads an answer to its end, however long that takes', async () => {
  const s3 = await bucketAt(
    createServer(async (_request, response) => {
      response.writeHead(200)
      for (const part of ['one ', 'two ', 'three']) {
        response.write(part)
        await pause(200)
      }
      response.end()
    }),
  )
  const { body } = await s3.getObjectRaw('a')
  expect(body && (await text(body))).toBe('one two three')
})
