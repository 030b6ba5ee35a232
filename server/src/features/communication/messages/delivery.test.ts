import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildTenant } from '../../../../test/factories.ts'
import { createMessaging, eventually, type Messaging } from '../../../../test/messaging.ts'

let app: Messaging
let companyId: string
/** Next answers of the SMS service, and its number of calls. */
let answers: { status: number; body: object }[] = []
let asked = 0
const service = createServer((_, response) => {
  asked += 1
  const { status, body } = answers.shift() ?? { status: 200, body: { Code: 'OK', Message: 'OK', BizId: '9001' } }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})
beforeAll(async () => {
  app = await createMessaging()
  companyId = await buildCompany(app)
  await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready))
  const { port } = service.address() as AddressInfo
  await app.set('sms.endpoint', `http://127.0.0.1:${port}/`)
  await app.sql(`update message_templates set provider_template = 'SMS_1' where channel = 'sms'`)
  await app.start()
})
afterAll(() => new Promise((closed) => service.close(closed)))

type Message = Parameters<typeof app.messages.enqueue>[1]
const enqueue = async (of: Partial<Message> = {}) => {
  const [before] = await app.sql('select count(*)::int as n from messages')
  const message = {
    companyId,
    channel: 'sms',
    template: 'test',
    to: { phone: '13800001234' },
    values: {},
    ...of,
  } as const
  await app.database.transact({ reach: 'platform' }, (db) => app.messages.enqueue(db, message))
  app.messages.wake()
  const row = (await app.rows())[Number(before?.n)]
  return String(row?.id)
}
const readRow = async (id: string) => (await app.sql('select * from messages where id = $1', [id]))[0]
const settled = (id: string, expected: object) =>
  eventually(async () => expect(await readRow(id)).toMatchObject(expected))
const readWait = async (id: string) =>
  Number(
    (await app.sql('select extract(epoch from due_at - now())::float8 as wait from messages where id = $1', [id]))[0]
      ?.wait,
  )
const makeDue = async (id: string) => {
  await app.sql('update messages set due_at = now() where id = $1', [id])
  app.messages.wake()
}
const failing = { status: 500, body: { Code: 'ServiceUnavailable', Message: '13800001234 cannot be reached' } }

describe('a message', () => {
  it('is delivered in the words of its template and leaves no content behind', async () => {
    const values = { account: 'zhang', reason: '资料不全' }
    const id = await enqueue({ template: 'registrationRejected', channel: 'mail', to: { mail: 'a@b.cn' }, values })
    await settled(id, {
      state: 'sent',
      target: 'a***@b.cn',
      provider: 'outbox',
      tries: 1,
      content: null,
      problem: null,
    })
    expect((await readRow(id))?.sent_at).not.toBeNull()
    expect((await app.outbox()).at(-1)).toEqual({
      channel: 'mail',
      to: 'a@b.cn',
      title: '注册申请未通过',
      text: '您用账号 zhang 提交的注册申请未通过。\n\n原因：资料不全',
      values,
    })
  })
  it('is not sent when its transaction rolls back', async () => {
    const before = (await app.rows()).length
    const undone = app.database.transact({ reach: 'platform' }, async (db) => {
      await app.messages.enqueue(db, {
        companyId,
        channel: 'sms',
        template: 'test',
        to: { phone: '13900000000' },
        values: {},
      })
      throw new Error('planted')
    })
    await expect(undone).rejects.toThrow('planted')
    expect(await app.rows()).toHaveLength(before)
  })
  it('can be enqueued within the reach of a company', async () => {
    await app.database.transact({ reach: 'company', companyId }, (db) =>
      app.messages.enqueue(db, { companyId, channel: 'mail', template: 'test', to: { mail: 'own@b.cn' }, values: {} }),
    )
    app.messages.wake()
    await eventually(async () => expect((await app.outbox()).at(-1)).toMatchObject({ to: 'own@b.cn' }))
  })
  it('is dropped before any provider call if its recipient is unknown', async () => {
    const id = await enqueue({ to: { phone: '13900009999' }, onlyIfKnown: true })
    await settled(id, { state: 'dropped', provider: null, content: null, problem: '没有可接收的用户' })
  })
  it('is dropped if its code has expired', async () => {
    const before = (await app.outbox()).length
    await app.database.transact({ reach: 'platform' }, (db) =>
      app.messages.enqueue(db, {
        companyId,
        channel: 'sms',
        template: 'code',
        to: { phone: '13800005678' },
        values: { code: '135790', minutes: '5' },
      }),
    )
    const id = String((await app.rows()).at(-1)?.id)
    await app.sql(`update messages set created_at = now() - interval '5 minutes' where id = $1`, [id])
    app.messages.wake()
    await settled(id, { state: 'dropped', content: null, problem: '验证码已过期，不再发送' })
    expect(await app.outbox()).toHaveLength(before)
  })
  it('counts against the company’s daily budget when the product sends it', async () => {
    const other = await buildCompany(app, '乙公司')
    await app.set('message.companyDaily', 1)
    const notice = { companyId: other, template: 'passwordChanged', values: { time: '', ip: '' } } as const
    await settled(await enqueue(notice), { state: 'sent' })
    await settled(await enqueue(notice), { state: 'dropped', problem: '超过发送上限，不再发送' })
    await app.set('message.companyDaily', 1_000_000)
  })
})

describe('a failing provider', () => {
  beforeAll(() => app.set('sms.provider', 'aliyun'))
  afterAll(() => app.set('sms.provider', 'outbox'))

  it('is retried after 5 seconds, 30 seconds, 2 and 10 minutes, then given up', async () => {
    answers = Array.from({ length: 5 }, () => failing)
    const id = await enqueue()
    const problem = 'ServiceUnavailable 138****1234 cannot be reached'
    for (const [tries, pause] of [5, 30, 120, 600].entries()) {
      // Due in a minute while being tried, afterwards when the pause is over.
      await eventually(async () => {
        const wait = await readWait(id)
        expect([wait > pause - 3, wait <= pause]).toEqual([true, true])
      })
      const content = expect.any(String)
      expect(await readRow(id)).toMatchObject({
        state: 'queued',
        tries: tries + 1,
        provider: 'aliyun',
        problem,
        content,
      })
      await makeDue(id)
    }
    await settled(id, { state: 'failed', tries: 5, problem, content: null, sent_at: null })
  })
  it('leaves no problem behind once it succeeds', async () => {
    answers = [failing]
    const id = await enqueue()
    await settled(id, { state: 'queued', tries: 1, problem: expect.any(String) })
    await makeDue(id)
    await settled(id, { state: 'sent', tries: 2, receipt: '9001', problem: null, content: null })
  })
  it('is not retried after the code has expired', async () => {
    answers = [failing, failing, failing]
    const id = await enqueue({ template: 'code', values: { code: '246801', minutes: '5' } })
    await settled(id, { state: 'queued', tries: 1, problem: expect.any(String) })
    await app.sql(`update messages set created_at = now() - interval '200 seconds', tries = 2 where id = $1`, [id])
    await makeDue(id)
    await settled(id, { state: 'failed', tries: 3, content: null })
  })
  it('never puts a code into the send log', async () => {
    answers = [{ status: 400, body: { Code: 'InvalidTemplateParam', Message: 'bad {"code":"975310"}' } }]
    const id = await enqueue({ template: 'code', values: { code: '975310', minutes: '5' } })
    await settled(id, { problem: 'InvalidTemplateParam bad {"code":"******"}' })
  })
  it('is not called without a provider template', async () => {
    await app.sql(`update message_templates set provider_template = '' where code = 'test'`)
    const before = asked
    const id = await enqueue()
    await settled(id, { state: 'queued', problem: '消息模板未填写短信服务商的模板编号' })
    expect(asked).toBe(before)
    await app.sql(`update message_templates set provider_template = 'SMS_1' where channel = 'sms'`)
  })
})

describe('nodes', () => {
  it('send each message once between them', { timeout: 30_000 }, async () => {
    const other = app.node()
    await other.start()
    const phones = Array.from({ length: 200 }, (_, n) => `1370000${String(n).padStart(4, '0')}`)
    await app.database.transact({ reach: 'platform' }, async (db) => {
      for (const phone of phones)
        await app.messages.enqueue(db, { companyId, channel: 'sms', template: 'test', to: { phone }, values: {} })
    })
    app.messages.wake()
    other.messages.wake()
    const sent = async () => (await app.outbox()).flatMap(({ to }) => (to.startsWith('1370000') ? to : []))
    await eventually(async () => expect((await sent()).length).toBeGreaterThanOrEqual(200))
    expect((await sent()).sort()).toEqual(phones)
    const tried = () =>
      app.sql(`select state, tries, count(*)::int as n from messages where target like '137****%' group by 1, 2`)
    await eventually(async () => expect(await tried()).toEqual([{ state: 'sent', tries: 1, n: 200 }]))
  })
  it('take over what a dead node had claimed', async () => {
    await app.set('sms.provider', 'outbox')
    await app.database.transact({ reach: 'platform' }, (db) =>
      app.messages.enqueue(db, {
        companyId,
        channel: 'sms',
        template: 'test',
        to: { phone: '13600000001' },
        values: {},
      }),
    )
    const id = String((await app.rows()).at(-1)?.id)
    await app.sql(`update messages set tries = 1, due_at = now() + interval '0.3 seconds' where id = $1`, [id])
    // No wake-up: the poll finds it.
    await settled(id, { state: 'sent', tries: 2 })
  })
  it('stop at the tenant’s daily SMS quota', async () => {
    await app.set('sms.provider', 'outbox')
    const tenant = await buildTenant(app, '短信有限')
    await app.sql('update tenants set most_sms = 1 where company_id = $1', [tenant])
    const notice = { companyId: tenant, template: 'passwordChanged' } as const
    await settled(await enqueue(notice), { state: 'sent' })
    await settled(await enqueue(notice), { state: 'dropped', problem: '超过发送上限，不再发送' })
    await settled(await enqueue({ ...notice, channel: 'mail', to: { mail: 'a@b.cn' } }), { state: 'sent' })
  })
  it('report no errors in the tests above', () => {
    expect(app.errors).toEqual([])
  })
  it('report unreadable messages and retry them', async () => {
    const id = await enqueue({ channel: 'mail', to: { mail: 'sealed@b.cn' } })
    await settled(id, { state: 'sent' })
    await app.sql(`update messages set state = 'queued', tries = 0, content = 'under another key' where id = $1`, [id])
    await makeDue(id)
    await settled(id, { state: 'queued', tries: 1, problem: '发送时发生意外错误' })
    expect(app.errors).toHaveLength(1)
    await app.sql('update messages set tries = 4 where id = $1', [id])
    await makeDue(id)
    await settled(id, { state: 'failed', tries: 5, content: null })
  })
})
