import { messagesContract } from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../test/harness.ts'
import { eventually } from '../test/messaging.ts'

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
  const status = async (url: string) => (await worker.server.inject({ method: 'GET', url })).statusCode
  expect(await Promise.all(['/healthz', '/readyz', messagesContract.list.path].map(status))).toEqual([200, 200, 404])
})
