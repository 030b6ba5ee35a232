import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startRedisStandIn } from '../../test/redis-stand-in.ts'
import { connectAnnouncements, noAnnouncements } from './announcements.ts'
import { freePort } from './db/embedded-postgres-server.ts'

const waitFor = async (met: () => boolean) => {
  for (let tries = 0; tries < 100 && !met(); tries += 1) await sleep(20)
}

it('delivers a message to every other node', async () => {
  const redis = await startRedisStandIn()
  const nodes = await Promise.all([1, 2, 3].map(() => connectAnnouncements(redis.url)))
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

it('says once that there is no server, and once that there is one', async () => {
  const said: string[] = []
  const events = { onAway: () => void said.push('away'), onBack: () => void said.push('back') }
  const port = await freePort()
  const lost = await connectAnnouncements(`redis://127.0.0.1:${port}`, events)
  lost.publish('user:1')
  await expect.poll(() => said).toEqual(['away'])
  expect(lost.usage()).toEqual({ sent: 0, failed: 1, isAway: true })
  // It tries to connect again and again.
  await sleep(1000)
  expect(said).toEqual(['away'])
  const redis = await startRedisStandIn(port)
  await expect.poll(() => said).toEqual(['away', 'back'])
  expect(lost.usage()).toMatchObject({ isAway: false })
  lost.close()
  redis.stop()
})

it('needs no server for one node', async () => {
  expect(await connectAnnouncements('')).toBe(noAnnouncements)
})
