import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Provider } from './provider.ts'

/** Writes every message into a folder instead of sending it, for development. */
export const createOutboxProvider = (folder: string): Provider => ({
  name: 'outbox',
  async send({ id, channel, to, title, text, values }) {
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${id}.json`
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Renamed into place, so that readers never see a partial file.
    const unfinished = join(folder, `${name}.part`)
    await writeFile(unfinished, JSON.stringify({ channel, to, title, text, values }, null, 2), { mode: 0o600 })
    await rename(unfinished, join(folder, name))
    return name
  },
})
