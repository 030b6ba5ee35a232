import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { compatDefaultKey, gcmPrefix } from '@atrium/contract/kernel/cipher.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { administrator } from '../../../test/administrator.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { unchecked } from '../../../test/loosely-typed.ts'

const { create, list, update, remove } = baseParametersContract
const refused = { status: 200, code: 400, msg: '请求内容无法解密，请刷新页面后重试' }
const plain = (code: string) => ({ code, name: '参数', kind: 'string', value: '值' })

/** An app whose encryption was enabled through its parameter, as an administrator does it. */
const appInMode = async (mode: string) => {
  const app = await createTestApp()
  const trio = await app.tokens()
  const { data } = await app.call(list, { query: { search: 'encrypt' } }, trio.token)
  const row = data?.find(({ code }) => code === 'encrypt')
  if (!row) throw new Error('the parameter is not seeded')
  const { code, name, kind, options, desc, version } = row
  const body = { code, name, kind, options, desc, version, tags: {}, value: mode }
  await app.call(update, { params: { id: row.id }, body }, trio.token)
  return { app, trio }
}
const keptAs = (app: TestApp, code: string) => app.sql('select value from base_parameters where code = $1', [code])

describe('mode 1, AES-128-ECB', () => {
  let app: TestApp
  let trio: Awaited<ReturnType<TestApp['tokens']>>
  beforeAll(async () => {
    ;({ app, trio } = await appInMode('1'))
  })
  const close = (key: string, value: unknown) => {
    const cipher = createCipheriv('aes-128-ecb', key, null)
    return Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]).toString('base64')
  }
  const open = (key: string, text: string) => {
    const decipher = createDecipheriv('aes-128-ecb', key, null)
    return JSON.parse(Buffer.concat([decipher.update(Buffer.from(text, 'base64')), decipher.final()]).toString('utf8'))
  }
  const send = (cipher: unknown) => app.call(create, { body: unchecked({ cipher }) }, trio.token)

  it('is announced to the client', async () => {
    expect((await app.call(systemSettingsContract.tags, {})).data?.encrypt).toBe(1)
  })
  it('decrypts the body and encrypts the reply with the session key', async () => {
    const answer = await send(close(trio.aesKey, plain('ecb.one')))
    expect([answer.code, 'data' in answer]).toEqual([0, false])
    expect(open(trio.aesKey, answer.cipher ?? '')).toEqual({ id: expect.any(String) })
    expect(await keptAs(app, 'ecb.one')).toEqual([{ value: '值' }])
  })
  it('signs in with the published key', async () => {
    const answer = await app.call(signInContract.verify, {
      body: unchecked({ cipher: close(compatDefaultKey, administrator) }),
    })
    expect(open(compatDefaultKey, answer.cipher ?? '')).toMatchObject({ next: 'none' })
  })
  it('rejects the published key during a session, and any other key', async () => {
    for (const key of [compatDefaultKey, '0123456789abcdef']) {
      expect(await send(close(key, plain('ecb.two')))).toMatchObject(refused)
    }
  })
  it('validates a decrypted body like a plain one', async () => {
    expect(await send(close(trio.aesKey, { ...plain('ecb.three'), name: 'a\0b' }))).toMatchObject({ code: 400 })
    expect(await send(close(trio.aesKey, { ...plain('9'), kind: 'none' }))).toMatchObject({ code: 400 })
    expect(await send(close(trio.aesKey, 'text'))).toMatchObject({ code: 400 })
  })
  it.each([
    ['__proto__', '{"__proto__":{"builtin":true}}'],
    ['__proto__ further in', '[{"a":{"__proto__":null}}]'],
    ['a constructor’s prototype', '{"constructor":{"prototype":{"x":1}}}'],
  ])('rejects %s, as in a plain body', async (_, value) => {
    const body = { ...plain('ecb.proto'), kind: 'json', value: JSON.parse(value) }
    expect(await send(close(trio.aesKey, body))).toMatchObject({ code: 400 })
    expect(await keptAs(app, 'ecb.proto')).toEqual([])
  })
  it('rejects plain, truncated and non-text bodies', async () => {
    const sound = close(trio.aesKey, plain('ecb.four'))
    for (const cipher of [undefined, null, 5, {}, '', 'a', sound.slice(0, -4), `AAAA${sound.slice(4)}`]) {
      expect(await send(cipher)).toMatchObject(refused)
    }
    expect(await app.call(create, { body: unchecked(plain('ecb.four')) }, trio.token)).toMatchObject(refused)
    expect(await keptAs(app, 'ecb.four')).toEqual([])
  })
  it('tells a page that was opened in another mode', async () => {
    const told = { ...refused, data: { encrypt: 1 } }
    expect(await app.call(create, { body: unchecked(plain('ecb.five')) }, trio.token)).toMatchObject(told)
    const open = await createTestApp()
    const sealedCall = { body: unchecked({ cipher: close(trio.aesKey, plain('ecb.six')) }) }
    expect(await open.call(create, sealedCall, await open.signIn())).toMatchObject({ ...refused, data: { encrypt: 0 } })
  })
  it('ignores requests without a body', async () => {
    expect((await app.call(list, {}, trio.token)).data).toEqual(expect.any(Array))
    expect(await app.call(remove, { params: { id: randomUUID() } }, trio.token)).toMatchObject({ code: 404 })
  })
})

describe('mode 2, AES-256-GCM', () => {
  let app: TestApp
  let trio: Awaited<ReturnType<TestApp['tokens']>>
  beforeAll(async () => {
    ;({ app, trio } = await appInMode('2'))
  })
  const cipherId = randomUUID()
  const toKey = (aesKey: string) => createHash('sha256').update(aesKey).digest()
  const sealed = (value: unknown, additional = `POST ${create.path} ${cipherId}`, aesKey = trio.aesKey) => {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', toKey(aesKey), iv).setAAD(Buffer.from(additional))
    return Buffer.concat([iv, cipher.update(JSON.stringify(value), 'utf8'), cipher.final(), cipher.getAuthTag()])
  }
  const wire = (bytes: Buffer) => gcmPrefix + bytes.toString('base64')
  const open = (text: string, additional: string) => {
    const bytes = Buffer.from(text.slice(gcmPrefix.length), 'base64')
    const decipher = createDecipheriv('aes-256-gcm', toKey(trio.aesKey), bytes.subarray(0, 12), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(additional)).setAuthTag(bytes.subarray(-16))
    return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8'))
  }
  const send = (cipher: string, id = cipherId) =>
    app.call(create, { body: unchecked({ cipher }) }, trio.token, { 'x-cipher-id': id })

  it('decrypts the body and encrypts the reply, bound to this request', async () => {
    const answer = await send(wire(sealed(plain('gcm.one'))))
    expect([answer.code, 'data' in answer]).toEqual([0, false])
    expect(open(answer.cipher ?? '', `POST ${create.path} ${cipherId}`)).toEqual({ id: expect.any(String) })
    expect(() => open(answer.cipher ?? '', `POST ${create.path} other`)).toThrow()
  })
  it.each([
    ['another method', `PUT ${create.path}`],
    ['another path', 'POST /api/sys/bases/x/v1'],
  ])('rejects a body encrypted for %s', async (_, start) => {
    expect(await send(wire(sealed(plain('gcm.two'), `${start} ${cipherId}`)))).toMatchObject(refused)
  })
  it('rejects a body encrypted for another request id or under another key', async () => {
    expect(await send(wire(sealed(plain('gcm.two'))), randomUUID())).toMatchObject(refused)
    const stranger = sealed(plain('gcm.two'), undefined, 'ffffffffffffffff')
    expect(await send(wire(stranger))).toMatchObject(refused)
  })
  it('rejects every changed byte and every shortened tag', async () => {
    const sound = sealed(plain('gcm.two'))
    for (const at of [0, 11, 12, sound.length - 17, sound.length - 16, sound.length - 1]) {
      const changed = Buffer.from(sound)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(await send(wire(changed))).toMatchObject(refused)
    }
    for (const cut of [1, 4, 12, 15, 16, 17]) {
      expect(await send(wire(sound.subarray(0, -cut)))).toMatchObject(refused)
    }
    expect(await keptAs(app, 'gcm.two')).toEqual([])
  })
  it('rejects a plain body', async () => {
    expect(await app.call(create, { body: unchecked(plain('gcm.two')) }, trio.token)).toMatchObject(refused)
  })
  it('has no key before sign-in: sign-in bodies stay plain', async () => {
    expect((await app.call(signInContract.verify, { body: administrator })).code).toBe(0)
    expect((await app.call(sessionContract.logout, { body: {} })).code).toBe(0)
  })
})
