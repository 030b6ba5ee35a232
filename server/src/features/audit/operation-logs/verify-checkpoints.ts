import type { Checkpoint } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { type ChainDifference, findFirstDifference } from './checkpoint-seal.ts'
import { checkpointsRepository as repository } from './checkpoints.repository.ts'

/** Rows of a company that do not match a checkpoint. */
export type RewrittenChain = ChainDifference & { company: string }

const platformReach = { reach: 'platform' } as const

const compare = async (
  database: Database,
  publicKeys: readonly string[],
  company: string,
  checkpoints: readonly Checkpoint[],
) => {
  const compared = await database.transact(platformReach, (db) => repository.compare(db, checkpoints))
  const difference = findFirstDifference(publicKeys, compared)
  return difference ? [{ company, ...difference }] : []
}

/** Compares the log with the stored checkpoints. Takes the installation's public keys. */
export const verifyStoredCheckpoints = async (database: Database, publicKeys: readonly string[]) => {
  const broken: RewrittenChain[] = []
  let checkpoints = 0
  for (const company of await database.transact(platformReach, repository.companies)) {
    const all = { from: 0, to: Number.MAX_SAFE_INTEGER }
    const stored = await database.transact(platformReach, (db) => repository.around(db, company, all))
    checkpoints += stored.length
    broken.push(...(await compare(database, publicKeys, company, stored)))
  }
  return { checkpoints, broken }
}

/** Compares the log with exported checkpoints. Takes the public key they were signed with. */
export const verifyExportedCheckpoints = async (
  database: Database,
  publicKey: string,
  exported: readonly Checkpoint[],
) => {
  const byCompany = Map.groupBy(exported, ({ company }) => company)
  const broken: RewrittenChain[] = []
  for (const [company, checkpoints] of byCompany) {
    const oldestFirst = checkpoints.toSorted((one, other) => one.seq - other.seq)
    broken.push(...(await compare(database, [publicKey], company, oldestFirst)))
  }
  return { checkpoints: exported.length, broken }
}
