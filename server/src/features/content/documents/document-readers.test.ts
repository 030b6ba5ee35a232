import { documentLinksContract } from '@atrium/contract/features/content/documents/document-links.contract.ts'
import { documentPreviewsContract } from '@atrium/contract/features/content/documents/document-previews.contract.ts'
import { documentReadersContract } from '@atrium/contract/features/content/documents/document-readers.contract.ts'
import { documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildDocument, buildFolder, buildGrant } from '../../../../test/document-factories.ts'
import { buildCompany, buildRole, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { newId } from '../../../kernel/ids.ts'
import { downloadsRetention } from './document-readers.repository.ts'

const { readers, readerSums, downloads, exportDownloads } = documentReadersContract
const { get, download } = documentsContract
const { content } = documentPreviewsContract
const permissions = ['list', 'download', 'share'].map((each) => `sysDocs:${each}`)

let app: TestApp
let companyId: string
let manager: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app, '甲公司')
  manager = await app.signIn(await buildUser(app, { companyId, permissions: [...permissions, 'sysDocs:manage'] }))
})

const buildPerson = async (name: string, held = permissions) => {
  const user = await buildUser(app, { companyId, permissions: held })
  await app.sql('update users set name = $2 where id = $1', [user.id, name])
  return { ...user, token: await app.signIn(user) }
}
/** A file that these people may download, with versions. */
const buildFile = async (people: readonly { id: string }[], versions = 1) => {
  const folder = await buildFolder(app, companyId)
  for (const { id: user } of people) await buildGrant(app, companyId, folder, 2, { user })
  return buildDocument(app, companyId, folder, { versions })
}
type Query = RequestOf<typeof readers>['query']
const listed = async (id: string, number = 1, query: Query = {}, as = manager) =>
  (await app.call(readers, { params: { id, number }, query: { size: 100, ...query } }, as)).data ?? []
const readSums = async (id: string, number = 1) =>
  (await app.call(readerSums, { params: { id, number } }, manager)).data
const show = (id: string, as: string, number = 1) => app.call(content, { params: { id, number } }, as)
const fetchIt = (id: string, as: string, body: { number?: number } = {}) =>
  app.call(download, { params: { id }, body }, as)
const downloaded = async (id: string, query: RequestOf<typeof downloads>['query'] = {}, as = manager) =>
  (await app.call(downloads, { params: { id }, query }, as)).data ?? []

describe('receipts of a version', () => {
  it('are written when it is shown or downloaded, for that version and once', async () => {
    const [reader, loader, other] = [
      await buildPerson('阅读人'),
      await buildPerson('下载人'),
      await buildPerson('未读人'),
    ]
    const id = await buildFile([reader, loader, other], 2)
    expect(await readSums(id, 2)).toEqual({ people: 3, read: 0 })
    expect((await show(id, reader.token, 2)).status).toBe(200)
    expect((await fetchIt(id, loader.token)).code).toBe(0)
    const states = async (number: number) =>
      Object.fromEntries((await listed(id, number)).map(({ name, readTime }) => [name, readTime !== null]))
    expect(await states(2)).toEqual({ 阅读人: true, 下载人: true, 未读人: false })
    expect(await states(1)).toEqual({ 阅读人: false, 下载人: false, 未读人: false })
    expect(await readSums(id, 2)).toEqual({ people: 3, read: 2 })
    const [before] = await listed(id, 2, { search: reader.account })
    await app.sql(`update document_receipts set opened_at = now() - interval '1 hour' where user_id = $1`, [reader.id])
    await show(id, reader.token, 2)
    expect(await listed(id, 2, { search: reader.account })).toEqual([before])
    const [{ fresh } = {}] = await app.sql(
      `select opened_at > now() - interval '10 minutes' as fresh from document_receipts where user_id = $1`,
      [reader.id],
    )
    expect(fresh).toBe(true)
  })
  it('are listed by what was read, by name and by account', async () => {
    const people = [await buildPerson('陈一'), await buildPerson('陈二')]
    const id = await buildFile(people)
    await show(id, people[0]?.token ?? '')
    const names = async (query: Query) => (await listed(id, 1, query)).map(({ name }) => name)
    expect(await names({ 'f.state': 'read' })).toEqual(['陈一'])
    expect(await names({ 'f.state': 'unread' })).toEqual(['陈二'])
    expect(await names({ search: '陈二' })).toEqual(['陈二'])
    expect(await names({ search: people[0]?.account ?? '' })).toEqual(['陈一'])
    expect(await names({ sort: '-readTime' })).toEqual(['陈一', '陈二'])
  })
  it('are not written for who may not see the file, nor for what is not sent', async () => {
    const stranger = await buildPerson('外人')
    const id = await buildFile([])
    expect((await show(id, stranger.token)).code).toBe(404)
    expect((await fetchIt(id, stranger.token)).code).toBe(404)
    await app.sql(
      `update files set state = 'quarantined' where id in (select file_id from document_versions where document_id = $1)`,
      [id],
    )
    expect((await show(id, manager)).code).not.toBe(0)
    expect(await app.sql('select 1 from document_receipts where document_id = $1', [id])).toEqual([])
  })
  it('are shown to who manages the file, within their row scope', async () => {
    const [reader, editor] = [await buildPerson('阅读人'), await buildPerson('编辑人')]
    const librarian = await buildPerson('管理人')
    const id = await buildFile([reader])
    await buildGrant(app, companyId, id, 3, { user: editor.id })
    await buildGrant(app, companyId, id, 4, { user: librarian.id })
    for (const endpoint of [readers, readerSums])
      expect((await app.call(endpoint, { params: { id, number: 1 } }, editor.token)).code).toBe(8153)
    expect((await app.call(downloads, { params: { id } }, editor.token)).code).toBe(8153)
    expect((await app.call(exportDownloads, { params: { id }, body: {} }, editor.token)).code).toBe(8153)
    expect((await listed(id, 1, {}, librarian.token)).length).toBe(3)
    await app.sql(`update roles set data_scope = 'self' where id = $1`, [librarian.roleId])
    await app.sql('update users set epoch = epoch + 1 where id = $1', [librarian.id])
    const alone = await app.signIn(librarian)
    expect((await listed(id, 1, {}, alone)).map(({ id: each }) => each)).toEqual([librarian.id])
    expect((await listed(id, 3)).length).toBe(0)
  })
})

describe('readers', () => {
  const org = async (parent?: { id: string; path: string }, status = 1) => {
    const id = newId()
    const path = `${parent?.path ?? '/'}${id}/`
    await app.sql('insert into orgs (company_id, id, parent_id, name, path, status) values ($1, $2, $3, $4, $5, $6)', [
      companyId,
      id,
      parent?.id ?? null,
      `组织${id}`,
      path,
      status,
    ])
    return { id, path }
  }
  const join = (user: { id: string }, { id }: { id: string }) =>
    app.sql('insert into user_orgs (company_id, user_id, org_id) values ($1, $2, $3)', [companyId, user.id, id])

  it('are those who may read it, whichever way', async () => {
    const own = await buildPerson('本人')
    const [upper, stopped] = [await org(), await org(undefined, 0)]
    const [inside, outside] = [await buildPerson('下级组织的人'), await buildPerson('停用组织的人')]
    await join(inside, await org(upper))
    await join(outside, stopped)
    const base = await buildRole(app, { companyId, permissions: [] })
    const middle = await buildRole(app, { companyId, permissions: [] })
    await app.sql('update roles set parent_id = $1 where id = $2', [base.id, middle.id])
    const [heir, cut] = [await buildPerson('继承角色的人'), await buildPerson('角色停用的人')]
    await app.sql('update roles set parent_id = $1 where id = $2', [middle.id, heir.roleId])
    const off = await buildRole(app, { companyId, permissions: [] })
    await app.sql('update roles set parent_id = $1, status = 0 where id = $2', [base.id, off.id])
    await app.sql('update roles set parent_id = $1 where id = $2', [off.id, cut.roleId])
    const idle = await buildPerson('无权打开文档的人', [])
    const lender = await buildRole(app, { companyId, permissions: ['sysDocs:list'] })
    const borrower = await buildPerson('继承权限的人', [])
    await app.sql('update roles set parent_id = $1 where id = $2', [lender.id, borrower.roleId])
    const people = [own, inside, outside, heir, cut, idle, borrower]

    const grants: Parameters<typeof buildGrant>[4][] = [
      { user: own.id },
      { user: idle.id },
      { user: borrower.id },
      { org: upper.id },
      { org: stopped.id },
      { role: base.id },
      {},
    ]
    for (const grant of grants) {
      const top = await buildFolder(app, companyId)
      const closed = await buildFolder(app, companyId, '密', top)
      const [inTop, inClosed] = [await buildDocument(app, companyId, top), await buildDocument(app, companyId, closed)]
      await buildGrant(app, companyId, top, 1, grant)
      for (const inherits of [true, false]) {
        await app.sql('update documents set inherits = $2 where id = $1', [closed, inherits])
        for (const id of [inTop, inClosed]) {
          const among = new Set((await listed(id)).map((each) => each.id))
          for (const person of people)
            expect([JSON.stringify(grant), inherits, person.id, among.has(person.id)]).toEqual([
              JSON.stringify(grant),
              inherits,
              person.id,
              (await app.call(get, { params: { id } }, person.token)).code === 0,
            ])
        }
      }
    }
  })
})

describe('downloads', () => {
  it('name who, when, which version and by which way, newest first', async () => {
    const person = await buildPerson('下载人')
    const id = await buildFile([person], 2)
    await fetchIt(id, person.token, { number: 1 })
    await fetchIt(id, person.token)
    const body = { expireTime: new Date(Date.now() + 86_400_000).toISOString() }
    const { data: link } = await app.call(documentLinksContract.createLink, { params: { id }, body }, manager)
    const opening = { body: { token: link?.token ?? '', password: '' } }
    expect((await app.call(documentLinksContract.previewLink, opening)).code).toBe(0)
    expect((await app.call(documentLinksContract.downloadLink, opening)).code).toBe(0)
    const rows = await downloaded(id)
    expect(rows.map(({ number, createBy, linkBy }) => [number, createBy.name, linkBy?.name])).toEqual([
      [2, '分享链接的访客', '张伟'],
      [2, '下载人', undefined],
      [1, '下载人', undefined],
    ])
    expect(rows.every(({ ip }) => ip === '127.0.0.1')).toBe(true)
    expect((await downloaded(id, { 'f.way': 'link' })).length).toBe(1)
    expect((await downloaded(id, { 'f.way': 'right' })).length).toBe(2)
  })
  it('are not those of other files, nor of refused calls', async () => {
    const viewer = await buildPerson('仅可查看')
    const id = await buildFile([])
    await buildGrant(app, companyId, id, 1, { user: viewer.id })
    expect((await fetchIt(id, viewer.token)).code).toBe(8151)
    const other = await buildFile([viewer])
    await fetchIt(other, viewer.token)
    expect(await downloaded(id)).toEqual([])
  })
  it('are exported as they are filtered, and audited', async () => {
    const person = await buildPerson('=公式')
    const id = await buildFile([person])
    await fetchIt(id, person.token)
    const { raw } = await app.call(exportDownloads, { params: { id }, body: { 'f.way': 'right' } }, manager)
    const lines = raw.toString().split('\r\n')
    expect(lines[0]).toBe('\uFEFF时间,下载人,版本,方式,链接创建人,IP 地址')
    expect(lines[1]).toMatch(/^[\d-]{10} [\d:]{8},"?'=公式"?,第 1 版,权限,,127\.0\.0\.1$/)
    const none = await app.call(exportDownloads, { params: { id }, body: { 'f.way': 'link' } }, manager)
    expect(none.raw.toString().trim().split('\r\n').length).toBe(1)
    const log = await app.sql(
      `select event, after from audit_log where entity_id = $1 and event = 'docDownload.exported' order by seq`,
      [id],
    )
    expect(log.map(({ after }) => after)).toEqual([
      { way: 'right', rows: 1 },
      { way: 'link', rows: 0 },
    ])
  })
  it('of another company are not found', async () => {
    const id = await buildFile([])
    const elsewhere = await buildCompany(app, '乙公司')
    const stranger = await app.signIn(
      await buildUser(app, { companyId: elsewhere, permissions: [...permissions, 'sysDocs:manage'] }),
    )
    expect((await app.call(downloads, { params: { id } }, stranger)).code).toBe(404)
    expect((await app.call(exportDownloads, { params: { id }, body: {} }, stranger)).code).toBe(404)
    expect((await app.call(readers, { params: { id, number: 1 } }, stranger)).code).toBe(404)
  })
  it('are kept for a year', async () => {
    const person = await buildPerson('下载人')
    const id = await buildFile([person])
    await fetchIt(id, person.token)
    await fetchIt(id, person.token)
    await app.sql(
      `update document_downloads set created_at = now() - interval '366 days'
       where id = (select min(id::text)::uuid from document_downloads where document_id = $1)`,
      [id],
    )
    for (const statement of downloadsRetention) await app.sql(statement)
    expect((await downloaded(id)).length).toBe(1)
  })
})
