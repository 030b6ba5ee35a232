import { oidcErrors } from '@atrium/contract/features/open/oidc/oidc.errors.ts'
import * as client from 'openid-client'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/harness.ts'
import {
  answerDevice,
  catchOauthError,
  createOidcApplications,
  type OidcApplication,
  type OidcApplications,
  signInDevice,
  typeUserCode,
} from '../../../../../test/oidc-applications.ts'
import { issuer } from '../../../../../test/oidc-stage.ts'

let app: TestApp
let stage: OidcApplications
beforeAll(async () => {
  app = await createTestApp()
  stage = await createOidcApplications(app)
})
beforeEach(async () => {
  await app.sql('delete from limits')
})

const grantType = 'urn:ietf:params:oauth:grant-type:device_code'
const buildDevice = (kind: 'server' | 'native' = 'native') =>
  stage.application({ grants: ['device_code', 'refresh_token'], redirectUris: [], logoutUris: [] }, { kind })
const poll = async ({ config }: OidcApplication, code: string) => {
  await app.sql(`delete from limits where key like 'oidc.poll%'`)
  return client.genericGrantRequest(config, grantType, { device_code: code })
}
describe('a device without a browser', () => {
  it.each(['native', 'server'] as const)('is signed in by a code typed elsewhere: %s', async (kind) => {
    const built = await buildDevice(kind)
    const person = await stage.person(built)
    const begun = await client.initiateDeviceAuthorization(built.config, { scope: 'openid profile' })
    expect(begun).toMatchObject({ verification_uri: `${issuer}/device`, expires_in: 600 })
    expect(begun.user_code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/)
    expect(await catchOauthError(poll(built, begun.device_code))).toBe('authorization_pending')
    const shown = await typeUserCode(person, begun.user_code.toLowerCase().replace('-', ' '))
    expect(shown.body).toContain(begun.user_code)
    expect(shown.body).toContain('127.0.0.1')
    const done = await signInDevice(person, begun.user_code)
    expect(done.body).toContain('设备已登录')
    const tokens = await poll(built, begun.device_code)
    expect(await client.fetchUserInfo(built.config, tokens.access_token, person.user.id)).toMatchObject({
      preferred_username: person.user.account,
    })
    expect((await client.refreshTokenGrant(built.config, tokens.refresh_token ?? '')).access_token).toBeTruthy()
    expect((await typeUserCode(person, begun.user_code)).body).toContain('代码已使用')
    expect(await catchOauthError(poll(built, begun.device_code))).toBe('invalid_grant')
  })

  it('opens the page with its code filled in', async () => {
    const built = await buildDevice()
    const person = await stage.person(built)
    const begun = await client.initiateDeviceAuthorization(built.config, { scope: 'openid' })
    const opened = await person.browser.request(begun.verification_uri_complete ?? '')
    expect(opened.body).toContain(`value="${begun.user_code}"`)
  })

  it('learns that it was refused, before and after the person signed in', async () => {
    const built = await buildDevice()
    const person = await stage.person(built)
    const [first, second] = [
      await client.initiateDeviceAuthorization(built.config, { scope: 'openid' }),
      await client.initiateDeviceAuthorization(built.config, { scope: 'openid' }),
    ]
    expect((await answerDevice(person, first.user_code, { abort: 'yes' })).body).toContain('未登录设备')
    expect((await signInDevice(person, second.user_code, false)).body).toContain('未登录设备')
    for (const { device_code: code } of [first, second])
      expect(await catchOauthError(poll(built, code))).toBe('access_denied')
  })

  it('is told to slow down, and that its code has expired', async () => {
    const built = await buildDevice()
    const { device_code: code, user_code: typed } = await client.initiateDeviceAuthorization(built.config, {})
    const ask = () => catchOauthError(client.genericGrantRequest(built.config, grantType, { device_code: code }))
    expect([await ask(), await ask()]).toEqual(['authorization_pending', 'slow_down'])
    const other = await buildDevice()
    expect(await catchOauthError(poll(other, code))).toBe('invalid_grant')
    await app.sql(`delete from oidc_models where kind = 'DeviceCode'`)
    expect(await catchOauthError(poll(built, code))).toBe('invalid_grant')
    expect((await typeUserCode(await stage.person(built), typed)).body).toContain('代码有误')
  })

  it('needs the grant, and a person of the application’s company', async () => {
    const without = await stage.application()
    expect(await catchOauthError(client.initiateDeviceAuthorization(without.config, {}))).toBe('invalid_request')
    const built = await buildDevice()
    const stranger = await stage.person(await buildDevice())
    const { user_code: typed } = await client.initiateDeviceAuthorization(built.config, {})
    const { location } = await answerDevice(stranger, typed, { confirm: 'yes' })
    const { uid } = await stranger.browser.follow(location)
    expect(await stranger.browser.ask(uid, stranger.token, true)).toMatchObject({ code: oidcErrors.otherCompany.code })
  })
})

describe('a code on a device', () => {
  it('cannot be tried out, and is typed on pages of the provider alone', async () => {
    const built = await buildDevice()
    const person = await stage.person(built)
    const { user_code: userCode } = await client.initiateDeviceAuthorization(built.config, {})
    const forged = { method: 'POST', form: { xsrf: 'x', user_code: userCode, confirm: 'yes' } } as const
    expect((await person.browser.request('/oidc/device', forged)).location).toBe('')
    expect((await typeUserCode(person, '')).body).toContain('请输入设备上显示的代码')
    expect((await typeUserCode(person, '<b>')).body).not.toContain('<b>')
    await app.sql(`update limits set points = 60 where key like 'oidc.userCode%'`)
    for (const url of ['/oidc/device', '/oidc/Device/', '/oidc/device?x'])
      expect((await person.browser.request(url, forged)).status).toBe(429)
  })
})
