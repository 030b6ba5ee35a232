import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { assignCompanyAdmin } from '../../../../test/authorization.ts'
import { buildUser } from '../../../../test/factories.ts'
import { createTestApp, type SentMessage, type TestApp } from '../../../../test/harness.ts'
import { eventually } from '../../../../test/messaging.ts'
import { createVisitStage, type VisitStage } from '../../../../test/visit-stage.ts'

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
