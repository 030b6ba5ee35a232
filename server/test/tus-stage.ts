import { createHash, randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { createServer, request as send } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { partsPath } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { inject } from 'vitest'
import type { TestApp } from './harness.ts'

type Credentials = { account: string; password: string }

/** Headers of a session as a browser sends them: its token and the cookie it is bound to. */
export const sessionHeaders = async (app: TestApp, who: Credentials) => {
  const first = await app.call(signInContract.verify, { body: who })
  const { data, headers } = await app.call(signInContract.accessToken, { body: {} }, first.data?.tempToken)
  const cookie = [headers['set-cookie'] ?? []].flat().map((each) => each.split(';')[0])
  return { token: data?.token ?? '', cookie: cookie.join('; ') }
}

/**
 * Has a node listen.
 * @returns its address
 */
export const listen = async ({ server }: TestApp): Promise<string> => {
  if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

const megabyte = 1024 * 1024
/**
 * A text on the disk.
 * @returns its path and digest
 */
export const createLargeText = async (megabytes: number) => {
  const path = join(inject('folder'), `large-${randomBytes(6).toString('hex')}`)
  const hash = createHash('sha256')
  const handle = await open(path, 'wx')
  for (let n = 0; n < megabytes; n += 1) {
    const piece = Buffer.from(randomBytes(megabyte / 2).toString('hex'))
    hash.update(piece)
    await handle.write(piece)
  }
  await handle.close()
  return { path, size: megabytes * megabyte, digest: hash.digest('hex'), remove: () => rm(path) }
}

/**
 * An address that leads to one node, then to another, and whose connections can be cut.
 * @param first the first node's address
 */
export const createGateway = async (first: string) => {
  let node = first
  const served = new Map<string, number>()
  const sockets = new Set<Socket>()
  const gateway = createServer((request, response) => {
    const { method, url: path, headers } = request
    served.set(node, (served.get(node) ?? 0) + 1)
    const onward = send(new URL(path ?? '', node), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.on('close', () => request.complete || onward.destroy())
    request.pipe(onward)
  })
  gateway.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done))
  const { port } = gateway.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}${partsPath}`,
    /** Requests by node. */
    served,
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    leadTo(next: string) {
      node = next
    },
    close() {
      gateway.closeAllConnections()
      return new Promise((done) => gateway.close(done))
    },
  }
}
