import { identityProvidersContract } from '@atrium/contract/features/identity/identity-providers/identity-providers.contract.ts'
import { identityProvidersErrors } from '@atrium/contract/features/identity/identity-providers/identity-providers.errors.ts'
import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import { tenantPoliciesContract } from '@atrium/contract/features/tenancy/tenants/tenant-policies.contract.ts'
import { beforeAll, expect, it } from 'vitest'
import { assignCompanyAdmin } from '../../../../test/authorization.ts'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createOutsideStage, type OutsideStage } from '../../../../test/outside-stage.ts'

let app: TestApp
let stage: OutsideStage
beforeAll(async () => {
  app = await createTestApp({ openTargetNetworks: ['127.0.0.0/8'] })
  stage = await createOutsideStage(app)
})

const verify = ({ account, password }: { account: string; password: string }) =>
  app.call(signInContract.verify, { body: { account, password } })
const policies = { addresses: [], switchPolicy: 'allowed' as const, ssoOnly: true, version: 1 }

/** Edits a provider, which is otherwise sent back as it was read. */
const edit = async (token: string, id: string, changed: object) => {
  const found = await app.call(identityProvidersContract.get, { params: { id } }, token)
  const { kind: _, links: __, callback: ___, mapping: ____, ...row } = found.data ?? expect.fail('no provider')
  const body = { ...row, mapping: [], secret: '', ...changed }
  return app.call(identityProvidersContract.update, { params: { id }, body }, token)
}

it('a tenant lets people sign in by its providers alone, with a way back for its administrators', async () => {
  const companyId = await buildTenant(app, '仅用身份源')
  const rights = ['sysTenantPolicies:view', 'sysTenantPolicies:edit']
  const { token, admin } = await stage.company(rights, companyId)
  await app.database.transact({ reach: 'platform' }, (db) => assignCompanyAdmin(db, companyId, admin.id))
  const user = await buildUser(app, { companyId })
  const early = await callAndConfirm(app, tenantPoliciesContract.updateOwn, { body: policies }, token)
  expect(early.done.code).toBe(companiesErrors.noProvider.code)

  const id = await stage.provider(token)
  await stage.link(stage.browser(), id, stage.standIn.add('only'), user)
  const { done, impact } = await callAndConfirm(app, tenantPoliciesContract.updateOwn, { body: policies }, token)
  expect(done.code).toBe(0)
  expect(impact).toMatchObject({ unlinked: 1, ownUnlinked: true })

  expect((await verify(user)).code).toBe(signInErrors.ssoOnly.code)
  expect((await verify({ ...user, password: 'Wrong#Pass1' })).code).toBe(signInErrors.wrongCredentials.code)
  expect(await stage.session(stage.browser(), id, 'only')).toBeTruthy()
  // A new person proves both sides, and needs no password of their own for that.
  const newcomer = await buildUser(app, { companyId })
  expect((await stage.link(stage.browser(), id, stage.standIn.add('newcomer'), newcomer)).data.token).toBeTruthy()
  // Linked to the platform's provider, a person of the tenant still needs one of the tenant.
  const root = await app.signIn()
  const general = await stage.provider(root, { name: '平台登录' })
  const other = await buildUser(app, { companyId })
  expect((await stage.link(stage.browser(), general, stage.standIn.add('general'), other)).code).not.toBe(0)

  const back = await verify(admin)
  expect(back.data?.next).toBe('setUp')
  expect(await stage.advance(stage.browser(), back.data?.tempToken ?? '')).toMatchObject({
    code: signInErrors.secondStep.code,
    data: { next: 'setUp' },
  })

  const row = (await app.call(identityProvidersContract.get, { params: { id } }, token)).data
  const removal = await callAndConfirm(app, identityProvidersContract.remove, { params: { id } }, token)
  expect(row?.links).toBe(2)
  expect(removal.done.code).toBe(identityProvidersErrors.lastProvider.code)
})

it('keeps a provider when the last two are switched off at once, or the last one and passwords', async () => {
  for (let round = 0; round < 4; round++) {
    const companyId = await buildTenant(app, `并发${round}`)
    const { token } = await stage.company(['sysTenantPolicies:view', 'sysTenantPolicies:edit'], companyId)
    const ids = [await stage.provider(token), await stage.provider(token)]
    const [first = '', second = ''] = ids
    await edit(token, second, { enabled: false })
    const outcomes = await Promise.all([
      edit(token, first, { enabled: false }),
      callAndConfirm(app, tenantPoliciesContract.updateOwn, { body: policies }, token).then(({ done }) => done),
    ])
    expect(outcomes.filter(({ code }) => code === 0)).toHaveLength(1)
    if (outcomes[0].code === 0) continue
    await edit(token, second, { enabled: true })
    const both = await Promise.all(ids.map((id) => edit(token, id, { enabled: false })))
    expect(both.filter(({ code }) => code === 0)).toHaveLength(1)
  }
})

it('what is switched off ends the sessions that began by it', async () => {
  const { companyId, token } = await stage.company()
  const id = await stage.provider(token)
  await stage.link(stage.browser(), id, stage.standIn.add('off'), await buildUser(app, { companyId }))
  const browser = stage.browser()
  const session = await stage.session(browser, id, 'off')
  expect((await edit(token, id, { enabled: false })).code).toBe(0)
  const reply = (await browser.request(securityContract.state.path, { token: session })).json()
  expect(reply).toMatchObject({ code: 101, msg: '您登录所用的身份源已停用，请重新登录' })
})

it('a provider stays the one whose secret, links and rules it has', async () => {
  const { token } = await stage.company()
  const id = await stage.provider(token)
  for (const other of [{ issuer: 'https://login.example.net' }, { clientId: 'another' }, { agentId: '1000002' }])
    expect(await edit(token, id, other)).toMatchObject({
      code: identityProvidersErrors.addressFixed.code,
      errors: [{ field: 'issuer' }],
    })
  expect((await edit(token, id, { secret: 'a new one' })).code).toBe(0)
})
