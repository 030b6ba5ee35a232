import { readFile } from 'node:fs/promises'
import {
  type chainFaults,
  checkpointFile,
} from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { type Config, readConfig } from '../config/config.ts'
import { checkProof } from '../features/audit/operation-logs/check-proof.ts'
import {
  type RewrittenChain,
  verifyExportedCheckpoints,
  verifyStoredCheckpoints,
} from '../features/audit/operation-logs/verify-checkpoints.ts'
import { asOwner } from '../kernel/db/as-owner.ts'
import { openDatabase } from '../kernel/db/database.ts'
import { type KeyRotation, listKeyRotations } from '../kernel/db/key-rotations.ts'
import { ensureServingLogin } from '../kernel/db/serving-login.ts'
import { verifyAuditChain } from '../kernel/db/verify-audit-chain.ts'
import { createSecrets, toFingerprint } from '../kernel/secrets.ts'
import { isPredecessor } from '../key-rotation/begin-rotation.ts'
import { readSecretKey } from '../secret-key.ts'
import type { Command, CommandInput } from './command.ts'
import { hasDatabase, withOwnerDatabase } from './with-owner-database.ts'

const faults: Record<(typeof chainFaults)[number], string> = {
  changed: '内容被改动',
  missing: '记录被删除',
  cut: '末尾被截断',
  rewritten: '被整体改写，与检查点不符',
  unsigned: '检查点的签名不符（SECRET_KEY 换过时也会如此）',
}

/** Prints findings; the first of a fault makes the exit code 1. */
const createReport = (print: CommandInput['print']) => {
  let hasFaults = false
  const reportFault = (text: string) => {
    hasFaults = true
    print(text)
  }
  return {
    print,
    reportFault,
    reportRewritten: ({ company, seq, last, fault }: RewrittenChain) =>
      reportFault(`公司 ${company} 的审计链第 ${seq}${last > seq ? ` 到 ${last}` : ''} 条：${faults[fault]}`),
    exitCode: () => Number(hasFaults),
  }
}
type Report = ReturnType<typeof createReport>

const whoseKey = (signer: string, present: string, rotations: readonly KeyRotation[]): string => {
  if (signer === present) return '是本系统现在的密钥'
  return isPredecessor(signer, present, rotations) ? '是本系统轮换前的密钥' : '不是本系统现在的密钥'
}

const verifyProofFile = async (file: string, { print, reportFault }: Report) => {
  const { rows, publicKey, faults: found } = checkProof(await readFile(file, 'utf8'))
  for (const { seq, fault } of found) reportFault(`第 ${seq} 条：${faults[fault]}`)
  if (found.length === 0) print(`证明成立，共 ${rows} 条记录`)
  print(`签名公钥的指纹是 ${toFingerprint(publicKey)}，请与事先保存的核对`)
}

const verifyAll = async (config: Config, ownerUrl: string, checkpointPath: string | undefined, report: Report) => {
  const { print, reportFault, reportRewritten } = report
  const { rows, brokenLinks } = await verifyAuditChain(ownerUrl)
  for (const { company, seq, fault } of brokenLinks)
    reportFault(`公司 ${company} 的审计链在第 ${seq} 条断开：${faults[fault]}`)
  const key = await readSecretKey(config)
  if (key === undefined)
    return reportFault(`没有 SECRET_KEY，${config.dataDir} 里也没有密钥，没有核对检查点；审计链共 ${rows} 条记录`)
  const { publicKey, publicKeys } = createSecrets(key, { replaced: config.previousSecretKey || undefined })
  const database = openDatabase(await ensureServingLogin(ownerUrl, config.servingLogin), 1)
  try {
    const kept = await verifyStoredCheckpoints(database, publicKeys)
    kept.broken.forEach(reportRewritten)
    if (report.exitCode() === 0) print(`审计链完整，共 ${rows} 条记录，与 ${kept.checkpoints} 个检查点相符`)
    if (checkpointPath === undefined) return
    const file = checkpointFile.parse(JSON.parse(await readFile(checkpointPath, 'utf8')))
    const compared = await verifyExportedCheckpoints(database, file.publicKey, file.checkpoints)
    compared.broken.forEach(reportRewritten)
    if (compared.broken.length === 0) print(`与文件中的 ${compared.checkpoints} 个检查点相符`)
    const rotations = await asOwner(ownerUrl, listKeyRotations)
    print(`文件的签名公钥指纹是 ${toFingerprint(file.publicKey)}，${whoseKey(file.publicKey, publicKey, rotations)}`)
  } finally {
    await database.close()
  }
}

const verifyDatabase = async (
  { env, root, print }: CommandInput,
  checkpointPath: string | undefined,
  report: Report,
) => {
  const config = readConfig(env, root)
  if (!hasDatabase(config)) return report.reportFault(`没有设置 DATABASE_URL，${config.dataDir} 里也没有数据库`)
  await withOwnerDatabase(config, print, (ownerUrl) => verifyAll(config, ownerUrl, checkpointPath, report))
}

const readPath = (value: CommandInput['values'][string]) => (typeof value === 'string' ? value : undefined)

export const auditVerify: Command = {
  summary: '核对审计链、检查点或导出的证明',
  usage: '[--checkpoint 检查点文件] [--proof 证明文件]',
  options: { checkpoint: { type: 'string' }, proof: { type: 'string' } },
  async run(input) {
    const report = createReport(input.print)
    const proof = readPath(input.values.proof)
    if (proof === undefined) await verifyDatabase(input, readPath(input.values.checkpoint), report)
    else await verifyProofFile(proof, report)
    return report.exitCode()
  },
}
