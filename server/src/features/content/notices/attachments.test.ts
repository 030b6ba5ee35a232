import { attachmentsContract } from '@atrium/contract/features/content/notices/attachments.contract.ts'
import { publicNewsContract } from '@atrium/contract/features/content/notices/public-news.contract.ts'
import { publishedNoticesContract } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { authorPermissions, createNoticeStage, type NoticeStage } from '../../../../test/notice-stage.ts'

const { attach, attachments, detach, download } = attachmentsContract
const { publishedGet } = publishedNoticesContract
type Company = Awaited<ReturnType<NoticeStage['enter']>>

let app: TestApp
let stage: NoticeStage
let root: string
let company: Company
let other: Company
beforeAll(async () => {
  app = await createTestApp()
  stage = createNoticeStage(app)
  root = await app.signIn()
  company = await stage.enter('甲公司')
  other = await stage.enter('乙公司')
})

const add = async (id: string, token: string, name = '清单.txt', content = '升级影响清单') => {
  const boundary = 'boundary'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n`
  const answer = await app.server.inject({
    method: 'POST',
    url: attach.path.replace(':id', id),
    headers: { token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.from(`${head}${content}\r\n--${boundary}--\r\n`),
  })
  return answer.json() as { code: number; data: { fileId: string } }
}
const fetch = (id: string, fileId: string, token: string) => app.call(download, { params: { id, fileId } }, token)
const files = async (id: string, token: string) => (await app.call(attachments, { params: { id } }, token)).data

describe('a file of a notice', () => {
  it('is downloaded by readers and counted', async () => {
    const id = await stage.publish({}, company.token)
    const { fileId } = (await add(id, company.token)).data
    const got = await fetch(id, fileId, company.readerToken)
    expect([got.status, got.raw.toString()]).toEqual([200, '升级影响清单'])
    expect(got.headers['content-disposition']).toContain('attachment')
    expect((await app.call(publishedGet, { params: { id } }, company.readerToken)).data?.attach).toMatchObject([
      {
        fileId,
        name: '清单.txt',
        mime: 'text/plain',
        ready: true,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
    await fetch(id, fileId, company.readerToken)
    await expect.poll(() => files(id, company.token), { timeout: 20_000 }).toMatchObject([{ fileId, downloads: 2 }])
    expect((await app.call(detach, { params: { id, fileId } }, company.token)).code).toBe(0)
    expect([await files(id, company.token), (await fetch(id, fileId, company.readerToken)).code]).toEqual([[], 404])
  }, 30_000)
  it('is used by its notice, and named so', async () => {
    const id = await stage.add({ title: '带附件' }, company.token)
    const { fileId } = (await add(id, company.token)).data
    const librarian = await buildUser(app, { companyId: company.companyId, permissions: ['sysUploads:list'] })
    const details = await app.call(uploadsContract.get, { params: { id: fileId } }, await app.signIn(librarian))
    expect(details.data?.references).toEqual([{ kind: 'noticeFile', id, name: '带附件' }])
  })
  it('counts as an edit once the notice was shown, and is audited with its digest', async () => {
    const draft = await stage.add({}, company.token)
    await add(draft, company.token)
    await stage.issue(draft, company.token)
    const shown = async () => (await app.call(publishedGet, { params: { id: draft } }, company.readerToken)).data
    expect(await shown()).toMatchObject({ updateTime: null })
    const { fileId } = (await add(draft, company.token, '补充.txt')).data
    expect(await shown()).toMatchObject({ updateTime: expect.any(String), revision: 1 })
    await app.call(detach, { params: { id: draft, fileId } }, company.token)
    const audited = await app.sql(
      `select event, before, after from audit_log where entity_id = $1 and event like 'noticeFile.%' order by seq`,
      [draft],
    )
    const file = { file: '补充.txt', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }
    expect(audited.slice(1)).toEqual([
      { event: 'noticeFile.attached', before: null, after: file },
      { event: 'noticeFile.detached', before: file, after: null },
    ])
  })
  it('is sent by its notice alone', async () => {
    const id = await stage.add({}, company.token)
    const { fileId } = (await add(id, company.token)).data
    const librarian = await buildUser(app, { companyId: company.companyId, permissions: ['sysUploads:list'] })
    const token = await app.signIn(librarian)
    expect((await app.call(uploadsContract.get, { params: { id: fileId } }, token)).data?.url).toBe('')
    expect((await app.call(uploadsContract.file, { params: { id: fileId } }, token)).code).toBe(8112)
  })
  it('stays with those whom the notice reaches', async () => {
    const own = await stage.publish({}, company.token)
    const draft = await stage.add({}, company.token)
    const [{ fileId }, hidden] = [(await add(own, company.token)).data, (await add(draft, company.token)).data]
    expect((await fetch(own, fileId, other.readerToken)).code).toBe(404)
    expect((await fetch(draft, hidden.fileId, company.readerToken)).code).toBe(404)
    // A file of another notice is none of this one.
    expect((await fetch(own, hidden.fileId, company.readerToken)).code).toBe(404)
    expect((await add(own, other.token)).code).toBe(404)
    expect((await app.call(detach, { params: { id: own, fileId } }, other.token)).code).toBe(404)
  })
  it('of the platform is downloaded in the companies it addresses', async () => {
    const id = await stage.publish({ target: { scope: 'company', ids: [company.companyId] } }, root)
    const { fileId } = (await add(id, root)).data
    expect((await fetch(id, fileId, company.readerToken)).raw.toString()).toBe('升级影响清单')
    expect((await fetch(id, fileId, other.readerToken)).code).toBe(404)
    expect((await app.call(publishedGet, { params: { id } }, company.readerToken)).data?.attach).toHaveLength(1)
  })
  it('of the portal is public while the notice is', async () => {
    const id = await stage.publish({ target: { scope: 'portal', ids: [] } }, root)
    const { fileId } = (await add(id, root)).data
    const ask = () => app.call(publicNewsContract.attach, { params: { id, fileId } })
    expect((await ask()).raw.toString()).toBe('升级影响清单')
    await app.sql(`update notices set ends_at = now() where id = $1`, [id])
    expect((await ask()).code).toBe(404)
  })
  it('is refused beyond twenty, and if its type is', async () => {
    const id = await stage.add({}, company.token)
    expect((await add(id, company.token, '脚本.html', '<script>alert(1)</script>')).code).toBe(5002)
    for (let count = 0; count < 20; count += 1) expect((await add(id, company.token, `文件${count}.txt`)).code).toBe(0)
    expect((await add(id, company.token)).code).toBe(5019)
    const narrow = await buildUser(app, { companyId: company.companyId, permissions: authorPermissions.slice(0, 2) })
    expect((await add(id, await app.signIn(narrow))).code).toBe(403)
  })
})
