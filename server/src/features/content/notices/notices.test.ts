import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { noticesErrors } from '@atrium/contract/features/content/notices/notices.errors.ts'
import { publishedNoticesContract } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createNoticeStage, type NoticeStage, toDraft } from '../../../../test/notice-stage.ts'
import { sendFile } from '../../../../test/send-file.ts'

const { list, get, create, update, remove, issue, reschedule, revoke, revisions, reach, targets } = noticesContract
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

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const readStatus = async (id: string, token = company.token) => (await stage.get(id, token)).status

describe('a notice', () => {
  it('is a draft until it is issued, and published until it ends or is revoked', async () => {
    const id = await stage.add({}, company.token)
    expect(await readStatus(id)).toBe(0)
    expect((await stage.issue(id, company.token, { startTime: later(60) })).code).toBe(0)
    expect([await readStatus(id), await stage.listed(company.readerToken)]).toEqual([1, []])
    expect((await stage.issue(id, company.token)).code).toBe(noticesErrors.alreadyIssued.code)
    await app.sql(`update notices set starts_at = now() - interval '1 second' where id = $1`, [id])
    expect([await readStatus(id), await stage.listed(company.readerToken)]).toEqual([2, [id]])
    await app.sql(`update notices set starts_at = now() - interval '2 hours', ends_at = now() where id = $1`, [id])
    expect([await readStatus(id), await stage.listed(company.readerToken)]).toEqual([4, []])
    const revoked = await app.call(revoke, { params: { id }, body: { reason: '内容有误' } }, company.token)
    expect(revoked.code).toBe(0)
    expect(await stage.get(id, company.token)).toMatchObject({ status: 3, revokeReason: '内容有误' })
    expect((await stage.issue(id, company.token)).code).toBe(0)
    expect(await stage.get(id, company.token)).toMatchObject({ status: 2, revokeReason: '', endTime: null, updates: 1 })
  })
  it('is deleted unless it is published', async () => {
    const id = await stage.publish({}, company.token)
    expect(await app.call(remove, { params: { id } }, company.token)).toMatchObject({
      code: 5001,
      msg: '已发布内容不可删除，请先撤回',
    })
    await app.call(revoke, { params: { id }, body: { reason: '过期' } }, company.token)
    expect((await app.call(remove, { params: { id } }, company.token)).code).toBe(0)
    expect((await app.call(get, { params: { id } }, company.token)).code).toBe(404)
    expect((await app.call(revoke, { params: { id }, body: { reason: '过期' } }, company.token)).code).toBe(404)
  })
  it('ends after it starts', async () => {
    const id = await stage.add({}, company.token)
    for (const times of [{ endTime: later(-1) }, { startTime: later(60), endTime: later(30) }])
      expect(await stage.issue(id, company.token, times)).toMatchObject({ code: 5012, errors: [{ field: 'endTime' }] })
    expect((await stage.issue(id, company.token, { startTime: later(-60), endTime: later(30) })).code).toBe(0)
    expect(await readStatus(id)).toBe(2)
  })
  it('keeps its former texts once it is published', async () => {
    const id = await stage.add({ title: '第一版' }, company.token)
    await stage.edit(id, company.token, { title: '第一版改' })
    expect((await app.call(revisions, { params: { id } }, company.token)).data).toEqual([])
    await stage.issue(id, company.token, { startTime: later(60) })
    await stage.edit(id, company.token, { title: '第一版改' })
    expect(await stage.get(id, company.token)).toMatchObject({ status: 1, updates: 0 })
    await app.sql(`update notices set starts_at = now() - interval '1 second' where id = $1`, [id])
    expect((await stage.edit(id, company.token, { title: '第二版', content: '<p>新</p>' })).code).toBe(0)
    expect((await app.call(revisions, { params: { id } }, company.token)).data).toMatchObject([
      { revision: 1, title: '第一版改', content: '<p>周六停机</p>', by: { id: company.author.id } },
    ])
    expect(await stage.get(id, company.token)).toMatchObject({ title: '第二版', content: '<p>新</p>', updates: 1 })
    const stale = { ...toDraft(), version: 1 }
    const refused = await app.call(update, { params: { id }, body: stale }, company.token)
    const { version } = await stage.get(id, company.token)
    expect(refused).toMatchObject({ code: 409, data: { current: { title: '第二版', content: '<p>新</p>', version } } })
    expect(refused.data).not.toHaveProperty('current.writers')
  })
  it('keeps the text that was read, and its pictures, when it is revoked, edited and issued again', async () => {
    const { companyId, token, readerToken } = await stage.enter('重发公司')
    const sender = await buildUser(app, { companyId, permissions: ['sysUploads:upload'] })
    const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#0a53c1' } })
      .png()
      .toBuffer()
    const picture = (await sendFile(app, await app.signIn(sender), png, '图.png', { biz: 'news' })).data
    const content = `<p>原文<img src="${picture?.url}"></p>`
    const id = await stage.publish({ title: '原标题', content, ack: true }, token)
    await stage.ack(id, readerToken)
    await app.call(revoke, { params: { id }, body: { reason: '内容有误' } }, token)
    await stage.edit(id, token, { title: '改过一次', content: '<p>改过一次</p>' })
    await stage.edit(id, token, { title: '改过两次', content: '<p>改过两次</p>' })
    await stage.issue(id, token)
    const former = (await app.call(revisions, { params: { id } }, token)).data
    expect(former).toMatchObject([{ revision: 1, title: '原标题', content: expect.stringContaining('原文<img') }])
    expect(await app.sql('select file_id from notice_pictures where notice_id = $1', [id])).toEqual([
      { file_id: picture?.id },
    ])
    expect(await stage.listed(readerToken, { 'f.state': 'unacked' })).toEqual([id])
    expect((await stage.ack(id, readerToken)).code).toBe(noticesErrors.outdatedText.code)
    expect((await stage.ack(id, readerToken, 2)).code).toBe(0)
  })
  it('keeps its start once it is published, and may end earlier or later', async () => {
    const id = await stage.add({}, company.token)
    const change = async (startTime: string | null, endTime: string | null) => {
      const { version } = await stage.get(id, company.token)
      return app.call(reschedule, { params: { id }, body: { startTime, endTime, version } }, company.token)
    }
    expect(await change(null, null)).toMatchObject({ code: 5026, msg: '该内容未发布，请在发布时设置时间' })
    await stage.issue(id, company.token, { startTime: later(60) })
    expect(await change(later(120), later(90))).toMatchObject({ code: 5012, errors: [{ field: 'endTime' }] })
    const [startTime, endTime] = [later(120), later(180)]
    expect((await change(startTime, endTime)).code).toBe(0)
    expect(await stage.get(id, company.token)).toMatchObject({ status: 1, publishTime: startTime, endTime })
    expect((await change(null, null)).code).toBe(0)
    const { publishTime } = await stage.get(id, company.token)
    expect(await stage.get(id, company.token)).toMatchObject({ status: 2, endTime: null, updates: 0 })
    expect(await stage.listed(company.readerToken)).toContain(id)
    await app.sql(`update notices set starts_at = now() - interval '2 hours', ends_at = now() where id = $1`, [id])
    expect(await change(null, later(-1))).toMatchObject({ code: 5012 })
    expect((await change(later(30), later(60))).code).toBe(0)
    const after = await stage.get(id, company.token)
    expect(after.status).toBe(2)
    expect(Date.parse(String(after.publishTime))).toBeLessThan(Date.parse(String(publishTime)))
    const stale = { params: { id }, body: { startTime: null, endTime: null, version: after.version - 1 } }
    expect((await app.call(reschedule, stale, company.token)).code).toBe(409)
    expect((await app.call(reschedule, stale, company.readerToken)).status).toBe(403)
    expect((await app.call(reschedule, stale, other.token)).code).toBe(404)
  })
  it('has no former text when it was withdrawn before anyone could read it', async () => {
    const id = await stage.add({ ack: true }, company.token)
    await stage.issue(id, company.token, { startTime: later(60) })
    await app.call(revoke, { params: { id }, body: { reason: '改期' } }, company.token)
    await stage.issue(id, company.token)
    expect(await stage.get(id, company.token)).toMatchObject({ status: 2, updates: 0 })
    expect((await app.call(revisions, { params: { id } }, company.token)).data).toEqual([])
    const shown = await app.call(publishedNoticesContract.publishedGet, { params: { id } }, company.readerToken)
    expect(shown.data).toMatchObject({ updateTime: null, mine: { read: false } })
    expect((await stage.ack(id, company.readerToken, shown.data?.revision)).code).toBe(0)
    expect(await stage.listed(company.readerToken, { 'f.state': 'unacked' })).not.toContain(id)
  })
  it('is found by title, type, status and time', async () => {
    const author = await stage.enter('列表公司')
    const news = await stage.add({ title: '春季新闻', type: 'news' }, author.token)
    const notice = await stage.publish({ title: '夏季公告' }, author.token)
    const ids = async (query: object) =>
      ((await app.call(list, { query }, author.token)).data ?? []).map(({ id }) => id)
    expect(await ids({})).toEqual([notice, news])
    expect(await ids({ search: '春' })).toEqual([news])
    expect(await ids({ 'f.type': 'notice' })).toEqual([notice])
    expect(await ids({ 'f.status': '0' })).toEqual([news])
    expect(await ids({ 'f.createTime': '2020-01-01 00:00:00~2020-01-02 00:00:00' })).toEqual([])
    expect(await ids({ sort: 'createTime' })).toEqual([news, notice])
  })
  it('is audited with its target, without its text', async () => {
    const id = await stage.publish({ title: '审计公告', content: '<p>正文不入日志</p>' }, company.token)
    const rows = await app.sql('select event, after from audit_log where entity_id = $1 order by seq', [id])
    expect(rows.map(({ event }) => event)).toEqual(['notice.created', 'notice.issued'])
    expect(rows[0]?.after).toMatchObject({ title: '审计公告', scope: 'all' })
    expect(JSON.stringify(rows)).not.toContain('正文不入日志')
  })
})

describe('a target', () => {
  const refused = async (rest: Parameters<typeof toDraft>[0], token = company.token) => {
    const { code, errors } = await app.call(create, { body: toDraft(rest) }, token)
    return [code, errors?.[0]?.field]
  }
  it('names what exists in the company', async () => {
    expect(await refused({ target: { scope: 'user', ids: [other.reader.id] } })).toEqual([5013, 'target'])
    expect(await refused({ target: { scope: 'role', ids: [other.reader.roleId] } })).toEqual([5013, 'target'])
    expect(await refused({ target: { scope: 'company', ids: [company.companyId] } })).toEqual([5014, 'target'])
    expect(await refused({ target: { scope: 'user', ids: [] } })).toEqual([400, 'target'])
    expect(await refused({ target: { scope: 'portal', ids: [] }, ack: true })).toEqual([5015, 'ack'])
    expect(await refused({ target: { scope: 'company', ids: [company.author.id] } }, root)).toEqual([5013, 'target'])
  })
  it('is shown by name', async () => {
    const org = await stage.addOrg(company.companyId)
    const id = await stage.add({ target: { scope: 'org', ids: [org.id, org.id] } }, company.token)
    expect(await stage.get(id, company.token)).toMatchObject({
      target: { scope: 'org', ids: [org.id] },
      targets: [{ id: org.id, name: `组织${org.id}` }],
    })
  })
  it('is searched within the company, companies by the platform alone', async () => {
    const found = async (query: object, token: string) =>
      (await app.call(targets, { query: query as { scope: 'user' } }, token)).data?.map(({ value }) => value)
    expect(await found({ scope: 'user', keyword: company.reader.account }, company.token)).toEqual([company.reader.id])
    expect(await found({ scope: 'user', keyword: other.reader.account }, company.token)).toEqual([])
    expect(await found({ scope: 'role', keyword: company.reader.roleName }, company.token)).toEqual([
      company.reader.roleId,
    ])
    expect(await found({ scope: 'company', keyword: '甲公' }, root)).toEqual([company.companyId])
    expect((await app.call(targets, { query: { scope: 'company' } }, company.token)).code).toBe(5014)
  })
  it('is counted before publishing', async () => {
    await app.sql(`update users set phone = '13900000001' where id = $1`, [company.reader.id])
    const count = async (scope: 'all' | 'company' | 'user' | 'role', ids: string[], token: string) =>
      (await app.call(reach, { query: { scope, ids: ids.join() } }, token)).data
    expect(await count('all', [], company.token)).toEqual({ people: 2, phones: 1, mails: 0 })
    expect(await count('user', [company.reader.id, other.reader.id], company.token)).toMatchObject({ people: 1 })
    expect(await count('role', [company.reader.roleId], company.token)).toMatchObject({ people: 1 })
    expect(await count('company', [company.companyId, other.companyId], root)).toMatchObject({ people: 4, phones: 1 })
    const [total] = await app.sql('select count(*)::int as people from users where deleted_at is null')
    expect((await count('all', [], root))?.people).toBe(total?.people)
    expect((await app.call(reach, { query: { scope: 'company', ids: other.companyId } }, company.token)).code).toBe(
      5014,
    )
  })
})

describe('two companies', () => {
  it('see, change and publish nothing of each other', async () => {
    const id = await stage.add({}, other.token)
    for (const endpoint of [get, revisions] as const)
      expect((await app.call(endpoint, { params: { id } }, company.token)).code).toBe(404)
    const body = { ...toDraft(), version: 1 }
    expect((await app.call(update, { params: { id }, body }, company.token)).code).toBe(404)
    expect((await app.call(issue, { params: { id }, body: { version: 1 } }, company.token)).code).toBe(404)
    expect((await app.call(remove, { params: { id } }, company.token)).code).toBe(404)
    expect((await app.call(list, {}, company.token)).data?.map((row) => row.id)).not.toContain(id)
  })
  it('read the platform’s notices and cannot change them', async () => {
    const id = await stage.publish({ title: '平台公告' }, root)
    expect(await stage.listed(company.readerToken)).toContain(id)
    expect((await app.call(list, {}, company.token)).data?.map((row) => row.id)).not.toContain(id)
    const refused = [
      await app.call(get, { params: { id } }, company.token),
      await app.call(revoke, { params: { id }, body: { reason: '撤' } }, company.token),
      await app.call(remove, { params: { id } }, company.token),
    ]
    expect(refused.map(({ code }) => code)).toEqual([404, 404, 404])
    await app.call(revoke, { params: { id }, body: { reason: '撤' } }, root)
  })
})
