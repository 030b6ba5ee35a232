import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkpointFile } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import type { Config } from '../config/config.ts'
import {
  verifyExportedCheckpoints,
  verifyStoredCheckpoints,
} from '../features/audit/operation-logs/verify-checkpoints.ts'
import { verifySegments } from '../features/audit/operation-logs/verify-segments.ts'
import { asOwner } from '../kernel/db/as-owner.ts'
import { type Database, openDatabase } from '../kernel/db/database.ts'
import { type KeyRotation, listKeyRotations } from '../kernel/db/key-rotations.ts'
import { ensureServingLogin } from '../kernel/db/serving-login.ts'
import { type CheckedFrom, verifyAuditChain } from '../kernel/db/verify-audit-chain.ts'
import { openFileStore } from '../kernel/files/open-file-store.ts'
import { createSecrets, toFingerprint } from '../kernel/secrets.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import { isPredecessor } from '../key-rotation/begin-rotation.ts'
import { readSecretKey } from '../secret-key.ts'
import { type AuditReport, describeRowFault } from './audit-report.ts'

/** Where to begin, and a file of checkpoints to compare with. */
export type AuditCheck = { from: CheckedFrom | undefined; checkpointPath: string | undefined }

type CheckpointFile = ReturnType<typeof checkpointFile.parse>
type Keys = { publicKey: string; publicKeys: readonly string[]; rotations: readonly KeyRotation[] }

const whoseKey = (signer: string, { publicKey, rotations }: Keys): string => {
  if (signer === publicKey) return tell('是本系统现在的密钥')
  return isPredecessor(signer, publicKey, rotations) ? tell('是本系统轮换前的密钥') : tell('不是本系统现在的密钥')
}

const openArchive = async (config: Config, database: Database) => {
  const { rows } = await database.statement({ text: 'select id from companies where platform', values: [] })
  const s3 = config.s3 && { bucket: config.s3, installation: String(rows[0]?.id) }
  return openFileStore(join(config.dataDir, 'files'), s3).archive
}

const readCheckpoints = async (path: string): Promise<CheckpointFile> =>
  checkpointFile.parse(JSON.parse(await readFile(path, 'utf8')))
/** The numbers of the rows that checkpoints name, by company. */
const toWanted = ({ checkpoints }: CheckpointFile) =>
  new Map(
    [...Map.groupBy(checkpoints, ({ company }) => company)].map(([company, own]) => [
      company,
      new Set(own.map(({ seq }) => seq)),
    ]),
  )

const describeFrom = (from: CheckedFrom) => ('seq' in from ? tell('第 {seq} 条', { seq: from.seq }) : from.time)

/** The chains of all companies, and where their check began. */
const verifyChains = async (ownerUrl: string, from: CheckedFrom | undefined, { reportFault }: AuditReport) => {
  const { rows, brokenLinks, chains } = await verifyAuditChain(ownerUrl, from)
  for (const { company, seq, fault } of brokenLinks)
    reportFault(
      tell('公司 {company} 的审计链在第 {seq} 条断开：{fault}', { company, seq, fault: describeRowFault(fault) }),
    )
  const firsts = new Map(from && chains.map(({ company, first }) => [company, first]))
  return { rows, firsts, skipped: chains.reduce((sum, each) => sum + each.skipped, 0) }
}

/**
 * Verifies the audit log of an installation: the chains of its database, the files of archived segments, and the
 * checkpoints of both. Says what it did not look at. Takes the owner's address.
 */
export const verifyAuditDatabase = async (
  config: Config,
  ownerUrl: string,
  { from, checkpointPath }: AuditCheck,
  report: AuditReport,
): Promise<void> => {
  const { print } = report
  const chain = await verifyChains(ownerUrl, from, report)
  const key = await readSecretKey(config)
  if (key === undefined)
    return report.reportFault(
      tell('没有 SECRET_KEY，{dataDir} 里也没有密钥，没有核对检查点和归档分段；审计链共 {rows} 条记录', {
        dataDir: config.dataDir,
        rows: chain.rows,
      }),
    )
  const { publicKey, publicKeys } = createSecrets(key, { replaced: config.previousSecretKey || undefined })
  const keys = { publicKey, publicKeys, rotations: await asOwner(ownerUrl, listKeyRotations) }
  const file = checkpointPath === undefined ? undefined : await readCheckpoints(checkpointPath)
  const database = openDatabase(await ensureServingLogin(ownerUrl, config.servingLogin), 1)
  try {
    const kept = await verifyStoredCheckpoints(database, publicKeys, chain.firsts)
    kept.broken.forEach(report.reportRewritten)
    const archived = await verifySegments(database, await openArchive(config, database), {
      publicKeys,
      isKnown: (signer) => publicKeys.includes(signer) || isPredecessor(signer, publicKey, keys.rotations),
      from,
      ...(file && { wanted: toWanted(file) }),
    })
    archived.broken.forEach(report.reportSegment)
    if (report.exitCode() === 0) {
      print(
        tell('审计链完整，共 {rows} 条记录，与 {checkpoints} 个检查点相符', {
          rows: chain.rows,
          checkpoints: kept.checkpoints,
        }),
      )
      if (archived.segments > 0)
        print(tell('{segments} 个归档分段完整，共 {rows} 条记录', { segments: archived.segments, rows: archived.rows }))
    }
    if (from)
      print(
        tell('从{from}起核对：此前的 {rows} 条记录、{checkpoints} 个检查点和 {segments} 个归档分段没有核对', {
          from: describeFrom(from),
          rows: chain.skipped,
          checkpoints: kept.skipped,
          segments: archived.skipped,
        }),
      )
    if (!file) return
    const compared = await verifyExportedCheckpoints(database, file.publicKey, file.checkpoints, archived.hashes)
    compared.broken.forEach(report.reportRewritten)
    if (compared.broken.length === 0)
      print(tell('与文件中的 {checkpoints} 个检查点相符', { checkpoints: compared.checkpoints }))
    print(
      tell('文件的签名公钥指纹是 {publicKey}，{whose}', {
        publicKey: toFingerprint(file.publicKey),
        whose: whoseKey(file.publicKey, keys),
      }),
    )
  } finally {
    await database.close()
  }
}
