import { tell } from '../kernel/texts/operator-language.ts'
import { asBytes, readText } from './backups.ts'
import type { BackupPlace } from './place.ts'

const name = 'pruning.json'
/** A process that prunes for longer has ended without saying so. */
const longestMs = 24 * 3_600_000

/** Says in a place that old backups are being removed. */
export const markPruning = (place: BackupPlace) =>
  place.write(name, asBytes(JSON.stringify({ since: new Date().toISOString() })))
export const unmarkPruning = (place: BackupPlace) => place.remove(name)

/** Whether something that began at a time may still be under way. */
export const mayStillRun = (since: string): boolean => Date.now() - Date.parse(since) < longestMs

/**
 * Refuses a backup while old ones are being removed: bytes that it counts on could go with them.
 * @throws an Error for the operator
 */
export const assertNotPruning = async (place: BackupPlace): Promise<void> => {
  const mark = await readText(place, name)
  if (mark !== undefined && mayStillRun(JSON.parse(mark).since))
    throw new Error(
      tell('{address} 正在清理旧备份，请稍后再备份；清理若已中断，请先再次运行 atrium prune', {
        address: place.address,
      }),
    )
}
