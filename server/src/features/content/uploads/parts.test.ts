import { randomBytes, randomUUID } from 'node:crypto'
import { partsPath, uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { repeatedBytes, uploadWithCuts } from '../../../../test/cut-upload.ts'
import { buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { readAll } from '../../../../test/read-all.ts'
import { openFileStore } from '../../../kernel/files/open-file-store.ts'
import { createPartsSweep } from './parts-sweep.ts'

const { get } = uploadsContract
const permissions = ['sysUploads:list', 'sysUploads:upload']

let app: TestApp
let companyId: string
let user: Awaited<ReturnType<typeof buildUser>>
let token: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildTenant(app, '甲公司')
  user = await buildUser(app, { companyId, permissions })
  token = await app.signIn(user)
})

const base64 = (text: string) => Buffer.from(text).toString('base64')
type Headers = Record<string, string>
const send = async (
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE' | 'OPTIONS',
  url: string,
  headers: Headers = {},
  payload?: Uint8Array,
  as = token,
) => {
  const answer = await app.server.inject({
    ...{ method, url },
    headers: { token: as, 'tus-resumable': '1.0.0', ...headers },
    ...(payload && { payload: Buffer.from(payload) }),
  })
  return { status: answer.statusCode, headers: answer.headers as Headers, body: answer.body }
}
const begin = (size: number, name = '说明.txt', as = token, more: Record<string, string> = {}) => {
  const metadata = { filename: name, ...more }
  const sent = Object.entries(metadata).map(([key, value]) => `${key} ${base64(value)}`)
  return send('POST', partsPath, { 'upload-length': String(size), 'upload-metadata': sent.join() }, undefined, as)
}
const addressOf = ({ headers }: { headers: Headers }) => String(headers.location)
const patch = (url: string, offset: number, bytes: Uint8Array, as = token) =>
  send('PATCH', url, { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }, bytes, as)
const text = (size: number) => Buffer.from(randomBytes(size / 2).toString('hex'))
const idOf = (url: string) => url.split('/').at(-1) ?? ''
const details = async (id: string) => (await app.call(get, { params: { id } }, token)).data
const reserved = async () =>
  Number((await app.sql('select bytes from storage_totals where company_id = $1', [companyId]))[0]?.bytes ?? 0)

describe('an upload in parts', () => {
  it('goes on after three cuts, on another node too, and repeats no byte that was acknowledged', async () => {
    const second = await createTestApp({ sharedDatabase: app })
    const seen = await uploadWithCuts([app, second], user, { megabytes: 64, chunkSize: 8 * 1024 * 1024 })
    expect(seen.cuts).toBe(3)
    expect(seen.served.every((requests) => requests > 2)).toBe(true)
    expect(repeatedBytes(seen.steps)).toEqual([])
    expect(await details(seen.id)).toMatchObject({
      ...{ name: '大文件.txt', sha256: seen.digest, size: seen.size, mime: 'text/plain' },
    })
    // The client holds a part, and no one else the file.
    expect(seen.mostBuffers).toBeLessThan(40 * 1024 * 1024)
  }, 120_000)
  it('becomes a file under its own id, audited, with its parts gone', async () => {
    const bytes = text(1000)
    const url = addressOf(await begin(1000))
    expect((await patch(url, 0, bytes.subarray(0, 400))).headers['upload-offset']).toBe('400')
    expect((await send('HEAD', url)).headers).toMatchObject({ 'upload-offset': '400', 'upload-length': '1000' })
    expect(await details(idOf(url))).toBeUndefined()
    expect((await patch(url, 400, bytes.subarray(400))).status).toBe(204)
    expect(await details(idOf(url))).toMatchObject({ size: 1000, createBy: { id: user.id } })
    const [audited] = await app.sql('select event, actor_id from audit_log where entity_id = $1', [idOf(url)])
    expect(audited).toEqual({ event: 'file.uploaded', actor_id: user.id })
    expect(await readAll(openFileStore(app.fileFolder).partial.list())).toEqual([])
    expect((await send('HEAD', url)).headers['upload-offset']).toBe('1000')
  })
  it('accepts no bytes at another offset, nor beyond its length', async () => {
    const url = addressOf(await begin(100))
    expect((await patch(url, 50, text(10))).status).toBe(409)
    expect((await patch(url, 0, text(200))).status).toBe(413)
    expect((await send('HEAD', url)).headers['upload-offset']).toBe('0')
  })
  it('is refused at its end if its content is not accepted, and then forgotten', async () => {
    const html = Buffer.from(`<!doctype html><script>alert(1)</script>${'x'.repeat(60)}`)
    const before = await reserved()
    const url = addressOf(await begin(html.length, '图片.png'))
    const refused = await patch(url, 0, html)
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([422, 5002])
    expect([(await send('HEAD', url)).status, await reserved()]).toEqual([404, before])
  })
  it('reserves its size when it begins, and gives it back when it is cancelled', async () => {
    await app.sql('update tenants set most_storage = 100 where company_id = $1', [companyId])
    const before = await reserved()
    const url = addressOf(await begin(30_000_000))
    expect(await reserved()).toBe(before + 30_000_000)
    const refused = await begin(90_000_000)
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([422, 3031])
    await patch(url, 0, text(1000))
    expect((await send('DELETE', url)).status).toBe(204)
    expect([await reserved(), (await send('HEAD', url)).status]).toEqual([before, 404])
    expect(await readAll(openFileStore(app.fileFolder).partial.list())).toEqual([])
  })
  it('expires', async () => {
    const url = addressOf(await begin(500))
    await patch(url, 0, text(100))
    await app.sql(`update uploads set expires_at = now() - interval '1 second' where id = $1`, [idOf(url)])
    expect((await send('HEAD', url)).status).toBe(404)
    const partial = openFileStore(app.fileFolder).partial
    await partial.append({ companyId, id: randomUUID() }, firstAttempt(), readableOf(text(10)))
    await createPartsSweep({ database: app.database, partial }).sweep()
    expect(await readAll(partial.list())).toEqual([])
    expect(await app.sql('select from uploads where id = $1', [idOf(url)])).toEqual([])
  })
  it('is added although the node died between its last byte and its file', async () => {
    const bytes = text(300)
    const url = addressOf(await begin(300))
    const partial = openFileStore(app.fileFolder).partial
    const attempt = firstAttempt()
    await partial.append({ companyId, id: idOf(url) }, attempt, readableOf(bytes))
    await app.sql('update uploads set received = 300, last_attempt = $2 where id = $1', [idOf(url), attempt.id])
    expect((await send('HEAD', url)).headers['upload-offset']).toBe('300')
    expect(await details(idOf(url))).toMatchObject({ size: 300 })
  })
  it('is taken over from a node that died, once its lease has ended', async () => {
    const url = addressOf(await begin(300))
    await app.sql(`update uploads set lease_id = $2, leased_until = now() + interval '1 second' where id = $1`, [
      idOf(url),
      randomUUID(),
    ])
    expect((await patch(url, 0, text(300))).status).toBe(204)
  })
})

describe('a request that has lost its lease', () => {
  it('changes nothing of what another one has stored meanwhile', async () => {
    const bytes = text(200)
    const url = addressOf(await begin(200))
    const { promise: stall, resolve: goOn } = Promise.withResolvers<void>()
    const partial = openFileStore(app.fileFolder).partial
    const stalled = partial.append(
      { companyId, id: idOf(url) },
      firstAttempt(),
      (async function* () {
        yield text(100)
        await stall
        yield text(100)
      })(),
    )
    expect((await patch(url, 0, bytes.subarray(0, 100))).status).toBe(204)
    goOn()
    await stalled
    expect((await patch(url, 100, bytes.subarray(100))).status).toBe(204)
    expect((await app.call(uploadsContract.file, { params: { id: idOf(url) } }, token)).raw).toEqual(bytes)
  })
})

describe('parts of others', () => {
  it('are unknown to colleagues and to other companies', async () => {
    const colleague = await app.signIn(await buildUser(app, { companyId, permissions }))
    const other = await buildTenant(app, '乙公司')
    const stranger = await app.signIn(await buildUser(app, { companyId: other, permissions }))
    const url = addressOf(await begin(100))
    for (const as of [colleague, stranger]) {
      expect((await send('HEAD', url, {}, undefined, as)).status).toBe(404)
      expect((await patch(url, 0, text(100), as)).status).toBe(404)
      expect((await send('DELETE', url, {}, undefined, as)).status).toBe(404)
    }
    expect((await send('HEAD', url)).headers['upload-offset']).toBe('0')
  })
  it('are admitted as whole files are', async () => {
    const weak = await app.signIn(await buildUser(app, { companyId, permissions: ['sysUploads:list'] }))
    expect((await begin(10, 'a.txt', weak)).status).toBe(403)
    expect((await begin(10, 'a.txt', 'no token')).status).toBe(401)
    expect((await begin(10, 'a.txt', '')).status).toBe(401)
  })
})

describe('what is not the protocol', () => {
  it.each([
    ['no version', { 'tus-resumable': '' }, 412],
    ['another version', { 'tus-resumable': '0.1.0' }, 400],
    ['no length', {}, 400],
    ['a negative length', { 'upload-length': '-1' }, 400],
    ['no number', { 'upload-length': '1e9' }, 400],
    ['nothing', { 'upload-length': '0' }, 422],
    ['more than is allowed', { 'upload-length': '99999999999999' }, 413],
    ['a name that no file has', { 'upload-length': '9', 'upload-metadata': `filename ${base64('a\0b')}` }, 400],
    ['a purpose that does not exist', { 'upload-length': '9', 'upload-metadata': `biz ${base64('x')}` }, 400],
    ['metadata that is none', { 'upload-length': '9', 'upload-metadata': ',,, =' }, 400],
    ['a joined upload', { 'upload-length': '9', 'upload-concat': 'partial' }, 501],
  ] as const)('is refused without an error: %s', async (_, headers, status) => {
    const answer = await send('POST', partsPath, headers)
    expect(answer.status).toBe(status)
    expect(answer.body).not.toMatch(/ at |node_modules|syntax/)
  })
  it.each(['..%2f..%2fetc%2fpasswd', 'x', randomUUID()])('finds nothing at %s', async (id) => {
    expect((await send('HEAD', `${partsPath}/${id}`)).status).toBe(404)
  })
  it('says what it understands', async () => {
    expect((await send('OPTIONS', partsPath)).headers).toMatchObject({
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,termination,expiration',
    })
  })
})

const firstAttempt = () => ({ offset: 0, id: randomUUID(), after: null })
async function* readableOf(bytes: Uint8Array) {
  yield bytes
}
