import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runningEmbeddedPostgres } from '../../src/kernel/db/embedded-postgres-running.ts'
import { freePort, type Product, postmasterOf, signInTo, startProduct, verifyAudit } from './product.ts'
import { storedIds, type Writing, write } from './writers.ts'

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

/** Works on a connection of the superuser's own, beside the product. */
const beside = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: await runningEmbeddedPostgres(join(folder, 'postgres')) })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
const statusOf = () => fetch(`${product.url}/readyz`).then(({ status }) => status)
const readyAgain = async () => {
  const began = performance.now()
  while ((await statusOf()) !== 200) await sleep(50)
  return (performance.now() - began) / 1000
}
/** Resolves when the writers were answered well once more. */
const served = async ({ acknowledged }: Writing) => {
  const before = acknowledged.size
  while (acknowledged.size <= before) await sleep(10)
}
/** Writes under the prefix while `harm` is done, and compares what was acknowledged with what is stored. */
const underLoad = async (prefix: string, harm: () => Promise<void>) => {
  // A token lasts ten minutes, and all of this longer.
  const token = await signInTo(product)
  let going = true
  const writing = write(product, token, prefix, () => going, { persistent: true })
  await served(writing)
  await harm()
  await served(writing)
  going = false
  await writing.done
  await readyAgain()
  const stored = new Set(await storedIds(product, token, prefix))
  const { acknowledged, failures } = writing
  return {
    acknowledged: acknowledged.size,
    failures: failures.length,
    kinds: [...new Set(failures)],
    lost: [...acknowledged].filter((id) => !stored.has(id)).length,
  }
}
const unharmed = { lost: 0, kinds: expect.not.arrayContaining([expect.not.stringMatching(/^status 503$/)]) }
const report = (what: string, figures: object) => process.stdout.write(`${what}: ${JSON.stringify(figures)}\n`)

it(`serves on while every busy connection is cut for ${cutForMs / 1000} seconds, ${cuts} times`, {
  timeout: minutes * 60_000,
}, async () => {
  const cutBusy = (client: pg.Client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'atrium' and state <> 'idle'`)
  for (let round = 0; round < cuts; round += 1) {
    const figures = await underLoad(`cut.r${round}`, () =>
      beside(async (client) => {
        for (const until = Date.now() + cutForMs; Date.now() < until; await sleep(5)) await cutBusy(client)
      }),
    )
    report(`cut ${round}`, figures)
    expect(figures).toMatchObject(unharmed)
  }
  expect(product.process.exitCode).toBeNull()
})

it(`serves on after ${kills} kills of PostgreSQL`, { timeout: minutes * 60_000 }, async () => {
  for (let round = 0; round < kills; round += 1) {
    let seconds = 0
    const figures = await underLoad(`kill.r${round}`, async () => {
      process.kill(postmasterOf(folder), 'SIGKILL')
      await sleep(20)
      seconds = await readyAgain()
    })
    report(`kill ${round}`, { ...figures, seconds })
    expect(figures).toMatchObject(unharmed)
  }
  expect(product.process.exitCode).toBeNull()
})

const backends = () =>
  beside(async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'atrium'`,
    )
    return rows.map(({ pid }) => pid)
  })
const signal = (pids: readonly number[], name: NodeJS.Signals) => {
  for (const pid of pids) process.kill(pid, name)
}

it('replaces connections that hang', { timeout: minutes * 60_000 }, async () => {
  let seconds = 0
  const figures = await underLoad('hang.r0', async () => {
    const stopped = await backends()
    signal(stopped, 'SIGSTOP')
    const began = performance.now()
    // Calls that need a lock of a stopped backend still fail; others need a connection that works, and nothing else.
    await sleep(100)
    await readyAgain()
    seconds = (performance.now() - began) / 1000
    signal(stopped, 'SIGCONT')
  })
  report('hang', { ...figures, seconds })
  expect(figures).toMatchObject(unharmed)
})

it('is not ready while the whole database hangs, and is again when it goes on', {
  timeout: minutes * 60_000,
}, async () => {
  const statuses = new Set<number>()
  let seconds = 0
  const figures = await underLoad('freeze.r0', async () => {
    const all = [...(await backends()), postmasterOf(folder)]
    signal(all, 'SIGSTOP')
    for (const until = Date.now() + hangForMs; Date.now() < until; await sleep(100)) statuses.add(await statusOf())
    signal(all, 'SIGCONT')
    seconds = await readyAgain()
  })
  report('freeze', { ...figures, seconds })
  expect([...statuses]).toEqual([503])
  expect(figures).toMatchObject(unharmed)
})

it('stops in order afterwards, and its audit log is whole', { timeout: 60_000 }, async () => {
  product.process.kill('SIGTERM')
  const exit = await product.ended
  expect({ exit, audit: (await verifyAudit(folder)).code }).toEqual({ exit: 0, audit: 0 })
})
