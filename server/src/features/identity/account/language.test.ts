import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { portalSignInContract } from '@atrium/contract/features/identity/portal-sign-in/portal-sign-in.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { membershipsContract } from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import { tenantPoliciesContract } from '@atrium/contract/features/tenancy/tenants/tenant-policies.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

const { setLanguage } = accountContract
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
const read = async (token: string) => (await app.call(sessionContract.loginInfo, {}, token)).data
let built = 0
const buildCompany = () => {
  built += 1
  return buildTenant(app, `语言公司${built}`)
}

describe('the language of an account', () => {
  it('is chosen, audited, and taken back', async () => {
    const user = await buildUser(app, { companyId: await buildCompany() })
    const token = await app.signIn(user)
    expect(await read(token)).toMatchObject({ language: '', companyLanguage: '' })
    expect((await app.call(setLanguage, { body: { language: 'en' } }, token)).code).toBe(0)
    expect((await read(token))?.language).toBe('en')
    const [audit] = await app.sql(
      `select before, after from audit_log where event = 'language.changed' and entity_id = $1`,
      [user.id],
    )
    expect(audit).toEqual({ before: { language: null }, after: { language: 'en' } })
    expect((await app.call(setLanguage, { body: { language: null } }, token)).code).toBe(0)
    expect((await read(token))?.language).toBe('')
  })

  it('is one that the product knows', async () => {
    const token = await app.signIn(await buildUser(app, { companyId: await buildCompany() }))
    const unknown = await app.call(setLanguage, { body: { language: 'tlh' } }, token, { 'accept-language': 'en' })
    const msg = 'This language is not available yet. Choose another one.'
    expect(unknown).toMatchObject({ code: 8003, errors: [{ field: 'language', msg }] })
    expect((await app.call(setLanguage, { body: { language: '../en' } }, token)).code).toBe(400)
    expect((await app.call(setLanguage, { body: { language: 'en' } })).code).toBe(401)
  })

  it('is the same in all companies that the person works in, and in the portal', async () => {
    const home = await buildUser(app, { companyId: await buildCompany() })
    const host = await buildCompany()
    const admin = await app.signIn(await buildUser(app, { companyId: host, permissions: ['sysMemberships:add'] }))
    const invited = await app.call(membershipsContract.create, { body: { target: home.account, note: '' } }, admin)
    const atHome = await app.signIn(home)
    await app.call(membershipsContract.accept, { params: { id: String(invited.data?.id) } }, atHome)
    const { account, password } = home
    const begun = await app.call(signInContract.verify, { body: { account, password } })
    const body = { companyId: host }
    const { data } = await app.call(signInContract.accessToken, { body }, begun.data?.tempToken)
    const away = String(data?.token)
    expect(await read(away)).toMatchObject({ company: host, principal: { company: home.companyId }, language: '' })
    expect((await app.call(setLanguage, { body: { language: 'en' } }, away)).code).toBe(0)
    expect((await read(away))?.language).toBe('en')
    expect((await read(atHome))?.language).toBe('en')
    expect((await app.call(portalSignInContract.setLanguage, { body: { language: 'zh-CN' } }, atHome)).code).toBe(0)
    expect((await read(away))?.language).toBe('zh-CN')
  })
})

describe('the language of a company', () => {
  it('is set with its policies, and told to its people', async () => {
    const companyId = await buildCompany()
    const permissions = ['sysTenantPolicies:view', 'sysTenantPolicies:edit']
    const token = await app.signIn(await buildUser(app, { companyId, permissions }))
    const { data } = await app.call(tenantPoliciesContract.own, {}, token)
    expect(data).toMatchObject({ language: '', languages: expect.arrayContaining(['zh-CN', 'en']) })
    const change = (language: string) =>
      callAndConfirm(
        app,
        tenantPoliciesContract.updateOwn,
        { body: { switchPolicy: 'allowed', version: data?.version ?? 0, language } },
        token,
      )
    expect((await change('tlh')).done).toMatchObject({ code: 3048, errors: [{ field: 'language' }] })
    expect((await change('en')).done.code).toBe(0)
    expect(await read(token)).toMatchObject({ language: '', companyLanguage: 'en' })
    const [audit] = await app.sql(
      `select before->>'language' as before, after->>'language' as after from audit_log
       where event = 'tenantPolicies.decided' and entity_id = $1`,
      [companyId],
    )
    expect(audit).toEqual({ before: '', after: 'en' })
  })
})
