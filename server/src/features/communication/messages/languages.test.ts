import {
  messageTemplatesContract,
  type OwnWording,
} from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { assignCompanyAdmin } from '../../../../test/authorization.ts'
import { buildUser } from '../../../../test/factories.ts'
import { createTestApp, type SentMessage, type TestApp } from '../../../../test/harness.ts'
import { eventually } from '../../../../test/messaging.ts'
import { createVisitStage, type VisitStage } from '../../../../test/visit-stage.ts'
import { runInLanguage } from '../../../kernel/call-context.ts'
import { compose } from './compose.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => app.sql('delete from limits'))

const speak = async (token: string, language: string) =>
  expect((await app.call(accountContract.setLanguage, { body: { language } }, token)).code).toBe(0)
const sentTo = (...addresses: string[]) =>
  eventually(async () => {
    const sent = await app.outbox()
    const found = addresses.map((to) => sent.findLast((each) => each.to === to))
    expect(found).not.toContain(undefined)
    return found as SentMessage[]
  })
/** A second administrator of the visited company. */
const addAdmin = async ({ host }: VisitStage) => {
  const user = await buildUser(app, { companyId: host })
  await app.sql(`update users set email = account || '@example.com' where id = $1`, [user.id])
  await app.database.transact({ reach: 'platform' }, (db) => assignCompanyAdmin(db, host, user.id))
  return user
}
const mailOf = ({ account }: { account: string }) => `${account}@example.com`

it('tells two people of one company in their own languages', async () => {
  const stage = await createVisitStage(app)
  const other = await addAdmin(stage)
  await speak(await app.signIn(other), 'en')
  await stage.enter({ mode: 'view' })
  const [chinese, english] = await sentTo(mailOf(stage.admin), mailOf(other))
  expect(chinese).toMatchObject({ title: '平台人员已进入贵公司' })
  expect(chinese?.text).toMatch(/^张伟（平台运营）以“只读查看”方式进入贵公司，至 .* 结束。\n\n原因：协助配置\n\n/)
  expect(english).toMatchObject({ title: 'A platform operator entered your company' })
  expect(english?.text).toMatch(
    /^张伟 \(平台运营\) entered your company in “Read-only” mode until .*\.\n\nReason: 协助配置\n\n/,
  )
})

it('speaks the company’s language to people who have chosen none, and Chinese without one', async () => {
  const stage = await createVisitStage(app)
  const other = await addAdmin(stage)
  await speak(await app.signIn(other), 'zh-CN')
  await app.sql(`update tenants set language = 'en' where company_id = $1`, [stage.host])
  await stage.enter()
  const [english, chinese] = await sentTo(mailOf(stage.admin), mailOf(other))
  expect(english?.text).toContain('in “Manage” mode')
  expect(chinese?.text).toContain('以“代为管理”方式')
})

it('leaves a wording as people have edited it, with words that fit', async () => {
  const stage = await createVisitStage(app)
  await speak(stage.adminToken, 'en')
  const edit = (content: string) =>
    app.sql(`update message_templates set content = $1 where code = 'visitBegun' and channel = 'mail'`, [content])
  const [before] = await app.sql(`select content from message_templates where code = 'visitBegun' and channel = 'mail'`)
  await edit('有人进来了：{mode}')
  await stage.enter()
  expect(await sentTo(mailOf(stage.admin))).toMatchObject([
    { title: 'A platform operator entered your company', text: '有人进来了：代为管理' },
  ])
  await edit('Visitor: {mode}')
  const another = await createVisitStage(app)
  await speak(another.adminToken, 'en')
  await another.enter()
  expect(await sentTo(mailOf(another.admin))).toMatchObject([{ text: 'Visitor: Manage' }])
  await edit(String(before?.content))
})

it('asks in the language of who answers', async () => {
  const stage = await createVisitStage(app)
  await stage.policy('ask')
  await speak(stage.adminToken, 'en')
  await stage.switchTo({ minutes: 30 })
  const [mail] = await sentTo(mailOf(stage.admin))
  expect(mail?.text).toContain('asks to enter your company in “Manage” mode for 30 minutes.')
})

it('sends codes in the language of the page of those who have chosen none', async () => {
  const { host } = await createVisitStage(app)
  const user = await buildUser(app, { companyId: host })
  const token = await app.signIn(user)
  const english = { 'accept-language': 'en' }
  const ask = async (target: string) => {
    const body = { type: 'phone' as const, target, password: user.password }
    expect((await app.call(securityContract.bindSend, { body }, token, english)).code).toBe(0)
    return sentTo(target)
  }
  const [first] = await ask('13900001111')
  expect(first?.text).toMatch(/^Your verification code is \d{6}, valid for 5 minutes\. /)
  await app.sql('delete from limits')
  await app.sql(`update tenants set language = 'zh-CN' where company_id = $1`, [host])
  const [second] = await ask('13900002222')
  expect(second?.text).toMatch(/^验证码 \d{6}，5 分钟内有效/)
})

/** A template as it stands, and what an edit of it sends. */
const template = async (code: string, channel: 'sms' | 'mail') => {
  const admin = await app.signIn()
  const query = { size: 50, 'f.channel': channel }
  const { data } = await app.call(messageTemplatesContract.list, { query }, admin)
  const row = data?.find((each) => each.code === code)
  if (!row) throw new Error(`${code} is not seeded`)
  const { id, title, content, providerTemplate, version } = row
  const save = (write: Partial<InputOf<typeof messageTemplatesContract.update>['body']>, headers = {}) =>
    app.call(
      messageTemplatesContract.update,
      { params: { id }, body: { title, content, providerTemplate, version, ...write } },
      admin,
      headers,
    )
  return { row, save }
}
const own = (wording: Partial<OwnWording>) => ({ en: { title: '', content: '', providerTemplate: '', ...wording } })

describe('a wording per language', () => {
  it('is what its readers get, part by part; the others get the product’s or the one of the code', async () => {
    const stage = await createVisitStage(app)
    const other = await addAdmin(stage)
    await speak(await app.signIn(other), 'en')
    const { save } = await template('visitBegun', 'mail')
    const wordings = own({ content: 'Guest {name}: {mode}, until {until}' })
    expect((await save({ wordings })).code).toBe(0)
    await stage.enter({ mode: 'view' })
    const [chinese, english] = await sentTo(mailOf(stage.admin), mailOf(other))
    expect(chinese).toMatchObject({ title: '平台人员已进入贵公司' })
    expect(english).toMatchObject({
      title: 'A platform operator entered your company',
      text: expect.stringMatching(/^Guest 张伟: Read-only, until /),
    })
    const again = await template('visitBegun', 'mail')
    expect(again.row.wordings).toEqual(wordings)
    await again.save({ title: '来访', content: '{name} 来访', wordings: own({ title: 'Visit' }) })
    const next = await createVisitStage(app)
    await speak(next.adminToken, 'en')
    await next.enter()
    expect(await sentTo(mailOf(next.admin))).toMatchObject([{ title: 'Visit', text: '张伟 来访' }])
    const last = await template('visitBegun', 'mail')
    const product = last.row.languages[0]?.product
    await last.save({ ...product, wordings: own({}) })
    expect((await template('visitBegun', 'mail')).row).toMatchObject({ ...product, wordings: {} })
  })

  it('names the product’s wording and samples in each language', async () => {
    const { row } = await template('termsEnding', 'sms')
    const [chinese, english] = row.languages
    expect([chinese?.language, english?.language]).toEqual(['zh-CN', 'en'])
    expect(chinese?.product).toEqual({ title: '', content: row.content })
    expect(english?.product?.content).toContain('{company}')
    expect(english?.product?.content).toContain('{days} days')
    expect((await template('visitBegun', 'mail')).row.languages.map(({ samples }) => samples.mode)).toEqual([
      '只读查看',
      'Read-only',
    ])
  })

  it('is checked for its variables and language, and kept by an edit that does not send it', async () => {
    const { save } = await template('code', 'mail')
    expect(await save({ wordings: own({ title: 'Code', content: '{code} {who}' }) })).toMatchObject({
      code: 1201,
      errors: [{ field: 'wordings.en.content', msg: '不支持的变量：{who}' }],
    })
    for (const tag of ['zh-CN', 'fr'])
      expect(await save({ wordings: { [tag]: own({}).en } })).toMatchObject({ code: 1204, msg: '暂不支持该语言' })
    const wordings = own({ content: 'Code: {code}' })
    expect((await save({ wordings })).code).toBe(0)
    const kept = await template('code', 'mail')
    expect((await kept.save({})).code).toBe(0)
    const last = await template('code', 'mail')
    expect(last.row.wordings).toEqual(wordings)
    await last.save({ wordings: own({}) })
  })

  it('may have a template of the SMS provider, with its own parameters', async () => {
    const { row, save } = await template('code', 'sms')
    const wordings = own({ content: 'In {minutes} minutes: {code}', providerTemplate: 'SMS_EN' })
    await save({ providerTemplate: 'SMS_ZH', wordings })
    const stored = { title: '', content: row.content, providerTemplate: 'SMS_ZH', wordings }
    const values = { code: '123456', minutes: '5' }
    const composed = ['zh-CN', 'en'].map((language) =>
      runInLanguage(language, () => compose('code', 'sms', stored, values)),
    )
    expect(composed).toMatchObject([
      {
        providerTemplate: 'SMS_ZH',
        parameters: [
          ['code', '123456'],
          ['minutes', '5'],
        ],
      },
      {
        providerTemplate: 'SMS_EN',
        parameters: [
          ['minutes', '5'],
          ['code', '123456'],
        ],
        text: 'In 5 minutes: 123456',
      },
    ])
    await (await template('code', 'sms')).save({ providerTemplate: '', wordings: own({}) })
  })
})
