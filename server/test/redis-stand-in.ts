import { createServer, type Socket } from 'node:net'

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`
/** A message pushed to a subscriber (RESP 3). */
const push = (...parts: string[]) => `>${parts.length}\r\n${parts.map(bulk).join('')}`

/** Complete commands in the received text; Redis clients send arrays of bulk strings (RESP). */
const commandsIn = (text: string): string[][] => {
  const commands: string[][] = []
  const lines = text.split('\r\n')
  for (let at = 0; lines[at]?.startsWith('*'); ) {
    const count = Number(lines[at]?.slice(1))
    commands.push(Array.from({ length: count }, (_, n) => lines[at + 2 + n * 2] ?? ''))
    at += 1 + count * 2
  }
  return commands
}

/** The part of a Redis server that announcements between nodes need: publish and subscribe. Takes its port, 0 for any. */
export const startRedisStandIn = async (at = 0) => {
  const listeners = new Set<Socket>()
  const answers: Record<string, (socket: Socket, args: string[]) => string> = {
    subscribe: (socket, [channel = '']) => {
      listeners.add(socket)
      return `>3\r\n${bulk('subscribe')}${bulk(channel)}:1\r\n`
    },
    publish: (_, [channel = '', word = '']) => {
      for (const socket of listeners) socket.write(push('message', channel, word))
      return `:${listeners.size}\r\n`
    },
    info: () => bulk('redis_version:7.0.0\r\nloading:0'),
  }
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('close', () => listeners.delete(socket))
    socket.on('data', (chunk) => {
      for (const [name = '', ...args] of commandsIn(chunk.toString()))
        socket.write(answers[name.toLowerCase()]?.(socket, args) ?? '+OK\r\n')
    })
  })
  await new Promise<void>((ready) => server.listen(at, '127.0.0.1', ready))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `redis://127.0.0.1:${port}`, stop: () => server.close() }
}
