import { connect, createServer } from 'node:net'
import { onTestFinished } from 'vitest'
import { freePort } from '../src/kernel/db/embedded-postgres-server.ts'
import { createTestDatabase } from './test-database.ts'

/** A test database whose address nothing listens on until it `arrives`. */
export const lateDatabase = async () => {
  const { ownerUrl } = await createTestDatabase()
  const [url, port] = [new URL(ownerUrl), await freePort()]
  const at = { host: url.hostname, port: Number(url.port) }
  url.port = String(port)
  const proxy = createServer((near) => {
    const far = connect(at)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.pipe(far).pipe(near)
  })
  onTestFinished(() => void proxy.close())
  return { url: url.toString(), arrives: () => proxy.listen(port, url.hostname) }
}
