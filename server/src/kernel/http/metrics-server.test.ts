import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { asOwner } from '../db/as-owner.ts'
import { freePort } from '../db/embedded-postgres-server.ts'
import { listenForMetrics } from './metrics-server.ts'

let app: TestApp
let url: string
let close: () => void
beforeAll(async () => {
  app = await createTestApp()
  const port = await freePort()
  close = await listenForMetrics(app.metrics, { host: '127.0.0.1', port })
  url = `http://127.0.0.1:${port}/metrics`
})
afterAll(() => close())

const scrape = async () => {
  const answer = await fetch(url)
  return { status: answer.status, text: await answer.text() }
}
/** No one connects to the database until the test ends. */
const takeDatabaseAway = async () => {
  const name = new URL(app.ownerUrl).pathname.slice(1)
  const run = (text: string) => asOwner(inject('superuserUrl'), (client) => client.query(text))
  await run(`alter database ${name} with allow_connections false`)
  onTestFinished(async () => void (await run(`alter database ${name} with allow_connections true`)))
  await run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
}

it('serves metrics alone', async () => {
  expect(await scrape()).toMatchObject({ status: 200, text: expect.stringMatching(/^atrium_jobs_waiting \d+$/m) })
  expect((await scrape()).text).toMatch(
    /^atrium_build_info\{version="\d+\.\d+\.\d+",node="test",runtime="v\d+.*"\} 1$/m,
  )
  expect((await fetch(`${url}/other`)).status).toBe(404)
})

it('serves what it knows while the database is away, and the rest again afterwards', async () => {
  await takeDatabaseAway()
  const { status, text } = await scrape()
  expect(status).toBe(200)
  expect(text).toMatch(/^atrium_jobs_waiting nan$/im)
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
})

it('serves all again once the database is back', async () => {
  expect((await scrape()).text).toMatch(/^atrium_jobs_waiting \d+$/m)
})
