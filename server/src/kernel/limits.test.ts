import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../test/harness.ts'
import { readCounters } from './db/counter-status.ts'
import { openDatabase } from './db/database.ts'
import { ensureServingLogin } from './db/serving-login.ts'
import { createLimits } from './limits.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
const tooOften = { code: 429, msg: '操作过于频繁，请稍后再试' }
const outcome = (taken: Promise<void>) =>
  taken.then(
    () => 'taken',
    ({ spec, extras }) => ({ ...spec, ...extras.data }),
  )

describe('a counter', () => {
  it('counts across nodes, also concurrently', async () => {
    const other = openDatabase(await ensureServingLogin(app.ownerUrl), 2)
    const [here, there] = [app.database, other].map((database) =>
      createLimits(database).counter({ name: 'shared', points: 10, seconds: 60 }),
    )
    if (!here || !there) throw new Error('two nodes')
    const all = await Promise.all(Array.from({ length: 30 }, (_, n) => outcome((n % 2 ? here : there).take('k'))))
    expect(all.filter((each) => each === 'taken')).toHaveLength(10)
    expect(await there.count('k')).toBe(await here.count('k'))
    await other.close()
  })
  it('reports how long to wait', async () => {
    const counter = createLimits(app.database).counter({ name: 'wait', points: 1, seconds: 60 })
    await counter.take('k')
    const refused = await outcome(counter.take('k'))
    expect(refused).toMatchObject(tooOften)
    expect(refused.retryAfter).toBeGreaterThan(0)
    expect(refused.retryAfter).toBeLessThanOrEqual(60)
  })
  it('counts beyond its limit and returns its status for callers that decide themselves', async () => {
    const counter = createLimits(app.database).counter({ name: 'told', points: 1, seconds: 60 })
    const statuses = [await counter.add('k'), await counter.add('k'), await counter.add('k')]
    expect(statuses.map(({ points }) => points)).toEqual([1, 2, 3])
    expect(statuses.every(({ seconds }) => seconds > 50 && seconds <= 60)).toBe(true)
    const stored = await app.database.transact({ reach: 'platform' }, (db) =>
      readCounters(db, [counter.toKey('k'), counter.toKey('never')]),
    )
    expect(stored).toMatchObject([{ points: 3 }, { points: 0, seconds: 0 }])
  })
  it('keeps keys and names apart, and forgets', async () => {
    const limits = createLimits(app.database)
    const one = limits.counter({ name: 'apart', points: 1, seconds: 60 })
    const two = limits.counter({ name: 'apart.two', points: 1, seconds: 60 })
    for (const taken of [one.take('a'), one.take('b'), two.take('a')]) expect(await outcome(taken)).toBe('taken')
    expect(await outcome(one.take('a'))).toMatchObject(tooOften)
    await one.forget('a')
    expect([await one.count('a'), await outcome(one.take('a'))]).toEqual([0, 'taken'])
  })
  it('keeps its count when the counted request fails', async () => {
    const counter = createLimits(app.database).counter({ name: 'kept', points: 5, seconds: 60 })
    const work = async () => {
      await counter.take('k')
      throw new Error('planted')
    }
    await expect(app.database.transact({ reach: 'platform' }, work)).rejects.toThrow('planted')
    expect(await counter.count('k')).toBe(1)
  })
})

describe('an endpoint with a limit', () => {
  it('refuses only the address above the limit, with the seconds to wait', async () => {
    const { path, limit } = signInContract.captcha
    const from = (remoteAddress: string) => app.server.inject({ url: path, remoteAddress })
    const answers = await Promise.all(Array.from({ length: limit.points + 2 }, () => from('10.0.0.1')))
    const refused = answers.filter(({ headers }) => String(headers['content-type']).startsWith('application/json'))
    expect(refused.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [200, 429],
      [200, 429],
    ])
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await from('10.0.0.2')).headers['content-type']).toBe('image/png')
  })
})
