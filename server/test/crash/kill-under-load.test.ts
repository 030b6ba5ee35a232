import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isThorough } from '../thorough.ts'
import { freePort, killProduct, type Product, signInTo, startProduct, verifyAudit } from './product.ts'
import { storedIds, write } from './writers.ts'

/** At least two: the server alone, then the database with it. `CRASH_ROUNDS` overrides. */
const rounds = Number(process.env.CRASH_ROUNDS ?? (isThorough ? 10 : 2))
const secondsARound = 30
const enough = 100

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

it(`keeps every acknowledged write through ${rounds} kills, and comes back by itself`, {
  timeout: rounds * secondsARound * 1000,
}, async () => {
  const port = await freePort()
  const figures = { acknowledged: 0, lost: 0, twice: 0, unacknowledged: 0, secondsToReady: [] as number[] }
  product = await startProduct(folder, port)
  // One session for all rounds: it too must outlive the kills.
  const token = await signInTo(product)
  for (let round = 0; round < rounds; round += 1) {
    const prefix = `crash.r${round}`
    const { acknowledged, done } = write(product, token, prefix, () => true)
    while (acknowledged.size < enough) await sleep(5)
    await sleep(Math.random() * 500)
    // Every other time the database is killed too, as when the machine loses its power.
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
  process.stdout.write(`kills: ${JSON.stringify({ rounds, ...figures })}; ${audit.said.trim()}\n`)
  expect(figures).toMatchObject({ lost: 0, twice: 0 })
  // A write under way when the kill came may have been committed; more than one a writer cannot.
  expect(figures.unacknowledged).toBeLessThanOrEqual(8 * rounds)
  expect({ exit, audit: audit.code }).toEqual({ exit: 0, audit: 0 })
})
