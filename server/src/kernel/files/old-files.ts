import { rm, stat } from 'node:fs/promises'
import { unlessMissing } from './names-in.ts'

/** Longer than any request or job writes to one file. */
const dayMs = 24 * 60 * 60 * 1000

/** Whether what was begun then cannot be under way any more. */
export const isOld = (begunMs: number): boolean => Date.now() - begunMs > dayMs

/** Removes a file that no one has written to for a day. */
export const removeIfOld = async (path: string): Promise<void> => {
  const found = await stat(path).catch(unlessMissing)
  if (found && isOld(found.mtimeMs)) await rm(path, { force: true })
}
