import { setTimeout as sleep } from 'node:timers/promises'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { expect, it } from 'vitest'
import { createTestApp } from '../harness.ts'
import { createOpenStage } from '../open-stage.ts'
import { addHook, createReceiver } from '../webhook-stage.ts'
import { createKillableNode, kills } from './killable-node.ts'

it(`webhooks are told of every committed event and of no other, whose sender is killed ${kills} times`, {
  timeout: 600_000,
}, async () => {
  const app = await createTestApp({ process: ['api'], openTargetNetworks: ['127.0.0.1'] })
  const stage = await createOpenStage(app)
  const receiver = await createReceiver()
  const owner = await stage.company(['openApps:hooks', ...['list', 'add', 'edit'].map((each) => `sysPosts:${each}`)])
  const { id: appId } = await stage.app(owner.token)
  await addHook(app, owner.token, appId, {
    url: receiver.url('/told'),
    events: ['post.created', 'post.updated'],
    ordered: true,
  })
  const post = (name: string, code: string) =>
    app.call(postsContract.create, { body: { name, code, level: 1 } }, owner.token)
  const changed = (await post('组长', 'changing')).data?.id ?? ''

  let isWriting = true
  let version = 1
  const refusals: number[] = []
  const write = async () => {
    for (let nth = 0; isWriting; nth += 1) {
      await post(`岗${nth}`, `p${nth}`)
      const body = { name: `组长${version}`, code: 'changing', level: 1, version }
      if ((await app.call(postsContract.update, { params: { id: changed }, body }, owner.token)).code === 0)
        version += 1
      // Rolled back: the code is taken.
      refusals.push((await post(`废${nth}`, `p${nth}`)).code)
      await sleep(20)
    }
  }
  const writing = write()
  const node = await createKillableNode(app, '127.0.0.1')
  node.start()
  for (let round = 0; round < kills; round += 1) {
    const before = receiver.received.length
    while (receiver.received.length < before + 5) await sleep(5)
    await sleep(Math.random() * 200)
    await node.kill()
    // As if the time had passed after which others take over.
    await app.sql(`update webhook_deliveries set due_at = now() where state = 'waiting'`)
    await app.sql(`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`)
    node.start()
  }
  isWriting = false
  await writing
  const waiting = async () =>
    (await app.sql(`select count(*)::int as many from webhook_deliveries where state = 'waiting'`))[0]?.many
  for (let many = await waiting(); many !== 0; many = await waiting()) await sleep(50)
  await node.kill()

  const audited = await app.sql(
    `select 'evt_' || id as id, entity_id from audit_log where company_id = $1 and ok
     and event in ('post.created', 'post.updated') order by seq`,
    [owner.companyId],
  )
  expect(refusals.every((code) => code !== 0)).toBe(true)
  const told = receiver.received.map(({ headers, data }) => ({
    id: headers['webhook-id'],
    name: String(data.data.name),
  }))
  const firsts = [...new Set(told.map(({ id }) => id))]
  expect(new Set(firsts)).toEqual(new Set(audited.map(({ id }) => id)))
  expect(told.filter(({ name }) => name.startsWith('废'))).toEqual([])
  // Of the one entity that changed often, in its order.
  const ordered = audited.filter((each) => each.entity_id === changed).map(({ id }) => id)
  expect(firsts.filter((id) => ordered.includes(id))).toEqual(ordered)
  process.stdout.write(`webhooks: ${JSON.stringify({ kills, events: audited.length, sent: told.length })}\n`)
})
