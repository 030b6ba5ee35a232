import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runningEmbeddedPostgres } from '../../src/kernel/db/embedded-postgres-running.ts'
import { freePort } from '../../src/kernel/db/embedded-postgres-server.ts'
import { type Product, readPostmaster, signInTo, startProduct, verifyAudit } from './product.ts'
import { type LoadRun, startWriters, storedIds } from './writers.ts'

const cuts = 20
const kills = 10
const cutForMs = 5000
const hangForMs = 20_000
const minutes = 10

let folder: string
let product: Product
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-lost-'))
  product = await startProduct(folder, await freePort())
})
afterAll(async () => {
  product.process.kill('SIGKILL')
  await product.ended
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/** Runs work on a superuser connection beside the product. */
const withSuperuser = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: await runningEmbeddedPostgres(join(folder, 'postgres')) })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
const readStatus = () => fetch(`${product.url}/readyz`).then(({ status }) => status)
const waitUntilReady = async () => {
  const startedAt = performance.now()
  while ((await readStatus()) !== 200) await sleep(50)
  return (performance.now() - startedAt) / 1000
}
/** Resolves after one more acknowledged write. */
const waitForWrite = async ({ acknowledged }: LoadRun) => {
  const before = acknowledged.size
  while (acknowledged.size <= before) await sleep(10)
}
/** Writes under the prefix during the disruption, and compares acknowledged with stored ids. */
const underLoad = async (prefix: string, disrupt: () => Promise<void>) => {
  // A token lasts ten minutes, the whole file longer.
  const token = await signInTo(product)
  let isRunning = true
  const load = startWriters(product, token, prefix, () => isRunning, { persistent: true })
  await waitForWrite(load)
  await disrupt()
  await waitForWrite(load)
  isRunning = false
  await load.done
  await waitUntilReady()
  const stored = new Set(await storedIds(product, token, prefix))
  const { acknowledged, failures } = load
  return {
    acknowledged: acknowledged.size,
    failures: failures.length,
    kinds: [...new Set(failures)],
    lost: [...acknowledged].filter((id) => !stored.has(id)).length,
  }
}
const noWriteLost = { lost: 0, kinds: expect.not.arrayContaining([expect.not.stringMatching(/^status 503$/)]) }
const report = (what: string, figures: object) => process.stdout.write(`${what}: ${JSON.stringify(figures)}\n`)

it(`keeps serving while all busy connections are cut for ${cutForMs / 1000} seconds, ${cuts} times`, {
  timeout: minutes * 60_000,
}, async () => {
  const terminateBusyBackends = (client: pg.Client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'atrium server' and state <> 'idle'`)
  for (let round = 0; round < cuts; round += 1) {
    const figures = await underLoad(`cut.r${round}`, () =>
      withSuperuser(async (client) => {
        for (const until = Date.now() + cutForMs; Date.now() < until; await sleep(5))
          await terminateBusyBackends(client)
      }),
    )
    report(`cut ${round}`, figures)
    expect(figures).toMatchObject(noWriteLost)
  }
  expect(product.process.exitCode).toBeNull()
})

it(`keeps serving after ${kills} kills of PostgreSQL`, { timeout: minutes * 60_000 }, async () => {
  for (let round = 0; round < kills; round += 1) {
    let seconds = 0
    const figures = await underLoad(`kill.r${round}`, async () => {
      process.kill(readPostmaster(folder), 'SIGKILL')
      await sleep(20)
      seconds = await waitUntilReady()
    })
    report(`kill ${round}`, { ...figures, seconds })
    expect(figures).toMatchObject(noWriteLost)
  }
  expect(product.process.exitCode).toBeNull()
})

const listBackends = () =>
  withSuperuser(async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'atrium server'`,
    )
    return rows.map(({ pid }) => pid)
  })
const signalAll = (pids: readonly number[], name: NodeJS.Signals) => {
  for (const pid of pids) process.kill(pid, name)
}

it('replaces connections that hang', { timeout: minutes * 60_000 }, async () => {
  let seconds = 0
  const figures = await underLoad('hang.r0', async () => {
    const stopped = await listBackends()
    signalAll(stopped, 'SIGSTOP')
    const began = performance.now()
    // Calls that need a lock of a stopped backend fail; the others need only a working connection.
    await sleep(100)
    await waitUntilReady()
    seconds = (performance.now() - began) / 1000
    signalAll(stopped, 'SIGCONT')
  })
  report('hang', { ...figures, seconds })
  expect(figures).toMatchObject(noWriteLost)
})

it('is not ready while the database hangs, and ready when it continues', {
  timeout: minutes * 60_000,
}, async () => {
  const statuses = new Set<number>()
  let seconds = 0
  const figures = await underLoad('freeze.r0', async () => {
    const all = [...(await listBackends()), readPostmaster(folder)]
    signalAll(all, 'SIGSTOP')
    for (const until = Date.now() + hangForMs; Date.now() < until; await sleep(100)) statuses.add(await readStatus())
    signalAll(all, 'SIGCONT')
    seconds = await waitUntilReady()
  })
  report('freeze', { ...figures, seconds })
  expect([...statuses]).toEqual([503])
  expect(figures).toMatchObject(noWriteLost)
})

it('stops cleanly afterwards with an intact audit log', { timeout: 60_000 }, async () => {
  product.process.kill('SIGTERM')
  const exit = await product.ended
  expect({ exit, audit: (await verifyAudit(folder)).code }).toEqual({ exit: 0, audit: 0 })
})
