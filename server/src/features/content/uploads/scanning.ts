import type { FileType } from '@atrium/contract/features/content/uploads/file-types.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { defineTrigger } from '../../../kernel/jobs/define-job.ts'
import { fireTrigger } from '../../../kernel/jobs/enqueue-job.ts'
import type { Files } from '../../tenancy/files/index.ts'
import { scanStream } from './clamd.ts'
import { scanningRepository as repository } from './scanning.repository.ts'

type Ports = Pick<BasePorts, 'clamavSocket' | 'wakeJob' | 'onError'> & {
  database: Database
  files: Pick<Files, 'read'>
}
const platform = { reach: 'platform' } as const

/**
 * Scans files for viruses, if a scanner is configured: until it has found nothing, a file is in quarantine. Pictures
 * are not scanned, as nothing of what was sent survives in them.
 */
export const createScanning = ({ database, files, clamavSocket, wakeJob, onError }: Ports) => {
  const isOn = clamavSocket !== ''

  const scanOne = async (file: Awaited<ReturnType<typeof repository.next>>[number], signal: AbortSignal) => {
    const bytes = await files.read(file)
    if (!bytes) throw new Error(`the bytes of file ${file.id} are missing`)
    const finding = await scanStream(clamavSocket, bytes, signal)
    await database.transact(platform, (db) => repository.note(db, file, finding))
  }
  const trigger = defineTrigger({
    name: 'files.scan',
    pollSeconds: 30,
    schedule: { everyMinutes: 5 },
    async run(signal) {
      let after: string | undefined
      while (!signal.aborted) {
        const waiting = await database.transact(platform, (db) => repository.next(db, after))
        for (const file of waiting) {
          if (signal.aborted) return
          await scanOne(file, signal).catch(onError)
          after = file.id
        }
        if (waiting.length === 0) return
      }
    },
  })
  return {
    /** None without a scanner. */
    jobs: isOn ? [trigger] : [],
    firstState: ({ kind }: FileType): 'ready' | 'quarantined' => (isOn && kind !== 'picture' ? 'quarantined' : 'ready'),
    /** Has new files scanned after the commit. */
    request: async (db: Db): Promise<void> => {
      if (isOn) await fireTrigger(db, trigger)
    },
    /** Has them scanned at once, if this node works. */
    wake: (): void => {
      if (isOn) wakeJob(trigger.name)
    },
  }
}
export type Scanning = ReturnType<typeof createScanning>
