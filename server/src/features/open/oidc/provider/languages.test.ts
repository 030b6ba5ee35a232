import * as client from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/harness.ts'
import { createOidcApplications, type OidcApplications } from '../../../../../test/oidc-applications.ts'

let app: TestApp
let stage: OidcApplications
beforeAll(async () => {
  app = await createTestApp()
  stage = await createOidcApplications(app)
})
const open = async (url: string, headers: Record<string, string> = {}) => {
  const { body, headers: told } = await app.server.inject({ url, headers: { host: 'localhost:3000', ...headers } })
  return { title: /<h1>(.*?)<\/h1>/.exec(body)?.[1], body, language: told['content-language'] }
}
const english = { title: 'Sign in on a device', language: 'en' }
const chinese = { title: '登录设备', language: 'zh-CN' }

describe('a page of the provider', () => {
  it('is in the language that the application asks for, that chosen in the browser, or the browser’s', async () => {
    expect(await open('/oidc/device')).toMatchObject(chinese)
    expect(await open('/oidc/device', { 'accept-language': 'en-GB' })).toMatchObject(english)
    const cookie = 'atrium-language=en'
    expect(await open('/oidc/device', { cookie })).toMatchObject(english)
    expect(await open('/oidc/device', { cookie, 'accept-language': 'zh' })).toMatchObject(english)
    expect(await open('/oidc/device?ui_locales=tlh%20zh-CN', { cookie })).toMatchObject(chinese)
    expect(await open('/oidc/device?ui_locales=en')).toMatchObject(english)
    expect(await open('/oidc/device?ui_locales=tlh', { cookie })).toMatchObject(english)
  })

  it('says it in its elements, and asks for the same language when it is answered', async () => {
    const { body } = await open('/oidc/device?ui_locales=en')
    expect(body).toContain('<html lang="en">')
    expect(body).toContain('<p>Enter the code that the device shows.</p>')
    expect(body).not.toMatch(/\p{Script=Han}/u)
    expect(body).toContain('/oidc/device?ui_locales=en"')
  })

  it('explains errors, and how to leave', async () => {
    const failed = await open('/oidc/authorize?client_id=none&ui_locales=en')
    expect(failed).toMatchObject({ title: 'Cannot sign in to the app', language: 'en' })
    expect(failed.body).not.toMatch(/\p{Script=Han}/u)
    const built = await stage.application()
    const { browser, token } = await stage.person(built)
    const { url } = await stage.stage.start(built.config)
    await browser.allow(url, token)
    const left = await browser.request('/oidc/logout?ui_locales=en')
    expect(left.body).toContain('<h1>Sign out</h1>')
    expect(left.body).toContain('>Sign out of all</button>')
    expect(left.body).not.toMatch(/\p{Script=Han}/u)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(left.body)?.[1] ?? ''
    const action = /action="([^"]+)"/.exec(left.body)?.[1] ?? ''
    const gone = await browser.request(action, { method: 'POST', form: { xsrf, logout: 'yes' } })
    const page = gone.location ? await browser.request(gone.location) : gone
    expect(page.body).toContain('<h1>')
  })
})

it('tells applications which languages there are, and that of a person', async () => {
  const built = await stage.application({ scopes: ['openid', 'profile'] })
  expect(built.config.serverMetadata().ui_locales_supported).toEqual(expect.arrayContaining(['zh-CN', 'en']))
  const learn = async (choose: (userId: string) => Promise<unknown>) => {
    const { user, browser, token } = await stage.person(built)
    await choose(user.id)
    const { url, checks } = await stage.stage.start(built.config, 'openid profile')
    const tokens = await client.authorizationCodeGrant(built.config, await browser.allow(url, token), checks)
    return tokens.claims()?.locale
  }
  expect(await learn(async () => undefined)).toBe('zh-CN')
  expect(await learn((id) => app.sql(`update users set language = 'en' where id = $1`, [id]))).toBe('en')
})
