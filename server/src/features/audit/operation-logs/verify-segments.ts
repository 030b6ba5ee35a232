import { chainFaultWords } from '@atrium/contract/features/audit/operation-logs/chain-fault-words.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { CheckedFrom } from '../../../kernel/db/verify-audit-chain.ts'
import type { ContentStore } from '../../../kernel/files/file-store.ts'
import { type CheckedSegment, checkSegment } from './check-segment.ts'
import { describeRows } from './describe-rows.ts'
import { isSameRange, isSignedSegment, type Segment } from './segment-seal.ts'
import { segmentsRepository as repository, type StoredSegment } from './segments.repository.ts'

/** A segment that cannot be relied on, and why, in a clause for the operator. */
export type BrokenSegment = Pick<Segment, 'company' | 'first' | 'last'> & { problem: string }

/** What is wrong with the rows in a file; undefined: nothing. */
export const describeFault = ({ fault }: Pick<CheckedSegment, 'fault'>): string | undefined =>
  fault && describeRows(fault.seq, fault.last) + chainFaultWords[fault.fault]

/** Which keys the installation signs with, or has signed with before. */
type KnownKeys = {
  publicKeys: readonly string[]
  isKnown(publicKey: string): boolean
}
type VerifyOptions = KnownKeys & {
  from?: CheckedFrom | undefined
  /** Rows whose hashes to return, by company. */
  wanted?: ReadonlyMap<string, ReadonlySet<number>>
}

const isLookedAt = ({ last, lastTime }: Segment, from: CheckedFrom | undefined): boolean => {
  if (from === undefined) return true
  return 'seq' in from ? last >= from.seq : Date.parse(lastTime) >= Date.parse(from.time)
}

const findDifference = (stored: StoredSegment, { header, sha256, size }: CheckedSegment): string | undefined => {
  if (sha256 !== stored.sha256 || size !== stored.size) return t('文件已损坏或被替换，与登记的摘要不符')
  return isSameRange(header, stored) ? undefined : t('登记的范围与文件不符')
}

/**
 * Verifies the archived segments by their files: that each is there, is the one that was recorded, and holds an unbroken
 * chain that checkpoints of a known key cover. How segments follow on one another and on the log is for the check of the
 * chain. Takes the store of the files.
 */
export const verifySegments = async (
  database: Database,
  archive: Pick<ContentStore, 'read'>,
  { publicKeys, isKnown, from, wanted = new Map() }: VerifyOptions,
) => {
  const hashes = new Map<string, ReadonlyMap<number, string>>()
  const keep = (company: string, found: ReadonlyMap<number, string>) =>
    hashes.set(company, new Map([...(hashes.get(company) ?? []), ...found]))

  const findProblem = async (stored: StoredSegment): Promise<string | undefined> => {
    if (!isSignedSegment(publicKeys, stored)) return t('登记的签名不符（SECRET_KEY 换过时也会如此）')
    const bytes = await archive.read({ companyId: stored.company, sha256: stored.sha256 })
    if (!bytes) return t('文件缺失')
    const checked = await checkSegment(bytes, wanted.get(stored.company)).catch((error: Error) => error.message)
    if (typeof checked === 'string') return checked
    const problem = findDifference(stored, checked) ?? describeFault(checked)
    if (problem !== undefined) return problem
    if (!isKnown(checked.header.publicKey)) return t('检查点由其他系统的密钥签名')
    keep(stored.company, checked.hashes)
    return undefined
  }

  const all = await database.transact({ reach: 'platform' }, repository.listAll)
  const lookedAt = all.filter((each) => isLookedAt(each, from))
  const broken: BrokenSegment[] = []
  for (const stored of lookedAt) {
    const { company, first, last } = stored
    const problem = await findProblem(stored)
    if (problem !== undefined) broken.push({ company, first, last, problem })
  }
  const rows = lookedAt.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  return { segments: lookedAt.length, skipped: all.length - lookedAt.length, rows, broken, hashes }
}
