import { createHash, randomUUID } from 'node:crypto'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { administrator } from '../../../test/administrator.ts'
import { buildUser, readPlatformCompany } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'

const { create, update, get, writeSecret } = baseParametersContract
const plain = (code: string) => ({ code, name: '参数', kind: 'string' as const, value: '值' })
let app: TestApp
let admin: string
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signIn()
})
const newKey = () => ({ 'idempotency-key': randomUUID() })

describe('an idempotency key', () => {
  it('executes a hundred equal calls once', async () => {
    const key = newKey()
    const calls = Array.from({ length: 100 }, () => app.call(create, { body: plain('same.key') }, admin, key))
    const answers = await Promise.all(calls)
    expect(new Set(answers.map(({ code, data }) => `${code} ${data?.id}`)).size).toBe(1)
    expect(await app.sql(`select 1 from base_parameters where code = 'same.key'`)).toHaveLength(1)
    expect(await app.sql(`select 1 from audit_log where event = 'baseParameter.created' and ok`)).toHaveLength(1)
  })
  it('cannot be reused for another body or path', async () => {
    const key = newKey()
    const { data } = await app.call(create, { body: plain('key.body') }, admin, key)
    expect((await app.call(create, { body: plain('key.other') }, admin, key)).code).toBe(409)
    const body = { ...plain('key.body'), version: 1 }
    expect((await app.call(update, { params: { id: data?.id ?? '' }, body }, admin, key)).code).toBe(409)
    expect((await app.call(get, { params: { id: data?.id ?? '' } }, admin)).data?.version).toBe(1)
  })
  it('is scoped to its user', async () => {
    const key = newKey()
    const companyId = await readPlatformCompany(app)
    const other = await app.signIn(await buildUser(app, { companyId, permissions: ['sysBases:add'] }))
    const first = await app.call(create, { body: plain('key.mine') }, admin, key)
    const second = await app.call(create, { body: plain('key.theirs') }, other, key)
    expect([first.code, second.code, first.data?.id === second.data?.id]).toEqual([0, 0, false])
  })
  it('stays usable after a refusal', async () => {
    const key = newKey()
    await app.call(create, { body: plain('key.taken') }, admin)
    expect((await app.call(create, { body: plain('key.taken') }, admin, key)).code).toBe(4003)
    await app.sql(`delete from base_parameters where code = 'key.taken'`)
    expect((await app.call(create, { body: plain('key.taken') }, admin, key)).code).toBe(0)
  })
  it.each(['', 'short', 'with space in it', `'; drop table users; --`, 'a'.repeat(65)])(
    'of the wrong form is refused, and nothing is done: %j',
    async (key) => {
      const answer = await app.call(create, { body: plain('form.x') }, admin, { 'idempotency-key': key })
      const msg = '请求标识格式有误，应为 8 至 64 位字母、数字、下划线或连字符'
      expect(answer).toMatchObject({ status: 200, code: 400, msg })
      expect(await app.sql(`select 1 from base_parameters where code = 'form.x'`)).toEqual([])
    },
  )
})

describe('the stored answer of a key', () => {
  const kept = async () =>
    JSON.stringify(await app.sql('select answer::text, encode(request_hash, $1) from idempotency_keys', ['hex']))

  it('holds no token, even if sign-in was sent with a key', async () => {
    const verified = await app.call(signInContract.verify, { body: administrator })
    const { data } = await app.call(signInContract.accessToken, { body: {} }, verified.data?.tempToken, newKey())
    const text = await kept()
    expect([data?.token, data?.refreshToken, data?.aesKey].filter((each) => text.includes(each ?? '?'))).toEqual([])
  })
  it('holds nothing that a guessed secret could be compared with', async () => {
    const body = { ...plain('key.secret'), kind: 'secret' as const, value: null }
    const { data } = await app.call(create, { body }, admin)
    const path = writeSecret.path.replace(':id', data?.id ?? '')
    const secret = { value: 'guessable', version: 1 }
    await app.call(writeSecret, { params: { id: data?.id ?? '' }, body: secret }, admin, newKey())
    const guess = createHash('sha256')
      .update(JSON.stringify(['PUT', path, secret]))
      .digest('hex')
    expect(await kept()).not.toContain(guess)
  })
})
