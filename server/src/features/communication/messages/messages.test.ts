import {
  messagesContract,
  messageTemplatesContract,
} from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { eventually } from '../../../../test/messaging.ts'
import { isThorough } from '../../../../test/thorough.ts'
import { ensureMessageTemplates } from './index.ts'

const { list, test } = messagesContract
const { list: templates, update } = messageTemplatesContract
const permissions = ['sysMessages:list', 'sysMessages:test', 'sysMessageTemplates:list', 'sysMessageTemplates:edit']
let app: TestApp
let admin: string
let token: string
let companyId: string
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signIn()
  companyId = await buildCompany(app)
  token = await app.signIn(await buildUser(app, { companyId, permissions }))
})
const newest = async (as: string) => (await app.call(list, {}, as)).data?.[0]

describe('the send log', () => {
  it('shows the outcome of a test message with its target masked', async () => {
    expect((await app.call(test, { body: { channel: 'mail', target: 'Li@Example.cn' } }, token)).code).toBe(0)
    await eventually(async () =>
      expect(await newest(token)).toMatchObject({
        channel: 'mail',
        template: 'test',
        templateName: '测试消息',
        target: 'l***@example.cn',
        state: 'sent',
        tries: 1,
        provider: 'outbox',
        receipt: expect.stringMatching(/\.json$/),
        problem: '',
        sentTime: expect.any(String),
      }),
    )
    expect((await app.outbox()).at(-1)).toMatchObject({ to: 'li@example.cn', title: '测试邮件' })
  })
  it('contains only the company’s own messages', async () => {
    const other = await buildCompany(app, '乙公司')
    const stranger = await app.signIn(await buildUser(app, { companyId: other, permissions }))
    expect(await app.call(list, {}, stranger)).toMatchObject({ code: 0, data: [], total: 0 })
  })
  it('can be searched by target and filtered by channel and state', async () => {
    await app.call(test, { body: { channel: 'sms', target: '13812345678' } }, token)
    await eventually(async () => expect((await newest(token))?.state).toBe('sent'))
    const total = async (query: object) => (await app.call(list, { query }, token)).total
    expect(await total({ search: '138****' })).toBe(1)
    expect(await total({ 'f.channel': 'mail' })).toBe(1)
    expect(await total({ 'f.state': 'failed' })).toBe(0)
  })
})

describe('the histogram of messages', () => {
  it('tells what was sent, dropped and failed apart, and counts what the list shows', async () => {
    const own = await buildCompany(app, '分布公司')
    const reader = await app.signIn(await buildUser(app, { companyId: own, permissions }))
    await app.sql(
      `insert into messages (company_id, id, channel, template, target, state, created_at)
       select $1, (substr(id_at(at.moment)::text, 1, 24) || lpad(to_hex(n), 12, '0'))::uuid,
         case n % 2 when 0 then 'sms' else 'mail' end, 'test', 'l***@example.cn',
         case n % 5 when 0 then 'failed' when 1 then 'dropped' else 'sent' end, at.moment
       from generate_series(1, 50) as n
       cross join lateral (select now() - make_interval(hours => n) as moment) as at`,
      [own],
    )
    const draw = async (query: object) => {
      const { data } = await app.call(messagesContract.histogram, { query }, reader)
      const sum = (kind: 'success' | 'refused' | 'failed') =>
        data?.buckets.reduce((total, each) => total + each[kind], 0) ?? Number.NaN
      return [sum('success'), sum('refused'), sum('failed')]
    }
    expect(await draw({})).toEqual([30, 10, 10])
    for (const query of [
      { 'f.channel': 'sms' },
      { 'f.state': 'dropped' },
      { search: 'l***' },
      { 'f.time': '2020-01-01 00:00:00~2999-01-01 00:00:00' },
      { 'f.time': '2020-01-01 00:00:00~2020-01-02 00:00:00' },
    ] as object[]) {
      const [success = 0, refused = 0, failed = 0] = await draw(query)
      expect((await app.call(list, { query }, reader)).total).toBe(success + refused + failed)
    }
    expect((await app.call(messagesContract.histogram, { query: {} }, token)).data?.buckets.length).toBeGreaterThan(0)
  })
})

describe('a test message', () => {
  it.each([
    ['sms', 'li@example.cn'],
    ['mail', '13800001234'],
    ['mail', 'a@b.cn,c@d.cn'],
  ] as const)('by %s is not sent to %s', async (channel, target) => {
    const msg = '请输入正确的手机号或邮箱地址'
    const answer = await app.call(test, { body: { channel, target } }, token)
    expect(answer).toMatchObject({ status: 200, code: 1203, msg, errors: [{ field: 'target', msg }] })
  })
  it('is subject to the same budgets as other messages', async () => {
    const body = { channel: 'sms', target: '13812340000' } as const
    expect((await app.call(test, { body }, token)).code).toBe(0)
    const again = await app.call(test, { body }, token)
    expect(again).toMatchObject({ status: 200, code: 1005, data: { retryAfter: expect.any(Number) } })
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(0)
  })
  it('is audited with a masked target', async () => {
    const [row] = await app.sql(
      `select after from audit_log where event = 'testMessage.requested' and ok and company_id = $1 order by seq limit 1`,
      [companyId],
    )
    expect(row?.after).toEqual({ channel: 'mail', target: 'l***@example.cn' })
  })
  it('requires its permission', async () => {
    const weak = await app.signIn(await buildUser(app, { companyId, permissions: ['sysMessages:list'] }))
    expect((await app.call(test, { body: { channel: 'sms', target: '13812340001' } }, weak)).code).toBe(403)
  })
})

describe('message templates', () => {
  const found = async (code: string, channel: 'sms' | 'mail') => {
    const { data } = await app.call(templates, { query: { size: 50, 'f.channel': channel } }, admin)
    const row = data?.find((each) => each.code === code)
    if (!row) throw new Error(`${code} is not seeded`)
    return row
  }
  const write = ({ title, content, providerTemplate, version }: Awaited<ReturnType<typeof found>>) => ({
    title,
    content,
    providerTemplate,
    version,
  })
  const change = (id: string, body: ReturnType<typeof write>, as = admin) =>
    app.call(update, { params: { id }, body }, as)

  it('are seeded for every message on both channels, with their variables', async () => {
    expect((await app.call(templates, {}, admin)).total).toBe(70)
    expect(await found('code', 'sms')).toMatchObject({ name: '验证码', variables: ['code', 'minutes'], version: 1 })
    expect((await found('test', 'mail')).variables).toEqual([])
  })
  it('are readable and editable only by the platform company', async () => {
    const refused = { code: 1202, msg: '消息模板由平台统一维护' }
    const row = await found('code', 'sms')
    expect(await app.call(templates, {}, token)).toMatchObject(refused)
    expect(await change(row.id, write(row), token)).toMatchObject(refused)
    expect((await found('code', 'sms')).version).toBe(1)
  })
  it('are out of reach of other companies in the database as well', async () => {
    const changed = await app.database.transact({ reach: 'company', companyId }, (db) =>
      db.updateTable('message_templates').set({ title: '' }).executeTakeFirst(),
    )
    expect(changed.numUpdatedRows).toBe(0n)
  })
  it('take effect at once and survive a restart', async () => {
    const row = await found('test', 'sms')
    const body = { ...write(row), content: '新的测试内容', providerTemplate: 'SMS_42' }
    expect((await change(row.id, body)).code).toBe(0)
    await app.database.transact({ reach: 'platform' }, ensureMessageTemplates)
    expect(await found('test', 'sms')).toMatchObject({
      ...body,
      version: 2,
      updateBy: { id: expect.any(String), name: '系统管理员' },
    })
    await app.call(test, { body: { channel: 'sms', target: '13812349999' } }, token)
    await eventually(async () => expect((await app.outbox()).at(-1)).toMatchObject({ text: '新的测试内容' }))
  })
  it('reject unknown variables at their field', async () => {
    const row = await found('passwordChanged', 'mail')
    const content = '于 {time} 来自 {place}，代码 {code}'
    const answer = await change(row.id, { ...write(row), title: '{}', content })
    expect(answer).toMatchObject({
      code: 1201,
      errors: [
        { field: 'title', msg: '不支持的变量：{}' },
        { field: 'content', msg: '不支持的变量：{place}、{code}' },
      ],
    })
  })
  it('reject stale edits and unknown ids', async () => {
    const row = await found('contactChanged', 'sms')
    expect((await change(row.id, write(row))).code).toBe(0)
    expect(await change(row.id, write(row))).toMatchObject({ code: 409, data: { current: { version: 2 } } })
    expect((await change(companyId, write(row))).code).toBe(404)
  })
  it('write the previous wording to the audit log', async () => {
    const [row] = await app.sql(
      `select before, after from audit_log where event = 'messageTemplate.updated' and ok order by seq limit 1`,
    )
    expect([row?.before, row?.after]).toMatchObject([{ version: 1 }, { version: 2, content: '新的测试内容' }])
  })
})

const crowd = isThorough ? 1000 : 100
describe('asking for a code over HTTP', () => {
  it(`sends one message to a phone that ${crowd} ask for at once`, { timeout: 60_000 }, async () => {
    const phone = '13700001111'
    await buildUser(app, { companyId, phone })
    const answers = await Promise.all(
      Array.from({ length: crowd }, () => app.call(signInContract.send, { body: { scene: 'login', phone } })),
    )
    const codes = answers.map(({ code }) => code)
    expect([codes.filter((code) => code === 0).length, new Set(codes)]).toEqual([1, new Set([0, 1005])])
    const sent = async () => (await app.outbox()).filter(({ to }) => to === phone)
    await eventually(async () => expect(await sent()).toHaveLength(1))
    const states = () => app.sql(`select state from messages where target = '137****1111'`)
    await eventually(async () => expect(await states()).toEqual([{ state: 'sent' }]))
  })
  it('answers the same for an unknown phone as for a known one', async () => {
    await buildUser(app, { companyId, phone: '13700002222' })
    const [known, unknown] = await Promise.all(
      ['13700002222', '13700003333'].map((phone) => app.call(signInContract.send, { body: { scene: 'login', phone } })),
    )
    expect({ ...known?.data, uuid: '' }).toEqual({ ...unknown?.data, uuid: '' })
    await eventually(async () => {
      const rows = await app.sql(`select target, state from messages where target like '137****%' order by target`)
      expect(rows.slice(1)).toEqual([
        { target: '137****2222', state: 'sent' },
        { target: '137****3333', state: 'dropped' },
      ])
    })
  })
})
