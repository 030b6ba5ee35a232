import { randomUUID } from 'node:crypto'
import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { unchecked } from '../../../test/loosely-typed.ts'
import { asOwner } from '../db/as-owner.ts'

const { create, get, list, update } = baseParametersContract
const parameter = (code: string, value: unknown) => ({
  code,
  name: '参数',
  kind: 'json' as const,
  value: value as string,
})
const json = { 'content-type': 'application/json' }
let app: TestApp
let admin: string
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signIn()
})
const raw = async (request: InjectOptions) => {
  const answer = await app.server.inject(request)
  return { status: answer.statusCode, headers: answer.headers, ...answer.json() }
}

describe('transport refusals', () => {
  it('answers 401 without a token', async () => {
    expect(await app.call(list, {})).toMatchObject({ status: 401, code: 401, msg: '未授权，请登录' })
  })
  it('answers 101 with status 200 for an unknown token and for a temporary one', async () => {
    expect(await app.call(list, {}, 'x'.repeat(86))).toMatchObject({ status: 200, code: 101 })
    const { account, password } = await buildUser(app, { companyId: await buildCompany(app) })
    const { data } = await app.call(signInContract.verify, { body: { account, password } })
    expect(await app.call(list, {}, data?.tempToken ?? '')).toMatchObject({ status: 200, code: 101 })
  })
  it('answers 403 without the permission', async () => {
    const unprivileged = await app.signIn(await buildUser(app, { companyId: await buildCompany(app, '无权公司') }))
    expect(await app.call(list, {}, unprivileged)).toMatchObject({ status: 403, code: 403, msg: '拒绝访问' })
  })
  it('answers 404 for an unknown path', async () => {
    const answer = await raw({ url: '/api/sys/nothing/v1', headers: { token: admin } })
    expect(answer).toMatchObject({ status: 404, code: 404, msg: '请求地址出错' })
    expect(answer.headers['cache-control']).toBe('no-store')
  })
  it('answers 405 with the allowed methods', async () => {
    const answer = await raw({ method: 'PATCH', url: create.path })
    expect(answer).toMatchObject({ code: 405, msg: '该地址不支持此请求方法' })
    expect([answer.status, String(answer.headers.allow).split(', ').sort()]).toEqual([405, ['GET', 'POST']])
  })
  it('answers 404 with status 200 for a missing row', async () => {
    const answer = await app.call(get, { params: { id: randomUUID() } }, admin)
    expect(answer).toMatchObject({ status: 200, code: 404, msg: '数据不存在或已被删除' })
  })
  it('answers 503 while a row stays locked', async () => {
    const { data } = await app.call(create, { body: parameter('locked.once', {}) }, admin)
    const id = data?.id ?? ''
    const answer = await asOwner(app.ownerUrl, async (client) => {
      await client.query('begin')
      await client.query('select from base_parameters where id = $1 for update', [id])
      return app.call(update, { params: { id }, body: { ...parameter('locked.once', []), version: 1 } }, admin)
    })
    expect(answer).toMatchObject({ status: 503, code: 503, msg: '服务繁忙，请稍后再试' })
  })
  it('answers 413 with status 200 for a body above one megabyte', async () => {
    const payload = JSON.stringify(parameter('too.large', 'a'.repeat(1_100_000)))
    const answer = await raw({ method: 'POST', url: create.path, headers: { token: admin, ...json }, payload })
    expect(answer).toMatchObject({ status: 200, code: 413, msg: '提交的内容过大' })
  })
  it('answers 413 with status 200 for a picture above two megabytes', async () => {
    const { path } = accountContract.replacePortrait
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
    const payload = `${head}${'a'.repeat(2_200_000)}\r\n--b--\r\n`
    const headers = { token: admin, 'content-type': 'multipart/form-data; boundary=b' }
    expect(await raw({ method: 'POST', url: path, headers, payload })).toMatchObject({ status: 200, code: 413 })
  })
  it('answers 415 for another content type', async () => {
    const request = { method: 'POST', url: create.path, payload: 'a=1' } as const
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const answer = await raw({ ...request, headers: { token: admin, 'content-type': type } })
      expect(answer).toMatchObject({ status: 415, code: 415 })
    }
  })
  it('answers 400 for malformed JSON', async () => {
    const answer = await raw({ method: 'POST', url: create.path, headers: { token: admin, ...json }, payload: '{' })
    expect(answer).toMatchObject({ status: 400, code: 400 })
    expect(answer.traceId).toMatch(/^[0-9a-f]{32}$/)
  })
  it.each(['/api/sys/bases/%zz/v1', '/api/sys/bases/%ED%A0%80/v1', `/api/sys/bases/${'a'.repeat(201)}/v1`])(
    'answers an address that cannot be read with an envelope too: %s',
    async (url) => {
      const answer = await raw({ url, headers: { token: admin } })
      expect(answer).toMatchObject({ code: expect.any(Number), msg: expect.any(String), traceId: expect.any(String) })
      expect(answer.status).toBeLessThan(500)
    },
  )
})

describe('values that cannot be stored', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)])
  const send = (payload: string) =>
    raw({ method: 'POST', url: create.path, headers: { token: admin, ...json }, payload })
  const withValue = (value: string) => `{"code":"stored.x","name":"x","kind":"json","value":${value}}`

  it.each([
    ['NUL in a text', '"\\u0000"'],
    ['NUL in a key', '{"a\\u0000":1}'],
    ['half a surrogate', '["\\ud800"]'],
    ['half a surrogate in a key', '{"\\udc00":1}'],
    ['twenty-one levels', JSON.stringify(deep(21))],
    ['a hundred thousand levels', '['.repeat(100_000) + ']'.repeat(100_000)],
  ])('%s is refused before anything is done', async (_, value) => {
    expect(await send(withValue(value))).toMatchObject({ status: 200, code: 400 })
    expect(await app.sql(`select 1 from base_parameters where code = 'stored.x'`)).toEqual([])
  })
  it('are refused in paths and queries too', async () => {
    const answer = await raw({ url: `${list.path}?search=%00`, headers: { token: admin } })
    expect(answer).toMatchObject({ status: 200, code: 400 })
  })
  it('stores a complete surrogate pair and eighteen levels unchanged', async () => {
    const value = { 𠜎: deep(17), emoji: '👩‍👩‍👧' }
    const made = await app.call(create, { body: parameter('stored.well', value) }, admin)
    expect((await app.call(get, { params: { id: made.data?.id ?? '' } }, admin)).data?.value).toEqual(value)
  })
})

describe('invisible characters', () => {
  it.each(['管理\u202E员', '管理\u200B员', '管理\n员'])('are refused in a name, at its field: %j', async (name) => {
    const answer = await app.call(create, { body: { ...parameter('name.hidden', {}), name } }, admin)
    expect(answer).toMatchObject({ code: 400, errors: [{ field: 'name', msg: '不能包含换行符或不可见字符' }] })
  })
  it('are refused in a description, which may have line breaks', async () => {
    const hidden = { ...parameter('desc.hidden', {}), desc: '第一行\n\u202E第二行' }
    const answer = await app.call(create, { body: hidden }, admin)
    expect(answer).toMatchObject({ code: 400, errors: [{ field: 'desc', msg: '不能包含不可见字符' }] })
    const made = await app.call(create, { body: { ...hidden, desc: '第一行\n第二行' } }, admin)
    expect((await app.call(get, { params: { id: made.data?.id ?? '' } }, admin)).data?.desc).toBe('第一行\n第二行')
  })
})

describe('a refusal', () => {
  // `msg` is shown in the console; a validator's English text would appear on a Chinese screen.
  it.each([
    ['a number for a text', signInContract.verify, { account: 'a', password: 'b', captcha: 5 }],
    ['a text for a number', signInContract.verify, { account: 'a', password: 'b', uuid: 'x' }],
    ['too long a text', sessionContract.logout, { refreshToken: 'a'.repeat(129) }],
    ['nothing at all', sessionContract.refresh, {}],
  ])('has a Chinese message: %s', async (_, endpoint, body) => {
    const answer = await app.call(endpoint, unchecked({ body }))
    expect(answer.msg).toMatch(/[\u4e00-\u9fff]/)
    for (const { msg } of answer.errors ?? []) expect(msg).toMatch(/[\u4e00-\u9fff]/)
  })
  it('names every invalid field', async () => {
    const answer = await app.call(create, { body: unchecked({ code: '1', name: '', kind: 'string' }) }, admin)
    expect(answer.errors?.map(({ field }) => field)).toEqual(expect.arrayContaining(['code', 'name']))
  })
})
