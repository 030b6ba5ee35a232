import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { administrator } from '../../../test/administrator.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { asOwner } from '../db/as-owner.ts'
import { freePort } from '../db/embedded-postgres-server.ts'
import { metricNames, metricOf } from '../metric-table.ts'
import { listenForMetrics } from './metrics-server.ts'

let app: TestApp
let url: string
let close: () => void
beforeAll(async () => {
  app = await createTestApp()
  await app.signIn()
  const port = await freePort()
  close = await listenForMetrics(app.metrics, { host: '127.0.0.1', port })
  url = `http://127.0.0.1:${port}/metrics`
})
afterAll(() => close())

const scrape = async () => {
  const answer = await fetch(url)
  return { status: answer.status, text: await answer.text() }
}
/** A metric's series as they are served: what is in braces, with the value. */
const readSeries = (text: string, name: string) =>
  Object.fromEntries(
    [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))].map(([, labels = '', value]) => [
      labels,
      Number(value),
    ]),
  )
/** No one connects to the database until the test ends. */
const takeDatabaseAway = async () => {
  const name = new URL(app.ownerUrl).pathname.slice(1)
  const run = (text: string) => asOwner(inject('superuserUrl'), (client) => client.query(text))
  await run(`alter database ${name} with allow_connections false`)
  onTestFinished(async () => void (await run(`alter database ${name} with allow_connections true`)))
  await run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
}

it('serves metrics alone', async () => {
  const { status, text } = await scrape()
  expect(status).toBe(200)
  expect(text).toMatch(/^atrium_build_info\{version="\d+\.\d+\.\d+",node="test",runtime="v\d+.*"\} 1$/m)
  expect((await fetch(`${url}/other`)).status).toBe(404)
})

describe('what is served', () => {
  it('is what the table declares, under its kind and with its labels alone', async () => {
    const { text } = await scrape()
    const served = [...text.matchAll(/^# TYPE (atrium_\w+) (\w+)$/gm)].map(([, name, kind]) => `${name} ${kind}`)
    expect(served.sort()).toEqual(metricNames.map((name) => `${name} ${metricOf(name).kind}`).sort())
    for (const name of metricNames)
      for (const labels of Object.keys(readSeries(text, name))) {
        const names = [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label)
        expect(names, name).toEqual(metricOf(name).labels ?? [])
      }
  })
  it('follows the conventions of Prometheus', () => {
    const faults = metricNames.filter((name) => {
      const { kind } = metricOf(name)
      if (kind === 'counter') return !name.endsWith('_total')
      return name.endsWith('_total') || /_(?:ms|milliseconds|minutes|kilobytes|percent)$/.test(name)
    })
    expect(faults).toEqual([])
  })
  it('names no company and no person, after calls of many', async () => {
    const token = await app.signIn()
    await app.call(postsContract.list, { query: { page: 1, size: 10, search: '', sort: '' } }, token)
    await app.call(signInContract.verify, { body: { account: 'zhang.xiaoming', password: 'wrong' } })
    const { text } = await scrape()
    const values = [...text.matchAll(/="([^"]*)"/g)].map(([, value = '']) => value)
    expect(values.filter((value) => /[0-9a-f]{8}-[0-9a-f]{4}-/.test(value))).toEqual([])
    for (const secret of ['zhang.xiaoming', administrator.account]) expect(values).not.toContain(secret)
  })
})

describe('what is counted', () => {
  it('are answers by endpoint and refusals by reason', async () => {
    const before = readSeries((await scrape()).text, 'atrium_refusals_total')['reason="session"'] ?? 0
    await app.call(postsContract.list, { query: { page: 1, size: 10, search: '', sort: '' } })
    const { text } = await scrape()
    expect(readSeries(text, 'atrium_refusals_total')['reason="session"']).toBe(before + 1)
    const { module, name } = postsContract.list
    expect(readSeries(text, 'atrium_requests_total')[`module="${module}",name="${name}",code="401"`]).toBe(1)
    expect(text).toContain(`atrium_request_seconds_count{module="${module}",name="${name}",outcome="refused"} 1`)
  })
  it('are failed sign-ins by kind', async () => {
    const read = async () => readSeries((await scrape()).text, 'atrium_sign_in_failures_total')
    const before = await read()
    await app.call(signInContract.verify, { body: { account: 'nobody_here', password: 'wrong' } })
    await app.call(signInContract.verify, { body: { account: administrator.account, password: 'wrong' } })
    const after = await read()
    expect(after['kind="unknown"']).toBe((before['kind="unknown"'] ?? 0) + 1)
    expect(after['kind="password"']).toBe((before['kind="password"'] ?? 0) + 1)
  })
  it('are transactions, connections, and what waits in every queue', async () => {
    const { text } = await scrape()
    expect(readSeries(text, 'atrium_database_transactions_total')['outcome="committed"']).toBeGreaterThan(0)
    expect(readSeries(text, 'atrium_database_connections_max')['']).toBe(5)
    expect(readSeries(text, 'atrium_queue_jobs')).toMatchObject({
      'queue="messages.deliver",state="ready"': 0,
      'queue="jobs.dead",state="failed"': 0,
    })
    expect(readSeries(text, 'atrium_schedule_overdue_seconds')).toMatchObject({ 'schedule="kernel.cleanup"': 0 })
    expect(readSeries(text, 'atrium_audit_rows')['']).toBeGreaterThan(0)
    expect(readSeries(text, 'atrium_cache_reads_total')['cache="sessions",result="miss"']).toBeGreaterThan(0)
  })
})

it('asks the database once for all scrapes of a quarter of a minute', async () => {
  const count = async () => {
    const { text } = await scrape()
    return readSeries(text, 'atrium_audit_rows')['']
  }
  const known = await count()
  await app.signIn()
  expect(await Promise.all([count(), count(), count()])).toEqual([known, known, known])
})

it('serves what it knows while the database is away, and the rest again afterwards', async () => {
  app.metrics.addSource({
    names: ['atrium_webhooks_waiting'],
    read: async () => ({ atrium_webhooks_waiting: (await app.sql('select 1')).length }),
  })
  expect(readSeries((await scrape()).text, 'atrium_webhooks_waiting')).toEqual({ '': 1 })
  await takeDatabaseAway()
  const { status, text } = await scrape()
  expect(status).toBe(200)
  expect(text).toMatch(/^atrium_webhooks_waiting nan$/im)
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
  await expect.poll(async () => readSeries((await scrape()).text, 'atrium_database_up')).toEqual({ '': 0 })
})

it('serves all again once the database is back', async () => {
  await expect
    .poll(async () => {
      const { text } = await scrape()
      return ['atrium_webhooks_waiting', 'atrium_database_up'].map((name) => readSeries(text, name)[''])
    })
    .toEqual([1, 1])
})
