import { beforeAll, expect, it } from 'vitest'
import { addDueDeliveries, deliveriesRead } from '../../../../test/due-deliveries.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createOpenStage } from '../../../../test/open-stage.ts'
import { addHook } from '../../../../test/webhook-stage.ts'
import { type Claimed, sendingRepository } from './sending.repository.ts'

let app: TestApp
let companyId: string
let hookOf: (ordered: boolean) => Promise<string>
beforeAll(async () => {
  app = await createTestApp({ openTargetNetworks: ['127.0.0.1'] })
  const stage = await createOpenStage(app)
  const company = await stage.company(['openApps:hooks', 'sysPosts:list'])
  companyId = company.companyId
  const { id } = await stage.app(company.token)
  hookOf = async (ordered) => {
    const hook = { url: 'http://127.0.0.1:9/', events: ['post.created'], ordered }
    return (await addHook(app, company.token, id, hook)).hookId
  }
})

class RolledBack extends Error {
  readonly claimed: Claimed[]
  readonly read: number
  constructor(claimed: Claimed[], read: number) {
    super()
    this.claimed = claimed
    this.read = read
  }
}

it.each([true, false])('a claim after a burst reads little of it (ordered: %s)', async (ordered) => {
  const hookId = await hookOf(ordered)
  const claiming = app.database.transact({ reach: 'platform' }, async (db) => {
    await addDueDeliveries(db, { companyId, hookId, many: 5000 })
    const claimed = await sendingRepository.claim(db, { lane: 'healthy', limit: 256, perHook: 16, busy: new Map() })
    throw new RolledBack(claimed, await deliveriesRead(db))
  })
  const { claimed, read } = await claiming.catch((error) => {
    if (error instanceof RolledBack) return error
    throw error
  })
  expect(claimed.filter(({ webhookId }) => webhookId === hookId).map(({ entityId }) => entityId)).toEqual(
    Array.from({ length: 16 }, (_, at) => String(at + 1)),
  )
  expect(read).toBeLessThan(1000)
})
