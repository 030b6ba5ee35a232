import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { openAppsErrors } from '@atrium/contract/features/open/open-apps/open-apps.errors.ts'
import * as client from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/harness.ts'
import {
  createOidcApplications,
  type OidcApplication,
  type OidcApplications,
} from '../../../../../test/oidc-applications.ts'

let app: TestApp
let stage: OidcApplications
beforeAll(async () => {
  app = await createTestApp()
  stage = await createOidcApplications(app)
})
type Person = Awaited<ReturnType<OidcApplications['person']>>
const signIn = async (built: OidcApplication, person: Person, scope: string, rest: Record<string, string> = {}) => {
  const { url, checks } = await stage.stage.start(built.config, scope, rest)
  const back = await person.browser.allow(url, person.token)
  return client.authorizationCodeGrant(built.config, back, checks)
}

describe('the scope offline_access', () => {
  const scope = 'openid profile offline_access'

  it('is granted without prompt=consent, so that applications may repeat their scopes to refresh', async () => {
    const built = await stage.application()
    const person = await stage.person(built)
    for (const rest of [{}, { prompt: 'consent' }, {}]) {
      const tokens = await signIn(built, person, scope, rest)
      expect(tokens.scope).toBe(scope)
      const refreshed = await client.refreshTokenGrant(built.config, tokens.refresh_token ?? '', { scope })
      expect(refreshed).toMatchObject({ scope, refresh_token: expect.any(String), id_token: expect.any(String) })
    }
  })

  it('is neither granted nor refused to those who cannot refresh, or did not ask', async () => {
    const built = await stage.application({ grants: ['authorization_code'] })
    const person = await stage.person(built)
    const tokens = await signIn(built, person, scope)
    expect([tokens.scope, tokens.refresh_token]).toEqual(['openid profile', undefined])
    const other = await stage.application()
    expect((await signIn(other, await stage.person(other), 'openid profile')).scope).toBe('openid profile')
  })
})

describe('prompt=select_account', () => {
  it('lets a person choose another account, although they have allowed the application before', async () => {
    const built = await stage.application()
    const person = await stage.person(built)
    await signIn(built, person, 'openid profile')
    const { url, checks } = await stage.stage.start(built.config, 'openid profile', { prompt: 'select_account' })
    const { uid } = await person.browser.begin(url)
    expect((await person.browser.ask(uid, person.token)).data).toMatchObject({ given: false, signInAgain: false })
    const { data } = await person.browser.ask(uid, person.token, true)
    const back = new URL((await person.browser.request(data.url)).location)
    const tokens = await client.authorizationCodeGrant(built.config, back, checks)
    expect(tokens.claims()?.sub).toBe(person.user.id)
  })

  it('does not stand for a new sign-in that is asked for as well', async () => {
    const built = await stage.application()
    const person = await stage.person(built)
    // Times are compared by the second.
    await app.sql(`update sessions set signed_in_at = signed_in_at - interval '1 minute' where user_id = $1`, [
      person.user.id,
    ])
    const prompt = { prompt: 'select_account login' }
    const { url } = await stage.stage.start(built.config, 'openid profile', prompt)
    const { uid } = await person.browser.begin(url)
    expect((await person.browser.ask(uid, person.token)).data).toMatchObject({ signInAgain: true })
  })

  it('cannot be combined with none', async () => {
    const built = await stage.application()
    const person = await stage.person(built)
    const { url } = await stage.stage.start(built.config, 'openid', { prompt: 'none select_account' })
    const { location } = await person.browser.begin(url)
    expect(new URL(location).searchParams.get('error')).toBe('invalid_request')
  })
})

describe('id tokens', () => {
  it('tell what the person allowed, but for their operations', async () => {
    const claims = [{ name: 'groups', from: 'roleNames' as const }]
    const built = await stage.application({ claims })
    const person = await stage.person(built)
    await app.sql(`update users set email = $2, phone = '13800005679' where id = $1`, [
      person.user.id,
      'wang.fang@example.com',
    ])
    const told = async (scope: string) => (await signIn(built, person, scope)).claims() ?? {}
    const all = await told('openid profile email phone company organization roles permissions')
    expect(all).toMatchObject({
      sub: person.user.id,
      preferred_username: person.user.account,
      name: expect.any(String),
      email: 'wang.fang@example.com',
      email_verified: false,
      phone_number: '+8613800005679',
      company: { id: built.companyId },
      organizations: [],
      roles: [{ id: person.user.roleId }],
      groups: [person.user.roleName],
    })
    expect(all).not.toHaveProperty('permissions')
    expect(await told('openid profile')).not.toHaveProperty('email')
    expect(Object.keys(await told('openid'))).not.toContain('name')
  })

  it('tell what is true when they are refreshed', async () => {
    const built = await stage.application()
    const person = await stage.person(built)
    const tokens = await signIn(built, person, 'openid profile')
    await app.sql(`update users set name = '改名' where id = $1`, [person.user.id])
    const refreshed = await client.refreshTokenGrant(built.config, tokens.refresh_token ?? '')
    expect(refreshed.claims()).toMatchObject({ name: '改名' })
  })
})

describe('applications that run on devices of people', () => {
  it('get no secret, and become of such a kind only without one', async () => {
    for (const kind of ['web', 'native'] as const) {
      const { token } = await stage.open.company()
      const { id } = await stage.open.app(token, { kind })
      const refused = await app.call(openAppsContract.addSecret, { params: { id }, body: {} }, token)
      expect(refused.code).toBe(openAppsErrors.kindHasNoSecret.code)
      const server = await stage.open.app(token)
      await stage.open.secret(token, server.id)
      const { data } = await app.call(openAppsContract.get, { params: { id: server.id } }, token)
      const body = { name: data?.name ?? '', kind, ownerId: data?.owner?.id ?? null, version: data?.version ?? 0 }
      const changed = await app.call(openAppsContract.update, { params: { id: server.id }, body }, token)
      expect([changed.code, changed.errors?.[0]?.field]).toEqual([openAppsErrors.secretsRemain.code, 'kind'])
    }
  })
})
