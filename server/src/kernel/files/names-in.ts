import { opendir } from 'node:fs/promises'

/** For `catch`: undefined where a file or folder is missing. Rethrows any other error. */
export const unlessMissing = (error: unknown): undefined => {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

/** The names in a folder; none if it is missing. */
export const namesIn = async (folder: string): Promise<string[]> => {
  const names: string[] = []
  const entries = await opendir(folder).catch(unlessMissing)
  if (entries) for await (const { name } of entries) names.push(name)
  return names
}
