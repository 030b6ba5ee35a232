import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import type { App } from '../src/app.ts'
import { administrator } from './administrator.ts'
import type { TestApp } from './harness.ts'

/** Opens a connection to a listening server; without Nagle's algorithm each piece is a packet of its own. */
export const openSocket = async (server: App['server']): Promise<Socket> => {
  const { port } = server.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}

/**
 * Sends each piece as a packet and reads after the last one, as simple clients do.
 * @returns everything the server sends until it closes the connection
 */
export const exchange = async (server: App['server'], ...pieces: (string | Buffer)[]): Promise<string> => {
  const socket = await openSocket(server)
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  for (const piece of pieces) {
    if (!socket.write(piece)) await Promise.race([new Promise((drained) => socket.once('drain', drained)), closed])
    await turn()
  }
  const answer: Buffer[] = []
  socket.on('data', (chunk) => answer.push(chunk))
  await closed
  return Buffer.concat(answer).toString()
}

/** Status, headers and body of the last response on a connection. */
export const parseAnswer = (text: string) => {
  const [head = '', ...rest] = text.slice(text.lastIndexOf('HTTP/1.1 ')).split('\r\n\r\n')
  return { status: Number(head.slice(9, 12)), head: head.toLowerCase(), ...JSON.parse(rest.join('\r\n\r\n') || '{}') }
}

/**
 * Signs the administrator in.
 * @returns the header lines of the session, with the cookies it is bound to
 */
export const sessionLines = async (app: TestApp): Promise<string> => {
  const { data: first } = await app.call(signInContract.verify, { body: administrator })
  const { data, headers } = await app.call(signInContract.accessToken, { body: {} }, first?.tempToken)
  const cookies = [headers['set-cookie'] ?? []].flat().map((each) => each.split(';')[0])
  return `token: ${data?.token}\r\ncookie: ${cookies.join('; ')}`
}
