import { tell } from '../kernel/texts/operator-language.ts'
import { listBackups, manifestName, objectName, readText } from './backups.ts'
import type { BackupPlace } from './place.ts'

/**
 * Refuses to put backups of several installations into one place: the newest would be one of any.
 * @throws an Error for the operator
 */
export const assertSameInstallation = async (place: BackupPlace, installation: string): Promise<void> => {
  const newest = (await listBackups(place)).findLast(({ isFinished }) => isFinished)
  if (!newest) return
  const other = await readText(place, objectName(newest.name, manifestName)).then(readInstallation)
  if (other !== undefined && other !== installation)
    throw new Error(tell('{address} 里是另一套系统的备份，请为该系统另选一处', { address: place.address }))
}

/** A manifest that cannot be read is no reason to make no further backup. */
const readInstallation = (manifest = ''): unknown => {
  try {
    return JSON.parse(manifest).installation
  } catch {
    return undefined
  }
}
