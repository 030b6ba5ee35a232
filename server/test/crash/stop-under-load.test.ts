import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort, type Product, signInTo, startProduct } from './product.ts'
import { storedIds, write } from './writers.ts'

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

/** Resolves once `/readyz` says no, as a load balancer would notice. */
const noLongerReady = async (url: string) => {
  for (;;) {
    const { status } = await fetch(`${url}/readyz`)
    if (status !== 200) return status
    await sleep(50)
  }
}

it('drops no request when it is told to stop under load', { timeout: 60_000 }, async () => {
  const port = await freePort()
  product = await startProduct(folder, port)
  const token = await signInTo(product)
  let going = true
  const { acknowledged, failures, done } = write(product, token, 'stop.r0', () => going)
  while (acknowledged.size < 100) await sleep(5)
  product.process.kill('SIGTERM')
  const status = await noLongerReady(product.url)
  const whenNoticed = acknowledged.size
  // A balancer looks every second or so; until it has looked, it goes on sending.
  await sleep(1000)
  going = false
  await done
  expect({ failures, status, servedWhileDraining: acknowledged.size > whenNoticed }).toEqual({
    failures: [],
    status: 503,
    servedWhileDraining: true,
  })
  expect(await product.ended).toBe(0)
  product = await startProduct(folder, port)
  expect((await storedIds(product, token, 'stop.r0')).sort()).toEqual([...acknowledged].sort())
  process.stdout.write(`stop under load: ${acknowledged.size} requests answered, ${failures.length} dropped\n`)
})
