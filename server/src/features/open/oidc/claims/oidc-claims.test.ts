import { claimsPreviewContract } from '@atrium/contract/features/open/oidc/claims-preview.contract.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { customFieldsContract } from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import * as client from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '../../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../../test/harness.ts'
import {
  createOidcApplications,
  type OidcApplication,
  type OidcApplications,
} from '../../../../../test/oidc-applications.ts'

const { previewClaims } = claimsPreviewContract
let app: TestApp
let stage: OidcApplications
beforeAll(async () => {
  app = await createTestApp()
  stage = await createOidcApplications(app)
})

const all = ['openid', 'profile', 'email', 'phone', 'company', 'organization', 'roles', 'permissions'] as const
const claims = [
  { name: 'groups', from: 'roleNames' as const },
  { name: 'urn:erp:dept', from: 'orgNames' as const },
  { name: 'preferred_username', from: 'phone' as const },
  { name: 'rights', from: 'permissions' as const },
]
const learned = async (
  built: OidcApplication,
  person: Awaited<ReturnType<OidcApplications['person']>>,
  scope: string,
) => {
  const { url, checks } = await stage.stage.start(built.config, scope)
  const back = await person.browser.allow(url, person.token)
  const tokens = await client.authorizationCodeGrant(built.config, back, checks)
  return { tokens, info: await client.fetchUserInfo(built.config, tokens.access_token, person.user.id) }
}
const preview = async ({ id, token }: OidcApplication, userId: string, by = token) => {
  const { code, data } = await app.call(previewClaims, { params: { id, userId } }, by)
  const values = (told: { name: string; value: string }[] = []) =>
    Object.fromEntries(told.map(({ name, value }) => [name, JSON.parse(value)]))
  return { code, idToken: values(data?.idToken), userinfo: values(data?.userinfo) }
}

describe('claims of an application’s own', () => {
  it('are filled and named as it expects, and shown before by the code that tells them', async () => {
    const built = await stage.application({ scopes: [...all], claims })
    const user = await buildUser(app, { companyId: built.companyId, permissions: ['sysPosts:list', 'sysPosts:add'] })
    await app.sql(`update users set phone = '13800005678' where id = $1`, [user.id])
    const { browser } = await stage.person(built)
    const person = { user, browser, token: await browser.signIn(user) }
    const { info, tokens } = await learned(built, person, all.join(' '))
    expect(info).toMatchObject({ preferred_username: '+8613800005678', rights: ['sysPosts:add', 'sysPosts:list'] })
    expect(info.permissions).toEqual(info.rights)
    expect(info.groups).toEqual((info.roles as { name: string }[]).map(({ name }) => name))
    const shown = await preview(built, user.id)
    expect(shown.userinfo).toEqual(info)
    const { rights: _, permissions: __, ...others } = info
    const { iss, aud } = tokens.claims() ?? {}
    expect(shown.idToken).toEqual({ iss, aud, ...others })
    expect(tokens.claims()).toMatchObject(shown.idToken)
  })

  it('are told by the scopes that the person allowed alone', async () => {
    const built = await stage.application({ scopes: [...all], claims })
    const { info } = await learned(built, await stage.person(built), 'openid profile')
    for (const name of ['groups', 'urn:erp:dept', 'rights', 'permissions', 'roles'])
      expect(info).not.toHaveProperty(name)
  })

  it('have names of their own, and none of the protocol', async () => {
    const built = await stage.application()
    const save = async (...names: string[]) => {
      const of = names.map((name) => ({ name, from: 'account' as const }))
      return (await stage.stage.settings(built.token, built.id, { claims: of })).code
    }
    for (const name of ['sub', 'iss', 'email_verified', 'sid', '', '1a', '__proto__', 'a b', '角色'])
      expect([name, await save(name)]).toEqual([name, 400])
    expect(await save('groups', 'groups')).toBe(400)
    expect(await save('groups')).toBe(0)
  })
})

describe('custom fields', () => {
  const define = async (token: string, key: string, of: object = {}) =>
    app.call(
      customFieldsContract.create,
      { body: { entity: 'user', kind: 'text', key, name: key, help: '', pattern: '', dictionary: '', ...of } },
      token,
    )
  const buildDefiner = async (companyId: string) =>
    app.signIn(
      await buildUser(app, {
        companyId,
        permissions: ['sysCustomFields:add', 'sysCustomFields:edit', 'openApps:oidc'],
      }),
    )

  it('fill claims as JSON of their kind, by the scope of the profile', async () => {
    const { companyId, token } = await stage.open.company(['openApps:oidc', 'sysUsers:get'])
    const definer = await buildDefiner(companyId)
    const place = { company: { companyId, token } }
    await define(definer, 'costCenter')
    await define(definer, 'level', { kind: 'number' })
    await define(definer, 'remote', { kind: 'switch' })
    await define(definer, 'mentor', { kind: 'person' })
    const keys = ['costCenter', 'level', 'remote', 'mentor']
    const claims = keys.map((key) => ({ name: `x_${key}`, from: `custom.c_${key}` as const }))
    const built = await stage.application({ scopes: [...all], claims }, place)
    const person = await stage.person(built)
    const [other] = await app.sql('select id, name from users where company_id = $1 and id <> $2 limit 1', [
      companyId,
      person.user.id,
    ])
    await app.sql('update users set custom = $2 where id = $1', [
      person.user.id,
      JSON.stringify({ c_costCenter: 'F1', c_level: 7, c_remote: false, c_mentor: other?.id, c_gone: 'x' }),
    ])
    const { info, tokens } = await learned(built, person, 'openid profile')
    const told = { x_costCenter: 'F1', x_level: 7, x_remote: false, x_mentor: { id: other?.id, name: other?.name } }
    expect(info).toMatchObject(told)
    expect(tokens.claims()).toMatchObject(told)
    const { info: without } = await learned(built, person, 'openid email')
    expect(without).not.toHaveProperty('x_costCenter')
  })

  it('are those that the caller sees, of their own company', async () => {
    const { companyId, token } = await stage.open.company(['openApps:oidc', 'sysUsers:get'])
    const definer = await buildDefiner(companyId)
    const { data } = await define(definer, 'salary')
    const foreign = await stage.open.company(['openApps:oidc'])
    await define(await buildDefiner(foreign.companyId), 'theirs')
    const built = await stage.application({}, { company: { companyId, token } })
    const save = async (key: string) =>
      stage.stage.settings(token, built.id, { claims: [{ name: 'x', from: `custom.${key}` }] })
    for (const key of ['c_theirs', 'c_none']) expect(await save(key)).toMatchObject({ code: 6207 })
    expect((await save('__proto__')).code).toBe(400)
    const limit = { effect: 'mask' as const, roleIds: [] }
    await app.call(customFieldsContract.limit, { params: { id: data?.id ?? '' }, body: limit }, definer)
    const saveNew = async () => {
      // What fills a claim already stays.
      await stage.stage.settings(token, built.id, { claims: [] })
      return (await save('c_salary')).code
    }
    await expect.poll(saveNew).toBe(6207)
  })
})

describe('what an application would learn', () => {
  it('is shown of people in one’s row scope, and without contacts that one may not see', async () => {
    const built = await stage.application({ scopes: [...all] })
    const { user } = await stage.person(built)
    expect((await preview(built, user.id)).code).toBe(0)
    const other = await stage.application()
    expect((await preview(other, user.id)).code).toBe(404)
    expect((await preview(built, (await stage.person(other)).user.id)).code).toBe(404)
    const permissions = ['openApps:oidc', 'sysUsers:get']
    const narrow = await buildUser(app, { companyId: built.companyId, permissions })
    await app.sql(
      `update roles set data_scope = 'self' where id in (select role_id from user_roles where user_id = $1)`,
      [narrow.id],
    )
    const token = await app.signIn(narrow)
    expect((await preview(built, user.id, token)).code).toBe(404)
    expect((await preview(built, narrow.id, token)).code).toBe(0)
    const without = await buildUser(app, { companyId: built.companyId, permissions: ['openApps:list'] })
    expect((await preview(built, user.id, await app.signIn(without))).code).not.toBe(0)
  })

  it('needs the right to read users besides', async () => {
    const built = await stage.application({ scopes: [...all], claims })
    const user = await buildUser(app, { companyId: built.companyId })
    const unread = await buildUser(app, { companyId: built.companyId, permissions: ['openApps:list', 'openApps:oidc'] })
    expect((await preview(built, user.id, await app.signIn(unread))).code).toBe(403)
    expect((await preview(built, user.id)).code).toBe(0)
  })

  it('is shown before the application signs anybody in', async () => {
    const { companyId, token } = await stage.open.company(['openApps:oidc', 'sysUsers:get'])
    const { id } = await stage.open.app(token)
    const user = await buildUser(app, { companyId })
    const { data } = await app.call(previewClaims, { params: { id, userId: user.id } }, token)
    expect(data?.userinfo).toEqual([{ name: 'sub', value: JSON.stringify(user.id) }])
    expect((await app.call(openAppsContract.oidc, { params: { id } }, token)).data?.claims).toEqual([])
  })
})
