import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../src/kernel/db/embedded-postgres-server.ts'
import { type Product, signInTo, startProduct } from './product.ts'
import { startWriters, storedIds } from './writers.ts'

let folder: string
let product: Product | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-stop-'))
})
afterAll(async () => {
  product?.process.kill('SIGKILL')
  await product?.ended
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/**
 * Resolves when `/readyz` refuses, as a load balancer would see it.
 * @returns its status
 */
const waitUntilUnready = async (url: string) => {
  for (;;) {
    const { status } = await fetch(`${url}/readyz`)
    if (status !== 200) return status
    await sleep(50)
  }
}

it('drops no request when stopped under load', { timeout: 180_000 }, async () => {
  const port = await freePort()
  product = await startProduct(folder, port)
  const token = await signInTo(product)
  let isRunning = true
  const { acknowledged, failures, done } = startWriters(product, token, 'stop.r0', () => isRunning)
  while (acknowledged.size < 100) await sleep(5)
  product.process.kill('SIGTERM')
  const status = await waitUntilUnready(product.url)
  const countWhenUnready = acknowledged.size
  // A load balancer checks about once a second and keeps sending until then.
  await sleep(1000)
  isRunning = false
  await done
  expect({ failures, status, servedWhileDraining: acknowledged.size > countWhenUnready }).toEqual({
    failures: [],
    status: 503,
    servedWhileDraining: true,
  })
  expect(await product.ended).toBe(0)
  product = await startProduct(folder, port)
  expect((await storedIds(product, token, 'stop.r0')).sort()).toEqual([...acknowledged].sort())
  process.stdout.write(`stop under load: ${acknowledged.size} requests answered, ${failures.length} dropped\n`)
})
