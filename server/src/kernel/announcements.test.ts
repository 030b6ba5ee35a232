import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startRedisStandIn } from '../../test/redis-stand-in.ts'
import { connectAnnouncements, noAnnouncements } from './announcements.ts'

const waitFor = async (met: () => boolean) => {
  for (let tries = 0; tries < 100 && !met(); tries += 1) await sleep(20)
}

it('delivers a message to every other node', async () => {
  const redis = await startRedisStandIn()
  const nodes = await Promise.all([1, 2, 3].map(() => connectAnnouncements(redis.url, () => undefined)))
  const received: string[][] = nodes.map(() => [])
  for (const [at, node] of nodes.entries()) node.subscribe((message) => received[at]?.push(message))
  await waitFor(() => {
    if (received.every((messages) => messages.length > 0)) return true
    nodes[0]?.publish('user:1')
    return false
  })
  expect(received.map((messages) => messages[0])).toEqual(['user:1', 'user:1', 'user:1'])
  for (const node of nodes) node.close()
  redis.stop()
})

it('works without a server, reporting the error, and without one configured', async () => {
  const errors: Error[] = []
  const lost = await connectAnnouncements('redis://127.0.0.1:1', (error) => errors.push(error))
  lost.publish('user:1')
  await waitFor(() => errors.length > 0)
  expect(errors.length).toBeGreaterThan(0)
  lost.close()
  expect(await connectAnnouncements('', () => undefined)).toBe(noAnnouncements)
})
