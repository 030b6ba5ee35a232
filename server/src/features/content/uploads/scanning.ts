import type { FileType } from '@atrium/contract/features/content/uploads/file-types.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { defineTrigger } from '../../../kernel/jobs/define-job.ts'
import { fireTrigger } from '../../../kernel/jobs/enqueue-job.ts'
import type { Files } from '../../tenancy/files/index.ts'
import { ScannerUnreachable, scanStream } from './clamd.ts'
import { scanningRepository as repository } from './scanning.repository.ts'

type Ports = Pick<BasePorts, 'clamavSocket' | 'wakeJob' | 'onError'> & {
  database: Database
  files: Pick<Files, 'read'>
}
const platform = { reach: 'platform' } as const

/** How often a file is scanned before a user must ask for it, with pauses that double. */
const mostTries = 5
const firstPauseSeconds = 5 * 60

/**
 * Scans files for viruses, if a scanner is configured: until it has found nothing, a file is in quarantine. Pictures
 * are not scanned, as nothing of what was sent survives in them.
 */
export const createScanning = ({ database, files, clamavSocket, wakeJob, onError }: Ports) => {
  const isOn = clamavSocket !== ''
  type Waiting = Awaited<ReturnType<typeof repository.next>>[number]

  /**
   * Throws if the scanner cannot be reached, or the store.
   * @returns undefined if the file cannot be judged
   */
  const judge = async (file: Waiting, signal: AbortSignal): Promise<string | undefined> => {
    const bytes = await files.read(file)
    try {
      if (!bytes) throw new Error(`the bytes of file ${file.id} are missing`)
      return await scanStream(clamavSocket, bytes, signal)
    } catch (error) {
      if (error instanceof ScannerUnreachable || signal.aborted) throw error
      onError(error)
      return undefined
    }
  }
  const scanOne = async (file: Waiting, signal: AbortSignal) => {
    const finding = await judge(file, signal)
    await database.transact(platform, (db) =>
      finding === undefined
        ? repository.postpone(db, file, mostTries, firstPauseSeconds)
        : repository.note(db, file, finding),
    )
  }
  const scanAll = async (signal: AbortSignal) => {
    for (let waiting: Waiting[] = []; !signal.aborted; ) {
      waiting = await database.transact(platform, repository.next)
      if (waiting.length === 0) return
      for (const file of waiting) await scanOne(file, signal)
    }
  }
  const trigger = defineTrigger({
    name: 'files.scan',
    title: '为上传的文件查毒',
    schedule: { everyMinutes: 5 },
    // What remains is scanned at the next time.
    run: scanAll,
  })
  /** Has new files scanned after the commit. */
  const request = async (db: Db): Promise<void> => {
    if (isOn) await fireTrigger(db, trigger)
  }
  return {
    /** None without a scanner. */
    jobs: isOn ? [trigger] : [],
    isQuarantined: ({ kind }: FileType): boolean => isOn && kind !== 'picture',
    request,
    /** Has a file scanned again that the scanner could not judge. */
    restart: async (db: Db, file: { companyId: string; id: string }): Promise<void> => {
      await repository.restart(db, file)
      await request(db)
    },
    /** Has them scanned at once, if this node works. */
    wake: (): void => {
      if (isOn) wakeJob(trigger.name)
    },
  }
}
export type Scanning = ReturnType<typeof createScanning>
