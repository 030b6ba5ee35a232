import { randomUUID } from 'node:crypto'
import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { publicNewsContract } from '@atrium/contract/features/content/notices/public-news.contract.ts'
import { publishedNoticesContract } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
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
const readStatus = async (id: string, host?: string) =>
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
      id: recent,
      type: 'notice',
      language: 'zh-CN',
      title: '新公告',
      summary: '',
      top: false,
      content: '<p>周六停机</p>',
      publishTime: expect.any(String),
      updateTime: null,
      attach: [],
    })
    for (const id of hidden) expect(await readStatus(id)).toBe(404)
    await app.call(revoke, { params: { id: recent }, body: { reason: '撤' } }, root)
    expect([await readStatus(recent), await listed()]).toEqual([404, [pinned, old]])
  })
  it('shows a company’s own under its host alone', async () => {
    const own = await stage.publish({ ...forPortal, title: '甲公司新闻' }, company.token)
    const platform = await stage.publish({ ...forPortal, title: '平台新闻' }, root)
    const host = 'news.example.com'
    expect(await listed(host)).toEqual(expect.arrayContaining([own, platform]))
    for (const other of [undefined, 'other.example.com']) {
      expect(await listed(other)).not.toContain(own)
      expect(await readStatus(own, other)).toBe(404)
    }
    expect([await readStatus(own, host), await readStatus(platform, host)]).toEqual([0, 0])
  })
  it('answers 304 while nothing has changed', async () => {
    const id = await stage.publish({ ...forPortal, title: '一条' }, root)
    const asks = [
      (headers: Record<string, string> = {}) => app.call(published, {}, undefined, headers),
      (headers: Record<string, string> = {}) => app.call(get, { params: { id } }, undefined, headers),
    ]
    for (const ask of asks) {
      const { etag = '' } = (await ask()).headers
      const same = await ask({ 'if-none-match': etag })
      expect([same.status, same.raw.length, same.headers.etag]).toEqual([304, 0, etag])
      await stage.edit(id, root, { title: `又一条 ${etag}` })
      expect((await ask({ 'if-none-match': etag })).status).toBe(200)
    }
  })
  it('is kept by shared caches for a moment, and refusals and what is personal are not', async () => {
    const id = await stage.publish({ ...forPortal, title: '可缓存' }, root)
    const caching = async (answer: Promise<{ headers: Record<string, string> }>) => {
      const { headers } = await answer
      return [headers['cache-control'], headers['set-cookie']]
    }
    const kept = ['public, max-age=10, stale-while-revalidate=50', undefined]
    expect(await caching(app.call(published, {}))).toEqual(kept)
    expect(await caching(app.call(get, { params: { id } }))).toEqual(kept)
    const { etag = '' } = (await app.call(get, { params: { id } })).headers
    expect(await caching(app.call(get, { params: { id } }, undefined, { 'if-none-match': etag }))).toEqual(kept)
    // With a session it is the same reply, for everybody.
    expect(await caching(app.call(published, {}, root))).toEqual(kept)
    const never = ['no-store', undefined]
    expect(await caching(app.call(get, { params: { id: randomUUID() } }))).toEqual(never)
    expect(await caching(app.call(published, { query: { page: 0 } }))).toEqual(never)
    expect(await caching(app.call(publishedNoticesContract.published, { query: {} }, root))).toEqual(never)
    expect(await caching(app.call(publishedNoticesContract.publishedGet, { params: { id } }, root))).toEqual(never)
  })
})
