import { randomUUID } from 'node:crypto'
import { openApisContract } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import { alarmEvent, alarmKinds } from '@atrium/contract/features/open/open-apps/app-alarms.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createOpenStage, type OpenStage } from '../../../../test/open-stage.ts'
import { addHook, createReceiver } from '../../../../test/webhook-stage.ts'
import { createLimits } from '../../../kernel/limits.ts'
import { createSecrets } from '../../../kernel/secrets.ts'
import { createMessages } from '../../communication/messages/index.ts'
import { createSettings } from '../../system/base-parameters/index.ts'
import { createAppAlarms } from './app-alarms.ts'

const nobody = '00000000-0000-0000-0000-000000000000'
let app: TestApp
let stage: OpenStage
let tellDue: () => Promise<void>
beforeAll(async () => {
  app = await createTestApp({ openTargetNetworks: ['127.0.0.1'] })
  stage = await createOpenStage(app)
  const secrets = createSecrets('a secret key for tests only, 32 characters')
  const messages = createMessages({
    database: app.database,
    limits: createLimits(app.database),
    secrets,
    settings: createSettings(app.database, secrets),
    outboxFolder: '',
    wakeJob: () => undefined,
    onError: (error) => {
      throw error
    },
  })
  ;({ tellDue } = createAppAlarms({ database: app.database, messages }))
})

const buildApp = async (apiIds: string[] = [], rest: object = {}) => {
  const company = await stage.company(['sysPosts:list', 'openApps:hooks'])
  const mail = `${randomUUID().slice(0, 8)}@example.com`
  await app.sql('update users set email = $2 where id = $1', [company.user.id, mail])
  const { id } = await stage.app(company.token, { name: '仓储对接', ...rest })
  const secret = await stage.secret(company.token, id)
  if (apiIds.length > 0) await stage.grant(company.token, id, apiIds)
  return { ...company, id, mail, secret }
}
type Owned = Awaited<ReturnType<typeof buildApp>>
const count = ({ companyId, id }: Owned, apiId: string, [calls, errors, refusals]: readonly [number, number, number]) =>
  app.sql(
    `insert into open_call_sums (company_id, app_id, hour, api_id, signer_id, calls, errors, refusals, ms, last_at)
     values ($1, $2, date_trunc('hour', now()), $3, $4, $5, $6, $7, 0, now())`,
    [companyId, id, apiId, nobody, calls, errors, refusals],
  )
/** Texts of the mails that an owner got, once as many have arrived. */
const mailsTo = async ({ mail }: Owned, many: number) => {
  const read = async () => (await app.outbox()).filter(({ to }) => to === mail).map(({ text }) => text)
  await expect.poll(async () => (await read()).length, { timeout: 8000 }).toBe(many)
  return read()
}
const queued = async ({ companyId }: Owned) =>
  (await app.sql(`select id from messages where company_id = $1 and template = 'openAlarm'`, [companyId])).length

it('webhooks are told of alarms, once though two nodes look for them', async () => {
  const { id: apiId } = await stage.openApi({ rate: { perMinute: null, perDay: 100 } })
  const owned = await buildApp([apiId], { rate: { perMinute: null, perDay: 90 } })
  const receiver = await createReceiver()
  const events = alarmKinds.map(alarmEvent)
  const { hookId } = await addHook(app, owned.token, owned.id, { url: receiver.url('/'), events })
  // Two quotas and many failures.
  await count(owned, apiId, [120, 30, 20])
  await Promise.all([tellDue(), tellDue()])
  await tellDue()
  await expect.poll(() => receiver.received.length, { timeout: 8000 }).toBe(2)
  const told = receiver.received.map(({ data }) => data)
  expect(told.map(({ type }) => type).toSorted()).toEqual(['openAppAlarm.errors', 'openAppAlarm.quota'])
  for (const { data } of told)
    expect(data).toMatchObject({ id: owned.id, name: '仓储对接', entity: 'openApp', actor: null })
  expect(await app.sql('select from webhook_deliveries where webhook_id = $1', [hookId])).toHaveLength(2)
})

describe('owners of applications are told', () => {
  it('of many failures, once a day, by one node', async () => {
    const { id: apiId } = await stage.openApi()
    const [failing, few, fine] = [await buildApp(), await buildApp(), await buildApp()]
    await count(failing, apiId, [80, 10, 10])
    await count(few, apiId, [40, 40, 0])
    await count(fine, apiId, [80, 10, 5])
    await Promise.all([tellDue(), tellDue()])
    await tellDue()
    const [text] = await mailsTo(failing, 1)
    expect(text).toContain('的 80 次调用中，20 次失败或被拒绝（25%）')
    expect(text).toContain('的应用“仓储对接”')
    expect([await queued(failing), await queued(few), await queued(fine)]).toEqual([1, 0, 0])
    await app.sql(`update open_alarms set told_at = told_at - interval '1 day' where app_id = $1`, [failing.id])
    await tellDue()
    expect(await queued(failing)).toBe(2)
  })

  it('of quotas that are nearly used, of an API and of the application', async () => {
    const { id: apiId } = await stage.openApi({ name: '查询库存', rate: { perMinute: null, perDay: 100 } })
    const [near, far] = [await buildApp([apiId], { rate: { perMinute: null, perDay: 90 } }), await buildApp([apiId])]
    // Refused calls use up nothing.
    await count(near, apiId, [90, 0, 8])
    await count(far, apiId, [90, 0, 17])
    await tellDue()
    const [text] = await mailsTo(near, 1)
    expect(text).toContain('全部接口今日已用 82 次，达到每日上限 90 次的 91%')
    expect(text).toContain('接口“查询库存”今日已用 82 次，达到每日上限 100 次的 82%')
    expect(await queued(far)).toBe(0)
  })

  it('of secrets that expire within a week, and again within a day, unless another takes their place', async () => {
    const [owned, replaced] = [await buildApp(), await buildApp()]
    const expire = (id: string, days: number) =>
      app.sql('update open_app_secrets set expire_at = now() + make_interval(hours => $2) where app_id = $1', [
        id,
        days * 24,
      ])
    await expire(owned.id, 8)
    await tellDue()
    expect(await queued(owned)).toBe(0)
    await expire(owned.id, 6)
    await expire(replaced.id, 6)
    await app.sql('update open_app_secrets set replaced_at = now() where app_id = $1', [replaced.id])
    await tellDue()
    await tellDue()
    expect((await mailsTo(owned, 1))[0]).toContain(`密钥“…${owned.secret.hint}”将于`)
    expect(await queued(replaced)).toBe(0)
    await app.sql(`update open_alarms set told_at = now() - interval '6 days' where app_id = $1`, [owned.id])
    await expire(owned.id, 0.5)
    await tellDue()
    await tellDue()
    expect(await queued(owned)).toBe(2)
  })

  it('of an application and of APIs that nobody calls any more', async () => {
    const [one, other] = [await stage.openApi({ name: '查询库存' }), await stage.openApi({ name: '查询岗位' })]
    const [silent, partly, fresh] = [
      await buildApp([one.id]),
      await buildApp([one.id, other.id]),
      await buildApp([one.id]),
    ]
    for (const { id } of [silent, partly]) {
      await app.sql(`update open_apps set created_at = now() - interval '40 days' where id = $1`, [id])
      await app.sql(`update open_app_apis set created_at = now() - interval '40 days' where app_id = $1`, [id])
    }
    await count(partly, one.id, [1, 0, 0])
    await tellDue()
    await tellDue()
    expect((await mailsTo(silent, 1))[0]).toContain('应用已 30 天无调用')
    const [text] = await mailsTo(partly, 1)
    expect(text).toContain('接口“查询岗位”已 30 天无调用')
    expect(text).not.toContain('查询库存')
    expect(await queued(fresh)).toBe(0)
  })

  it('of the end of an API, and again when it is announced once more', async () => {
    const { id: apiId } = await stage.openApi({ name: '查询库存' })
    const [owned, locked] = [await buildApp([apiId]), await buildApp([apiId])]
    await app.sql('update open_apps set locked_at = now() where id = $1', [locked.id])
    const deprecate = (days: number) =>
      app.call(
        openApisContract.deprecate,
        { params: { id: apiId }, body: { sunset: new Date(Date.now() + days * 86_400_000).toISOString() } },
        stage.root,
      )
    await deprecate(60)
    await tellDue()
    await tellDue()
    expect((await mailsTo(owned, 1))[0]).toMatch(/接口“查询库存”已弃用，将于 \d{4}-\d\d-\d\d \d\d:\d\d 停用/)
    expect(await queued(locked)).toBe(0)
    await deprecate(90)
    await tellDue()
    expect(await queued(owned)).toBe(2)
  })
})
