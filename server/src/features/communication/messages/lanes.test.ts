import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany } from '../../../../test/factories.ts'
import { createMessaging, eventually, type Messaging } from '../../../../test/messaging.ts'

let app: Messaging
let companyId: string
beforeAll(async () => {
  app = await createMessaging()
  companyId = await buildCompany(app)
})
type Template = 'notice' | 'registrationRejected'
/** Queues messages in one transaction, so that they become due at once. */
const enqueue = async (...all: [template: Template, mail: string][]) => {
  const values = { title: '停机通知', summary: '', account: 'zhang', reason: '' }
  await app.database.transact({ reach: 'platform' }, async (db) => {
    for (const [template, mail] of all)
      await app.messages.enqueue(db, { companyId, channel: 'mail', template, to: { mail }, values })
  })
  app.messages.wake()
}

describe('messages of notices', () => {
  it('wait behind all others, and leave the others a part of the daily budget', async () => {
    await app.set('message.companyDaily', 20)
    await app.start()
    const notices = Array.from({ length: 30 }, (_, n): [Template, string] => ['notice', `n${n}@b.cn`])
    await enqueue(...notices, ['registrationRejected', 'late@b.cn'])
    await eventually(async () => {
      const [left] = await app.sql(`select count(*)::int as n from messages where state = 'queued'`)
      expect(left?.n).toBe(0)
    })
    expect((await app.outbox()).map(({ to }) => to)).toContain('late@b.cn')
    // A claim sets `due_at`: the one queued last was among the first claimed.
    const [order] = await app.sql(
      `select min(due_at) = min(due_at) filter (where template <> 'notice') as first from messages`,
    )
    expect(order?.first).toBe(true)
    const states = await app.sql(
      `select template, state, count(*)::int as n from messages group by 1, 2 order by template, state desc`,
    )
    const ofNotices = states.filter(({ template }) => template === 'notice')
    // Of a budget of 20, bulk messages take at most 16.
    const sentNotices = Number(ofNotices.find(({ state }) => state === 'sent')?.n)
    expect(sentNotices).toBeGreaterThan(10)
    expect(sentNotices).toBeLessThanOrEqual(16)
    // What was refused has spent nothing.
    const [spent] = await app.sql('select points from limits where key = $1', [`message.company:${companyId}`])
    expect(spent?.points).toBe(sentNotices + 1)
    await enqueue(['registrationRejected', 'last@b.cn'])
    await eventually(async () => expect((await app.outbox()).map(({ to }) => to)).toContain('last@b.cn'))
  })
})
