import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTopic } from '@atrium/contract/kernel/event-stream.ts'
import { afterAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { countStatements } from '../../../test/count-statements.ts'
import { createTestDatabase } from '../../../test/test-database.ts'
import { noAnnouncements } from '../announcements.ts'
import type { Actor } from '../scope.ts'
import { createEvents } from './events.ts'
import { publish } from './publish.ts'

const noted = defineTopic('noted', z.object({}))
const streamsPerUser = 10
const polling = { timeout: 5000, interval: 30 }

it('reads once per round for all streams, and never without one', async () => {
  const { database } = await createTestDatabase()
  const events = createEvents({
    database,
    announcements: noAnnouncements,
    servesEvents: true,
    onError: () => undefined,
  })
  afterAll(events.close)
  let rounds = 0
  events.addSource(async () => {
    rounds += 1
    return () => undefined
  })
  const reads = countStatements('from events')
  const send = () => database.transact({ reach: 'platform' }, (db) => publish(db, noted, 'everybody', {}))

  await send()
  let received = 0
  let begun = 0
  const closers: (() => void)[] = []
  for (let user = 0; user < 200; user += 1) {
    const actor = { userId: randomUUID(), companyId: randomUUID(), sessionId: randomUUID() } as Actor
    for (let n = 0; n < streamsPerUser; n += 1) {
      let isNew = true
      const mark = () => {
        begun += isNew ? 1 : 0
        isNew = false
      }
      const receive = () => {
        received += 1
      }
      const ends = { send: receive, mark, end: () => undefined }
      closers.push(events.open(actor, '').stream(ends))
    }
  }
  await expect.poll(() => begun, polling).toBe(2000)
  await send()
  await expect.poll(() => received, polling).toBe(2000)
  await expect.poll(() => reads() - rounds, polling).toBe(0)

  for (const close of closers) close()
  await send()
  await send()
  const readBefore = reads()
  await sleep(900)
  expect(reads()).toBe(readBefore)
})
