import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from './child.ts'
import { memoryOf } from './cpu.ts'
import { median } from './measured.ts'

const settledMs = 5000
const product = 'server/src/main.ts'
const ready = '/readyz'

const start = async (env: Record<string, string>) => {
  const server = await startServer(product, env, ready)
  await server.stop()
  return server.startMs
}

/** Starts the product again on the database it knows. Out: the time to the first answer, and what it holds when nobody asks. */
export const restart = async (env: Record<string, string>) => {
  const times = [await start(env), await start(env)]
  const server = await startServer(product, env, ready)
  await sleep(settledMs)
  const idleMb = memoryOf(server.pid)
  await server.stop()
  return { startMs: median([...times, server.startMs]), idleMb }
}

/** The time to the first answer where the product brings its own database up: on a folder it knows, and on an empty one. */
export const embeddedStarts = async (env: Record<string, string>) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-bench-first-'))
  try {
    return { knownMs: await start(env), firstMs: await start({ ...env, DATA_DIR: folder }) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
