import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Checkpoint } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import * as z from 'zod/mini'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { defineJob } from '../../../kernel/jobs/define-job.ts'
import { merkleTree } from '../../../kernel/merkle.ts'
import { runHourly } from '../../../kernel/run-hourly.ts'
import { type Secrets, toFingerprint } from '../../../kernel/secrets.ts'
import { checkpointText } from './checkpoint-seal.ts'
import { type ChainGrowth, checkpointsRepository as repository } from './checkpoints.repository.ts'

/** Hashing blocks the event loop for tens of milliseconds at most; paths have twelve hashes. */
const rowsInCheckpoint = 4096
const maxExportedCheckpoints = 1000

export type CheckpointPorts = {
  database: Database
  secrets: Secrets
  /** Folder of the exported checkpoint files. */
  checkpointFolder: string
}

/**
 * Signs the position of every chain once a day, so that a completely rewritten chain is detected (decision 50). Safe on
 * several nodes at once.
 */
export const createCheckpoints = ({ database, secrets, checkpointFolder }: CheckpointPorts) => {
  /** The present key, as files name it. */
  const keyOfFile = () => ({ publicKey: secrets.publicKey, fingerprint: toFingerprint(secrets.publicKey) })
  const toFile = (checkpoints: Checkpoint[]) => ({ ...keyOfFile(), checkpoints })

  /** Returns the row to continue from; undefined if another node was first. */
  const sealNext = async (db: Db, { company, after, head }: ChainGrowth): Promise<number | undefined> => {
    const seq = Math.min(head, after + rowsInCheckpoint)
    const hashes = await repository.hashes(db, company, { after, seq })
    const newest = hashes.at(-1)
    if (newest === undefined || hashes.length !== seq - after)
      throw new Error(`the audit chain of ${company} lacks rows between ${after} and ${seq}`)
    const time = new Date().toISOString()
    const root = merkleTree(hashes).root.toString('hex')
    const checkpoint = { company, after, seq, hash: newest.toString('hex'), root, time }
    const signature = secrets.attest(checkpointText(checkpoint)).toString('hex')
    return (await repository.insert(db, { ...checkpoint, signature })) ? seq : undefined
  }
  /** One transaction per checkpoint. */
  const sealChain = async (growth: ChainGrowth) => {
    const reach = { reach: 'company', companyId: growth.company } as const
    let after: number | undefined = growth.after
    while (after !== undefined && after < growth.head) {
      const from: ChainGrowth = { ...growth, after }
      after = await database.transact(reach, (db) => sealNext(db, from))
    }
  }

  /** Writes the day's file with the newest checkpoint of every company. Each node writes its own. */
  const writeFileOfDay = async () => {
    const file = join(checkpointFolder, `checkpoint-${new Date().toISOString().slice(0, 10)}.json`)
    if (await stat(file).catch(() => undefined)) return
    const checkpoints = await database.transact({ reach: 'platform' }, repository.newestOfAll)
    if (checkpoints.length === 0) return
    await mkdir(checkpointFolder, { recursive: true, mode: 0o700 })
    // Renamed into place, so that readers never see a partial file.
    await writeFile(`${file}.part`, JSON.stringify(toFile(checkpoints), null, 1), { mode: 0o600 })
    await rename(`${file}.part`, file)
  }

  /** A broken chain is reported and does not hold up others. */
  const sealDue = async (onError: (error: unknown) => void) => {
    for (const growth of await database.transact({ reach: 'platform' }, repository.due))
      await sealChain(growth).catch(onError)
    await writeFileOfDay()
  }

  return {
    sealDue,
    job: defineJob({
      name: 'audit.checkpoints',
      title: '签署审计检查点',
      data: z.null(),
      reach: 'platform',
      schedule: { everyMinutes: 60, minute: 47 },
      run: ({ report }) => sealDue(report),
    }),
    /**
     * Writes this node's file of the day, looking every hour.
     * @returns a function that stops it
     */
    start: (onError: (error: unknown) => void) => runHourly(writeFileOfDay, onError),

    /** Signs the current position of one company's chain. */
    seal: async (companyId: string) =>
      sealChain(
        await database.transact({ reach: 'company', companyId }, (db) => repository.measureGrowth(db, companyId)),
      ),

    /** The newest checkpoints of a company as an export file. */
    exportNewest: async (db: Db, companyId: string) =>
      toFile(await repository.newest(db, companyId, maxExportedCheckpoints)),
    keyOfFile,
    publicKeys: () => secrets.publicKeys,
  }
}

export type Checkpoints = ReturnType<typeof createCheckpoints>
