import type { ChildProcess } from 'node:child_process'
import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tell } from '../texts/operator-language.ts'
import { chooseAccount } from './embedded-postgres-account.ts'
import { findBinaries } from './embedded-postgres-binaries.ts'
import { prepareCluster } from './embedded-postgres-cluster.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { lockFolder } from './embedded-postgres-lock.ts'
import { endOrphan } from './embedded-postgres-orphan.ts'
import { endServer, freePort, type Launch, launchServer, toUrl, waitForExit } from './embedded-postgres-server.ts'

export type EmbeddedPostgres = {
  /** Superuser address of the database `postgres`; unchanged after a restart of the server. */
  readonly url: string
  readonly stop: () => Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** Folder for data, password, log and lock; created if missing. */
  readonly folder: string
  /** False only for tests: a power failure then loses commits. */
  readonly durable: boolean
  readonly port?: number
  /** Folder of a package with another version of PostgreSQL, for tests. */
  readonly otherPackage?: string
  /** Added to the environment of its processes, for tests. */
  readonly env?: NodeJS.ProcessEnv
  /** Called with a message for the operator when the server ends unexpectedly, and when it is back. */
  readonly onEvent?: (message: string) => void
}

const openFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new EmbeddedPostgresError(tell('当前用户不能写入数据目录 {folder}，请检查其所有者和权限。', { folder }))
  }
}

const maxPauseMs = 10_000

/** Restarts the server whenever it ends, until stopped. */
const supervise = (launch: Launch, port: number, first: ChildProcess, onEvent: (message: string) => void) => {
  const stopping = new AbortController()
  let child = first
  let work = Promise.resolve()
  const report = (error: unknown) => onEvent(error instanceof Error ? error.message : String(error))

  const restart = async (): Promise<void> => {
    for (let pause = 250; !stopping.signal.aborted; pause = Math.min(pause * 2, maxPauseMs)) {
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        await endOrphan(launch.cluster.data)
        child = await launchServer(launch, port)
        onEvent(tell('内置 PostgreSQL 已恢复运行'))
        watch()
        return
      } catch (error) {
        report(error)
      }
    }
  }
  const watch = (): void => {
    waitForExit(child)
      .then(() => {
        if (stopping.signal.aborted) return
        onEvent(
          tell('内置 PostgreSQL 意外退出（{cause}），正在重新启动', {
            cause: child.signalCode ?? child.exitCode,
          }),
        )
        work = restart()
      })
      .catch(report)
  }
  watch()
  return async (): Promise<void> => {
    stopping.abort()
    await work
    await endServer(child)
  }
}

/**
 * Runs PostgreSQL as a child process on a loopback port, with a generated password. It ends with this process and is
 * restarted if it ends by itself.
 * @throws EmbeddedPostgresError, with a message for the operator, if it cannot run here or the folder is in use
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const folder = path.resolve(options.folder)
  openFolder(folder)
  const release = lockFolder(folder)
  try {
    chmodSync(folder, 0o700)
    const binaries = findBinaries(folder, options)
    const account = await chooseAccount(folder, binaries)
    const cluster = await prepareCluster(folder, binaries, account, options.durable)
    await endOrphan(cluster.data)
    const launch = { folder, durable: options.durable, binaries, account, cluster }
    const port = options.port ?? (await freePort())
    const stop = supervise(launch, port, await launchServer(launch, port), options.onEvent ?? (() => {}))
    let stopped: Promise<void> | undefined
    return {
      url: toUrl(cluster, port),
      stop: () => {
        stopped ??= stop().finally(release)
        return stopped
      },
    }
  } catch (error) {
    release()
    throw error
  }
}
