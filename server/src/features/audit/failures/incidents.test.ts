import { incidentsContract } from '@atrium/contract/features/audit/failures/incidents.contract.ts'
import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

const { incident } = incidentsContract
const { operations } = operationLogsContract
const { create } = baseParametersContract
const reading = ['sysLogs:oper', 'sysLogs:trace']

let app: TestApp
let user: Awaited<ReturnType<typeof buildUser>>
let token: string
let reader: string
beforeAll(async () => {
  app = await createTestApp()
})
// Each test reads the log of its own company.
beforeEach(async () => {
  const companyId = await buildCompany(app, `公司${Math.random()}`)
  user = await buildUser(app, { companyId, permissions: ['sysBases:add'] })
  token = await app.signIn(user)
  reader = await app.signIn(await buildUser(app, { companyId, permissions: reading }))
})
const add = (code: string) => app.call(create, { body: { code, name: '名', kind: 'string', value: '旧' } }, token)
const list = async () => (await app.call(operations, { query: {} }, reader)).data ?? []

describe('one trace id', () => {
  it('shows what happened with it, also by prefix, in the reader’s company only', async () => {
    await add('a')
    const traceId = (await list())[0]?.traceId ?? ''
    const ask = async (who: string, id: string) => (await app.call(incident, { params: { traceId: id } }, who)).data
    expect(await ask(reader, traceId.slice(0, 8))).toMatchObject({
      company: expect.stringContaining('公司'),
      rows: [{ action: 'baseParameter.created', traceId }],
    })
    const other = await buildUser(app, { companyId: await buildCompany(app, '邻家'), permissions: reading })
    expect(await ask(await app.signIn(other), traceId)).toEqual({
      company: '邻家',
      standing: { company: { state: '正常', plan: expect.any(String) }, person: null, session: null },
      rows: [],
      failure: null,
      refused: false,
      trail: null,
    })
  })
  it('shows the current status of the caller, their session and company', async () => {
    await add('a')
    const traceId = (await list())[0]?.traceId ?? ''
    const standing = async () => (await app.call(incident, { params: { traceId } }, reader)).data?.standing
    const { account } = user
    const session = { ip: '127.0.0.1', area: '内网', method: 'password', endTime: null, state: '在线' }
    expect(await standing()).toMatchObject({
      company: { state: '正常' },
      person: { name: '张伟', account, state: '正常' },
      session,
    })
    await app.sql(`update sessions set idle_expires_at = now() where user_id = $1`, [user.id])
    expect(await standing()).toMatchObject({ session: { state: '长时间无操作，自动下线' } })
    await app.sql(`update users set locked_at = now() where id = $1`, [user.id])
    await app.sql(`update sessions set ended_at = now(), end_reason = 'locked' where user_id = $1`, [user.id])
    expect(await standing()).toMatchObject({
      person: { state: '账号已锁定' },
      session: { state: '账号已被锁定，请联系管理员', endTime: expect.any(String) },
    })
    expect(JSON.stringify(await standing())).not.toMatch(/hash|aes/i)
  })
})
