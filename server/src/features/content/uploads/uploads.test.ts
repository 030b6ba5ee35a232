import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type RemovalImpact, uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { dataAs } from '../../../../test/loosely-typed.ts'
import { sendFile } from '../../../../test/send-file.ts'
import { openFileStore } from '../../../kernel/files/open-file-store.ts'

const { list, get, file, remove } = uploadsContract
const permissions = ['sysUploads:list', 'sysUploads:upload', 'sysUploads:delete']

let app: TestApp
let companyId: string
let token: string
let otherToken: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildTenant(app, '甲公司')
  token = await app.signIn(await buildUser(app, { companyId, permissions }))
  const other = await buildTenant(app, '乙公司')
  otherToken = await app.signIn(await buildUser(app, { companyId: other, permissions }))
})

const text = (many = 100) => Buffer.from(randomBytes(many).toString('hex'))
const upload = (bytes: Uint8Array, name: string, fields = {}) => sendFile(app, token, bytes, name, fields)
const uploadText = async (name = '说明.txt', bytes = text()) => {
  const { data, msg } = await upload(bytes, name)
  if (!data) throw new Error(`not stored: ${msg}`)
  return { bytes, ...data }
}
const picture = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: '#0a53c1' } })
const open = (url: string, headers: Record<string, string> = {}) => app.server.inject({ url, headers })
const details = async (id: string) => (await app.call(get, { params: { id } }, token)).data
const store = () => openFileStore(app.fileFolder)
const toDigest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('an uploaded file', () => {
  it('is stored under its type by content, and sent back byte for byte', async () => {
    const bytes = Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1')
    const answer = await upload(bytes, '合同 (2).pdf', { biz: 'news' })
    expect(answer).toMatchObject({
      code: 0,
      data: { name: '合同 (2).pdf', mime: 'application/pdf', size: bytes.length },
    })
    const sent = await app.call(file, { params: { id: answer.data?.id ?? '' } }, token)
    expect(sent.raw).toEqual(bytes)
    expect(sent.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition': `attachment; filename="__ (2).pdf"; filename*=UTF-8''%E5%90%88%E5%90%8C%20%282%29.pdf`,
      etag: `"${toDigest(bytes)}"`,
    })
  })
  it('is re-encoded if it is a picture, without what a camera adds, and shown in pages', async () => {
    const script = Buffer.from('<script>alert(1)</script>')
    const photo = await picture(60, 40)
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { data } = await upload(Buffer.concat([photo, script]), '照片.PNG')
    expect(data).toMatchObject({ name: '照片.jpg', mime: 'image/jpeg', width: 40, height: 60 })
    const shown = await open(data?.url ?? '')
    expect(shown.headers['content-disposition']).toMatch(/^inline/)
    expect([shown.rawPayload.includes('script'), shown.rawPayload.includes('secret place')]).toEqual([false, false])
    expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined()
  })
  it('is listed with who, what, how large, and how often it is used', async () => {
    const { id, bytes } = await uploadText('名单.csv')
    const found = await app.call(list, { query: { search: '名单', sort: '-size' } }, token)
    expect(found.data?.find((row) => row.id === id)).toMatchObject({
      name: '名单.csv',
      biz: 'doc',
      mime: 'text/plain',
      size: bytes.length,
      sha256: toDigest(bytes),
      state: 'ready',
      uses: 0,
      duplicates: 0,
      createBy: { name: '张伟' },
    })
    expect((await app.call(list, { query: { 'f.biz': 'excel' } }, token)).total).toBe(0)
  })
  it('is audited with its name, type, size and digest, and never with its content', async () => {
    const { id, bytes } = await uploadText('审计.txt')
    const [row] = await app.sql(
      `select event, entity_name, after, ok from audit_log where entity_id = $1 and company_id = $2`,
      [id, companyId],
    )
    expect(row).toEqual({
      event: 'file.uploaded',
      entity_name: '审计.txt',
      ok: true,
      after: { biz: 'doc', mime: 'text/plain', bytes: bytes.length, sha256: toDigest(bytes) },
    })
  })
  it('shares its bytes with files of the same content, within a company only', async () => {
    const bytes = text()
    const [one, two] = [await uploadText('一.txt', bytes), await uploadText('二.txt', bytes)]
    await sendFile(app, otherToken, bytes, '三.txt')
    expect(await app.sql('select count(*)::int as n from file_contents where sha256 = $1', [toDigest(bytes)])).toEqual([
      { n: 2 },
    ])
    expect(await details(one.id)).toMatchObject({ duplicates: 1, copies: [{ id: two.id, name: '二.txt' }] })
    expect((await app.call(list, { query: { 'f.sha256': toDigest(bytes) } }, token)).total).toBe(2)
  })
})

describe('the list of many files', () => {
  it('is searched, sorted and filtered by indexes', async () => {
    const large = await buildTenant(app, '丙公司')
    const reader = await app.signIn(await buildUser(app, { companyId: large, permissions }))
    await app.sql(
      `with bytes as (
         insert into file_contents (company_id, sha256, size)
         select $1::uuid, lpad(to_hex(n), 64, '0'), n from generate_series(1, 10500) as n returning sha256, size)
       insert into files (company_id, id, name, purpose, type, sha256, size, created_by)
       select $1::uuid, gen_random_uuid(), '合同' || chr(20000 + (size % 2000)::integer) || size || '.txt',
         case when size % 1000 = 0 then 'excel' else 'news' end, 'text/plain', sha256, size, '{"id":"","name":"系统"}'
       from bytes`,
      [large],
    )
    await app.sql('analyze files, file_contents')
    const plan = async (rest: string) => {
      const lines = await app.sql(`explain select id from files where company_id = '${large}' ${rest}`)
      return lines.map((line) => String(line['QUERY PLAN'])).join('\n')
    }
    for (const [rest, index] of [
      ['order by created_at desc, id limit 10', 'files__created_at'],
      ['order by name collate by_name desc, id limit 10', 'files__name'],
      ['order by size, id limit 10', 'files__size'],
      [`and purpose = 'excel' order by created_at desc, id limit 10`, 'files__purpose'],
      [`and state = 'quarantined' order by created_at desc, id limit 10`, 'files__quarantined'],
      [`and name_grams @> searched_grams('${large}', '同丁17')`, 'files__name_grams'],
    ] as const)
      expect(await plan(rest)).toContain(index)
    const found = await app.call(list, { query: { search: `合同${String.fromCharCode(20000 + 17)}17.` } }, reader)
    expect(found.data).toMatchObject([{ size: 17, biz: 'news', duplicates: 0 }])
    expect(await app.call(list, { query: { search: '合同', sort: 'size' } }, reader)).toMatchObject({ more: true })
    expect((await app.call(list, { query: { search: '.txt', 'f.biz': 'excel', sort: '-name' } }, reader)).total).toBe(
      10,
    )
  }, 90_000)
})

describe('parts of a file', () => {
  it.each([
    ['bytes=0-9', 206, 'bytes 0-9/200', [0, 10]],
    ['bytes=190-', 206, 'bytes 190-199/200', [190, 200]],
    ['bytes=-5', 206, 'bytes 195-199/200', [195, 200]],
    ['bytes=100-9999', 206, 'bytes 100-199/200', [100, 200]],
    ['bytes=200-', 416, 'bytes */200', [0, 0]],
    ['bytes=-0', 416, 'bytes */200', [0, 0]],
    ['bytes=9-3', 200, undefined, [0, 200]],
    ['bytes=0-1,5-6', 200, undefined, [0, 200]],
    ['lines=0-1', 200, undefined, [0, 200]],
  ] as const)('%s is answered with %i', async (range, status, contentRange, [from, to]) => {
    const { url, bytes } = await uploadText()
    const sent = await open(url, { range })
    expect([sent.statusCode, sent.headers['content-range']]).toEqual([status, contentRange])
    expect(sent.rawPayload).toEqual(bytes.subarray(from, to))
  })
  it('are sent for the same content only, and a known copy is not sent again', async () => {
    const { url, bytes } = await uploadText()
    const etag = `"${toDigest(bytes)}"`
    expect((await open(url, { range: 'bytes=0-9', 'if-range': etag })).statusCode).toBe(206)
    expect((await open(url, { range: 'bytes=0-9', 'if-range': '"another"' })).statusCode).toBe(200)
    const known = await open(url, { 'if-none-match': `"x", W/${etag}` })
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0])
  })
})

describe('a signed address', () => {
  it('needs neither token nor cookie, sets none, and is bound to its file', async () => {
    const [one, two] = [await uploadText(), await uploadText()]
    const sent = await open(one.url)
    expect([sent.statusCode, sent.rawPayload.equals(one.bytes), sent.headers['set-cookie']]).toEqual([
      200,
      true,
      undefined,
    ])
    const mixed = Buffer.from(two.url.slice(7), 'base64url')
    Buffer.from(one.url.slice(7), 'base64url').copy(mixed, 16, 16, 32)
    for (const wrong of [mixed.toString('base64url'), one.url.slice(7, -1), 'x', 'A'.repeat(71), '..%2f..%2fetc'])
      expect((await open(`/files/${wrong}`)).statusCode).toBe(404)
  })
  it('ends', async () => {
    const { url } = await uploadText()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60 * 1000 })
    onTestFinished(() => void vi.useRealTimers())
    const late = await open(url)
    expect([late.statusCode, late.json().msg]).toEqual([410, '文件地址已过期，请刷新页面后重试'])
  })
  it('that is permanent works for published files only', async () => {
    const [hidden, published] = [await upload(text(), 'a.txt'), await upload(text(), 'b.txt', { public: '1' })]
    expect((await open(`/files/${hidden.data?.path}`)).statusCode).toBe(404)
    expect((await open(`/files/${published.data?.path}`)).statusCode).toBe(200)
  })
  it('of a deleted file never serves another one', async () => {
    const { id, url } = await uploadText()
    await callAndConfirm(app, remove, { params: { id } }, token)
    await uploadText()
    expect((await open(url)).statusCode).toBe(404)
  })
})

describe('deleting a file', () => {
  it('says first what uses it and what it frees, and takes both with it', async () => {
    const portraitOf = await buildUser(app, { companyId })
    const own = await app.signIn(portraitOf)
    await app.server.inject({
      method: 'POST',
      url: accountContract.replacePortrait.path,
      ...(await postForm(await picture(300, 300).png().toBuffer(), own)),
    })
    const row = (await app.call(list, { query: { 'f.biz': 'portrait' } }, token)).data?.[0]
    expect(row).toMatchObject({ uses: 1, mime: 'image/jpeg', width: 256 })
    const params = { id: row?.id ?? '' }
    expect(await details(params.id)).toMatchObject({
      references: [{ kind: 'portrait', id: portraitOf.id, name: '张伟' }],
    })
    const asked = await app.call(remove, { params }, token)
    const { impact } = dataAs<{ impact: RemovalImpact }>(asked)
    expect([asked.code, impact.references, impact.frees]).toEqual([
      111,
      [{ kind: 'portrait', id: portraitOf.id, name: '张伟' }],
      row?.size,
    ])
    expect((await callAndConfirm(app, remove, { params }, token)).done.code).toBe(0)
    expect((await app.call(accountContract.portrait, {}, own)).code).toBe(404)
    // Its bytes stay for a while, so that an older database finds them; `file-sweep.test.ts` removes them.
    const noted = await app.sql('select from removed_contents where sha256 = $1', [row?.sha256])
    expect([noted.length, await store().content.has({ companyId, sha256: row?.sha256 ?? '' })]).toEqual([1, true])
  })
  it('says how many places use it, and lists the first hundred', async () => {
    const { id } = await uploadText()
    await app.sql(
      `insert into file_references (company_id, file_id, kind, entity_id)
       select $1, $2, 'portrait', gen_random_uuid() from generate_series(1, 130)`,
      [companyId, id],
    )
    const { impact } = dataAs<{ impact: RemovalImpact }>(await app.call(remove, { params: { id } }, token))
    expect([impact.uses, impact.references.length]).toEqual([130, 100])
  })
  it('keeps bytes that another file has', async () => {
    const bytes = text()
    const [one, two] = [await uploadText('一.txt', bytes), await uploadText('二.txt', bytes)]
    const { impact } = await callAndConfirm(app, remove, { params: { id: one.id } }, token)
    expect(impact).toMatchObject({ frees: 0 })
    expect((await open(two.url)).rawPayload).toEqual(bytes)
  })
})

describe('the storage of a tenant', () => {
  it('is never exceeded by uploads at the same time, and is given back', async () => {
    const own = await buildTenant(app, '小公司')
    await app.sql('update tenants set most_storage = 1 where company_id = $1', [own])
    const sender = await app.signIn(await buildUser(app, { companyId: own, permissions }))
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => sendFile(app, sender, text(50_000), `${n}.txt`)),
    )
    const stored = answers.filter(({ code }) => code === 0)
    expect(stored).toHaveLength(10)
    for (const { code, msg } of answers.filter((each) => each.code !== 0))
      expect([code, msg]).toEqual([3031, '公司的存储空间已达上限，请联系公司管理员'])
    const readBytes = async () =>
      (await app.sql('select bytes::int from storage_totals where company_id = $1', [own]))[0]
    expect(await readBytes()).toEqual({ bytes: 1_000_000 })
    for (const { data } of stored) await callAndConfirm(app, remove, { params: { id: data?.id ?? '' } }, sender)
    expect(await readBytes()).toEqual({ bytes: 0 })
    expect((await sendFile(app, sender, text(500_000), '新.txt')).code).toBe(0)
  })
})

describe('files of another company', () => {
  it('are answered like random ids, listed nowhere, and not deleted', async () => {
    const { id, url } = await uploadText('秘密.txt')
    for (const endpoint of [get, file, remove]) {
      const [foreign, random] = [
        await app.call(endpoint, { params: { id } }, otherToken),
        await app.call(endpoint, { params: { id: randomUUID() } }, otherToken),
      ]
      expect([foreign.status, foreign.code, foreign.msg]).toEqual([random.status, random.code, random.msg])
      expect(foreign.code).toBe(404)
    }
    expect((await app.call(list, { query: { search: '秘密' } }, otherToken)).total).toBe(0)
    expect((await open(url)).statusCode).toBe(200)
  })
})

const postForm = async (bytes: Uint8Array, as: string) => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a.png')
  const encoded = new Response(form)
  return {
    headers: { token: as, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  }
}
