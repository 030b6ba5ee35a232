import type { ChildProcess } from 'node:child_process'
import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chooseAccount } from './embedded-postgres-account.ts'
import { findBinaries } from './embedded-postgres-binaries.ts'
import { prepareCluster } from './embedded-postgres-cluster.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { lockFolder } from './embedded-postgres-lock.ts'
import { endOrphan } from './embedded-postgres-orphan.ts'
import { ended, endServer, freePort, type Launch, launchServer, urlOf } from './embedded-postgres-server.ts'

export type EmbeddedPostgres = {
  /** For a superuser of the database `postgres`; it stays the same when the server has to be restarted. */
  readonly url: string
  readonly stop: () => Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** Where everything lives: data, password, log, lock. Made if missing. */
  readonly folder: string
  /** False only for tests: commits are then lost if the machine stops. */
  readonly durable: boolean
  readonly port?: number
  /** Hears one sentence for the operator whenever the server ends by itself, and when it is back. */
  readonly onEvent?: (message: string) => void
}

const openFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new EmbeddedPostgresError(`当前用户不能写入数据目录 ${folder}，请检查它的所有者和权限。`)
  }
}

const longestPause = 10_000

/** Keeps the server running until told to stop. */
const supervise = (launch: Launch, port: number, first: ChildProcess, onEvent: (message: string) => void) => {
  const stopping = new AbortController()
  let child = first
  let work = Promise.resolve()

  const revive = async (): Promise<void> => {
    for (let pause = 250; !stopping.signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        await endOrphan(launch.cluster.data)
        child = await launchServer(launch, port)
        onEvent('内置 PostgreSQL 已恢复运行')
        watch()
        return
      } catch (error) {
        onEvent(error instanceof Error ? error.message : String(error))
      }
    }
  }
  const watch = (): void => {
    void ended(child).then(() => {
      if (stopping.signal.aborted) return
      onEvent(`内置 PostgreSQL 意外退出（${child.signalCode ?? child.exitCode}），正在重新启动`)
      work = revive()
    })
  }
  watch()
  return async (): Promise<void> => {
    stopping.abort()
    await work
    await endServer(child)
  }
}

/**
 * Runs a real PostgreSQL as a child process, on the loopback address only, behind a generated password.
 * It ends with this process, however that ends, and is restarted when it ends by itself.
 * Throws EmbeddedPostgresError, whose message is for the operator, when it cannot run here or the folder is in use.
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const folder = path.resolve(options.folder)
  openFolder(folder)
  const release = lockFolder(folder)
  try {
    chmodSync(folder, 0o700)
    const binaries = findBinaries(folder)
    const account = await chooseAccount(folder, binaries)
    const cluster = await prepareCluster(folder, binaries, account, options.durable)
    await endOrphan(cluster.data)
    const launch = { folder, durable: options.durable, binaries, account, cluster }
    const port = options.port ?? (await freePort())
    const stop = supervise(launch, port, await launchServer(launch, port), options.onEvent ?? (() => {}))
    let stopped: Promise<void> | undefined
    return {
      url: urlOf(cluster, port),
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
