import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { asOwner } from '../../src/kernel/db/as-owner.ts'
import { freePort } from '../../src/kernel/db/embedded-postgres-server.ts'
import { createEmptyDatabase, newFolder } from '../backup-stage.ts'
import { testSecretKey } from '../harness.ts'
import { startProgram } from '../outside-program.ts'
import { startPgbouncer } from '../pgbouncer.ts'
import { startBalancedLoad } from './balanced-load.ts'
import { type Product, runCommand, startProduct } from './product.ts'

const [pgbouncer, redis] = ['/usr/sbin/pgbouncer', '/usr/bin/redis-server']
const host = '127.0.0.1'
const phaseMs = 5000
const awayMs = 3000

const startRedis = (port: number) =>
  startProgram(redis, ['--bind', host, '--port', String(port), '--save', ''], { host, port })

describe.skipIf(![pgbouncer, redis].every((program) => existsSync(program)))('two nodes', () => {
  it('lose no acknowledged write when PgBouncer, then Redis, is killed and comes back', {
    timeout: 240_000,
  }, async () => {
    const [poolerPort, redisPort] = [await freePort(), await freePort()]
    const startPooler = () => startPgbouncer(pgbouncer, inject('superuserUrl'), poolerPort)
    let [pooler, stopRedis] = [await startPooler(), await startRedis(redisPort)]
    const folder = await newFolder('helpers')
    const env = {
      DATABASE_URL: await createEmptyDatabase(),
      DATABASE_POOLER: pooler.address,
      REDIS_URL: `redis://${host}:${redisPort}`,
      SECRET_KEY: testSecretKey,
    }
    const nodes: Product[] = []
    for (const _ of ['a', 'b']) nodes.push(await startProduct(folder, await freePort(), env))
    onTestFinished(() => {
      for (const { process } of nodes) process.kill('SIGKILL')
    })
    const areReady = async () => {
      const answers = await Promise.all(nodes.map(({ url }) => fetch(`${url}/readyz`)))
      return answers.every(({ ok }) => ok)
    }
    const [first, second] = nodes as [Product, Product]
    const load = await startBalancedLoad(first)
    load.add(second)
    const runPhase = async (name: string) => {
      load.begin(name)
      await sleep(phaseMs)
    }
    await runPhase('before')
    load.begin('without pooler')
    // What is under way when it goes has begun in this phase.
    await sleep(1000)
    await pooler.stop()
    await sleep(awayMs)
    pooler = await startPooler()
    await expect.poll(areReady, { timeout: 30_000 }).toBe(true)
    await runPhase('with pooler')
    load.begin('without redis')
    await stopRedis()
    await sleep(awayMs)
    stopRedis = await startRedis(redisPort)
    await runPhase('with redis')
    const figures = await load.end()

    const stored = await asOwner(env.DATABASE_URL, (client) =>
      client.query('select count(*)::int as n from base_parameters where id = any($1)', [[...load.acknowledged]]),
    )
    const lost = load.acknowledged.size - stored.rows[0].n
    process.stdout.write(`lost helpers: ${JSON.stringify({ acknowledged: load.acknowledged.size, lost, figures })}\n`)
    expect(lost).toBe(0)
    const undisturbed = ['before', 'with pooler', 'without redis', 'with redis'].map(
      (phase) => figures[phase]?.failures,
    )
    expect(undisturbed).toEqual([[], [], [], []])
    expect(nodes.map(({ process }) => process.exitCode)).toEqual([null, null])
    expect(await runCommand(folder, 'audit-verify', [], env)).toMatchObject({ code: 0 })
  })
})
