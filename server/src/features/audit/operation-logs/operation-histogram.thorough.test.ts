import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { expect, it, vi } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp } from '../../../../test/harness.ts'
import { plantLog } from '../../../../test/planted-log.ts'

vi.setConfig({ testTimeout: 600_000 })

it('counts all rows of a long log by number, and says from when on where it looked at the newest only', async () => {
  const app = await createTestApp()
  const companyId = await buildCompany(app, '日志很长')
  const reader = await buildUser(app, { companyId, permissions: ['sysLogs:oper'] })
  const rows = 100_500
  await plantLog(app, companyId, { actors: [reader.id], count: rows })
  const token = await app.signIn(reader)
  const draw = async (query: object) => {
    const { data } = await app.call(operationLogsContract.operationsHistogram, { query }, token, {
      'x-time-zone': 'UTC',
    })
    const sum = (kind: 'success' | 'refused' | 'failed') =>
      data?.buckets.reduce((total, each) => total + each[kind], 0) ?? Number.NaN
    return { rows: sum('success') + sum('refused') + sum('failed'), failed: sum('failed'), since: data?.since }
  }
  const at = (minutes: number) => new Date(Date.parse('2020-03-02T00:00:00Z') + minutes * 60_000).toISOString()

  // A sign-in adds two rows.
  expect(await draw({})).toEqual({ rows: rows + 2, failed: rows / 10, since: null })
  const searched = await draw({ search: '参数' })
  expect([searched.rows, searched.since]).toEqual([30_001, at(70_500)])
  await app.sql(`update audit_log set event = 'baseParameter.created' where company_id = $1`, [companyId])
  const chosen = await draw({ 'f.event': 'baseParameter.created' })
  expect([chosen.rows, chosen.since]).toEqual([30_001, at(70_502)])
  const early = { 'f.event': 'baseParameter.created', 'f.time': '2020-03-02 00:00:00~2020-03-02 00:10:59' }
  expect(await draw(early)).toMatchObject({ rows: 10, since: null })
})
