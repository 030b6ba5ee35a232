import { setTimeout as sleep } from 'node:timers/promises'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../../test/harness.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { asOwner } from './db/as-owner.ts'
import { openDatabase } from './db/database.ts'
import { ensureServingLogin } from './db/serving-login.ts'
import { logDatabaseEvents } from './log-outages.ts'
import { createLogger } from './logger.ts'

type Line = { level: number; msg: string; time: string } & Record<string, unknown>
const lines: Line[] = []
/** The lines since a place, those of `info` and above. */
const since = (start: number) => lines.slice(start)

let stage: TestDatabase
let app: TestApp
beforeAll(async () => {
  stage = await createTestDatabase()
  const log = createLogger('info', 'a', { write: (line) => void lines.push(JSON.parse(line)) })
  const database = openDatabase(await ensureServingLogin(stage.ownerUrl), 5, logDatabaseEvents(log), inject('pooler'))
  afterAll(() => database.close())
  app = await createTestApp({ sharedDatabase: { ...stage, database }, log, accessLog: true })
})

const query = { page: 1, size: 10, search: '', sort: '' }
const asSuperuser = (text: string) => asOwner(inject('superuserUrl'), (client) => client.query(text))
const cutConnections = () =>
  asSuperuser(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${new URL(app.ownerUrl).pathname.slice(1)}'`,
  )
const allowConnections = async (allowed: boolean) => {
  await asSuperuser(`alter database ${new URL(app.ownerUrl).pathname.slice(1)} with allow_connections ${allowed}`)
}
const says = (start: number, msg: RegExp) => () => since(start).filter((line) => msg.test(line.msg)).length

describe.skipIf(inject('pooler') !== '')('a database that is away', () => {
  it('is two lines of the log, however many calls and jobs it fails', async () => {
    const token = await app.signIn()
    const start = lines.length
    onTestFinished(() => allowConnections(true))
    await allowConnections(false)
    await cutConnections()
    await expect.poll(says(start, /^database away$/)).toBe(1)
    const codes = await Promise.all(
      Array.from({ length: 50 }, async () => (await app.call(postsContract.list, { query }, token)).code),
    )
    expect(new Set(codes)).toEqual(new Set([503]))
    // Meanwhile jobs are looked for, every second.
    await sleep(2000)
    await allowConnections(true)
    await expect.poll(says(start, /^database back after \d+(\.\d)? s$/)).toBe(1)
    expect((await app.call(postsContract.list, { query }, token)).code).toBe(0)
    const told = since(start).filter(({ msg }) => msg !== 'answered')
    expect(told.map(({ msg, level }) => [msg.replace(/ after .*/, ''), level])).toEqual([
      ['database away', 50],
      ['database back', 40],
    ])
    expect(told[0]).toMatchObject({ node: 'a', reason: expect.stringMatching(/./) })
    expect(told[1]).toMatchObject({ failures: expect.any(Number), seconds: expect.any(Number) })
  })
  it('that is back at once is one line', async () => {
    const start = lines.length
    await cutConnections()
    await expect.poll(says(start, /^database connections lost$/)).toBe(1)
    const told = since(start).filter(({ msg }) => msg !== 'answered')
    expect(told).toMatchObject([{ failures: expect.any(Number), reason: expect.stringMatching(/terminat/) }])
  })
})

describe('a slow statement', () => {
  it('is a line with endpoint, trace id and company, without what it was called with', async () => {
    const token = await app.signIn()
    const created = await app.call(postsContract.create, { body: { name: '会计', code: 'slow', level: 1 } }, token)
    const id = created.data?.id ?? ''
    const post = (await app.call(postsContract.get, { params: { id } }, token)).data
    const body = { name: '机密的名字', code: 'slow', level: 1, version: post?.version ?? 0 }
    const start = lines.length
    const updating = await asOwner(app.ownerUrl, async (locking) => {
      await locking.query('begin')
      await locking.query('select from posts where id = $1 for update', [id])
      const call = app.call(postsContract.update, { params: { id }, body }, token)
      await sleep(900)
      await locking.query('commit')
      return call
    })
    expect(updating.code).toBe(0)
    const slow = since(start).filter(({ msg }) => msg === 'slow statement')
    expect(slow).toMatchObject([
      {
        node: 'a',
        ms: expect.any(Number),
        statement: expect.stringContaining('"posts"'),
        endpoint: `${postsContract.update.method} ${postsContract.update.path}`,
        traceId: updating.traceId,
        company: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ])
    expect(JSON.stringify(since(start))).not.toContain('机密的名字')
  })
})

describe('an answer', () => {
  it('is a line with status, code, time, user and company, without the query', async () => {
    const token = await app.signIn()
    const start = lines.length
    const { traceId } = await app.call(postsContract.list, { query: { ...query, search: '机密的词' } }, token)
    await expect.poll(says(start, /^answered$/)).toBe(1)
    const [line] = since(start)
    expect(line).toMatchObject({
      msg: 'answered',
      endpoint: `GET ${postsContract.list.path}`,
      status: 200,
      code: 0,
      ms: expect.any(Number),
      user: expect.stringMatching(/^[0-9a-f-]{36}$/),
      company: expect.stringMatching(/^[0-9a-f-]{36}$/),
      traceId,
    })
    expect(JSON.stringify(line)).not.toContain(encodeURIComponent('机密的词'))
  })
})
