import * as z from 'zod/mini'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { ContentKey, FileStore } from '../../../kernel/files/file-store.ts'
import { readStoreOwner } from '../../../kernel/files/own-store.ts'
import { defineJob } from '../../../kernel/jobs/define-job.ts'
import type { Settings } from '../../system/base-parameters/index.ts'
import { filesRepository as repository } from './files.repository.ts'
import type { Files } from './files.service.ts'

const batch = 500
type Transact = <T>(work: (db: Db) => Promise<T>) => Promise<T>
type Ports = {
  database: Database
  fileStore: FileStore
  files: Pick<Files, 'collect'>
  settings: Pick<Settings, 'read'>
}

/** Deletes files that nothing uses, and bytes that no file has. Safe on several nodes at once, and at any moment. */
export const createFileSweep = ({ database, fileStore, files, settings }: Ports) => {
  /** By the rows: what nothing has used for a day. */
  const sweepRows = async (transact: Transact) => {
    while ((await transact((db) => repository.removeUnused(db, batch))) === batch);
    while ((await transact((db) => repository.removeAbandonedContents(db, batch))) === batch);
  }

  /** Notes bytes without a row, as after a restored database; those of an erased company go at once. */
  const noteStray = async (transact: Transact) => {
    let keys: ContentKey[] = []
    const noteBatch = async () => {
      for (const key of await transact((db) => repository.noteStray(db, keys))) await files.collect(key)
      keys = []
    }
    for await (const key of fileStore.content.list()) if (keys.push(key) === batch) await noteBatch()
    await noteBatch()
  }

  /**
   * By the bytes: those that no row has named for some days, so that an older database finds its own.
   * @throws an error if the store holds those of another installation
   */
  const sweepBytes = async (transact: Transact) => {
    if ((await readStoreOwner(database, fileStore.mark)) !== 'own')
      throw new Error('the store of files belongs to another installation: nothing was removed')
    await transact(repository.forgetNamedAgain)
    await noteStray(transact)
    const { 'files.keepDays': days } = await settings.read()
    for (let keys: ContentKey[] = []; ; ) {
      keys = await transact((db) => repository.removedBefore(db, days, batch))
      for (const key of keys) await files.collect(key)
      if (keys.length < batch) break
    }
    await fileStore.content.removeUnfinished()
  }

  const inTurn: Transact = (work) => database.transact({ reach: 'platform' }, work)
  const common = { data: z.null(), reach: 'platform' } as const
  return {
    sweepRows: () => sweepRows(inTurn),
    sweepBytes: () => sweepBytes(inTurn),
    jobs: [
      defineJob({
        ...common,
        name: 'files.sweepRows',
        title: '删除未使用的文件',
        schedule: { everyMinutes: 60, minute: 41 },
        run: ({ transact }) => sweepRows((work) => transact(({ db }) => work(db))),
      }),
      defineJob({
        ...common,
        name: 'files.sweepBytes',
        title: '清理文件存储',
        schedule: { everyMinutes: 24 * 60, minute: 197 },
        run: ({ transact }) => sweepBytes((work) => transact(({ db }) => work(db))),
      }),
    ],
  }
}
