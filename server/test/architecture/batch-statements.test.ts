import { userBatchContract } from '@atrium/contract/features/people/users/user-batch.contract.ts'
import pg from 'pg'
import { beforeAll, expect, it, vi } from 'vitest'
import { buildCompany, buildUser } from '../factories.ts'
import { createTestApp, type TestApp } from '../harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

it('the impact of a batch takes as many statements for sixty users as for two', async () => {
  const companyId = await buildCompany(app)
  const token = await app.signIn(await buildUser(app, { companyId, permissions: ['sysUsers:list', 'sysUsers:lock'] }))
  const buildStrongerUser = () => buildUser(app, { companyId, permissions: ['sysBases:edit'] })
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const countStatements = async (count: number) => {
    const ids = await Promise.all(Array.from({ length: count }, async () => (await buildStrongerUser()).id))
    const body = { action: 'lock' as const, ids, params: { reason: '试' } }
    const measure = async () => {
      query.mockClear()
      const { code, data } = await app.call(userBatchContract.batch, { body }, token)
      expect([code, data]).toMatchObject([111, { impact: { total: count } }])
      return query.mock.calls.length
    }
    // Minimum of four: rights may be reloaded or background work may run during a measurement.
    return Math.min(await measure(), await measure(), await measure(), await measure())
  }
  expect(await countStatements(60)).toBe(await countStatements(2))
})
