import type { Database } from '../../../kernel/db/database.ts'
import type { Work } from '../../../kernel/feature.ts'
import { writeEvery } from '../../../kernel/write-every.ts'
import { attachmentsRepository as repository } from './attachments.repository.ts'

type NoticeFile = { companyId: string; id: string; fileId: string }
type Counted = NoticeFile & { count: number }
const writeIntervalMs = 3000

/**
 * Counts downloads in memory and writes the sums every few seconds: the readers of a popular file do not wait for each
 * other at its row, and a download writes nothing. A node that crashes loses its unwritten counts.
 */
export const createDownloadCounter = (database: Database) => {
  let counts = new Map<string, Counted>()
  const add = (file: NoticeFile, count: number) => {
    const key = `${file.companyId} ${file.id} ${file.fileId}`
    counts.set(key, { ...file, count: (counts.get(key)?.count ?? 0) + count })
  }
  const write = async () => {
    const counted = [...counts.values()]
    if (counted.length === 0) return
    counts = new Map()
    try {
      await database.transact({ reach: 'platform' }, (db) => repository.addDownloads(db, counted))
    } catch (error) {
      for (const { count, ...file } of counted) add(file, count)
      throw error
    }
  }
  const work: Work = {
    start: (onError) => writeEvery(writeIntervalMs, write, onError),
  }
  return { work, count: (file: NoticeFile): void => add(file, 1) }
}
export type DownloadCounter = ReturnType<typeof createDownloadCounter>
