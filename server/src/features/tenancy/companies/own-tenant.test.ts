import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { ownTenantContract } from '@atrium/contract/features/tenancy/tenants/own-tenant.contract.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { assignCompanyAdmin } from '../../../../test/authorization.ts'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildCompany, buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createVisitStage, visitorPermissions } from '../../../../test/visit-stage.ts'

const { own, exportData } = ownTenantContract
const { close, suspend, tenant, updateTenant } = tenantsContract

let app: TestApp
let root: string
/** A customer company, its administrator, and a user who may view its tenant but not export. */
let company: string
let name: string
let administrator: Awaited<ReturnType<typeof buildUser>>
let adminToken: string
let memberToken: string
beforeAll(async () => {
  app = await createTestApp()
  root = await app.signIn()
})
beforeEach(async () => {
  name = `到期${randomUUID().slice(0, 8)}`
  company = await buildTenant(app, name)
  administrator = await buildAdministrator(company)
  adminToken = await app.signIn(administrator)
  memberToken = await app.signIn(await buildUser(app, { companyId: company, permissions: ['sysTenant:view'] }))
})

const buildAdministrator = async (companyId: string) => {
  const user = await buildUser(app, { companyId })
  await app.database.transact({ reach: 'platform' }, (db) => assignCompanyAdmin(db, companyId, user.id))
  await app.sql('update companies set admin_id = $2 where id = $1', [companyId, user.id])
  return user
}
const buildSubsidiary = async (parent: string) => {
  const id = await buildCompany(app, `下级${randomUUID()}`)
  await app.sql('update companies set parent_id = $2 where id = $1', [id, parent])
  return id
}
/** Changes the terms of the tenant as the platform. */
const updateTerms = async (changes: object, params = { id: company }) => {
  const { data } = await app.call(tenant, { params }, root)
  if (!data) throw new Error('no tenant')
  const { planId, expireTime, graceDays, trial, mostUsers, version } = data
  const body = {
    planId,
    startTime: '2025-01-01T00:00:00Z',
    expireTime,
    graceDays,
    trial,
    mostUsers,
    version,
    ...changes,
  }
  expect((await callAndConfirm(app, updateTenant, { params, body }, root)).done.code).toBe(0)
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const readNotice = async (token: string) => (await app.call(sessionContract.loginInfo, {}, token)).data?.notice
const exportArchive = async (token: string) => {
  const answer = await app.call(exportData, {}, token)
  expect([answer.code, answer.headers['content-type']]).toEqual([0, 'application/zip'])
  const zip = await yauzl.fromBufferPromise(answer.raw)
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  return files
}

describe('the tenant as its company sees it', () => {
  it('has its terms, usage and expiry, and is shared by its subsidiaries', async () => {
    await updateTerms({ mostUsers: 7 })
    const sub = await buildSubsidiary(company)
    const lower = await app.signIn(await buildUser(app, { companyId: sub, permissions: ['sysTenant:view'] }))
    const ownView = (await app.call(own, {}, adminToken)).data
    expect(ownView).toEqual({
      companyId: company,
      companyName: name,
      state: 'active',
      planName: '标准版',
      graceUntil: null,
      mostUsers: 7,
      mostSms: null,
      mostStorage: null,
      expireTime: null,
      startTime: expect.any(String),
      planQuotas: { mostUsers: null, mostSms: null, mostStorage: null },
      usage: { users: 3, sms: 0, storage: 0, companies: 2 },
    })
    for (const token of [memberToken, lower]) expect((await app.call(own, {}, token)).data).toEqual(ownView)
    expect((await app.call(own, {}, root)).data).toBeNull()
    const stranger = await app.signIn(await buildUser(app, { companyId: company }))
    expect((await app.call(own, {}, stranger)).status).toBe(403)
  })
})

describe('the end of a term', () => {
  it('is announced thirty days before, to administrators only', async () => {
    const second = await buildUser(app, { companyId: company })
    await app.database.transact({ reach: 'platform' }, (db) => assignCompanyAdmin(db, company, second.id))
    const other = await app.signIn(second)
    expect(await readNotice(adminToken)).toBe('')
    await updateTerms({ expireTime: inDays(31) })
    expect(await readNotice(adminToken)).toBe('')
    await updateTerms({ expireTime: inDays(29) })
    for (const token of [adminToken, other])
      expect(await readNotice(token)).toMatch(/^公司服务将于 .+ 到期，之后仅可查看，不能修改，请尽快联系平台续期$/)
    expect(await readNotice(memberToken)).toBe('')
    await updateTerms({ graceDays: 0 })
    expect(await readNotice(adminToken)).toMatch(/之后仅公司管理员可登录查看，请尽快联系平台续期$/)
    await updateTerms({ expireTime: null })
    expect(await readNotice(adminToken)).toBe('')
  })
  it('is announced to the recorded administrator, whatever roles are assigned', async () => {
    const withoutRoles = await buildUser(app, { companyId: company })
    await app.sql('update companies set admin_id = $2 where id = $1', [company, withoutRoles.id])
    await updateTerms({ expireTime: inDays(3) })
    expect(await readNotice(await app.signIn(withoutRoles))).toContain('公司服务将于')
  })
  it('is announced with the remaining options once reached', async () => {
    await updateTerms({ expireTime: inDays(-1) })
    for (const token of [adminToken, memberToken]) expect(await readNotice(token)).toContain('期间仅可查看，不能修改')
    await updateTerms({ graceDays: 0 })
    expect(await readNotice(adminToken)).toContain('请联系平台续期，也可在“服务与用量”下载公司数据')
    await app.sql(`delete from role_elements where company_id = $1 and element = 'sysTenant:archive'`, [company])
    expect(await readNotice(await app.signIn(administrator))).toMatch(/请联系平台续期$/)
  })
})

describe('the data of a company', () => {
  const states = {
    trial: { trial: true },
    active: {},
    grace: { expireTime: inDays(-1) },
    expired: { expireTime: inDays(-1), graceDays: 0 },
  }
  it.each(Object.entries(states))(
    'can be exported by its administrator while its tenant is %s',
    async (state, changes) => {
      await updateTerms(changes)
      expect((await app.call(own, {}, adminToken)).data?.state).toBe(state)
      expect((await exportArchive(adminToken)).has('users.jsonl')).toBe(true)
      const [audit] = await app.sql(
        `select ok, entity_id, entity_name from audit_log where company_id = $1 and event = 'companyData.exported'`,
        [company],
      )
      expect(audit).toEqual({ ok: true, entity_id: company, entity_name: name })
    },
  )
  it('can only be exported by the platform while its tenant is suspended or closing', async () => {
    const params = { id: company }
    expect((await callAndConfirm(app, suspend, { params, body: { reason: '违规' } }, root)).done.code).toBe(0)
    expect(await app.call(exportData, {}, adminToken)).toMatchObject({ code: 101, msg: '公司服务已暂停，请联系平台' })
    expect((await callAndConfirm(app, close, { params, body: { reason: '停', name } }, root)).done.code).toBe(0)
    expect((await app.call(exportData, {}, adminToken)).code).toBe(101)
  })
  it('has rows of that company only, without subsidiaries or others', async () => {
    const sub = await buildSubsidiary(company)
    const lower = await app.signIn(await buildAdministrator(sub))
    const neighbour = await buildTenant(app, `隔壁${randomUUID()}`)
    await buildAdministrator(neighbour)
    const of = async (token: string) => {
      const files = await exportArchive(token)
      const rows = [...files].flatMap(([file, lines]) =>
        file.endsWith('.jsonl')
          ? lines
              .split('\n')
              .filter(Boolean)
              .map((line) => JSON.parse(line) as Record<string, unknown>)
          : [],
      )
      const companies = new Set(rows.map((row) => row.company_id ?? row.id))
      return { companies: [...companies], contents: JSON.parse(files.get('contents.json') ?? '') }
    }
    expect(await of(adminToken)).toMatchObject({ companies: [company], contents: { companies: [company] } })
    expect(await of(lower)).toMatchObject({ companies: [sub], contents: { companies: [sub] } })
  })
  it('is refused without the permission, with a narrow row scope and without a tenant', async () => {
    expect((await app.call(exportData, {}, memberToken)).status).toBe(403)
    const partly = await buildUser(app, { companyId: company, permissions: ['sysTenant:archive'] })
    await app.sql(`update roles set data_scope = 'self' where id = $1`, [partly.roleId])
    expect(await app.call(exportData, {}, await app.signIn(partly))).toMatchObject({ code: 421 })
    expect(await app.call(exportData, {}, root)).toMatchObject({ code: 404 })
  })
  it('is refused to visiting operators, who see the tenant of the visited company', async () => {
    const stage = await createVisitStage(app, [...visitorPermissions, 'sysTenant:view', 'sysTenant:archive'])
    await updateTerms({ expireTime: inDays(3) }, { id: stage.host })
    for (const mode of ['manage', 'view'] as const) {
      const { token } = await stage.enter({ mode })
      expect(await app.call(exportData, {}, token)).toMatchObject({
        code: 423,
        msg: expect.stringContaining('请先退出访问'),
      })
      expect((await app.call(own, {}, token)).data?.companyId).toBe(stage.host)
      expect(await readNotice(token)).toBe('')
    }
    expect(
      await app.sql(`select from audit_log where event = 'companyData.exported' and ok and company_id = $1`, [
        stage.host,
      ]),
    ).toEqual([])
  })
})
