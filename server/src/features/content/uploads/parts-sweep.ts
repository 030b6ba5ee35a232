import * as z from 'zod/mini'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { PartialKey, PartialStore } from '../../../kernel/files/file-store.ts'
import { defineJob } from '../../../kernel/jobs/define-job.ts'
import { partsRepository as repository } from './parts.repository.ts'

const batch = 100
type Transact = <T>(work: (db: Db) => Promise<T>) => Promise<T>
type Ports = { database: Database; partial: PartialStore }

/** Deletes what never arrived as a whole: expired uploads with their parts, and parts without an upload. */
export const createPartsSweep = ({ database, partial }: Ports) => {
  /** The parts go first: without its row no job would look for them. */
  const sweepExpired = async (db: Db): Promise<number> => {
    const expired = await repository.lockExpired(db, batch)
    for (const key of expired) {
      await partial.discard(key)
      await repository.removeLocked(db, key)
    }
    return expired.length
  }
  const sweep = async (transact: Transact) => {
    while ((await transact(sweepExpired)) === batch);
    let keys: PartialKey[] = []
    const discardMissing = async () => {
      for (const key of await transact((db) => repository.withoutRow(db, keys))) await partial.discard(key)
      keys = []
    }
    for await (const key of partial.list()) if (keys.push(key) === batch) await discardMissing()
    await discardMissing()
  }
  return {
    sweep: () => sweep((work) => database.transact({ reach: 'platform' }, work)),
    job: defineJob({
      name: 'uploads.sweep',
      title: '清理未完成的上传',
      data: z.null(),
      reach: 'platform',
      schedule: { everyMinutes: 60, minute: 47 },
      run: ({ transact }) => sweep((work) => transact(({ db }) => work(db))),
    }),
  }
}
