import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { sessionEnded } from '@atrium/contract/features/identity/session/session-topics.ts'
import type { InjectOptions } from 'fastify'
import { beforeAll, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { readEvents } from '../../../../test/read-events.ts'
import { createVisitStage } from '../../../../test/visit-stage.ts'

const { events, grants, logout } = sessionContract
let app: TestApp
let companyId: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app)
})

const open = async (token: string, query: { since?: string } = {}) => {
  const request: InjectOptions = { method: 'GET', url: events.path, query, headers: { token }, payloadAsStream: true }
  const answer = await app.server.inject(request)
  const stream = answer.stream()
  const listening = { heard: 0, ended: false, answer, close: () => stream.destroy() }
  stream.on('data', (bytes: Buffer) => {
    listening.heard += bytes.toString().split('event: grants').length - 1
  })
  stream.on('end', () => {
    listening.ended = true
  })
  return listening
}

it('reports changed grants to that user only, within a second', async () => {
  const user = await buildUser(app, { companyId, permissions: ['sysBases:list'] })
  const stranger = await buildUser(app, { companyId: await buildCompany(app, '乙公司'), permissions: [] })
  const [ownStream, otherStream] = [await open(await app.signIn(user)), await open(await app.signIn(stranger))]
  expect(ownStream.answer.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  await expect.poll(() => [ownStream.heard, otherStream.heard]).toEqual([1, 1])
  await app.sql('delete from role_elements where role_id = $1', [user.roleId])
  await expect.poll(() => ownStream.heard).toBe(2)
  expect(otherStream.heard).toBe(1)
  await app.sql(`update menus set name = '参数' where code = 'sys.bases'`)
  await expect.poll(() => [ownStream.heard, otherStream.heard]).toEqual([3, 2])
})

it('reports changes since a stamp, and stays silent without any', async () => {
  const user = await buildUser(app, { companyId, permissions: ['sysBases:list'] })
  const token = await app.signIn(user)
  const since = String((await app.call(grants, {}, token)).data?.stamp)
  const unchanged = await open(token, { since })
  await app.sql('delete from role_elements where role_id = $1', [user.roleId])
  const changed = await open(token, { since })
  await expect.poll(() => [unchanged.heard, changed.heard]).toEqual([1, 1])
  const now = (await app.call(grants, {}, token)).data
  expect([now?.modules, now?.stamp === since]).toEqual([{}, false])
})

it('ends with the session', async () => {
  const token = await app.signIn(await buildUser(app, { companyId }))
  const stream = await open(token)
  await expect.poll(() => stream.heard).toBe(1)
  await app.call(logout, { body: {} }, token)
  await expect.poll(() => stream.ended).toBe(true)
})

it('reports the end of the session', async () => {
  const token = await app.signIn(await buildUser(app, { companyId }))
  const stream = await readEvents(app, token)
  await app.call(logout, { body: {} }, token)
  await expect.poll(() => stream.listData(sessionEnded.name)).toEqual([{}])
})

it('ends with its own visit only', async () => {
  const stage = await createVisitStage(app)
  const [home, visit] = [await open(stage.home.token), await open((await stage.enter()).token)]
  await expect.poll(() => [home.heard, visit.heard]).toEqual([1, 1])
  await app.sql('update companies set epoch = epoch + 1 where id = $1', [stage.host])
  await expect.poll(() => [home.heard, visit.heard]).toEqual([1, 2])
  await stage.policy('denied')
  await expect.poll(() => [home.ended, visit.ended]).toEqual([false, true])
})

it('requires a session and limits streams to ten per user', async () => {
  expect((await app.call(events, {})).status).toBe(401)
  const token = await app.signIn(await buildUser(app, { companyId }))
  for (let n = 0; n < 10; n += 1) await open(token)
  expect((await app.call(events, {}, token)).code).toBe(429)
})

it('closes when the node stops', async () => {
  const other = await createTestApp()
  const token = await other.signIn()
  const request: InjectOptions = { method: 'GET', url: events.path, headers: { token }, payloadAsStream: true }
  const stream = (await other.server.inject(request)).stream()
  stream.resume()
  const ended = new Promise((done) => stream.once('end', done))
  await other.server.close()
  await ended
})
