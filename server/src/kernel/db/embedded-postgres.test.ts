import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'embedded-postgres '))
const owners: ChildProcess[] = []

/** Another Node process that owns the database, so that it can be killed. */
const ownerProcess = async (): Promise<{ url: string; process: ChildProcess }> => {
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(import.meta.resolve('./embedded-postgres.ts'))})
    const { url } = await startEmbeddedPostgres({ folder: process.argv[1], durable: true })
    process.stdout.write(url)`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', code, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  owners.push(owner)
  const [url] = await once(owner.stdout, 'data')
  return { url: String(url), process: owner }
}

const query = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const serverPid = () => Number(readFileSync(path.join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])

const answered = async (url: string): Promise<unknown[]> => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const rows = await query(url, 'select 1').catch(() => undefined)
    if (rows) return rows
    await sleep(50)
  }
  throw new Error('the server did not come back')
}

let first: Awaited<ReturnType<typeof ownerProcess>>

beforeAll(async () => {
  first = await ownerProcess()
  await query(first.url, 'create table kept (n int)')
})

afterAll(() => {
  for (const owner of owners) owner.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

test('refuses a second process immediately, with a message', async () => {
  const began = performance.now()
  await expect(startEmbeddedPostgres({ folder, durable: true })).rejects.toThrow(/正被另一个进程/)
  expect(performance.now() - began).toBeLessThan(1000)
})

test('requires the password, in a file readable by its owner only', async () => {
  const wrong = new URL(first.url)
  wrong.password = 'wrong'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  wrong.password = ''
  await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password/)
  expect(statSync(folder).mode & 0o077).toBe(0)
  expect(statSync(path.join(folder, 'password')).mode & 0o077).toBe(0)
})

test('keeps commits after kill -9 of the owner, and ends the orphaned server', async () => {
  await query(first.url, 'insert into kept select generate_series(1, 1000)')
  first.process.kill('SIGKILL')
  first = await ownerProcess()
  expect(await query(first.url, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }])
})

test('restarts a dead server at the same address and reports it', async () => {
  first.process.kill('SIGKILL')
  await once(first.process, 'exit')
  const events: string[] = []
  const database = await startEmbeddedPostgres({ folder, durable: true, onEvent: (message) => events.push(message) })
  process.kill(serverPid(), 'SIGKILL')
  await sleep(100)
  await answered(database.url)
  expect(await query(database.url, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }])
  await database.stop()
  expect(events).toEqual([expect.stringContaining('意外退出'), '内置 PostgreSQL 已恢复运行'])
})
