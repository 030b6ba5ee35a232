import { oidcErrors } from '@atrium/contract/features/open/oidc/oidc.errors.ts'
import { appPortalContract } from '@atrium/contract/features/open/portal-apps/app-portal.contract.ts'
import {
  appAccessContract,
  appRequestsContract,
} from '@atrium/contract/features/open/portal-apps/app-requests.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import * as client from 'openid-client'
import { beforeAll, expect, it } from 'vitest'
import { buildRole } from '../../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../../test/harness.ts'
import {
  catchOauthError,
  createOidcApplications,
  type OidcApplications,
} from '../../../../../test/oidc-applications.ts'

type Settings = RequestOf<typeof appPortalContract.updatePortal>['body']

let app: TestApp
let stage: OidcApplications
beforeAll(async () => {
  app = await createTestApp()
  stage = await createOidcApplications(app)
})

const buildLimited = async (company: { companyId: string; token: string }, settings: Omit<Settings, 'version'>) => {
  const built = await stage.application({}, { company })
  const params = { id: built.id }
  const { version = 1 } = (await app.call(appPortalContract.portal, { params }, company.token)).data ?? {}
  const body = { address: 'https://erp.example.cn/', ...settings, version }
  expect((await app.call(appPortalContract.updatePortal, { params, body }, company.token)).code).toBe(0)
  return built
}
type Built = Awaited<ReturnType<typeof buildLimited>>
type Person = Awaited<ReturnType<OidcApplications['person']>>
const refusal = async ({ config }: Built, { browser, token }: Person) => {
  const { uid } = await browser.begin((await stage.stage.start(config)).url)
  return (await browser.ask(uid, token, true)).code
}
const signIn = async ({ config }: Built, { browser, token }: Person) => {
  const { url, checks } = await stage.stage.start(config)
  return client.authorizationCodeGrant(config, await browser.allow(url, token), checks)
}

it('an application that is asked for signs in those whose request is approved, until it is taken back', async () => {
  const built = await buildLimited(await stage.open.company(['openApps:oidc']), { requestable: true })
  const person = await stage.person(built)
  expect(await refusal(built, person)).toBe(oidcErrors.notShown.code)
  const asked = { params: { id: built.id }, body: { reason: '报销', until: null } }
  const id = (await app.call(appRequestsContract.request, asked, person.token)).data?.id ?? ''
  const decision = { params: { id }, body: { until: null, version: 1 } }
  expect((await app.call(appRequestsContract.approveRequest, decision, built.token)).code).toBe(0)
  const { access_token: token } = await signIn(built, person)
  const read = () => catchOauthError(client.fetchUserInfo(built.config, token, person.user.id))
  expect(await read()).toBe('none')
  const revoked = { params: { id: built.id, requestId: id }, body: { reason: '离职', version: 2 } }
  expect((await app.call(appAccessContract.revokeRequest, revoked, built.token)).code).toBe(0)
  expect(await read()).not.toBe('none')
  expect(await refusal(built, person)).toBe(oidcErrors.notShown.code)
})

it('an application that is shown to roles signs in those who hold them, as long as they do', async () => {
  const company = await stage.open.company(['openApps:oidc'])
  const role = await buildRole(app, { companyId: company.companyId, permissions: [] })
  const built = await buildLimited(company, { audience: 'roles', targetIds: [role.id] })
  const person = await stage.person(company)
  expect(await refusal(built, person)).toBe(oidcErrors.notShown.code)
  await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
    company.companyId,
    person.user.id,
    role.id,
  ])
  const { access_token: token } = await signIn(built, person)
  const read = () => catchOauthError(client.fetchUserInfo(built.config, token, person.user.id))
  expect(await read()).toBe('none')
  await app.sql('delete from user_roles where user_id = $1 and role_id = $2', [person.user.id, role.id])
  expect(await read()).not.toBe('none')
})

it('an application is told of a person whom it does not admit', async () => {
  const built = await buildLimited(await stage.open.company(['openApps:oidc']), { requestable: true })
  const { browser, token } = await stage.person(built)
  const { url, checks } = await stage.stage.start(built.config)
  const { uid } = await browser.begin(url)
  expect((await browser.ask(uid, token, true)).code).toBe(oidcErrors.notShown.code)
  const { data } = await browser.ask(uid, token, false)
  const { location } = await browser.request(data.url)
  const back = client.authorizationCodeGrant(built.config, new URL(location), checks)
  expect(await catchOauthError(back)).toBe('access_denied')
})
