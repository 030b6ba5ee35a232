import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../src/kernel/db/embedded-postgres-server.ts'
import { type Product, readPostmaster, send, signInTo, startProduct } from './product.ts'

const kills = 10
/** Often enough that every outage is met. */
const pauseMs = 100
/** A call that takes longer has no answer. */
const answerMs = 30_000
const minutes = 5

let folder: string
let product: Product
let metricsUrl: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-scraped-'))
  const metricsPort = await freePort()
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
  product = await startProduct(folder, await freePort(), { METRICS_PORT: String(metricsPort) })
})
afterAll(async () => {
  product.process.kill('SIGKILL')
  await product.ended
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

const readAnswer = async (url: string) => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(answerMs) })
  return { status: answer.status, text: await answer.text() }
}
/**
 * Repeats a call while `isGoing()`.
 * @returns what it gave, each once, and what it threw
 */
const repeat = async (isGoing: () => boolean, call: () => Promise<unknown>) => {
  const outcomes = new Set<unknown>()
  while (isGoing()) {
    outcomes.add(await call().catch((error: Error) => error.message))
    await sleep(pauseMs)
  }
  return [...outcomes]
}
const findPostmaster = () => {
  try {
    return readPostmaster(folder)
  } catch {
    // Its file is written again.
    return undefined
  }
}
/** @returns once another one has been started; the product may say for a moment that it is ready as before. */
const killPostgres = async () => {
  const killed = readPostmaster(folder)
  process.kill(killed, 'SIGKILL')
  for (let found = findPostmaster(); !found || found === killed; found = findPostmaster()) await sleep(pauseMs)
}
const waitUntilReady = async () => {
  while ((await readAnswer(`${product.url}/readyz`)).status !== 200) await sleep(50)
}

const { path } = baseParametersContract.list

it(`answers each scrape and list while PostgreSQL is killed ${kills} times`, {
  timeout: minutes * 60_000,
}, async () => {
  const token = await signInTo(product)
  const [failures, startedAt] = [new Set<string>(), new Set<string>()]
  let isGoing = true
  const scrape = async () => {
    const { status, text } = await readAnswer(metricsUrl)
    failures.add(/^atrium_database_failures_total (.+)$/m.exec(text)?.[1] ?? '')
    startedAt.add(/^process_start_time_seconds (.+)$/m.exec(text)?.[1] ?? '')
    return status
  }
  const scrapes = repeat(() => isGoing, scrape)
  const lists = repeat(
    () => isGoing,
    async () => (await send(product.url, path, token)).code,
  )
  for (let round = 0; round < kills; round += 1) {
    await killPostgres()
    await waitUntilReady()
  }
  isGoing = false
  expect(await scrapes).toEqual([200])
  // They met an outage, and one process answered them all.
  expect(failures.size).toBeGreaterThan(kills)
  expect(startedAt.size).toBe(1)
  expect((await lists).toSorted()).toEqual([0, 'status 503'])
})

it('serves a signed-in caller afterwards, and stops cleanly', async () => {
  const { code } = await send(product.url, path, await signInTo(product))
  expect(code).toBe(0)
  product.process.kill('SIGTERM')
  expect(await product.ended).toBe(0)
})
