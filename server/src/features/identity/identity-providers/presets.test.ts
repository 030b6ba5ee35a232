import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { identityProvidersContract } from '@atrium/contract/features/identity/identity-providers/identity-providers.contract.ts'
import { identityProvidersErrors as errors } from '@atrium/contract/features/identity/identity-providers/identity-providers.errors.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createOutsideStage, type OutsideStage, outsideCallback } from '../../../../test/outside-stage.ts'

/** Answers as the public documentation of each service records them, with other values. */
const recorded: Record<
  string,
  (asked: { query: URLSearchParams; body: Record<string, string>; headers: IncomingMessage['headers'] }) => unknown
> = {
  // developer.work.weixin.qq.com/document/path/91039, 98176 and 90196
  '/cgi-bin/gettoken': ({ query }) =>
    query.get('corpsecret') === 'right'
      ? { errcode: 0, errmsg: 'ok', access_token: 'accesstoken000001', expires_in: 7200 }
      : { errcode: 40001, errmsg: 'invalid credential' },
  '/cgi-bin/auth/getuserinfo': ({ query }) =>
    ({
      member: { errcode: 0, errmsg: 'ok', userid: 'zhangsan', user_ticket: 'USER_TICKET' },
      guest: { errcode: 0, errmsg: 'ok', openid: 'oAAAAAAA', external_userid: 'wmAAAAAA' },
    })[String(query.get('code'))] ?? { errcode: 40029, errmsg: 'invalid code' },
  '/cgi-bin/user/get': ({ query }) => ({
    errcode: 0,
    errmsg: 'ok',
    userid: query.get('userid'),
    name: '张三',
    department: [1, 2],
    position: '后台工程师',
    status: 1,
    isleader: 1,
    biz_mail: 'zhangsan@qyycs2.example.cn',
  }),
  // open.dingtalk.com/document/orgapp/obtain-user-token, dingtalk-retrieve-user-information, obtain-the-access_token-of-an-internal-app
  '/v1.0/oauth2/userAccessToken': ({ body }) =>
    body.code === 'member' && body.clientSecret === 'right'
      ? { accessToken: 'abcd', refreshToken: 'abcd', expireIn: 7200, corpId: 'corpxxxx' }
      : body.code === 'guest'
        ? { accessToken: 'abcd', refreshToken: 'abcd', expireIn: 7200, corpId: 'another' }
        : { code: 'InvalidParameter.code', requestid: 'x', message: '不合法的临时授权码' },
  '/v1.0/contact/users/me': ({ headers }) =>
    headers['x-acs-dingtalk-access-token'] === 'abcd'
      ? {
          nick: '李四',
          avatarUrl: 'https://x',
          mobile: '150xxxx9144',
          openId: '123',
          unionId: 'z21HjQliSzpw0Yxxxx',
          stateCode: '86',
        }
      : {},
  '/v1.0/oauth2/accessToken': ({ body }) =>
    body.appSecret === 'right'
      ? { accessToken: 'fw8ef8we8f76e6f7s8dxxxx', expireIn: 7200 }
      : { code: 'x', message: '无效的密钥' },
  // open.feishu.cn/document/authentication-management/access-token/get-user-access-token, …/authen-v1/user_info/get
  '/open-apis/authen/v2/oauth/token': ({ body }) =>
    body.code === 'member' && body.client_secret === 'right' && body.code_verifier
      ? { code: 0, access_token: 'eyJ', expires_in: 7200, token_type: 'Bearer', scope: 'auth:user.id:read' }
      : { code: 20003, error: 'invalid_grant', error_description: 'The authorization code is not found.' },
  '/open-apis/authen/v1/user_info': ({ headers }) =>
    headers.authorization === 'Bearer eyJ'
      ? {
          code: 0,
          msg: 'success',
          data: {
            name: '王五',
            en_name: 'wangwu',
            open_id: 'ou-caecc734',
            union_id: 'on-d89jhsdhjsajkda7828enjdj328ydhhw3u43yjhdj',
            enterprise_email: 'wangwu@feishu.example.cn',
            user_id: '5d9bdxxx',
            tenant_key: '736588c92lxf175d',
            employee_no: 'f111',
          },
        }
      : { code: 20005, msg: 'The user access token passed is invalid.' },
  '/open-apis/auth/v3/app_access_token/internal': ({ body }) =>
    body.app_secret === 'right'
      ? { code: 0, msg: 'ok', app_access_token: 't-caecc734c2e3328a62489fe0648c4b98779515d3', expire: 7140 }
      : { code: 10014, msg: 'app secret invalid' },
  // developers.weixin.qq.com/doc/oplatform/Website_App/WeChat_Login
  '/sns/oauth2/access_token': ({ query }) =>
    query.get('secret') !== 'right'
      ? { errcode: 40125, errmsg: 'invalid appsecret' }
      : query.get('code') === 'member'
        ? {
            access_token: 'ACCESS_TOKEN',
            expires_in: 7200,
            refresh_token: 'R',
            openid: 'OPENID',
            scope: 'snsapi_login',
            unionid: 'o6_bmasdasdsad6_2sgVt7hMZOPfL',
          }
        : { errcode: 40029, errmsg: 'invalid code' },
  '/sns/userinfo': ({ query }) => ({
    openid: query.get('openid'),
    nickname: '赵六',
    sex: 1,
    province: 'PROVINCE',
    city: 'CITY',
    country: 'COUNTRY',
    headimgurl: 'https://x',
    privilege: ['P1'],
    unionid: 'o6_bmasdasdsad6_2sgVt7hMZOPfL',
  }),
}
const readBody = async (request: IncomingMessage): Promise<Record<string, string>> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return pieces.length > 0 ? JSON.parse(Buffer.concat(pieces).toString()) : {}
}

let app: TestApp
let stage: OutsideStage
let token: string
let issuer: string
const server = createServer(async (request, response) => {
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://x')
  const answer = recorded[pathname]?.({ query, body: await readBody(request), headers: request.headers })
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
})
beforeAll(async () => {
  app = await createTestApp({ openTargetNetworks: ['127.0.0.0/8'] })
  stage = await createOutsideStage(app)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

type Kind = 'wecom' | 'dingtalk' | 'feishu' | 'wechat'
const details = {
  wecom: { path: '/wwlogin/sso/login', id: 'appid', agentId: '1000002', creates: true, code: 'code', name: '张三' },
  dingtalk: {
    path: '/oauth2/auth',
    id: 'client_id',
    agentId: 'corpxxxx',
    creates: true,
    code: 'authCode',
    name: '李四',
  },
  feishu: {
    path: '/open-apis/authen/v1/authorize',
    id: 'client_id',
    agentId: '',
    creates: true,
    code: 'code',
    name: '王五',
  },
  wechat: { path: '/connect/qrconnect', id: 'appid', agentId: '', creates: false, code: 'code', name: '赵六' },
} as const
const add = (kind: Kind, rest: object = {}) =>
  stage.provider(token, {
    kind,
    issuer,
    clientId: 'the-client',
    secret: 'right',
    scopes: [],
    agentId: details[kind].agentId,
    createsPeople: details[kind].creates,
    ...rest,
  })

describe.each(['wecom', 'dingtalk', 'feishu', 'wechat'] as const)('%s', (kind) => {
  const { path, id: idField, creates, code, name } = details[kind]
  beforeAll(async () => {
    token = (await stage.company()).token
  })
  const arrive = async (providerId: string, value: string) => {
    const browser = stage.browser()
    const url = new URL(await stage.start(browser, providerId))
    const state = url.searchParams.get('state') ?? ''
    return { url, browser, reply: await stage.finish(browser, { [code]: value, state }) }
  }
  it('leads to its page and names the person that comes back', async () => {
    const id = await add(kind)
    const { url, reply } = await arrive(id, 'member')
    expect(url.pathname).toBe(path)
    expect(url.searchParams.get(idField)).toBe('the-client')
    expect(url.searchParams.get('redirect_uri')).toBe(`${outsideCallback}/${id}`)
    expect(url.href).not.toContain('right')
    expect(reply.data).toMatchObject({ name })
    expect(reply.data.step === null).toBe(!creates)
  })
  it('refuses a wrong code, a wrong secret, and a second use', async () => {
    const id = await add(kind)
    expect((await arrive(id, 'wrong')).reply.code).toBe(errors.refused.code)
    const { browser, url } = await arrive(id, 'member')
    const state = url.searchParams.get('state') ?? ''
    expect((await stage.finish(browser, { [code]: 'member', state })).code).toBe(errors.attemptGone.code)
    const wrong = await add(kind, { secret: 'wrong' })
    expect((await arrive(wrong, 'member')).reply.code).toBe(
      kind === 'wecom' ? errors.unreachable.code : errors.refused.code,
    )
  })
  it('is tested before anybody signs in by it', async () => {
    const test = async (id: string) => (await app.call(identityProvidersContract.test, { params: { id } }, token)).data
    expect(await test(await add(kind))).toEqual({ ok: true, detail: '' })
    expect(await test(await add(kind, { secret: 'wrong' }))).toMatchObject({ ok: false })
  })
  it.runIf(kind === 'wecom' || kind === 'dingtalk')('refuses people of other organisations', async () => {
    expect((await arrive(await add(kind), 'guest')).reply.code).toBe(errors.notMember.code)
  })
})

it('services that anybody can sign in at give nobody an account', async () => {
  await expect(add('wechat', { createsPeople: true })).rejects.toThrow(errors.openToAll.msg)
  await expect(add('dingtalk', { agentId: '' })).rejects.toThrow(errors.openToAll.msg)
})

it('the operator gives accounts to people of named mail domains alone', async () => {
  const root = await app.signIn()
  const open = { createsPeople: true }
  await expect(stage.provider(root, open)).rejects.toThrow(errors.domainsNeeded.msg)
  expect(await stage.provider(root, { ...open, mailDomains: ['operator.example.cn'] })).toBeTruthy()
})
