import { randomUUID } from 'node:crypto'
import { alarmEvents } from '@atrium/contract/features/open/open-apps/app-alarms.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { webhookPayload } from '@atrium/contract/features/open/webhooks/webhook-rows.ts'
import { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { catalogue, endpoints } from '@atrium/contract/index.ts'
import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { eventually } from '../../../../test/messaging.ts'
import { appRights, createOpenStage, type OpenStage } from '../../../../test/open-stage.ts'
import { addHook, createReceiver } from '../../../../test/webhook-stage.ts'
import { createEventCatalogue } from './event-catalogue.ts'

let app: TestApp
let stage: OpenStage
let receiver: Awaited<ReturnType<typeof createReceiver>>
const postRights = ['list', 'add', 'edit', 'delete'].map((each) => `sysPosts:${each}`)
beforeAll(async () => {
  app = await createTestApp({ openTargetNetworks: ['127.0.0.1'] })
  stage = await createOpenStage(app)
  receiver = await createReceiver()
})

const word = () => randomUUID().slice(0, 8)
const buildOwner = async (rights: readonly string[] = postRights) => {
  const company = await stage.company(['openApps:hooks', ...rights])
  const { id } = await stage.app(company.token)
  return { ...company, id }
}
const addPost = async (token: string, code = `p${word()}`) => {
  const { data, msg } = await app.call(postsContract.create, { body: { name: `岗位${code}`, code, level: 1 } }, token)
  if (!data) throw new Error(msg)
  return { id: data.id, name: `岗位${code}` }
}
const path = () => `/${word()}`
type Owner = Awaited<ReturnType<typeof buildOwner>>
const readHook = async ({ token, id }: Owner, hookId: string) => {
  const { data = [] } = await app.call(webhooksContract.hooks, { params: { id } }, token)
  const found = data?.find((each) => each.id === hookId)
  if (!found) throw new Error('no such webhook')
  return found
}
const readDeliveries = async ({ token, id }: Owner, hookId: string) =>
  (await app.call(webhooksContract.deliveries, { params: { id, hookId }, query: { size: 50 } }, token)).data ?? []
const update = async (owner: Owner, hookId: string, change: object) => {
  const { url, events, ordered, active, version } = await readHook(owner, hookId)
  const body = { url, events, ordered, active, version, ...change }
  return app.call(webhooksContract.updateHook, { params: { id: owner.id, hookId }, body }, owner.token)
}

describe('a webhook', () => {
  it('is told of events of its company, signed by Standard Webhooks', async () => {
    const [owner, other] = [await buildOwner(), await buildOwner()]
    const at = path()
    const { hookId, secret } = await addHook(app, owner.token, owner.id, {
      url: receiver.url(at),
      events: ['post.created', 'post.removed'],
    })
    await addPost(other.token)
    const post = await addPost(owner.token)
    await eventually(async () => expect(receiver.at(at)).toHaveLength(1))
    const [got] = receiver.at(at)
    expect(new Webhook(secret).verify(got?.body ?? '', got?.headers ?? {})).toMatchObject({
      type: 'post.created',
      data: { ...post, entity: 'post', companyId: owner.companyId, actor: { id: owner.user.id } },
    })
    expect(() => new Webhook(secret).verify(`${got?.body} `, got?.headers ?? {})).toThrow()
    await eventually(async () =>
      expect(await readDeliveries(owner, hookId)).toMatchObject([
        { event: 'post.created', kind: 'event', state: 'sent', tries: 1, status: 204, problem: '' },
      ]),
    )
    const [row] = await readDeliveries(owner, hookId)
    expect(got?.headers['webhook-id']).toBe(`evt_${row?.eventId}`)
    const { data } = await app.call(
      webhooksContract.delivery,
      { params: { id: owner.id, hookId, did: row?.id ?? '' } },
      owner.token,
    )
    expect(data).toMatchObject({ request: got?.body, withheld: false, url: receiver.url(at) })
  })

  it('is told nothing of a change that is rolled back, and of none while it is switched off', async () => {
    const owner = await buildOwner()
    const at = path()
    const hook = await addHook(app, owner.token, owner.id, { url: receiver.url(at), events: ['post.created'] })
    const post = await addPost(owner.token, 'same')
    expect(
      (await app.call(postsContract.create, { body: { name: post.name, code: 'same', level: 1 } }, owner.token)).code,
    ).not.toBe(0)
    expect((await update(owner, hook.hookId, { active: false })).code).toBe(0)
    await addPost(owner.token)
    await update(owner, hook.hookId, { active: true })
    const last = await addPost(owner.token)
    await eventually(async () => expect(receiver.at(at)).toHaveLength(2))
    expect(receiver.at(at).map(({ data }) => data.data.name)).toEqual([post.name, last.name])
  })

  it('is signed by both secrets while they overlap; each is shown once', async () => {
    const owner = await buildOwner()
    const at = path()
    const params = { id: owner.id }
    const { hookId, secret } = await addHook(app, owner.token, owner.id, {
      url: receiver.url(at),
      events: ['post.created'],
    })
    const rotate = (overlapHours: number) =>
      app.call(webhooksContract.addHookSecret, { params: { ...params, hookId }, body: { overlapHours } }, owner.token)
    const next = (await rotate(24)).data?.secret ?? ''
    expect((await rotate(24)).code).toBe(6064)
    await addPost(owner.token)
    await eventually(async () => expect(receiver.at(at)).toHaveLength(1))
    const [got] = receiver.at(at)
    for (const each of [secret, next]) new Webhook(each).verify(got?.body ?? '', got?.headers ?? {})

    const [, old] = (await readHook(owner, hookId)).secrets
    expect(old).toMatchObject({ hint: secret.slice(-4), state: 'rotating' })
    const revoke = (sid: string) =>
      app.call(webhooksContract.revokeHookSecret, { params: { ...params, hookId, sid } }, owner.token)
    expect((await revoke((await readHook(owner, hookId)).secrets[0]?.id ?? '')).code).toBe(6066)
    expect((await revoke(old?.id ?? '')).code).toBe(0)
    expect((await revoke(old?.id ?? '')).code).toBe(6065)
    const [live] = (await readHook(owner, hookId)).secrets
    expect((await revoke(live?.id ?? '')).code).toBe(6066)
    await addPost(owner.token)
    await eventually(async () => expect(receiver.at(at)).toHaveLength(2))
    const second = receiver.at(at)[1]
    expect(() => new Webhook(secret).verify(second?.body ?? '', second?.headers ?? {})).toThrow()
    const rows = await app.sql(
      `select to_jsonb(audit_log)::text as text from audit_log where company_id = $1
       union all select to_jsonb(webhooks)::text from webhooks union all select to_jsonb(webhook_secrets)::text from webhook_secrets
       union all select to_jsonb(webhook_deliveries)::text from webhook_deliveries`,
      [owner.companyId],
    )
    const stored = rows.map(({ text }) => String(text)).join()
    for (const each of [secret, next]) {
      expect(stored).not.toContain(each.slice('whsec_'.length))
      expect(JSON.stringify(await readHook(owner, hookId))).not.toContain(each.slice('whsec_'.length))
    }
  })
})

describe('what is sent', () => {
  it('has no names beyond what the owner may read, and nothing of what they may not', async () => {
    const owner = await buildOwner()
    const at = path()
    const { hookId } = await addHook(app, owner.token, owner.id, { url: receiver.url(at), events: ['post.created'] })
    const author = await app.signIn(await buildUser(app, { companyId: owner.companyId, permissions: [...postRights] }))
    await app.sql(`update roles set data_scope = 'self' where id = $1`, [owner.user.roleId])
    await new Promise((done) => setTimeout(done, 1100))
    await addPost(author)
    await eventually(async () =>
      expect((await readDeliveries(owner, hookId))[0]).toMatchObject({
        state: 'dropped',
        problem: '事件涉及负责人数据范围外的用户',
      }),
    )
    const post = await addPost(owner.token)
    await eventually(async () =>
      expect(receiver.at(at)[0]?.data.data).toMatchObject({ id: post.id, name: null, actor: { name: null } }),
    )
    await app.sql(
      `delete from role_elements where company_id = $1 and element = 'sysPosts:list'
      and role_id in (select role_id from user_roles where user_id = $2)`,
      [owner.companyId, owner.user.id],
    )
    await new Promise((done) => setTimeout(done, 1100))
    await addPost(author)
    await eventually(async () =>
      expect((await readDeliveries(owner, hookId))[0]).toMatchObject({
        state: 'dropped',
        problem: '负责人没有该事件的查看权限',
      }),
    )
    expect(receiver.at(at)).toHaveLength(1)
  })

  it('is hidden from callers who may not read it, with an answer that may repeat it', async () => {
    const owner = await buildOwner()
    const at = path()
    receiver.answer(at, ({ body }, response) => response.writeHead(200).end(body))
    const { hookId } = await addHook(app, owner.token, owner.id, { url: receiver.url(at), events: ['post.created'] })
    const { name } = await addPost(owner.token)
    await eventually(async () => expect(await readDeliveries(owner, hookId)).toMatchObject([{ state: 'sent' }]))
    const [row] = await readDeliveries(owner, hookId)
    const read = async (token: string) => {
      const params = { id: owner.id, hookId, did: row?.id ?? '' }
      return (await app.call(webhooksContract.delivery, { params }, token)).data
    }
    expect((await read(owner.token))?.answer).toContain(name)
    const permissions = [...appRights, 'openApps:hooks']
    const colleague = await app.signIn(await buildUser(app, { companyId: owner.companyId, permissions }))
    expect(await read(colleague)).toMatchObject({ withheld: true, request: '', answer: '' })
  })

  it('is nothing after the owner is locked', async () => {
    const owner = await buildOwner()
    const at = path()
    const { hookId } = await addHook(app, owner.token, owner.id, { url: receiver.url(at), events: ['post.created'] })
    const author = await app.signIn(await buildUser(app, { companyId: owner.companyId, permissions: [...postRights] }))
    await app.sql('update users set locked_at = now() where id = $1', [owner.user.id])
    await addPost(author)
    const told = () => app.sql('select state, problem from webhook_deliveries where webhook_id = $1', [hookId])
    await eventually(async () => expect(await told()).toEqual([{ state: 'dropped', problem: '负责人的账号已停用' }]))
    expect(receiver.at(at)).toEqual([])
  })

  it('is offered to callers who may read it, and refused to others', async () => {
    const owner = await buildOwner()
    const { data = [] } = await app.call(webhooksContract.hookEvents, { params: { id: owner.id } }, owner.token)
    const names = data?.map(({ event }) => event) ?? []
    expect(names).toEqual(expect.arrayContaining(['post.created', 'post.updated', 'post.removed', 'openApp.created']))
    expect(names).not.toContain('user.created')
    const params = { id: owner.id, event: 'post.created' }
    const { data: told } = await app.call(webhooksContract.hookEvent, { params }, owner.token)
    expect(JSON.parse(told?.sample ?? '')).toMatchObject({ type: 'post.created' })
    const url = receiver.url('/never')
    const add = (token: string, events: string[]) =>
      app.call(webhooksContract.addHook, { params: { id: owner.id }, body: { url, events } }, token)
    expect((await add(owner.token, ['user.created'])).code).toBe(6062)
    expect((await add(owner.token, ['nothing.happened'])).code).toBe(6061)
    const permissions = [...appRights, 'openApps:hooks']
    const colleague = await app.signIn(await buildUser(app, { companyId: owner.companyId, permissions }))
    expect((await add(colleague, ['post.created'])).code).toBe(6062)
  })

  it('is described by a schema and a sample of every audited event', () => {
    const audited = endpoints.flatMap((each) => ('audit' in each && 'event' in each.audit ? each.audit.event : []))
    const events = createEventCatalogue(catalogue)
    expect(new Set(events.all)).toEqual(new Set([...audited, ...alarmEvents]))
    for (const event of events.all) {
      const { sample = '', schema = '' } = events.find(event) ?? {}
      expect(webhookPayload.parse(JSON.parse(sample))).toMatchObject({ type: event })
      expect(JSON.parse(schema)).toMatchObject({ properties: { type: { const: event } } })
    }
  })
})

describe('a receiver that fails', () => {
  it('is asked again later, and costs others nothing while it hangs', async () => {
    const owner = await buildOwner()
    const [hanging, failing, fine] = [path(), path(), path()]
    receiver.answer(hanging, () => undefined)
    receiver.answer(failing, (_, response) => response.writeHead(500).end('暂时不可用 13800138000'))
    const events = ['post.created']
    await addHook(app, owner.token, owner.id, { url: receiver.url(hanging), events })
    const { hookId } = await addHook(app, owner.token, owner.id, { url: receiver.url(failing), events })
    await addHook(app, owner.token, owner.id, { url: receiver.url(fine), events })
    for (let nth = 0; nth < 20; nth += 1) await addPost(owner.token)
    await eventually(async () => expect(receiver.at(fine)).toHaveLength(20))
    // A webhook has sixteen places at most.
    expect(receiver.at(hanging).length).toBeLessThanOrEqual(16)
    await eventually(async () => {
      const rows = await readDeliveries(owner, hookId)
      expect(rows.filter(({ tries }) => tries > 0)).toHaveLength(20)
      expect(rows[0]).toMatchObject({ state: 'waiting', tries: 1, status: 500, problem: '返回 500' })
    })
    expect((await readHook(owner, hookId)).failingSince).not.toBeNull()
    const [row] = await readDeliveries(owner, hookId)
    const params = { id: owner.id, hookId, did: row?.id ?? '' }
    const { data } = await app.call(webhooksContract.delivery, { params }, owner.token)
    expect(data?.answer).toBe('暂时不可用 138****8000')

    receiver.answer(failing, (_, response) => response.writeHead(200).end())
    await app.sql('update webhook_deliveries set due_at = now() where webhook_id = $1 and tries = 1', [hookId])
    await addPost(owner.token)
    await eventually(async () => {
      const rows = await readDeliveries(owner, hookId)
      expect(rows.filter(({ state }) => state === 'sent')).toHaveLength(21)
    })
    expect((await readHook(owner, hookId)).failingSince).toBeNull()
  }, 30_000)

  it('is switched off in the end, and its owner is told', async () => {
    const owner = await buildOwner()
    await app.sql('update users set email = $2 where id = $1', [owner.user.id, `${word()}@example.cn`])
    const [dead, gone] = [path(), path()]
    receiver.answer(dead, (_, response) => response.writeHead(502).end())
    receiver.answer(gone, (_, response) => response.writeHead(410).end())
    const events = ['post.created']
    const { hookId } = await addHook(app, owner.token, owner.id, { url: receiver.url(dead), events })
    const { hookId: goneId } = await addHook(app, owner.token, owner.id, { url: receiver.url(gone), events })
    await addPost(owner.token)
    await eventually(async () => expect((await readHook(owner, goneId)).stopReason).toContain('410'))
    await eventually(async () => expect(await readDeliveries(owner, hookId)).toMatchObject([{ tries: 1 }]))
    await app.sql('update webhook_deliveries set due_at = now(), tries = 5 where webhook_id = $1', [hookId])
    await app.sql(`update webhooks set failing_since = now() - interval '13 hours' where id = $1`, [hookId])
    await addPost(owner.token)
    await eventually(async () => expect(await readHook(owner, hookId)).toMatchObject({ active: false }))
    expect(await readHook(owner, hookId)).toMatchObject({ stopReason: '长时间未能送达：返回 502' })
    await eventually(async () => {
      const texts = (await app.outbox())
        .map(({ text }) => text)
        .filter((text) => text.includes(`127.0.0.1:${receiver.port}`))
      expect(texts.filter((text) => text.includes('长时间未能送达'))).toHaveLength(1)
    })
    const states = (await readDeliveries(owner, hookId)).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['dropped', 'failed'])
    const [audited] = await app.sql(`select actor from audit_log where event = 'webhook.stopped' and entity_id = $1`, [
      hookId,
    ])
    expect(audited).toEqual({ actor: null })
  })

  it('leads nowhere by a redirect', async () => {
    const owner = await buildOwner()
    const [from, to] = [path(), path()]
    receiver.answer(from, (_, response) => response.writeHead(302, { location: receiver.url(to) }).end())
    const { hookId } = await addHook(app, owner.token, owner.id, { url: receiver.url(from), events: ['post.created'] })
    await addPost(owner.token)
    await eventually(async () =>
      expect(await readDeliveries(owner, hookId)).toMatchObject([{ tries: 1, problem: '返回 302，不跟随重定向' }]),
    )
    expect(receiver.at(to)).toEqual([])
  })
})

describe('order', () => {
  it('is kept for an entity where it is asked for', async () => {
    const owner = await buildOwner()
    const at = path()
    let refusals = 1
    receiver.answer(at, (_, response) => {
      refusals -= 1
      response.writeHead(refusals >= 0 ? 503 : 204).end()
    })
    const events = ['post.created', 'post.updated']
    const { hookId } = await addHook(app, owner.token, owner.id, { url: receiver.url(at), events, ordered: true })
    const post = await addPost(owner.token)
    await eventually(async () => expect(await readDeliveries(owner, hookId)).toMatchObject([{ tries: 1, status: 503 }]))
    const change = (version: number, level: number) =>
      app.call(
        postsContract.update,
        { params: { id: post.id }, body: { name: `岗位${level}`, code: `c${word()}`, level: 1, version } },
        owner.token,
      )
    for (let nth = 1; nth <= 3; nth += 1) expect((await change(nth, nth + 1)).code).toBe(0)
    const other = await addPost(owner.token)
    await eventually(async () => expect(receiver.at(at)).toHaveLength(2))
    expect(receiver.at(at)[1]?.data.data.id).toBe(other.id)
    await app.sql('update webhook_deliveries set due_at = now() where webhook_id = $1 and tries = 1', [hookId])
    await addPost(owner.token)
    await eventually(async () => expect(receiver.at(at)).toHaveLength(7))
    const told = receiver.at(at).filter(({ data }) => data.data.id === post.id)
    expect(told.map(({ data }) => [data.type, data.data.name]).slice(1)).toEqual([
      ['post.created', post.name],
      ...[2, 3, 4].map((level) => ['post.updated', `岗位${level}`]),
    ])
  })

  it('is kept for a delivery that was under way when it was asked for', async () => {
    const owner = await buildOwner()
    const at = path()
    let answerFirst = () => {}
    receiver.answer(at, (_, response) => {
      const answer = () => void response.writeHead(204).end()
      if (receiver.at(at).length === 1) answerFirst = answer
      else answer()
    })
    const events = ['post.created', 'post.updated']
    const { hookId } = await addHook(app, owner.token, owner.id, { url: receiver.url(at), events })
    const post = await addPost(owner.token)
    await eventually(async () => expect(receiver.at(at)).toHaveLength(1))
    expect((await update(owner, hookId, { ordered: true })).code).toBe(0)
    const body = { name: '改名', code: `c${word()}`, level: 1, version: 1 }
    expect((await app.call(postsContract.update, { params: { id: post.id }, body }, owner.token)).code).toBe(0)
    const held = () =>
      app.sql(`select id from webhook_deliveries where webhook_id = $1 and due_at = 'infinity'`, [hookId])
    await eventually(async () => expect(await held()).toHaveLength(1))
    answerFirst()
    await eventually(async () =>
      expect(await readDeliveries(owner, hookId)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]),
    )
  })
})

describe('people', () => {
  it('test a webhook, also one that is switched off', async () => {
    const owner = await buildOwner()
    const at = path()
    const { hookId, secret } = await addHook(app, owner.token, owner.id, {
      url: receiver.url(at),
      events: ['post.created'],
      active: false,
    })
    const { data } = await app.call(webhooksContract.testHook, { params: { id: owner.id, hookId } }, owner.token)
    await eventually(async () => expect(receiver.at(at)).toHaveLength(1))
    const [got] = receiver.at(at)
    expect(new Webhook(secret).verify(got?.body ?? '', got?.headers ?? {})).toMatchObject({ type: 'webhook.test' })
    await eventually(async () =>
      expect(await readDeliveries(owner, hookId)).toMatchObject([{ id: data?.id, kind: 'test', state: 'sent' }]),
    )
    await update(owner, hookId, { active: true })
    const params = { id: owner.id, hookId, did: data?.id ?? '' }
    expect((await app.call(webhooksContract.replayDelivery, { params }, owner.token)).code).toBe(0)
    await eventually(async () => expect(receiver.at(at)).toHaveLength(2))
  })

  it('send one event again, or those of a time range after seeing how many', async () => {
    const owner = await buildOwner()
    const at = path()
    const { hookId } = await addHook(app, owner.token, owner.id, { url: receiver.url(at), events: ['post.created'] })
    for (let nth = 0; nth < 3; nth += 1) await addPost(owner.token)
    await eventually(async () =>
      expect((await readDeliveries(owner, hookId)).filter(({ state }) => state === 'sent')).toHaveLength(3),
    )
    const [last] = await readDeliveries(owner, hookId)
    const params = { id: owner.id, hookId }
    const one = await app.call(
      webhooksContract.replayDelivery,
      { params: { ...params, did: last?.id ?? '' } },
      owner.token,
    )
    expect(one.code).toBe(0)
    await eventually(async () => expect(receiver.at(at)).toHaveLength(4))
    expect(receiver.at(at)[3]?.headers['webhook-id']).toBe(`evt_${last?.eventId}`)

    await app.sql(`update webhook_deliveries set state = 'failed' where webhook_id = $1 and kind = 'event'`, [hookId])
    // The company's day may be another one than that of UTC.
    const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)
    const time = `${day(-1)} 00:00:00~${day(1)} 23:59:59`
    const replay = (body: { time: string; failedOnly: boolean }) =>
      callAndConfirm(app, webhooksContract.replayDeliveries, { params, body }, owner.token)
    // One of the three has arrived since.
    expect((await replay({ time, failedOnly: true })).impact).toEqual({ deliveries: 2, events: 1 })
    await eventually(async () => expect(receiver.at(at)).toHaveLength(6))
    expect((await replay({ time, failedOnly: false })).impact).toEqual({ deliveries: 3, events: 1 })
    await eventually(async () => expect(receiver.at(at)).toHaveLength(9))
    const audited = await app.sql(
      `select after->'rows' as many from audit_log where event in ('webhook.replayed', 'webhookDelivery.replayed') and entity_id = $1 and ok order by seq`,
      [hookId],
    )
    expect(audited.map(({ many }) => many)).toEqual([1, 2, 3])
    await update(owner, hookId, { active: false })
    expect((await replay({ time, failedOnly: false })).done.code).toBe(6067)
  })

  it('read nothing of another company’s webhooks', async () => {
    const [owner, other] = [await buildOwner(), await buildOwner()]
    const at = path()
    const { hookId } = await addHook(app, owner.token, owner.id, { url: receiver.url(at), events: ['post.created'] })
    const params = { id: owner.id, hookId }
    await addPost(owner.token)
    const calls = [
      app.call(webhooksContract.hooks, { params: { id: owner.id } }, other.token),
      app.call(webhooksContract.replayDelivery, { params: { ...params, did: randomUUID() } }, other.token),
      app.call(webhooksContract.testHook, { params }, other.token),
      app.call(webhooksContract.testHook, { params: { id: other.id, hookId } }, other.token),
    ]
    await eventually(async () => expect(await readDeliveries(owner, hookId)).toHaveLength(1))
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual([404, 404, 404, 404])
    expect(await readDeliveries({ ...other, id: owner.id }, hookId)).toEqual([])
  })

  it('delete a webhook with what it has still to send, and an application with its webhooks', async () => {
    const owner = await buildOwner()
    const at = path()
    receiver.answer(at, (_, response) => response.writeHead(500).end())
    const events = ['post.created']
    const { hookId } = await addHook(app, owner.token, owner.id, { url: receiver.url(at), events })
    await addHook(app, owner.token, owner.id, { url: receiver.url(at), events })
    await addPost(owner.token)
    await eventually(async () => expect(receiver.at(at)).toHaveLength(2))
    const params = { id: owner.id, hookId }
    expect((await app.call(webhooksContract.removeHook, { params }, owner.token)).code).toBe(0)
    expect(await app.sql('select from webhook_deliveries where webhook_id = $1', [hookId])).toEqual([])
    await callAndConfirm(app, openAppsContract.remove, { params: { id: owner.id } }, owner.token)
    expect(await app.sql('select from webhooks where app_id = $1', [owner.id])).toEqual([])
  })
})
