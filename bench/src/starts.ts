import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { builtProduct, startServer } from './child.ts'
import { readMemory } from './cpu.ts'
import { median } from './measure.ts'

const idleDelayMs = 5000
const ready = '/readyz'

const start = async (env: Record<string, string>) => {
  const server = await startServer(builtProduct, env, ready)
  await server.stop()
  return server.startMs
}

/**
 * Restarts the product on its existing database.
 * @returns the time to the first response and the idle memory
 */
export const restart = async (env: Record<string, string>) => {
  const times = [await start(env), await start(env)]
  const server = await startServer(builtProduct, env, ready)
  await sleep(idleDelayMs)
  const idleMb = readMemory(server.pid)
  await server.stop()
  return { startMs: median([...times, server.startMs]), idleMb }
}

/** Time to the first response with the embedded database: on an existing and on an empty folder. */
export const embeddedStarts = async (env: Record<string, string>) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-bench-first-'))
  try {
    return { knownMs: await start(env), firstMs: await start({ ...env, DATA_DIR: folder }) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
