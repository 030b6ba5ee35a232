import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The program of a thread: what is built of it, as in a bundle and in the kit, and its source otherwise. */
export const threadFile = (folder: string, name: string): string => {
  const built = join(folder, `${name}.js`)
  return existsSync(built) ? built : join(folder, `${name}.ts`)
}
