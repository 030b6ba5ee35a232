import { messagesContract } from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../test/harness.ts'
import { eventually } from '../test/messaging.ts'

const statuses = ({ server }: TestApp, urls: readonly string[]) =>
  Promise.all(urls.map(async (url) => (await server.inject({ method: 'GET', url })).statusCode))
const sendTest = async (app: TestApp, target: string) => {
  const answer = await app.call(messagesContract.test, { body: { channel: 'mail', target } }, await app.signIn())
  expect(answer).toMatchObject({ code: 0 })
}

it('a node without jobs leaves them to one with jobs, which answers no requests but the probes', async () => {
  const app = await createTestApp({ process: ['api'] })
  await sendTest(app, 'a@b.cn')
  const triggers = await app.sql(`select state from pgboss.job where name = 'messages.deliver'`)
  expect([await app.sql('select state from messages'), triggers]).toEqual([
    [{ state: 'queued' }],
    [{ state: 'created' }],
  ])

  const worker = await createTestApp({ process: ['jobs'], sharedDatabase: app })
  const sentTo = async () => (await worker.outbox()).map(({ to }) => to).sort()
  await eventually(async () => expect(await sentTo()).toEqual(['a@b.cn']))
  await sendTest(app, 'c@d.cn')
  await eventually(async () => expect(await sentTo()).toEqual(['a@b.cn', 'c@d.cn']))
  expect(await app.outbox()).toEqual([])
  expect(await statuses(worker, ['/healthz', '/readyz', messagesContract.list.path])).toEqual([200, 200, 404])
})
it('a node with event streams alone answers nothing else', async () => {
  const node = await createTestApp({ process: ['events'] })
  expect(await statuses(node, ['/readyz', messagesContract.list.path])).toEqual([200, 404])
  const stream = await node.server.inject({ method: 'GET', url: sessionContract.events.path })
  expect(stream.json()).toMatchObject({ code: 401 })
})
