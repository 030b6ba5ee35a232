import type { Checkpoint } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { type ChainDifference, findFirstDifference } from './checkpoint-seal.ts'
import { checkpointsRepository as repository } from './checkpoints.repository.ts'

/** Rows of a company that do not match a checkpoint. */
export type RewrittenChain = ChainDifference & { company: string }

const platformReach = { reach: 'platform' } as const

/** Hashes of archived rows, by company and number. */
type ArchivedHashes = ReadonlyMap<string, ReadonlyMap<number, string>>

const compare = async (
  database: Database,
  publicKeys: readonly string[],
  company: string,
  checkpoints: readonly Checkpoint[],
  archived: ArchivedHashes = new Map(),
) => {
  const compared = await database.transact(platformReach, (db) => repository.compare(db, checkpoints))
  const known = archived.get(company)
  const difference = findFirstDifference(
    publicKeys,
    compared.map((each) => ({ ...each, found: known?.get(each.seq) ?? each.found })),
  )
  return difference ? [{ company, ...difference }] : []
}

/**
 * Compares the log with the stored checkpoints. Of those within archived segments the signature alone is verified: the
 * segments' files hold the rest. Takes the installation's public keys, and from which row on to compare, by company.
 */
export const verifyStoredCheckpoints = async (
  database: Database,
  publicKeys: readonly string[],
  firsts: ReadonlyMap<string, number> = new Map(),
) => {
  const broken: RewrittenChain[] = []
  let [checkpoints, skipped] = [0, 0]
  for (const company of await database.transact(platformReach, repository.companies)) {
    const all = { from: 0, to: Number.MAX_SAFE_INTEGER }
    const first = firsts.get(company) ?? 0
    const stored = await database.transact(platformReach, (db) => repository.around(db, company, all))
    const lookedAt = stored.filter(({ seq }) => seq >= first)
    checkpoints += lookedAt.length
    skipped += stored.length - lookedAt.length
    broken.push(...(await compare(database, publicKeys, company, lookedAt)))
  }
  return { checkpoints, skipped, broken }
}

/**
 * Compares the log with exported checkpoints. Takes the public key they were signed with, and the hashes of those rows that
 * are archived.
 */
export const verifyExportedCheckpoints = async (
  database: Database,
  publicKey: string,
  exported: readonly Checkpoint[],
  archived: ArchivedHashes = new Map(),
) => {
  const byCompany = Map.groupBy(exported, ({ company }) => company)
  const broken: RewrittenChain[] = []
  for (const [company, checkpoints] of byCompany) {
    const oldestFirst = checkpoints.toSorted((one, other) => one.seq - other.seq)
    broken.push(...(await compare(database, [publicKey], company, oldestFirst, archived)))
  }
  return { checkpoints: exported.length, broken }
}
