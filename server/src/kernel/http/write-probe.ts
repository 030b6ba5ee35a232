import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isConnectionError } from '../db/connection-errors.ts'
import type { Database } from '../db/database.ts'
import { probeWrites } from '../db/probe-writes.ts'
import { newId } from '../ids.ts'

const block = Buffer.alloc(4096)

const writeFolder = async (folder: string) => {
  const file = join(folder, `.readyz-${newId()}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(file, block).finally(() => rm(file, { force: true }))
}

export type Readiness = 'ok' | 'no database' | 'writes fail'

/**
 * Creates a probe that writes a little to the database and to a folder. Concurrent callers share one run: the probe is
 * public and must stay cheap.
 */
export const createWriteProbe = (database: Database, folder: string): (() => Promise<Readiness>) => {
  const write = async () => {
    await probeWrites(database)
    await writeFolder(folder)
  }
  let running: Promise<Readiness> | undefined
  return () => {
    running ??= write()
      .then(
        (): Readiness => 'ok',
        (error): Readiness => (isConnectionError(error) ? 'no database' : 'writes fail'),
      )
      .finally(() => {
        running = undefined
      })
    return running
  }
}
