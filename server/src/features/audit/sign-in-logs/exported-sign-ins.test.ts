import { signInLogsContract } from '@atrium/contract/features/audit/sign-in-logs/sign-in-logs.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { readWorkbook } from '../../../../test/read-workbook.ts'

const { exportSignIns, list } = signInLogsContract
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

describe('the export of sign-ins', () => {
  it('holds all that the list finds, newest first, across batches', async () => {
    const companyId = await buildCompany(app)
    const reader = await buildUser(app, { companyId, permissions: ['sysLogs:login', 'sysLogs:export'] })
    await app.sql(
      `insert into audit_log (company_id, seq, id, time, trace_id, ip, agent, event, ok, code, ms, prev, hash, after)
       select $1, 0, gen_random_uuid(), now(), repeat('a', 32), '10.0.0.' || n % 9, '', 'session.started', true, 0, 1, '', '',
         '{"method":"totp"}' from generate_series(1, 1100) n`,
      [companyId],
    )
    const token = await app.signIn(reader)
    const body = { format: 'xlsx' as const, 'f.result': 'success' as const, columns: ['time', 'who', 'method', 'ok'] }
    const { 登录日志: rows = [], 导出说明: notes } = await readWorkbook(
      (await app.call(exportSignIns, { body }, token)).raw,
    )
    expect(rows[0]).toEqual(['时间', '用户', '登录方式', '结果'])
    expect(rows[1]).toEqual([{ date: expect.stringMatching(/^\d{4}-/) }, '张伟', '密码', '成功'])
    expect(rows[1101]?.slice(1)).toEqual([null, '动态验证码', '成功'])
    const { total } = await app.call(list, { query: { 'f.result': 'success' } }, token)
    expect(rows).toHaveLength((total ?? 0) + 1)
    expect(notes).toContainEqual(['筛选条件', '结果：成功'])
  })
  it('requires its own permission', async () => {
    const companyId = await buildCompany(app, '别家日志')
    const token = await app.signIn(await buildUser(app, { companyId, permissions: ['sysLogs:login'] }))
    expect((await app.call(exportSignIns, { body: {} }, token)).status).toBe(403)
  })
})
