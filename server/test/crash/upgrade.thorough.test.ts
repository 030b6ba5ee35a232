import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { asOwner } from '../../src/kernel/db/as-owner.ts'
import { freePort } from '../../src/kernel/db/embedded-postgres-server.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import type { MigrationEvent } from '../../src/kernel/db/migrations/migration-events.ts'
import { databaseUrl } from '../database-url.ts'
import { testSecretKey } from '../harness.ts'
import { createPlainOwner } from '../plain-owner.ts'
import { startBalancedLoad } from './balanced-load.ts'
import { unpackLastRelease } from './last-release.ts'
import { watchLockWaits } from './lock-waits.ts'
import { type Product, runCommand, startProduct } from './product.ts'

/** Users, and as many ended sessions; a million take ten minutes to make. */
const users = Number(process.env.UPGRADE_USERS ?? 50_000)
const secondsPerPhase = 5
const migrations = join(import.meta.dirname, '../../migrations')

const root = mkdtempSync(join(tmpdir(), 'atrium-upgrade-'))
const name = `test_${randomBytes(6).toString('hex')}`
const running = new Set<Product>()
let release: ReturnType<typeof unpackLastRelease>
let ownerUrl: string
beforeAll(async () => {
  release = unpackLastRelease(join(root, 'release'))
  const serverUrl = await createPlainOwner(inject('superuserUrl'))
  await asOwner(serverUrl, (client) => client.query(`create database ${name}`))
  ownerUrl = databaseUrl(serverUrl, name)
})
afterAll(async () => {
  for (const { process } of running) process.kill('SIGKILL')
  await Promise.all([...running].map(({ ended }) => ended))
  await asOwner(inject('superuserUrl'), (client) => client.query(`drop database if exists ${name} with (force)`))
  rmSync(root, { recursive: true, force: true })
})

/** As in production, where nodes leave migrations to the operator. */
const environment = () => ({
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://console.example.com',
  DATABASE_URL: ownerUrl,
  SECRET_KEY: testSecretKey,
})
const folder = () => join(root, 'data')
const startNode = async (sources?: string) => {
  const node = await startProduct(folder(), await freePort(), environment(), sources)
  running.add(node)
  node.ended.then(() => running.delete(node))
  return node
}
const sql = async (text: string) => (await asOwner(ownerUrl, (client) => client.query(text))).rows

/** Runs a command of the last release, which has no program for all of them. */
const runReleased = async (script: string, args: string[]): Promise<unknown> => {
  const env = { PATH: process.env.PATH, DATA_DIR: folder(), ...environment() }
  const child = spawn(process.execPath, [join(release.sources, script), ...args], { env, stdio: 'ignore' })
  return (await once(child, 'exit'))[0]
}

/** Users by the generator, and a session of each that has ended. */
const fillDatabase = async () => {
  const companies = String(Math.max(1, Math.round(users / 20)))
  const size = ['--companies', companies, '--users', String(users)]
  expect(await runReleased('seed.ts', size)).toBe(0)
  await sql(`insert into sessions (id, company_id, user_id, access_hash, access_expires_at, refresh_hash, idle_expires_at,
      absolute_expires_at, aes_key, device_id, device_name, ip, agent, created_at, ended_at)
    select gen_random_uuid(), company_id, id, sha256(id::text::bytea), now(), sha256(('r' || id)::bytea), now(), now(), 'k', 'd',
      'd', '10.0.0.1', 'agent ' || right(id::text, 2), now() - interval '9 days', now() - interval '8 days' from users`)
  await sql('vacuum analyze')
}
/** The migrations of this version, and trial ones of each kind, whose contract needs nodes of this version. */
const writeMigrations = () => {
  const into = join(root, 'migrations')
  cpSync(migrations, into, { recursive: true })
  cpSync(join(import.meta.dirname, '../trial-migrations'), into, { recursive: true })
  const releases = JSON.parse(readFileSync(join(into, 'releases.json'), 'utf8'))
  writeFileSync(join(into, 'releases.json'), JSON.stringify({ ...releases, present: {} }))
  return into
}
const print = (what: string, figures: unknown) => process.stdout.write(`${what}: ${JSON.stringify(figures)}\n`)

it(`serves every request while a database of ${users} users is upgraded, and taken back`, {
  timeout: 60 * 60_000,
}, async () => {
  const olderNodes = [await startNode(release.sources)]
  await fillDatabase()
  olderNodes.push(await startNode(release.sources))
  const trials = writeMigrations()
  const events: MigrationEvent[] = []
  const upgrade = () => migrate(ownerUrl, trials, (event) => events.push(event))
  const readStep = (step: MigrationEvent['step']) => events.filter((event) => event.step === step)

  const stopWatching = watchLockWaits(databaseUrl(inject('superuserUrl'), name), new URL(ownerUrl).username)
  const load = await startBalancedLoad(olderNodes[0] as Product)
  load.add(olderNodes[1] as Product)
  const run = async (phase: string, work: () => Promise<unknown>) => {
    load.begin(phase)
    await work()
    await sleep(secondsPerPhase * 1000)
  }
  await run('before', async () => undefined)
  await run('migration', async () => {
    const applied = await upgrade()
    expect(applied.filter((each) => each.startsWith('9'))).toHaveLength(4)
  })
  expect(readStep('held back')).toMatchObject([{ name: '9005_nickname.contract', nodes: ['0.3.0'] }])
  const newerNodes: Product[] = []
  await run('side by side', async () => {
    newerNodes.push(await startNode(), await startNode())
    newerNodes.forEach(load.add)
  })
  await run('older ones stop', async () => {
    for (const node of olderNodes) expect(await load.stop(node)).toBe(0)
  })
  await run('back again', async () => {
    const older = await startNode(release.sources)
    load.add(older)
    for (const node of newerNodes) expect(await load.stop(node)).toBe(0)
    olderNodes.push(older)
  })
  await run('forward again', async () => {
    load.add(await startNode())
    expect(await load.stop(olderNodes.at(-1) as Product)).toBe(0)
  })
  await run('contract', async () => expect(await upgrade()).toEqual(['9005_nickname.contract']))

  const figures = await load.end()
  const waits = await stopWatching()
  const steps = readStep('applied').map((event) => ('ms' in event ? [event.name, event.ms] : []))
  print('upgrade', { users, release: release.version, acknowledged: load.acknowledged.size })
  print('milliseconds of migrations', Object.fromEntries(steps))
  print('attempts that gave way', readStep('busy').length)
  for (const [phase, each] of Object.entries(figures)) print(phase, each)
  print('longest waits for locks', waits)
  expect(Object.values(figures).flatMap(({ failures }) => failures)).toEqual([])
  expect(waits.behindOwnerMs).toBeLessThan(1000)
  const stored = await sql(`select id from base_parameters where code like 'upgrade.%'`)
  const ids = new Set(stored.map(({ id }) => id))
  expect([...load.acknowledged].filter((id) => !ids.has(id))).toEqual([])
  expect(await sql('select count(*)::int as unfilled from users where nickname is null')).toEqual([{ unfilled: 0 }])
  expect(await runCommand(folder(), 'audit-verify', [], environment())).toMatchObject({ code: 0 })
})
