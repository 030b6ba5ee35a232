import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { companiesContract } from '@atrium/contract/features/companies/companies.contract.ts'
import { ownTenantContract } from '@atrium/contract/features/companies/own-tenant.contract.ts'
import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { confirmed } from '../../../test/confirmed.ts'
import { buildCompany, buildTenant, buildUser } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { createVisitStage, helping } from '../../../test/visit-stage.ts'
import { makeCompanyAdmin } from '../access/index.ts'

const { own, exportData } = ownTenantContract
const { close, suspend, tenant, updateTenant } = companiesContract

let app: TestApp
let root: string
/** A customer's company, who looks after it, and a colleague who may look at it and take nothing along. */
let company: string
let name: string
let administrator: Awaited<ReturnType<typeof buildUser>>
let keeper: string
let member: string
beforeAll(async () => {
  app = await createTestApp()
  root = await app.signIn()
})
beforeEach(async () => {
  name = `到期${randomUUID().slice(0, 8)}`
  company = await buildTenant(app, name)
  administrator = await administratorOf(company)
  keeper = await app.signIn(administrator)
  member = await app.signIn(await buildUser(app, { companyId: company, permissions: ['sysTenant:view'] }))
})

const administratorOf = async (companyId: string) => {
  const user = await buildUser(app, { companyId })
  await app.database.transact({ reach: 'platform' }, (db) => makeCompanyAdmin(db, companyId, user.id))
  await app.sql('update companies set admin_id = $2 where id = $1', [companyId, user.id])
  return user
}
const below = async (parent: string) => {
  const id = await buildCompany(app, `下级${randomUUID()}`)
  await app.sql('update companies set parent_id = $2 where id = $1', [id, parent])
  return id
}
/** Agrees with the tenant on other terms, as the platform does. */
const agree = async (changes: object, params = { id: company }) => {
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
  expect((await confirmed(app, updateTenant, { params, body }, root)).done.code).toBe(0)
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const noticeOf = async (token: string) => (await app.call(sessionContract.loginInfo, {}, token)).data?.notice
const exported = async (token: string) => {
  const answer = await app.call(exportData, {}, token)
  expect([answer.code, answer.headers['content-type']]).toEqual([0, 'application/zip'])
  const zip = await yauzl.fromBufferPromise(answer.raw)
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  return files
}

describe('what a company sees of its tenant', () => {
  it('is what was agreed on, what is used, and until when; shared by its subsidiaries', async () => {
    await agree({ mostUsers: 7 })
    const sub = await below(company)
    const lower = await app.signIn(await buildUser(app, { companyId: sub, permissions: ['sysTenant:view'] }))
    const seen = (await app.call(own, {}, keeper)).data
    expect(seen).toEqual({
      ...{ companyId: company, companyName: name, state: 'active', planName: '标准版', graceUntil: null },
      ...{ mostUsers: 7, mostSms: null, mostStorage: null, expireTime: null, startTime: expect.any(String) },
      planQuotas: { mostUsers: null, mostSms: null, mostStorage: null },
      usage: { users: 3, sms: 0, storage: 0, companies: 2 },
    })
    for (const token of [member, lower]) expect((await app.call(own, {}, token)).data).toEqual(seen)
    expect((await app.call(own, {}, root)).data).toBeNull()
    const stranger = await app.signIn(await buildUser(app, { companyId: company }))
    expect((await app.call(own, {}, stranger)).status).toBe(403)
  })
})

describe('the end of a term', () => {
  it('is told thirty days before to those who look after the company, and to nobody else', async () => {
    const second = await buildUser(app, { companyId: company })
    await app.database.transact({ reach: 'platform' }, (db) => makeCompanyAdmin(db, company, second.id))
    const other = await app.signIn(second)
    expect(await noticeOf(keeper)).toBe('')
    await agree({ expireTime: inDays(31) })
    expect(await noticeOf(keeper)).toBe('')
    await agree({ expireTime: inDays(29) })
    for (const token of [keeper, other])
      expect(await noticeOf(token)).toMatch(/^企业服务将于 .+ 到期，之后只能查看，不能修改，请尽快联系平台续期$/)
    expect(await noticeOf(member)).toBe('')
    await agree({ graceDays: 0 })
    expect(await noticeOf(keeper)).toMatch(/之后只有企业管理员可以登录查看，请尽快联系平台续期$/)
    await agree({ expireTime: null })
    expect(await noticeOf(keeper)).toBe('')
  })
  it('is told to whom the platform knows as its administrator, whatever he wears', async () => {
    const bare = await buildUser(app, { companyId: company })
    await app.sql('update companies set admin_id = $2 where id = $1', [company, bare.id])
    await agree({ expireTime: inDays(3) })
    expect(await noticeOf(await app.signIn(bare))).toContain('企业服务将于')
  })
  it('once it has come is told with what is left to do', async () => {
    await agree({ expireTime: inDays(-1) })
    for (const token of [keeper, member]) expect(await noticeOf(token)).toContain('期间只能查看，不能修改')
    await agree({ graceDays: 0 })
    expect(await noticeOf(keeper)).toContain('请联系平台续期，也可以在“企业服务”下载企业数据')
    await app.sql(`delete from role_elements where company_id = $1 and element = 'sysTenant:archive'`, [company])
    expect(await noticeOf(await app.signIn(administrator))).toMatch(/请联系平台续期$/)
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
    'is taken along by its administrator while its tenant is %s',
    async (state, changes) => {
      await agree(changes)
      expect((await app.call(own, {}, keeper)).data?.state).toBe(state)
      expect((await exported(keeper)).has('users.jsonl')).toBe(true)
      const [told] = await app.sql(
        `select ok, entity_id, entity_name from audit_log where company_id = $1 and event = 'companyData.exported'`,
        [company],
      )
      expect(told).toEqual({ ok: true, entity_id: company, entity_name: name })
    },
  )
  it('is the platform’s alone to give while its tenant is suspended or closing', async () => {
    const params = { id: company }
    expect((await confirmed(app, suspend, { params, body: { reason: '违规' } }, root)).done.code).toBe(0)
    expect(await app.call(exportData, {}, keeper)).toMatchObject({ code: 101, msg: '企业服务已暂停，请联系平台' })
    expect((await confirmed(app, close, { params, body: { reason: '停', name } }, root)).done.code).toBe(0)
    expect((await app.call(exportData, {}, keeper)).code).toBe(101)
  })
  it('has the rows of that company, and neither of those below it nor of a neighbour', async () => {
    const sub = await below(company)
    const lower = await app.signIn(await administratorOf(sub))
    const neighbour = await buildTenant(app, `隔壁${randomUUID()}`)
    await administratorOf(neighbour)
    const of = async (token: string) => {
      const files = await exported(token)
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
    expect(await of(keeper)).toMatchObject({ companies: [company], contents: { companies: [company] } })
    expect(await of(lower)).toMatchObject({ companies: [sub], contents: { companies: [sub] } })
  })
  it('is refused to whoever may not, sees a part of it alone, or is of no tenant', async () => {
    expect((await app.call(exportData, {}, member)).status).toBe(403)
    const partly = await buildUser(app, { companyId: company, permissions: ['sysTenant:archive'] })
    await app.sql(`update roles set data_scope = 'self' where id = $1`, [partly.roleId])
    expect(await app.call(exportData, {}, await app.signIn(partly))).toMatchObject({ code: 421 })
    expect(await app.call(exportData, {}, root)).toMatchObject({ code: 404 })
  })
  it('is closed to the platform’s people who act in the company; what they see is its tenant', async () => {
    const stage = await createVisitStage(app, [...helping, 'sysTenant:view', 'sysTenant:archive'])
    await agree({ expireTime: inDays(3) }, { id: stage.host })
    for (const mode of ['manage', 'view'] as const) {
      const { token } = await stage.enter({ mode })
      expect(await app.call(exportData, {}, token)).toMatchObject({
        code: 423,
        msg: expect.stringContaining('请先退出访问'),
      })
      expect((await app.call(own, {}, token)).data?.companyId).toBe(stage.host)
      expect(await noticeOf(token)).toBe('')
    }
    expect(
      await app.sql(`select from audit_log where event = 'companyData.exported' and ok and company_id = $1`, [
        stage.host,
      ]),
    ).toEqual([])
  })
})
