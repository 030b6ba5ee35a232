import { once } from 'node:events'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { defineTopic, gap } from '@atrium/contract/kernel/event-stream.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { buildCompany, buildUser, readPlatformCompany } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { unchecked } from '../../../test/loosely-typed.ts'
import { openSocket, sessionLines } from '../../../test/raw-socket.ts'
import { type EventReader, readEvents } from '../../../test/read-events.ts'
import { startRedisStandIn } from '../../../test/redis-stand-in.ts'
import { openTestDatabase } from '../../../test/test-database.ts'
import { createVisitStage } from '../../../test/visit-stage.ts'
import type { ProcessPart } from '../../config/process-parts.ts'
import { type Announcements, connectAnnouncements } from '../announcements.ts'
import type { DatabaseReach } from '../db/database.ts'
import { newId } from '../ids.ts'
import { type Audience, publish } from './publish.ts'

const noted = defineTopic('noted', z.object({ text: z.string() }))
const polling = { timeout: 5000, interval: 30 }
const platform: DatabaseReach = { reach: 'platform' }

let app: TestApp
let companyId: string
let user: Awaited<ReturnType<typeof buildUser>>
let token: string
beforeAll(async () => {
  app = await createTestApp()
})
// Injected streams stay open, and a user may have ten.
beforeEach(async () => {
  companyId = await buildCompany(app, `公司${newId()}`)
  user = await buildUser(app, { companyId })
  token = await app.signIn(user)
})

const send = (
  text: string,
  audience: Audience = { company: companyId },
  node: Pick<TestApp, 'database'> = app,
  reach: DatabaseReach = platform,
) => node.database.transact(reach, (db) => publish(db, noted, audience, { text }))
const listTexts = (reader: EventReader) => reader.listData(noted.name).map((data) => (data as { text: string }).text)
/** Opens a stream and waits until it has begun. */
const listen = async (node: TestApp, who: string, lastEventId?: string) => {
  const reader = await readEvents(node, who, lastEventId)
  await expect.poll(() => reader.reading.position, polling).not.toBe('')
  return reader
}
/** Another process over the same database. */
const createNode = async (options: { announcements?: Announcements; process?: readonly ProcessPart[] } = {}) =>
  createTestApp({ sharedDatabase: await openTestDatabase(app.ownerUrl), ...options })

describe('an event', () => {
  it('reaches its audience on other nodes', async () => {
    const other = await createNode()
    const reader = await listen(other, await other.signIn(user))
    await send('来自另一个节点')
    await expect.poll(() => listTexts(reader), polling).toEqual(['来自另一个节点'])
  })
  it('is announced by Redis, also from a node that serves no streams', async () => {
    const redis = await startRedisStandIn()
    const connect = () => connectAnnouncements(redis.url)
    const [ofWorker, ofServer] = [await connect(), await connect()]
    afterAll(() => {
      ofWorker.close()
      ofServer.close()
      redis.stop()
    })
    const worker = await createNode({ announcements: ofWorker, process: ['api', 'jobs'] })
    const server = await createNode({ announcements: ofServer })
    const refused = await worker.call(sessionContract.events, {}, await worker.signIn(user))
    expect(refused).toMatchObject({ status: 503, code: 503, msg: '当前节点不提供实时更新，请稍后重试' })
    expect(refused.headers['retry-after']).toBe('5')
    const reader = await listen(server, await server.signIn(user))
    await send('做完了', { user: { companyId, userId: user.id } }, worker)
    await expect.poll(() => listTexts(reader), polling).toEqual(['做完了'])
  })
  it('is sent after the commit, and never after a rollback', async () => {
    const reader = await listen(app, token)
    const failing = app.database.transact(platform, async (db) => {
      await publish(db, noted, { company: companyId }, { text: '没有发生' })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const committing = app.database.transact(platform, async (db) => {
      await publish(db, noted, { company: companyId }, { text: '稍后提交' })
      await held
    })
    await send('先提交')
    await expect.poll(() => listTexts(reader), polling).toEqual(['先提交'])
    release()
    await committing
    await expect.poll(() => listTexts(reader), polling).toEqual(['先提交', '稍后提交'])
  })
  it('must fit its topic and be a hint', async () => {
    await expect(
      app.database.transact(platform, (db) => publish(db, noted, 'everybody', unchecked({}))),
    ).rejects.toThrow(z.core.$ZodError)
    await expect(send('x'.repeat(1001))).rejects.toMatchObject({ constraint: 'events__data' })
  })
})

describe('an audience', () => {
  it('is a user, a company or everybody, in the company that the session acts in', async () => {
    const stage = await createVisitStage(app)
    const home = { companyId: await readPlatformCompany(app), userId: stage.visitor.id }
    const readers = {
      admin: await listen(app, stage.adminToken),
      stranger: await listen(app, token),
      home: await listen(app, stage.home.token),
      visit: await listen(app, (await stage.enter()).token),
    }
    await send('公司', { company: stage.host })
    await send('管理员', { user: { companyId: stage.host, userId: stage.admin.id } })
    await send('运营人员', { user: home })
    await send('访问中', { user: { companyId: stage.host, userId: stage.visitor.id } })
    await send('所有人', 'everybody')
    await expect
      .poll(() => Object.values(readers).map((each) => listTexts(each).at(-1)), polling)
      .toEqual(Array.from({ length: 4 }, () => '所有人'))
    const received = Object.fromEntries(Object.entries(readers).map(([name, each]) => [name, listTexts(each)]))
    expect(received).toEqual({
      admin: ['公司', '管理员', '所有人'],
      stranger: ['所有人'],
      home: ['运营人员', '所有人'],
      visit: ['公司', '访问中', '所有人'],
    })
  })
  it('is within the reach of the transaction', async () => {
    const own: DatabaseReach = { reach: 'company', companyId }
    const reader = await listen(app, token)
    const operator = await readPlatformCompany(app)
    await send('自己', { company: companyId }, app, own)
    for (const audience of [{ company: operator }, 'everybody'] as const)
      await expect(send('他人', audience, app, own)).rejects.toMatchObject({ code: '42501' })
    await send('公告', 'everybody', app, { reach: 'company', companyId: operator })
    await expect.poll(() => listTexts(reader), polling).toEqual(['自己', '公告'])
    await expect(
      app.database.transact(own, (db) => db.selectFrom('events').select('topic').execute()),
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('a stream that was cut', () => {
  it('makes room for another one', async () => {
    const listening = await createNode()
    await listening.server.listen({ host: '127.0.0.1', port: 0 })
    const request = `GET ${sessionContract.events.path} HTTP/1.1\r\nhost: localhost\r\n${await sessionLines(listening)}\r\n\r\n`
    const open = async () => {
      const socket = await openSocket(listening.server)
      socket.on('error', () => undefined).write(request)
      const [answer] = (await once(socket, 'data')) as [Buffer]
      return { socket, isOpen: String(answer).includes('text/event-stream') }
    }
    const opened = await Promise.all(Array.from({ length: 10 }, open))
    expect(opened.every(({ isOpen }) => isOpen)).toBe(true)
    expect((await open()).isOpen).toBe(false)
    opened[0]?.socket.destroy()
    await expect.poll(async () => (await open()).isOpen, polling).toBe(true)
  })
  it('resumes by its last event, whatever the order of the commits', async () => {
    const [whole, cut] = [await listen(app, token), await listen(app, token)]
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: published, resolve: hasPublished } = Promise.withResolvers<void>()
    const slow = app.database.transact(platform, async (db) => {
      await publish(db, noted, { company: companyId }, { text: '编号在前' })
      hasPublished()
      await held
    })
    await published
    await send('断开前')
    await expect.poll(() => listTexts(cut), polling).toEqual(['断开前'])
    const { position } = cut.reading
    release()
    await slow
    await send('断开后')
    await send('别处', { company: await readPlatformCompany(app) })
    await expect.poll(() => listTexts(whole).length, polling).toBe(3)
    expect(listTexts(whole)).toEqual(['断开前', '编号在前', '断开后'])

    // Earlier ones may come again, too, while a transaction is open in any database of the server.
    const missed = expect.arrayContaining(['断开前', '编号在前', '断开后'])
    const resumed = await listen(app, token, position)
    await expect.poll(() => listTexts(resumed), polling).toEqual(missed)
    const quiet = await listen(app, token, resumed.reading.position)
    await send('最后')
    await expect.poll(() => [resumed, quiet].map((each) => listTexts(each).at(-1)), polling).toEqual(['最后', '最后'])
  })
  it('learns of a gap if the events are no longer kept, are another database’s, or are too many', async () => {
    const begun = await listen(app, token)
    const [tx, seconds] = begun.reading.position.split('.').map(Number) as [number, number]
    const readGaps = async (position: string) => {
      const reader = await listen(app, token, position)
      return { gaps: reader.listData(gap.name), texts: listTexts(reader) }
    }
    const aGap = { gaps: [{}], texts: [] }
    expect((await readGaps(`${tx}.${seconds}`)).gaps).toEqual([])
    for (const lost of ['abc', `${tx}.${seconds - 3600}`, `${tx + 1_000_000}.${seconds}`])
      expect(await readGaps(lost)).toEqual(aGap)
    await app.database.transact(platform, async (db) => {
      for (let n = 0; n <= 100; n += 1) await publish(db, noted, { company: companyId }, { text: String(n) })
    })
    expect(await readGaps(`${tx}.${seconds}`)).toEqual(aGap)
  })
})
