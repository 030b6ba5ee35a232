import { beforeAll, expect, it } from 'vitest'
import {
  addDueDeliveries,
  addWaitingHooks,
  deliveriesRead,
  failFirstDeliveries,
  lastWaitingHook,
  makeDue,
  makeFirstOverdue,
  readDeliveries,
  runRetention,
} from '../../../../test/due-deliveries.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createOpenStage, type OpenStage } from '../../../../test/open-stage.ts'
import { addHook } from '../../../../test/webhook-stage.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { claimDeliveries } from './claim-deliveries.repository.ts'
import { endOverdue } from './overdue-deliveries.repository.ts'
import { sendingRepository } from './sending.repository.ts'

let app: TestApp
let stage: OpenStage
beforeAll(async () => {
  app = await createTestApp({ openTargetNetworks: ['127.0.0.1'] })
  stage = await createOpenStage(app)
})
const buildCompany = async () => {
  const { companyId, token } = await stage.company(['openApps:hooks', 'sysPosts:list'])
  const { id } = await stage.app(token)
  const addHookTo = async (ordered: boolean) => {
    const hook = { url: 'http://127.0.0.1:9/', events: ['post.created'], ordered }
    return (await addHook(app, token, id, hook)).hookId
  }
  return { companyId, addHookTo }
}
const healthy = { queue: 'healthy', limit: 256, perCompany: 128, perHook: 16, busy: [] } as const

class RolledBack extends Error {}
/** Works in a transaction that is rolled back. */
const inVain = (work: (db: Db) => Promise<void>) =>
  app.database
    .transact({ reach: 'platform' }, async (db) => {
      await work(db)
      throw new RolledBack()
    })
    .catch((error) => {
      if (!(error instanceof RolledBack)) throw error
    })
/** Rows that some work reads. */
const readBy = async (db: Db, work: () => Promise<unknown>) => {
  const before = await deliveriesRead(db)
  await work()
  return (await deliveriesRead(db)) - before
}

it.each([true, false])('a claim after a burst reads little of it (ordered: %s)', async (ordered) => {
  const { companyId, addHookTo } = await buildCompany()
  const hookId = await addHookTo(ordered)
  await inVain(async (db) => {
    await addDueDeliveries(db, { companyId, hookId, many: 5000 })
    const { claimed } = await claimDeliveries(db, healthy)
    expect(claimed.map(({ entityId }) => entityId)).toEqual(Array.from({ length: 16 }, (_, at) => String(at + 1)))
    expect(await deliveriesRead(db)).toBeLessThan(1000)
  })
})

it('a claim looks at some webhooks, however many wait, and the next one goes on', async () => {
  const { companyId, addHookTo } = await buildCompany()
  const hookId = await addHookTo(false)
  await inVain(async (db) => {
    await addWaitingHooks(db, hookId, 450)
    await addDueDeliveries(db, { companyId, hookId: await lastWaitingHook(db, companyId), many: 1 })
    const first = await claimDeliveries(db, healthy)
    expect([first.claimed.length, first.next !== undefined]).toEqual([0, true])
    expect(await deliveriesRead(db)).toBeLessThan(1000)
    let [next, claimed] = [first.next, first.claimed]
    while (next) ({ next, claimed } = await claimDeliveries(db, healthy, next))
    expect(claimed).toHaveLength(1)
  })
})

it('no company takes the places of another, however many webhooks it has', async () => {
  const [greedy, other] = [await buildCompany(), await buildCompany()]
  const hooks = await Promise.all(Array.from({ length: 12 }, () => greedy.addHookTo(false)))
  const hook = await other.addHookTo(false)
  await inVain(async (db) => {
    for (const hookId of hooks) await addDueDeliveries(db, { companyId: greedy.companyId, hookId, many: 40 })
    await addDueDeliveries(db, { companyId: other.companyId, hookId: hook, many: 40 })
    const first = (await claimDeliveries(db, healthy)).claimed
    expect(first.filter(({ companyId }) => companyId === greedy.companyId)).toHaveLength(128)
    expect(first.filter(({ companyId }) => companyId === other.companyId)).toHaveLength(16)
    const busy = [
      { companyId: greedy.companyId, webhookId: hooks[0] ?? '', many: 16 },
      { companyId: greedy.companyId, webhookId: hooks[1] ?? '', many: 104 },
      { companyId: other.companyId, webhookId: hook, many: 15 },
    ]
    const next = (await claimDeliveries(db, { ...healthy, busy })).claimed
    expect(next.filter(({ companyId }) => companyId === greedy.companyId)).toHaveLength(8)
    expect(next.filter(({ webhookId }) => webhookId === hooks[0] || webhookId === hooks[1])).toEqual([])
    expect(next.filter(({ companyId }) => companyId === other.companyId)).toHaveLength(1)
  })
})

it('claims read little of what waits behind the failed events of a receiver that keeps order', {
  timeout: 60_000,
}, async () => {
  const { companyId, addHookTo } = await buildCompany()
  const hookId = await addHookTo(true)
  const failing = { ...healthy, queue: 'failing', perHook: 1 } as const
  await inVain(async (db) => {
    await addDueDeliveries(db, { companyId, hookId, many: 5000 })
    await failFirstDeliveries(db, hookId)
    for (let held = 1; held > 0; ) {
      const found = await claimDeliveries(db, failing)
      expect(found.claimed).toEqual([])
      held = found.held
    }
    expect(await readBy(db, () => claimDeliveries(db, failing))).toBeLessThan(100)

    // The next attempt of one event succeeds, and the next one of its entity is due.
    await makeDue(db, hookId, 7)
    const [first] = (await claimDeliveries(db, failing)).claimed
    expect(first?.seq).toBe(7)
    if (!first) return
    const ended = {
      claimed: first,
      state: 'sent' as const,
      waitSeconds: 0,
      status: 204,
      ms: 1,
      problem: '',
      request: '',
      answer: '',
    }
    await sendingRepository.save(db, [ended])
    await sendingRepository.release(db, [ended])
    expect((await claimDeliveries(db, failing)).claimed.map(({ seq, entityId }) => [seq, entityId])).toEqual([
      [1007, '7'],
    ])
  })
})

it('what has waited for three days ends, and later events of its entity go on', async () => {
  const { companyId, addHookTo } = await buildCompany()
  const hookId = await addHookTo(true)
  await inVain(async (db) => {
    await addDueDeliveries(db, { companyId, hookId, many: 1001 })
    await makeFirstOverdue(db, hookId)
    await runRetention(db, endOverdue)
    expect(await readDeliveries(db, hookId, ['1', '2'])).toEqual([
      { seq: 1, state: 'dropped', held: false },
      { seq: 2, state: 'waiting', held: true },
      { seq: 1001, state: 'waiting', held: false },
    ])
  })
})
