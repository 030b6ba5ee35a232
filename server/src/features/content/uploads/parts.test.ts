import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { partsPath, uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { repeatedBytes, uploadWithCuts } from '../../../../test/cut-upload.ts'
import { buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { watchBuffers } from '../../../../test/held-buffers.ts'
import { readAll } from '../../../../test/read-all.ts'
import { sendFile } from '../../../../test/send-file.ts'
import { listen, sessionHeaders } from '../../../../test/tus-stage.ts'
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
    method,
    url,
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
const readAddress = ({ headers }: { headers: Headers }) => String(headers.location)
const patch = (url: string, offset: number, bytes: Uint8Array, as = token) =>
  send('PATCH', url, { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }, bytes, as)
const text = (size: number) => Buffer.from(randomBytes(size / 2).toString('hex'))
const takeId = (url: string) => url.split('/').at(-1) ?? ''
const details = async (id: string) => (await app.call(get, { params: { id } }, token)).data
const reserved = async () =>
  Number((await app.sql('select bytes from storage_totals where company_id = $1', [companyId]))[0]?.bytes ?? 0)

describe('an upload in parts', () => {
  it('goes on after three cuts, on another node too, and repeats no byte that was acknowledged', async () => {
    const second = await createTestApp({ sharedDatabase: app })
    const nodes = [await listen(app), await listen(second)] as const
    const large = { megabytes: 64, chunkSize: 8 * 1024 * 1024, heldBytes: watchBuffers() }
    const seen = await uploadWithCuts(nodes, await sessionHeaders(app, user), large)
    expect(seen.cuts).toBe(3)
    expect(seen.served.every((requests) => requests > 2)).toBe(true)
    expect(repeatedBytes(seen.steps)).toEqual([])
    expect(await details(seen.id)).toMatchObject({
      name: '大文件.txt',
      sha256: seen.digest,
      size: seen.size,
      mime: 'text/plain',
    })
    // The client holds a part, and no one else the file.
    expect(seen.mostBytes).toBeLessThan(40 * 1024 * 1024)
  }, 120_000)
  it('becomes a file under its own id, audited, with its parts gone', async () => {
    const bytes = text(1000)
    const url = readAddress(await begin(1000))
    expect((await patch(url, 0, bytes.subarray(0, 400))).headers['upload-offset']).toBe('400')
    expect((await send('HEAD', url)).headers).toMatchObject({ 'upload-offset': '400', 'upload-length': '1000' })
    expect(await details(takeId(url))).toBeUndefined()
    expect((await patch(url, 400, bytes.subarray(400))).status).toBe(204)
    expect(await details(takeId(url))).toMatchObject({ size: 1000, createBy: { id: user.id } })
    const [audited] = await app.sql('select event, actor_id from audit_log where entity_id = $1', [takeId(url)])
    expect(audited).toEqual({ event: 'file.uploaded', actor_id: user.id })
    expect(await readAll(openFileStore(app.fileFolder).partial.list())).toEqual([])
    expect((await send('HEAD', url)).headers['upload-offset']).toBe('1000')
  })
  it('accepts no bytes at another offset, nor beyond its length', async () => {
    const url = readAddress(await begin(100))
    expect((await patch(url, 50, text(10))).status).toBe(409)
    expect((await patch(url, 0, text(200))).status).toBe(413)
    expect((await send('HEAD', url)).headers['upload-offset']).toBe('0')
  })
  it('is refused at its end if its content is not accepted, and then forgotten', async () => {
    const html = Buffer.from(`<!doctype html><script>alert(1)</script>${'x'.repeat(60)}`)
    const before = await reserved()
    const url = readAddress(await begin(html.length, '图片.png'))
    const refused = await patch(url, 0, html)
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([422, 5002])
    expect([(await send('HEAD', url)).status, await reserved()]).toEqual([404, before])
  })
  it('reserves its size when it begins, and gives it back when it is cancelled', async () => {
    await app.sql('update tenants set most_storage = 100 where company_id = $1', [companyId])
    const before = await reserved()
    const url = readAddress(await begin(30_000_000))
    expect(await reserved()).toBe(before + 30_000_000)
    const refused = await begin(90_000_000)
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([422, 3031])
    await patch(url, 0, text(1000))
    expect((await send('DELETE', url)).status).toBe(204)
    expect([await reserved(), (await send('HEAD', url)).status]).toEqual([before, 404])
    expect(await readAll(openFileStore(app.fileFolder).partial.list())).toEqual([])
  })
  it('expires', async () => {
    const url = readAddress(await begin(500))
    await patch(url, 0, text(100))
    await app.sql(`update uploads set expires_at = now() - interval '1 second' where id = $1`, [takeId(url)])
    expect((await send('HEAD', url)).status).toBe(404)
    const partial = openFileStore(app.fileFolder).partial
    await partial.append({ companyId, id: randomUUID() }, firstAttempt(), toReadable(text(10)))
    await createPartsSweep({ database: app.database, partial }).sweep()
    expect(await readAll(partial.list())).toEqual([])
    expect(await app.sql('select from uploads where id = $1', [takeId(url)])).toEqual([])
  })
  it('is added although the node died between its last byte and its file', async () => {
    const bytes = text(300)
    const url = readAddress(await begin(300))
    const partial = openFileStore(app.fileFolder).partial
    const attempt = firstAttempt()
    await partial.append({ companyId, id: takeId(url) }, attempt, toReadable(bytes))
    await app.sql('update uploads set received = 300, last_attempt = $2 where id = $1', [takeId(url), attempt.id])
    expect((await send('HEAD', url)).headers['upload-offset']).toBe('300')
    expect(await details(takeId(url))).toMatchObject({ size: 300 })
  })
  it('is taken over from a node that died, once its lease has ended', async () => {
    const url = readAddress(await begin(300))
    await app.sql(`update uploads set lease_id = $2, leased_until = now() + interval '1 second' where id = $1`, [
      takeId(url),
      randomUUID(),
    ])
    expect((await patch(url, 0, text(300))).status).toBe(204)
  })
})

describe('the log of uploads in parts', () => {
  const logged = async (name: string) =>
    app.sql('select event, ok, code, entity_name, actor_id from audit_log where entity_name = $1', [name])
  it('has refused ones, at their beginning and at their end', async () => {
    const html = Buffer.from('<!doctype html><script>alert(1)</script>')
    const name = `${randomUUID()}.png`
    await patch(readAddress(await begin(html.length, name)), 0, html)
    const refused = { event: 'file.uploaded', ok: false, actor_id: user.id }
    expect(await logged(name)).toEqual([{ ...refused, code: 5002, entity_name: name }])
    const empty = `${randomUUID()}.txt`
    await begin(0, empty)
    expect(await logged(empty)).toEqual([{ ...refused, code: 8101, entity_name: empty }])
  })
  it('has cancelled ones', async () => {
    const name = `${randomUUID()}.txt`
    await send('DELETE', readAddress(await begin(50, name)))
    expect(await logged(name)).toEqual([
      { event: 'file.cancelled', ok: true, code: 0, entity_name: name, actor_id: user.id },
    ])
  })
  it('has calls without the permission, and the decision explains them', async () => {
    const weak = await buildUser(app, { companyId, permissions: ['sysUploads:list'] })
    await begin(10, 'a.txt', await app.signIn(weak))
    expect(await app.sql('select event, ok, code from audit_log where actor_id = $1 and not ok', [weak.id])).toEqual([
      { event: 'file.uploaded', ok: false, code: 403 },
    ])
    expect(await app.sql('select count(*)::int as many from denials where user_id = $1', [weak.id])).toEqual([
      { many: 1 },
    ])
  })
})

describe('the calls of an upload in parts', () => {
  it('count once against the rate, and all in the metrics', async () => {
    const sender = await app.signIn(await buildUser(app, { companyId, permissions }))
    const answered = async (code: number) => {
      const found = new RegExp(
        `^atrium_requests_total\\{module="sysUploads",name="upload",code="${code}"\\} (\\d+)$`,
        'm',
      )
      return Number(found.exec(await app.metrics.text())?.[1] ?? 0)
    }
    const setRate = (rate: string | null) =>
      app.sql(`update apis set rate = $1 where key = 'sysUploads.upload'`, [rate])
    onTestFinished(async () => void (await setRate(null)))
    await setRate('{"n":2,"per":"hour"}')
    // Nodes cache the registry for a second.
    const probe = await app.signIn(await buildUser(app, { companyId, permissions }))
    await expect.poll(async () => (await begin(10, 'a.txt', probe)).status, { timeout: 5000 }).toBe(429)
    const before = [await answered(0), await answered(429)]
    const url = readAddress(await begin(40, 'a.txt', sender))
    for (const offset of [0, 10, 20]) expect((await patch(url, offset, text(10), sender)).status).toBe(204)
    expect((await begin(40, 'b.txt', sender)).status).toBe(201)
    expect((await begin(40, 'c.txt', sender)).status).toBe(429)
    expect((await patch(url, 30, text(10), sender)).status).toBe(204)
    // A call is counted after its answer.
    await expect
      .poll(async () => [await answered(0), await answered(429)])
      .toEqual([(before[0] ?? 0) + 6, (before[1] ?? 0) + 1])
  })
  it('of a served file are in the metrics', async () => {
    expect(await app.server.inject({ url: '/files/x' })).toMatchObject({ statusCode: 404 })
    expect(await app.metrics.text()).toContain('module="raw",name="/files/:signed",code="404"')
  })
})

describe('an announced digest', () => {
  it('refuses what arrives otherwise', async () => {
    const bytes = text(60)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect((await patch(readAddress(await begin(60, 'a.txt', token, { sha256 })), 0, bytes)).status).toBe(204)
    const broken = await patch(readAddress(await begin(60, 'a.txt', token, { sha256 })), 0, text(60))
    expect(JSON.parse(broken.body)).toMatchObject({ code: 8106, msg: '文件在传输中损坏，请重新上传' })
    expect((await begin(60, 'a.txt', token, { sha256: 'x' })).status).toBe(400)
    expect((await sendFile(app, token, bytes, 'a.txt', { sha256 })).code).toBe(0)
    expect((await sendFile(app, token, text(60), 'a.txt', { sha256 })).code).toBe(8106)
  })
})

describe('a request that has lost its lease', () => {
  it('changes nothing of what another one has stored meanwhile', async () => {
    const bytes = text(200)
    const url = readAddress(await begin(200))
    const { promise: stall, resolve: goOn } = Promise.withResolvers<void>()
    const partial = openFileStore(app.fileFolder).partial
    const stalled = partial.append(
      { companyId, id: takeId(url) },
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
    expect((await app.call(uploadsContract.file, { params: { id: takeId(url) } }, token)).raw).toEqual(bytes)
  })
})

describe('parts of others', () => {
  it('are unknown to colleagues and to other companies', async () => {
    const colleague = await app.signIn(await buildUser(app, { companyId, permissions }))
    const other = await buildTenant(app, '乙公司')
    const stranger = await app.signIn(await buildUser(app, { companyId: other, permissions }))
    const url = readAddress(await begin(100))
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
async function* toReadable(bytes: Uint8Array) {
  yield bytes
}
