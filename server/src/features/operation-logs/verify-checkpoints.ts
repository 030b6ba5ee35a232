import type { Checkpoint } from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'
import type { Database } from '../../kernel/db/database.ts'
import { type Differing, firstDiffering } from './checkpoint-seal.ts'
import { checkpointsRepository as repository } from './checkpoints.repository.ts'

/** Rows of a company that are not what a checkpoint says. */
export type RewrittenChain = Differing & { company: string }

const platform = { reach: 'platform' } as const

const compare = async (database: Database, publicKey: string, company: string, checkpoints: readonly Checkpoint[]) => {
  const compared = await database.transact(platform, (db) => repository.compare(db, checkpoints))
  const differing = firstDiffering(publicKey, compared)
  return differing ? [{ company, ...differing }] : []
}

/** Compares the log with the checkpoints that are kept beside it. In: the key of this installation. */
export const verifyKeptCheckpoints = async (database: Database, publicKey: string) => {
  const broken: RewrittenChain[] = []
  let checkpoints = 0
  for (const company of await database.transact(platform, repository.companies)) {
    const all = { from: 0, to: Number.MAX_SAFE_INTEGER }
    const kept = await database.transact(platform, (db) => repository.around(db, company, all))
    checkpoints += kept.length
    broken.push(...(await compare(database, publicKey, company, kept)))
  }
  return { checkpoints, broken }
}

/** Compares the log with checkpoints that were carried off. In: the key they say they were signed with. */
export const verifyCarriedOff = async (database: Database, publicKey: string, carriedOff: readonly Checkpoint[]) => {
  const byCompany = Map.groupBy(carriedOff, ({ company }) => company)
  const broken: RewrittenChain[] = []
  for (const [company, checkpoints] of byCompany) {
    const oldestFirst = checkpoints.toSorted((one, other) => one.seq - other.seq)
    broken.push(...(await compare(database, publicKey, company, oldestFirst)))
  }
  return { checkpoints: carriedOff.length, broken }
}
