import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import type { InjectOptions } from 'fastify'
import { beforeAll, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { createVisitStage } from '../../../test/visit-stage.ts'

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
const within = { timeout: 1500, interval: 50 }

it('tells within a second that somebody’s grants changed, and nobody else', async () => {
  const user = await buildUser(app, { companyId, permissions: ['sysBases:list'] })
  const stranger = await buildUser(app, { companyId: await buildCompany(app, '乙公司'), permissions: [] })
  const [mine, theirs] = [await open(await app.signIn(user)), await open(await app.signIn(stranger))]
  expect(mine.answer.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  await expect.poll(() => [mine.heard, theirs.heard], within).toEqual([1, 1])
  await app.sql('delete from role_elements where role_id = $1', [user.roleId])
  await expect.poll(() => mine.heard, within).toBe(2)
  expect(theirs.heard).toBe(1)
  await app.sql(`update menus set name = '参数' where code = 'sys.bases'`)
  await expect.poll(() => [mine.heard, theirs.heard], within).toEqual([3, 2])
})

it('tells of what changed since somebody asked, and of nothing where nothing did', async () => {
  const user = await buildUser(app, { companyId, permissions: ['sysBases:list'] })
  const token = await app.signIn(user)
  const since = String((await app.call(grants, {}, token)).data?.stamp)
  const unchanged = await open(token, { since })
  await app.sql('delete from role_elements where role_id = $1', [user.roleId])
  const changed = await open(token, { since })
  await expect.poll(() => [unchanged.heard, changed.heard], within).toEqual([1, 1])
  const now = (await app.call(grants, {}, token)).data
  expect([now?.modules, now?.stamp === since]).toEqual([{}, false])
})

it('ends with the session', async () => {
  const token = await app.signIn(await buildUser(app, { companyId }))
  const stream = await open(token)
  await expect.poll(() => stream.heard, within).toBe(1)
  await app.call(logout, { body: {} }, token)
  await expect.poll(() => stream.ended, within).toBe(true)
})

it('ends with a visit, and not with another’s', async () => {
  const stage = await createVisitStage(app)
  const [home, visit] = [await open(stage.home.token), await open((await stage.enter()).token)]
  await expect.poll(() => [home.heard, visit.heard], within).toEqual([1, 1])
  await app.sql('update companies set epoch = epoch + 1 where id = $1', [stage.host])
  await expect.poll(() => [home.heard, visit.heard], within).toEqual([1, 2])
  await stage.policy('denied')
  await expect.poll(() => [home.ended, visit.ended], within).toEqual([false, true])
})

it('is for whoever is signed in, and ten times at most', async () => {
  expect((await app.call(events, {})).status).toBe(401)
  const token = await app.signIn(await buildUser(app, { companyId }))
  for (let n = 0; n < 10; n += 1) await open(token)
  expect((await app.call(events, {}, token)).code).toBe(429)
})

it('lets go of the node when it stops', async () => {
  const other = await createTestApp()
  const token = await other.signIn()
  const request: InjectOptions = { method: 'GET', url: events.path, headers: { token }, payloadAsStream: true }
  const stream = (await other.server.inject(request)).stream()
  stream.resume()
  const ended = new Promise((done) => stream.once('end', done))
  await other.server.close()
  await ended
})
