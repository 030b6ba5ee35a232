import type { ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { tell } from '../texts/operator-language.ts'
import type { Account } from './embedded-postgres-account.ts'
import type { Binaries } from './embedded-postgres-binaries.ts'
import type { Cluster } from './embedded-postgres-cluster.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

export type Launch = {
  readonly folder: string
  readonly durable: boolean
  readonly binaries: Binaries
  readonly account: Account
  readonly cluster: Cluster
}

/** Resources a terminating server releases shortly: its lock file, shared memory and port. */
const transientFailure = /postmaster\.pid" already exists|still in use|Address already in use/

const settings = (durable: boolean, port: number): string[] =>
  [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `shared_buffers=${durable ? '128MB' : '64MB'}`,
    'max_connections=100',
    'timezone=UTC',
    'log_timezone=UTC',
    'logging_collector=off',
    // Statements and key values of failed writes are personal data: log only the server's own messages.
    'log_min_messages=log',
    'log_checkpoints=off',
    ...(durable ? ['fsync=on'] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ].flatMap((setting) => ['-c', setting])

/** A free loopback port. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

export const toUrl = (cluster: Cluster, port: number): string =>
  `postgres://postgres:${cluster.password}@127.0.0.1:${port}/postgres`

/** Whether a server accepts connections at this address. */
export const acceptsConnections = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

const openLog = (folder: string): { file: string; fd: number } => {
  const file = path.join(folder, 'postgres.log')
  if (existsSync(file)) renameSync(file, `${file}.old`)
  return { file, fd: openSync(file, 'a', 0o600) }
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

/** Resolves when the process has ended. */
export const waitForExit = (child: ChildProcess): Promise<void> =>
  isRunning(child) ? new Promise((resolve) => child.once('exit', () => resolve())) : Promise.resolve()

const tryOnce = async (launch: Launch, port: number): Promise<ChildProcess | string> => {
  const { file, fd } = openLog(launch.folder)
  const child = launch.account.start(
    launch.binaries.postgres,
    ['-D', launch.cluster.data, ...settings(launch.durable, port)],
    // A separate session: Ctrl-C must reach only this process, which still finishes requests.
    { stdio: ['ignore', fd, fd], detached: true },
  )
  child.on('error', () => {})
  closeSync(fd)
  const url = toUrl(launch.cluster, port)
  // Crash recovery may take minutes on a large database: wait as long as the server lives.
  while (isRunning(child) && child.pid !== undefined) {
    if (await acceptsConnections(url)) return child
    await sleep(20)
  }
  return readFileSync(file, 'utf8').trim().slice(-600)
}

/**
 * Starts the server and waits until it accepts connections.
 * @returns its process
 * @throws EmbeddedPostgresError if it ends instead
 */
export const launchServer = async (launch: Launch, port: number): Promise<ChildProcess> => {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await tryOnce(launch, port)
    if (typeof outcome !== 'string') return outcome
    if (attempt >= 20 || !transientFailure.test(outcome)) {
      throw new EmbeddedPostgresError(tell('内置 PostgreSQL 启动失败：{outcome}', { outcome }))
    }
    await sleep(500)
  }
}

const shutdownSteps = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 10_000],
  ['SIGKILL', 5_000],
] as const

/** Ends the server: fast shutdown, then without a checkpoint (the next start recovers), then by force. */
export const endServer = async (child: ChildProcess): Promise<void> => {
  for (const [signal, milliseconds] of shutdownSteps) {
    if (!isRunning(child)) return
    child.kill(signal)
    await Promise.race([waitForExit(child), sleep(milliseconds, undefined, { ref: false })])
  }
}
