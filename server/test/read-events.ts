import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import type { InjectOptions } from 'fastify'
import type { TestApp } from './harness.ts'

type ReceivedEvent = { name: string; data: unknown; id: string }

const readField = (block: string, field: string) => new RegExp(`^${field}: (.*)$`, 'm').exec(block)?.[1] ?? ''

/** Opens the event stream of a session and collects what arrives. The stream stays open until the node stops. */
export const readEvents = async ({ server }: Pick<TestApp, 'server'>, token: string, lastEventId?: string) => {
  const headers = { token, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) }
  const request: InjectOptions = { method: 'GET', url: sessionContract.events.path, headers, payloadAsStream: true }
  const stream = (await server.inject(request)).stream()
  const events: ReceivedEvent[] = []
  const reading = { position: '' }
  let rest = ''
  stream.on('data', (bytes: Buffer) => {
    const blocks = `${rest}${bytes}`.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const [name, id] = [readField(block, 'event'), readField(block, 'id')]
      reading.position = id || reading.position
      if (name !== '') events.push({ name, id, data: JSON.parse(readField(block, 'data')) })
    }
  })
  return {
    reading,
    /** Data of a topic's events. */
    listData: (topic: string) => events.flatMap(({ name, data }) => (name === topic ? data : [])),
  }
}
export type EventReader = Awaited<ReturnType<typeof readEvents>>
