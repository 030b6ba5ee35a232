import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@atrium/server/src/kernel/db/embedded-postgres.ts'
import { ensureServingLogin } from '@atrium/server/src/kernel/db/serving-login.ts'
import { administrator } from '@atrium/server/test/administrator.ts'

const root = path.join(import.meta.dirname, '../..')

const freePort = () =>
  new Promise<number>((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })

const ready = async (url: string, server: ChildProcess) => {
  for (let tries = 0; tries < 200; tries += 1) {
    if (server.exitCode !== null) throw new Error(`the product ended with ${server.exitCode} before it was ready`)
    if (
      await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await sleep(100)
  }
  throw new Error('the product was not ready in 20 seconds')
}

/**
 * Starts the product as `npm start` does, on a free port, over an embedded PostgreSQL that tests can query.
 * @param build - the folder with its build; another one for an installation with modules
 */
export const startProduct = async (env: Record<string, string> = {}, build = root) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-e2e-'))
  const postgres = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), durable: false })
  const port = await freePort()
  const secretKey = randomBytes(32).toString('base64url')
  const server = spawn(process.execPath, [path.join(build, 'server/dist/main.js')], {
    cwd: build,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      METRICS_PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: postgres.url,
      SECRET_KEY: secretKey,
      ADMIN_ACCOUNT: administrator.account,
      ADMIN_PASSWORD: administrator.password,
      CAPTCHA: 'risk',
      LOG_LEVEL: 'error',
      ...env,
    },
  })
  const stop = async () => {
    const ended = new Promise((done) => server.once('exit', done))
    if (server.exitCode === null) {
      server.kill('SIGINT')
      await ended
    }
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  try {
    await ready(url, server)
    const servingUrl = await ensureServingLogin(postgres.url)
    return { url, ownerUrl: postgres.url, servingUrl, secretKey, folder, outbox: path.join(folder, 'outbox'), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
