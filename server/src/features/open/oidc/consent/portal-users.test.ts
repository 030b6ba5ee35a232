import { oidcErrors } from '@atrium/contract/features/open/oidc/oidc.errors.ts'
import { appPortalContract } from '@atrium/contract/features/open/portal-apps/app-portal.contract.ts'
import * as client from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildUser, readPlatformCompany } from '../../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../../test/harness.ts'
import { createOidcApplications, type OidcApplications } from '../../../../../test/oidc-applications.ts'
import { createBrowser } from '../../../../../test/oidc-stage.ts'
import { appRights } from '../../../../../test/open-stage.ts'
import { buildEnterprise, buildPerson } from '../../../../../test/portal-stage.ts'

let app: TestApp
let stage: OidcApplications
let operator: { companyId: string; token: string }
beforeAll(async () => {
  app = await createTestApp()
  stage = await createOidcApplications(app)
  const companyId = await readPlatformCompany(app)
  const user = await buildUser(app, { companyId, permissions: [...appRights, 'openApps:oidc'] })
  operator = { companyId, token: await app.signIn(user) }
})

const buildShown = async (audience: 'portal' | 'everyone' | 'nobody') => {
  const built = await stage.application({}, { company: operator })
  const params = { id: built.id }
  const { version = 1 } = (await app.call(appPortalContract.portal, { params }, operator.token)).data ?? {}
  const body = { audience, address: 'https://erp.example.cn/', version }
  expect((await app.call(appPortalContract.updatePortal, { params, body }, operator.token)).code).toBe(0)
  return built
}
const begin = async (built: Awaited<ReturnType<typeof buildShown>>, user: Awaited<ReturnType<typeof buildPerson>>) => {
  const browser = createBrowser(app)
  const token = await browser.signIn(user)
  const { url, checks } = await stage.stage.start(built.config, 'openid profile company')
  return { browser, token, url, checks }
}

describe('a portal user', () => {
  it('signs in to applications of the operator that are shown to them', async () => {
    const built = await buildShown('portal')
    for (const user of [await buildPerson(app), (await buildEnterprise(app)).member]) {
      const { browser, token, url, checks } = await begin(built, user)
      const tokens = await client.authorizationCodeGrant(built.config, await browser.allow(url, token), checks)
      expect((await client.fetchUserInfo(built.config, tokens.access_token, user.id)).preferred_username).toBe(
        user.account,
      )
    }
  })

  it('does not sign in to the others', async () => {
    const user = await buildPerson(app)
    for (const built of [await buildShown('nobody'), await stage.application({}, { company: operator })]) {
      const { browser, token, url } = await begin(built, user)
      const { uid } = await browser.begin(url)
      expect((await browser.ask(uid, token)).code).toBe(oidcErrors.notShown.code)
      expect((await browser.ask(uid, token, true)).code).toBe(oidcErrors.notShown.code)
    }
    const { browser, token, url } = await begin(await stage.application(), user)
    const { uid } = await browser.begin(url)
    expect((await browser.ask(uid, token, true)).code).toBe(oidcErrors.otherCompany.code)
  })
})

it('people of companies sign in to applications of the operator, shown in the portal or not', async () => {
  const built = await buildShown('nobody')
  const { browser, token } = await stage.person(await stage.open.company())
  const { url, checks } = await stage.stage.start(built.config)
  await client.authorizationCodeGrant(built.config, await browser.allow(url, token), checks)
})
