import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import pg from 'pg'
import { beforeAll, expect, it, vi } from 'vitest'
import { buildCompany, buildUser } from '../factories.ts'
import { createTestApp, type TestApp } from '../harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

it('what a batch would do takes no more statements for sixty people than for two', async () => {
  const companyId = await buildCompany(app)
  const token = await app.signIn(await buildUser(app, { companyId, permissions: ['sysUsers:list', 'sysUsers:lock'] }))
  const stronger = () => buildUser(app, { companyId, permissions: ['sysBases:edit'] })
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const statements = async (count: number) => {
    const ids = await Promise.all(Array.from({ length: count }, async () => (await stronger()).id))
    const body = { action: 'lock' as const, ids, params: { reason: '试' } }
    const tried = async () => {
      query.mockClear()
      const { code, data } = await app.call(usersContract.batch, { body }, token)
      expect([code, data]).toMatchObject([111, { impact: { total: count } }])
      return query.mock.calls.length
    }
    // The least of a few: now and then somebody's rights are read anew, or something runs besides.
    return Math.min(await tried(), await tried(), await tried(), await tried())
  }
  expect(await statements(60)).toBe(await statements(2))
})
