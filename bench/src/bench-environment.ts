import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@atrium/server/src/kernel/db/embedded-postgres.ts'
import { postgresPackage } from '@atrium/server/test/postgres-versions.ts'
import { stopServers } from './child.ts'
import { password } from './seed.ts'

const environments: (() => Promise<void>)[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(
    signal,
    () => void Promise.allSettled(environments.map((clear) => clear())).finally(() => process.exit(130)),
  )

/**
 * Creates a folder and a PostgreSQL of its own, as durable as in production. Both are removed, with all started
 * servers, when the run ends or is interrupted. `major`: an older version that is installed.
 */
export const setUpEnvironment = async (major?: string) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-bench-'))
  const postgres = await startEmbeddedPostgres({
    folder: path.join(folder, 'postgres'),
    durable: true,
    ...(major && { otherPackage: postgresPackage(major).folder }),
  })
  let clearing: Promise<void> | undefined
  const clear = () => {
    clearing ??= stopServers()
      .then(postgres.stop)
      .finally(() => rmSync(folder, { recursive: true, force: true }))
    return clearing
  }
  environments.push(clear)
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    ADMIN_PASSWORD: password,
    CAPTCHA: 'off',
    LOG_LEVEL: 'warn',
    NODE_ENV: '',
  }
  return { folder, postgres, env, clear }
}
