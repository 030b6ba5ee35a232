import { randomUUID } from 'node:crypto'
import { endpoints } from '@atrium/contract/index.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildTenant, readPlatformCompany } from '../factories.ts'
import { createTestApp, type TestApp } from '../harness.ts'

/** Calls that programs of others make, by their addresses as these know them. They never change. */
const calls = {
  'signing in': [
    'GET /front-api/sys/login/subject/v1',
    'GET /api/sys/console/tags/v1',
    'GET /api/sys/login/captcha/v1',
    'POST /api/sys/login/verify/v1',
    'POST /api/sys/login/accessToken/v1',
    'POST /api/sys/login/refreshToken/v1',
    'POST /api/sys/login/send/v1',
    'POST /api/sys/login/logout/v1',
    'POST /api/sys/forget/send/v1',
    'POST /api/sys/forget/confirm/v1',
  ],
  'the session and the own account': [
    'GET /api/sys/console/login/v1',
    'GET /api/sys/console/grants/v1',
    'GET /api/sys/console/menus/v1',
    'GET /api/sys/console/elems/v1',
    'PUT /api/sys/console/:id/switch/v1',
    'POST /api/sys/console/quit/v1',
    'GET /api/sys/profile/login/v1',
    'GET /api/sys/profile/logs/v1',
    'GET /api/sys/profile/portrait/v1',
    'POST /api/sys/security/bind/send/v1',
    'POST /api/sys/security/bind/confirm/v1',
    'PUT /api/sys/security/pass/v1',
    'PUT /api/sys/security/switch/v1',
  ],
  'the front family': [
    'POST /front-api/sys/login/v1',
    'POST /front-api/sys/logout/v1',
    'POST /front-api/sys/accessToken/v1',
    'GET /front-api/sys/captcha/v1',
    'POST /front-api/sys/sendCaptcha/v1',
    'POST /front-api/sys/regist/v1',
    'POST /front-api/sys/forgetPass/v1',
    'POST /front-api/sys/forgetPassVerifySms/v1',
    'GET /front-api/sys/user/tags/v1',
    'GET /front-api/sys/grants/v1',
    'GET /front-api/sys/user/v1',
    'GET /front-api/sys/user/ent/v1',
    'PUT /front-api/sys/user/update/v1',
    'PUT /front-api/sys/user/switch/v1',
    'POST /front-api/sys/user/confirm/v1',
    'POST /front-api/sys/user/send/v1',
    'PUT /front-api/sys/user/pass/v1',
    'GET /front-api/sys/user/pages/v1',
    'GET /front-api/sys/user/:id/v1',
    'PUT /front-api/sys/user/:id/lock/v1',
    'PUT /front-api/sys/user/:id/unlock/v1',
    'GET /front-api/sys/user/portrait/v1',
    'GET /front-api/sys/user/logs/v1',
    'GET /front-api/sys/news/published/v1',
    'GET /front-api/sys/news/:id/v1',
    'GET /front-api/sys/news/:id/attach/:fileId/v1',
    'GET /front-api/sys/menus/favorite/v1',
    'PUT /front-api/sys/favorite/v1',
    'GET /front-api/sys/apps/v1',
    'GET /front-api/sys/apps/count/v1',
    'GET /front-api/sys/grant/v1',
    'POST /front-api/sys/sso/login/v1',
  ],
  'users and roles': [
    'GET /api/sys/users/v1',
    'POST /api/sys/users/v1',
    'GET /api/sys/users/:id/v1',
    'PUT /api/sys/users/:id/v1',
    'DELETE /api/sys/users/:id/v1',
    'PUT /api/sys/users/:id/reset/v1',
    'PUT /api/sys/users/:id/lock/v1',
    'PUT /api/sys/users/:id/unlock/v1',
    'GET /api/sys/users/:id/roles/v1',
    'PUT /api/sys/users/:id/roles/v1',
    'GET /api/sys/users/auto/:id/v1',
    'GET /api/sys/roles/v1',
    'POST /api/sys/roles/v1',
    'GET /api/sys/roles/:id/v1',
    'PUT /api/sys/roles/:id/v1',
    'DELETE /api/sys/roles/:id/v1',
    'GET /api/sys/roles/:id/elems/v1',
    'PUT /api/sys/roles/:id/elems/v1',
    'GET /api/sys/roles/:id/menus/v1',
    'PUT /api/sys/roles/:id/menus/v1',
    'GET /api/sys/roles/:id/grants/v1',
    'PUT /api/sys/roles/:id/grants/v1',
  ],
  'modules, elements and APIs': [
    'GET /api/sys/modules/v1',
    'POST /api/sys/modules/v1',
    'GET /api/sys/modules/:id/v1',
    'PUT /api/sys/modules/:id/v1',
    'DELETE /api/sys/modules/:id/v1',
    'GET /api/sys/modules/:id/apis/v1',
    'GET /api/sys/elems/v1',
    'POST /api/sys/elems/v1',
    'GET /api/sys/elems/:id/v1',
    'PUT /api/sys/elems/:id/v1',
    'DELETE /api/sys/elems/:id/v1',
    'GET /api/sys/elems/:id/apis/v1',
    'POST /api/sys/elems/:id/apis/v1',
    'GET /api/sys/elems/:id/apis/unauth/v1',
    'DELETE /api/sys/elems/:id/apis/:apiId/v1',
    'GET /api/sys/apis/v1',
    'POST /api/sys/apis/v1',
    'GET /api/sys/apis/:id/v1',
    'PUT /api/sys/apis/:id/v1',
    'DELETE /api/sys/apis/:id/v1',
  ],
  'companies and settings': [
    'GET /api/sys/companys/v1',
    'POST /api/sys/companys/v1',
    'GET /api/sys/companys/:id/v1',
    'PUT /api/sys/companys/:id/v1',
    'GET /api/sys/companys/:id/tenant/v1',
    'PUT /api/sys/companys/:id/tenant/v1',
    'PUT /api/sys/companys/:id/lock/v1',
    'PUT /api/sys/companys/:id/unlock/v1',
    'PUT /api/sys/companys/:id/reset/v1',
    'GET /api/sys/orgs/v1',
    'GET /api/sys/areas/v1',
    'GET /api/sys/bases/v1',
    'POST /api/sys/bases/v1',
    'GET /api/sys/bases/:id/v1',
    'PUT /api/sys/bases/:id/v1',
    'DELETE /api/sys/bases/:id/v1',
    'GET /api/sys/dicts/v1',
    'GET /api/sys/dicts/:id/v1',
    'GET /api/sys/dicts/query/v1',
    'GET /api/sys/menus/v1',
    'GET /api/sys/menus/:id/v1',
  ],
  'notices, open platform, templates and uploads': [
    'GET /api/sys/news/v1',
    'GET /api/sys/news/:id/v1',
    'PUT /api/sys/news/:id/issue/v1',
    'PUT /api/sys/news/:id/revoke/v1',
    'POST /api/sys/news/:id/attach/v1',
    'GET /api/sys/news/published/v1',
    'POST /api/sys/news/image/v1',
    'GET /api/sys/open-apis/v1',
    'GET /api/sys/open-apis/:id/v1',
    'GET /api/sys/apps/v1',
    'GET /api/sys/apps/:id/v1',
    'GET /api/sys/apps/:id/logs/v1',
    'GET /api/sys/apps/:id/apis/v1',
    'GET /api/sys/apps/:id/apis/unauth/v1',
    'PUT /api/sys/apps/:id/apis/:apiId/v1',
    'GET /api/sys/excels/v1',
    'GET /api/sys/excels/:id/v1',
    'GET /api/sys/excels/:id/meta/v1',
    'PUT /api/sys/excels/:id/meta/v1',
    'GET /api/sys/uploads/v1',
    'POST /api/sys/uploads/v1',
  ],
} as const

/** Writes that show no message of success: the page says itself what happened. */
const quiet = [
  'POST /api/sys/login/verify/v1',
  'POST /api/sys/login/accessToken/v1',
  'POST /api/sys/login/refreshToken/v1',
  'POST /api/sys/login/send/v1',
  'POST /api/sys/login/logout/v1',
  'POST /api/sys/forget/send/v1',
  'POST /api/sys/forget/confirm/v1',
  'POST /api/sys/security/bind/send/v1',
]

let app: TestApp
let token: string
let company: string
beforeAll(async () => {
  app = await createTestApp()
  token = await app.signIn()
  company = await buildTenant(app, `固定地址${randomUUID().slice(0, 8)}`)
  for (const owner of [company, await readPlatformCompany(app)])
    await app.sql(
      `insert into orgs (company_id, id, name, path)
       select $1, id, '总部', '/' || id || '/' from (select gen_random_uuid() as id) as made`,
      [owner],
    )
})
const get = (url: string, headers: Record<string, string> = { token }) => app.server.inject({ url, headers })

describe('the calls that clients know', () => {
  it.each(Object.entries(calls))('keep their addresses: %s', (_, known) => {
    const served = new Set(endpoints.map(({ method, path }) => `${method} ${path}`))
    expect(known.filter((address) => !served.has(address))).toEqual([])
  })
  it('show no message of success where one signs in or a code is sent', () => {
    const named = new Map(endpoints.map((each) => [`${each.method} ${each.path}`, each]))
    expect(quiet.filter((address) => !(named.get(address) as { quiet?: true } | undefined)?.quiet)).toEqual([])
  })
})

describe('what they answer', () => {
  it.each([
    ['bases', ['code', 'name', 'tags', 'desc', 'createTime']],
    ['companys', ['id', 'name', 'companyId', 'type', 'onlyId']],
    ['dicts', ['group', 'name', 'code']],
    ['menus', ['id', 'name', 'parent', 'metadata']],
    ['roles', ['id', 'name', 'desc']],
    ['users', ['id', 'account', 'name']],
    ['orgs', ['id', 'name', 'orgId', 'companyId']],
  ] as const)('lists rows and their total by page, size and search: %s', async (list, fields) => {
    const { code, data, total } = (await get(`/api/sys/${list}/v1?page=1&size=10&search=`)).json()
    expect([code, data.length > 0, data.length <= total]).toEqual([0, true, true])
    expect(fields.filter((field) => !Object.hasOwn(data[0], field))).toEqual([])
    const none = (await get(`/api/sys/${list}/v1?page=1&size=10&search=${randomUUID()}`)).json()
    expect(none).toMatchObject({ code: 0, data: [], total: 0 })
  })
  it('are ten rows of the first page without parameters', async () => {
    const { data, total } = (await get('/api/sys/bases/v1')).json()
    expect([data.length, total > 10]).toEqual([10, true])
    expect((await get('/api/sys/bases/v1?page=1&size=10&search=')).json().data).toEqual(data)
  })
  it('before signing in: title, encryption, the address of uploads, and a captcha with its id', async () => {
    expect((await get('/front-api/sys/login/subject/v1', {})).json().data.title).toBe('Atrium 管理控制台')
    const tags = (await get('/api/sys/console/tags/v1', {})).json().data
    expect([tags.encrypt, tags.address]).toEqual([0, '/files/'])
    const captcha = await get('/api/sys/login/captcha/v1', {})
    expect(captcha.headers['content-type']).toBe('image/png')
    expect(captcha.headers.uuid).toMatch(/^[0-9a-f-]{36}$/)
  })
  it('with a session: who it is, and menus and modules', async () => {
    const info = (await get('/api/sys/console/login/v1')).json().data
    expect(info).toMatchObject({ name: '系统管理员', portrait: '', view: '平台运营', grant: 0 })
    expect(info.company).toBe(await readPlatformCompany(app))
    const { menus, modules } = (await get('/api/sys/console/grants/v1')).json().data
    expect(modules.sysBases).toContain('list')
    const group = menus.find(({ children }: { children: unknown[] }) => children.length > 0)
    expect(Object.keys(group)).toEqual(expect.arrayContaining(['id', 'name', 'parent', 'children', 'metadata']))
    const page = JSON.parse(group.children[0].metadata)
    expect(Object.keys(page)).toEqual(expect.arrayContaining(['icon', 'path', 'component']))
  })
  it('organisations of one company', async () => {
    const { data, total } = (await get(`/api/sys/orgs/v1?company=${company}`)).json()
    expect(data).toMatchObject([{ name: '总部', companyId: company, orgId: data[0]?.id }])
    expect(total).toBe(1)
  })
})
