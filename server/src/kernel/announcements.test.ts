import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startRedisStandIn } from '../../test/redis-stand-in.ts'
import { connectAnnouncements, noAnnouncements } from './announcements.ts'

const until = async (met: () => boolean) => {
  for (let tries = 0; tries < 100 && !met(); tries += 1) await sleep(20)
}

it('carries a word from one node to every other', async () => {
  const redis = await startRedisStandIn()
  const nodes = await Promise.all([1, 2, 3].map(() => connectAnnouncements(redis.url, () => undefined)))
  const heard: string[][] = nodes.map(() => [])
  for (const [at, node] of nodes.entries()) node.hear((word) => heard[at]?.push(word))
  await until(() => {
    if (heard.every((words) => words.length > 0)) return true
    nodes[0]?.tell('user:1')
    return false
  })
  expect(heard.map((words) => words[0])).toEqual(['user:1', 'user:1', 'user:1'])
  for (const node of nodes) node.close()
  redis.stop()
})

it('goes on without a server, saying so, and without one configured', async () => {
  const troubles: Error[] = []
  const lost = await connectAnnouncements('redis://127.0.0.1:1', (error) => troubles.push(error))
  lost.tell('user:1')
  await until(() => troubles.length > 0)
  expect(troubles.length).toBeGreaterThan(0)
  lost.close()
  expect(await connectAnnouncements('', () => undefined)).toBe(noAnnouncements)
})
