import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../src/kernel/db/embedded-postgres-server.ts'
import { isThorough } from '../thorough.ts'
import { killProduct, type Product, signInTo, startProduct, verifyAudit } from './product.ts'
import { startWriters, storedIds } from './writers.ts'

/** At least two: the server alone, then with its database. `CRASH_ROUNDS` overrides. */
const rounds = Number(process.env.CRASH_ROUNDS ?? (isThorough ? 10 : 2))
const secondsPerRound = 90
const minAcknowledged = 100

let folder: string
let product: Product | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-crash-'))
})
afterAll(async () => {
  product?.process.kill('SIGKILL')
  await product?.ended
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

it(`keeps every acknowledged write through ${rounds} kills and restarts`, {
  timeout: rounds * secondsPerRound * 1000,
}, async () => {
  const port = await freePort()
  const figures = { acknowledged: 0, lost: 0, twice: 0, unacknowledged: 0, secondsToReady: [] as number[] }
  product = await startProduct(folder, port)
  // One session for all rounds: sessions must survive the kills too.
  const token = await signInTo(product)
  for (let round = 0; round < rounds; round += 1) {
    const prefix = `crash.r${round}`
    const { acknowledged, done } = startWriters(product, token, prefix, () => true)
    while (acknowledged.size < minAcknowledged) await sleep(5)
    await sleep(Math.random() * 500)
    // Every second round kills the database too, like a power cut.
    await killProduct(product, folder, round % 2 === 1)
    await done
    product = await startProduct(folder, port)
    const stored = await storedIds(product, token, prefix)
    const kept = new Set(stored)
    figures.acknowledged += acknowledged.size
    figures.lost += [...acknowledged].filter((id) => !kept.has(id)).length
    figures.twice += stored.length - kept.size
    figures.unacknowledged += kept.size - acknowledged.size
    figures.secondsToReady.push(Number(product.secondsToReady.toFixed(2)))
  }
  product.process.kill('SIGTERM')
  const exit = await product.ended
  const audit = await verifyAudit(folder)
  process.stdout.write(`kills: ${JSON.stringify({ rounds, ...figures })}; ${audit.output.trim()}\n`)
  expect(figures).toMatchObject({ lost: 0, twice: 0 })
  // A write in progress during the kill may be committed, at most one per writer.
  expect(figures.unacknowledged).toBeLessThanOrEqual(8 * rounds)
  expect({ exit, audit: audit.code }).toEqual({ exit: 0, audit: 0 })
})
