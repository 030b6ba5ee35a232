import { statfs } from 'node:fs/promises'

/** Bytes that are free where a folder lies; of one that is not there yet, null. */
export const freeBytes = async (folder: string): Promise<number | null> => {
  const found = await statfs(folder).catch(() => undefined)
  return found ? found.bavail * found.bsize : null
}
