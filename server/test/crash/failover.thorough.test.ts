import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../src/kernel/db/as-owner.ts'
import { freePort } from '../../src/kernel/db/embedded-postgres-server.ts'
import { testSecretKey } from '../harness.ts'
import { startBalancedLoad } from './balanced-load.ts'
import { hasPatroni, type PatroniPair, startPatroniPair } from './patroni-pair.ts'
import { type Product, runCommand, startProduct } from './product.ts'

const secondsPerPhase = 5
const scrapeMs = 2000

describe.skipIf(!hasPatroni())('two nodes on a pair of PostgreSQL servers', () => {
  const root = mkdtempSync(join(tmpdir(), 'atrium-failover-'))
  const nodes: { product: Product; metrics: string }[] = []
  let pair: PatroniPair
  const environment = () => ({ DATABASE_URL: pair.url, SECRET_KEY: testSecretKey })
  const startNode = async () => {
    const port = await freePort()
    const more = { ...environment(), METRICS_PORT: String(port), LOG_LEVEL: 'silent' }
    const product = await startProduct(join(root, 'data'), await freePort(), more)
    nodes.push({ product, metrics: `http://127.0.0.1:${port}/metrics` })
    return product
  }
  beforeAll(async () => {
    chmodSync(root, 0o755)
    pair = await startPatroniPair(join(root, 'pair'))
  }, 120_000)
  afterAll(async () => {
    for (const { product } of nodes) product.process.kill('SIGKILL')
    await pair?.stop()
    rmSync(root, { recursive: true, force: true })
  }, 60_000)

  const answersWith = (url: string) =>
    fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
      ({ status }) => status,
      (error: Error) => error.message,
    )
  const areReady = async () => {
    const answers = await Promise.all(nodes.map(({ product }) => answersWith(`${product.url}/readyz`)))
    return answers.every((status) => status === 200)
  }
  /** Scrapes all nodes like Prometheus until `end()`, which returns what they answered. */
  const startScrapes = () => {
    const answers = new Set<unknown>()
    let isGoing = true
    const scraping = (async () => {
      while (isGoing) {
        for (const { metrics } of nodes) answers.add(await answersWith(metrics))
        await sleep(scrapeMs)
      }
    })()
    return async () => {
      isGoing = false
      await scraping
      return [...answers]
    }
  }
  const secondsUntil = async (condition: () => Promise<boolean>, since: number) => {
    while (!(await condition())) await sleep(50)
    return Number(((performance.now() - since) / 1000).toFixed(1))
  }

  it('lose no acknowledged write when the primary dies or is switched', { timeout: 400_000 }, async () => {
    const load = await startBalancedLoad(await startNode())
    load.add(await startNode())
    const endScrapes = startScrapes()
    const runFor = async (phase: string) => {
      load.begin(phase)
      await sleep(secondsPerPhase * 1000)
    }
    const seconds: Record<string, { primary: number; ready: number }> = {}
    const goOver = async (phase: string, change: () => unknown, to: number) => {
      load.begin(phase)
      // What is under way when it breaks has begun in this phase.
      await sleep(1000)
      const since = performance.now()
      await change()
      const primary = await secondsUntil(() => pair.isPrimary(to), since)
      seconds[phase] = { primary, ready: await secondsUntil(areReady, since) }
      await runFor(`after ${phase}`)
    }
    await runFor('before')
    await goOver('crash', () => pair.killPostgres(0), 1)
    await secondsUntil(() => pair.isInStep(0), performance.now())
    await goOver('death', () => pair.killMachine(1), 0)
    pair.start(1)
    await secondsUntil(() => pair.isInStep(1), performance.now())
    await goOver('switch', () => pair.switchTo(1), 1)
    const figures = await load.end()
    const scrapes = await endScrapes()

    const stored = await asOwner(pair.url, (client) =>
      client.query('select count(*)::int as n from base_parameters where id = any($1)', [[...load.acknowledged]]),
    )
    const lost = load.acknowledged.size - stored.rows[0].n
    process.stdout.write(
      `failover: ${JSON.stringify({ acknowledged: load.acknowledged.size, lost, seconds, figures })}\n`,
    )
    expect(lost).toBe(0)
    const undisturbed = ['before', 'after crash', 'after death', 'after switch'].map(
      (phase) => figures[phase]?.failures,
    )
    expect(undisturbed).toEqual([[], [], [], []])
    expect(scrapes).toEqual([200])
    expect(nodes.map(({ product }) => product.process.exitCode)).toEqual([null, null])
    const { code, output } = await runCommand(join(root, 'data'), 'audit-verify', [], environment())
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('审计链完整') })
  })
})
