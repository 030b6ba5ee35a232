import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { publicNewsContract } from '@atrium/contract/features/content/notices/public-news.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createNoticeStage, type NoticeStage } from '../../../../test/notice-stage.ts'

const { published, get } = publicNewsContract
const { revoke } = noticesContract
const forPortal = { target: { scope: 'portal' as const, ids: [] } }
type Company = Awaited<ReturnType<NoticeStage['enter']>>

let app: TestApp
let stage: NoticeStage
let root: string
let company: Company
beforeAll(async () => {
  app = await createTestApp()
  stage = createNoticeStage(app)
  root = await app.signIn()
  company = await stage.enter('甲公司')
  await app.sql(
    `insert into tenant_domains (company_id, host, token, verified_at) values ($1, 'news.example.com', 't', now())`,
    [company.companyId],
  )
})
const listed = async (host?: string, query: object = {}) =>
  ((await app.call(published, { query }, undefined, host === undefined ? {} : { host })).data ?? []).map(({ id }) => id)
const statusOf = async (id: string, host?: string) =>
  (await app.call(get, { params: { id } }, undefined, host === undefined ? {} : { host })).code

describe('the public page', () => {
  it('shows what is issued for the portal, without signing in', async () => {
    const old = await stage.publish({ ...forPortal, title: '旧闻', type: 'news' }, root)
    const pinned = await stage.publish({ ...forPortal, top: true, title: '置顶公告' }, root)
    const recent = await stage.publish({ ...forPortal, title: '新公告' }, root)
    const hidden = [
      await stage.publish({ title: '内部公告' }, root),
      await stage.add(forPortal, root),
      await stage.publish({ target: { scope: 'company', ids: [company.companyId] } }, root),
    ]
    expect(await listed()).toEqual([pinned, recent, old])
    expect(await listed(undefined, { 'f.type': 'news' })).toEqual([old])
    expect(await listed(undefined, { search: '新公' })).toEqual([recent])
    expect((await app.call(get, { params: { id: recent } })).data).toEqual({
      ...{ id: recent, type: 'notice', title: '新公告', summary: '', top: false, content: '<p>周六停机</p>' },
      ...{ publishTime: expect.any(String), updateTime: null, attach: [] },
    })
    for (const id of hidden) expect(await statusOf(id)).toBe(404)
    await app.call(revoke, { params: { id: recent }, body: { reason: '撤' } }, root)
    expect([await statusOf(recent), await listed()]).toEqual([404, [pinned, old]])
  })
  it('shows a company’s own under its host alone', async () => {
    const own = await stage.publish({ ...forPortal, title: '甲公司新闻' }, company.token)
    const platform = await stage.publish({ ...forPortal, title: '平台新闻' }, root)
    const host = 'news.example.com'
    expect(await listed(host)).toEqual(expect.arrayContaining([own, platform]))
    for (const other of [undefined, 'other.example.com']) {
      expect(await listed(other)).not.toContain(own)
      expect(await statusOf(own, other)).toBe(404)
    }
    expect([await statusOf(own, host), await statusOf(platform, host)]).toEqual([0, 0])
  })
  it('answers 304 while nothing has changed', async () => {
    const first = await app.call(published, {})
    const { etag = '' } = first.headers
    expect((await app.call(published, {}, undefined, { 'if-none-match': etag })).status).toBe(304)
    await stage.publish({ ...forPortal, title: '又一条' }, root)
    expect((await app.call(published, {}, undefined, { 'if-none-match': etag })).status).toBe(200)
  })
})
