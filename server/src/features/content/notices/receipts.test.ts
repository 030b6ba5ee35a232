import { publishedNoticesContract } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { receiptsContract } from '@atrium/contract/features/content/notices/receipts.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { authorPermissions, createNoticeStage, type NoticeStage } from '../../../../test/notice-stage.ts'
import { readWorkbook } from '../../../../test/read-workbook.ts'

const { receipts, exportReceipts, receiptSums, remind } = receiptsContract
type Company = Awaited<ReturnType<NoticeStage['enter']>>
type Query = RequestOf<typeof receipts>['query']

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
const page = (id: string, query: Query = {}, token = company.token) =>
  app.call(receipts, { params: { id }, query }, token)
const people = async (id: string, query: Query = {}, token = company.token) =>
  ((await page(id, query, token)).data ?? []).map((row) => row.id)
const sums = async (id: string, token = company.token) => (await app.call(receiptSums, { params: { id } }, token)).data
const delivered = (text: string) =>
  expect.poll(
    async () =>
      (await app.outbox())
        .filter((sent) => sent.text.includes(text))
        .map(({ to }) => to)
        .sort(),
    { timeout: 30_000 },
  )

describe('receipts', () => {
  it('tell who has read, who has confirmed, and who has not', async () => {
    const id = await stage.publish({ ack: true }, company.token)
    const { author, reader } = company
    expect((await people(id, { 'f.state': 'unread' })).sort()).toEqual([author.id, reader.id].sort())
    await stage.read(id, company.token)
    await stage.ack(id, company.readerToken)
    expect(await people(id, { 'f.state': 'unread' })).toEqual([])
    expect(await people(id, { 'f.state': 'unacked' })).toEqual([author.id])
    expect(await people(id, { 'f.state': 'acked' })).toEqual([reader.id])
    expect(await people(id, { search: reader.account })).toEqual([reader.id])
    expect(await sums(id)).toEqual({ people: 2, read: 2, acked: 1, remindTime: null })
    const [row] = (await page(id, { 'f.state': 'acked' })).data ?? []
    expect(row).toMatchObject({ state: 'acked', company: '', ackTime: expect.any(String) })
  })
  it('are exported as they stand, to those who may see them alone', async () => {
    const id = await stage.publish({ ack: true }, company.token)
    await stage.read(id, company.token)
    await stage.ack(id, company.readerToken)
    const exported = async (body: RequestOf<typeof exportReceipts>['body'], token = company.token) =>
      app.call(
        exportReceipts,
        { params: { id }, body: { format: 'xlsx', columns: ['account', 'state'], ...body } },
        token,
      )
    const { author, reader } = company
    const exportRows = async (body: RequestOf<typeof exportReceipts>['body']) =>
      (await readWorkbook((await exported(body)).raw)).回执?.slice(1)
    expect(await exportRows({ 'f.state': 'acked' })).toEqual([[reader.account, '已确认']])
    expect(await exportRows({ search: author.account })).toEqual([[author.account, '已读']])
    expect(await exportRows({})).toHaveLength(2)
    expect((await exported({}, other.token)).code).toBe(404)
  })
  it('follow those whom the notice reaches now', async () => {
    const org = await stage.addOrg(company.companyId)
    const id = await stage.publish({ target: { scope: 'org', ids: [org.id] } }, company.token)
    const member = await buildUser(app, { companyId: company.companyId })
    await stage.join(company.companyId, member.id, org.id)
    await stage.read(id, await app.signIn(member))
    expect([await people(id), await sums(id)]).toEqual([
      [member.id],
      { people: 1, read: 1, acked: 0, remindTime: null },
    ])
    await app.sql('delete from user_orgs where user_id = $1', [member.id])
    expect([await people(id), await sums(id)]).toEqual([[], { people: 0, read: 0, acked: 0, remindTime: null }])
    const all = await stage.publish({}, company.token)
    await stage.read(all, await app.signIn(member))
    const before = await sums(all)
    await app.sql('update users set deleted_at = now() where id = $1', [member.id])
    expect(await sums(all)).toMatchObject({ people: (before?.people ?? 0) - 1, read: (before?.read ?? 0) - 1 })
  })
  it('are paged by key', async () => {
    const crowd = await stage.enter('人群公司')
    for (let count = 0; count < 5; count += 1) await buildUser(app, { companyId: crowd.companyId })
    const id = await stage.publish({}, crowd.token)
    const seen: string[] = []
    let after: string | undefined
    do {
      const { data = [], more } = await page(id, { size: 3, ...(after && { after }) }, crowd.token)
      seen.push(...data.map((row) => row.id))
      after = more ? data.at(-1)?.cursor : undefined
    } while (after)
    expect([seen.length, new Set(seen).size]).toEqual([7, 7])
  })
  it('of the platform cover all companies, those of a company its own people alone', async () => {
    const id = await stage.publish({ target: { scope: 'company', ids: [company.companyId, other.companyId] } }, root)
    await stage.read(id, other.readerToken)
    expect(await people(id, { 'f.state': 'read' }, root)).toEqual([other.reader.id])
    expect((await page(id, { 'f.state': 'read' }, root)).data).toMatchObject([{ company: '乙公司' }])
    expect(await people(id)).toEqual([])
    expect((await app.call(receiptSums, { params: { id } }, company.token)).code).toBe(404)
    const own = await stage.publish({}, other.token)
    expect([
      await people(own),
      (await app.call(remind, { params: { id: own }, body: {} }, company.token)).code,
    ]).toEqual([[], 404])
  })
  it('show only people in the caller’s row scope', async () => {
    const id = await stage.publish({}, company.token)
    const narrow = await buildUser(app, { companyId: company.companyId, permissions: authorPermissions })
    await app.sql(`update roles set data_scope = 'self' where id = $1`, [narrow.roleId])
    expect(await people(id, {}, await app.signIn(narrow))).toEqual([narrow.id])
  })
})

describe('messages', () => {
  it('are sent to the people a notice reaches, by the chosen channels', async () => {
    const crowd = await stage.enter('短信公司')
    await app.sql(`update users set phone = '13900000011', email = 'reader@example.com' where id = $1`, [
      crowd.reader.id,
    ])
    const id = await stage.add({ title: '短信公告' }, crowd.token)
    await stage.issue(id, crowd.token, { channels: ['sms', 'mail'] })
    await delivered('短信公告').toEqual(['13900000011', 'reader@example.com'])
  }, 60_000)
  it('remind only those who have not confirmed, once an hour', async () => {
    const crowd = await stage.enter('提醒公司')
    await app.sql(`update users set email = 'done@example.com' where id = $1`, [crowd.reader.id])
    await app.sql(`update users set email = 'waiting@example.com' where id = $1`, [crowd.author.id])
    const id = await stage.publish({ title: '请确认', ack: true }, crowd.token)
    for (const token of [crowd.token, crowd.readerToken]) await stage.read(id, token)
    await stage.ack(id, crowd.readerToken)
    const reminding = () => app.call(remind, { params: { id }, body: { channels: ['mail'] } }, crowd.token)
    expect((await reminding()).code).toBe(0)
    expect((await reminding()).code).toBe(5018)
    const shown = await app.call(publishedNoticesContract.publishedGet, { params: { id } }, crowd.token)
    expect(shown.data?.reminded).toBe(true)
    await delivered('请确认').toEqual(['waiting@example.com'])
    const draft = await stage.add({}, crowd.token)
    expect((await app.call(remind, { params: { id: draft }, body: {} }, crowd.token)).code).toBe(5017)
  }, 60_000)
  it('remind once, however many ask at the same time', async () => {
    const id = await stage.publish({ ack: true }, company.token)
    const reminding = () => app.call(remind, { params: { id }, body: { channels: ['mail'] } }, company.token)
    const codes = await Promise.all([reminding(), reminding(), reminding()].map(async (each) => (await each).code))
    expect(codes.sort()).toEqual([0, 5018, 5018])
  })
  it('are refused where they would reach nobody', async () => {
    const plain = await stage.publish({}, company.token)
    const asked = await app.call(remind, { params: { id: plain }, body: {} }, company.token)
    expect([asked.code, asked.errors?.[0]?.field]).toEqual([5032, 'channels'])
    const draft = await stage.add({ target: { scope: 'portal', ids: [] } }, company.token)
    const refused = await stage.issue(draft, company.token, { channels: ['mail'] })
    expect([refused.code, refused.errors?.[0]?.field]).toEqual([5031, 'channels'])
    expect((await stage.issue(draft, company.token)).code).toBe(0)
    const portal = await app.call(remind, { params: { id: draft }, body: { channels: ['mail'] } }, company.token)
    expect(portal.code).toBe(5031)
  })
})
