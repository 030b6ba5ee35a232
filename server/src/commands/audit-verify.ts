import { readFile } from 'node:fs/promises'
import { readConfig } from '../config/config.ts'
import { checkProof } from '../features/audit/operation-logs/check-proof.ts'
import { findMissing } from '../kernel/db/migrate.ts'
import type { CheckedFrom } from '../kernel/db/verify-audit-chain.ts'
import { toFingerprint } from '../kernel/secrets.ts'
import { joinTold, tell } from '../kernel/texts/operator-language.ts'
import { migrationsFolder } from '../prepare-schema.ts'
import { type AuditReport, createAuditReport, describeRowFault } from './audit-report.ts'
import type { Command, CommandInput } from './command.ts'
import { type AuditCheck, verifyAuditDatabase } from './verify-audit-database.ts'
import { verifySegmentFiles } from './verify-segment-files.ts'
import { hasDatabase, withOwnerDatabase } from './with-owner-database.ts'

const verifyProofFile = async (file: string, { print, reportFault }: AuditReport) => {
  const { rows, publicKey, faults: found } = checkProof(await readFile(file, 'utf8'))
  for (const { seq, fault } of found) reportFault(tell('第 {seq} 条：{fault}', { seq, fault: describeRowFault(fault) }))
  if (found.length === 0) print(tell('证明成立，共 {rows} 条记录', { rows }))
  print(tell('签名公钥的指纹是 {publicKey}，请与事先保存的核对', { publicKey: toFingerprint(publicKey) }))
}

const verifyDatabase = async ({ env, root, print }: CommandInput, check: AuditCheck, report: AuditReport) => {
  const config = readConfig(env, root)
  if (!hasDatabase(config))
    return report.reportFault(tell('没有设置 DATABASE_URL，{dataDir} 里也没有数据库', { dataDir: config.dataDir }))
  await withOwnerDatabase(config, print, async (ownerUrl) => {
    const missing = await findMissing(ownerUrl, migrationsFolder(root))
    if (missing === undefined) throw new Error(tell('数据库尚未安装，请先启动一次服务'))
    if (missing.length > 0)
      throw new Error(
        tell('数据库尚缺迁移 {missing}，请先运行 atrium migrate --apply', { missing: joinTold(missing, '、') }),
      )
    await verifyAuditDatabase(config, ownerUrl, check, report)
  })
}

type Value = CommandInput['values'][string]
const readText = (value: Value) => (typeof value === 'string' ? value : undefined)
const readTexts = (value: Value) => [value ?? []].flat().map(String)

const time = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/
/**
 * Where to begin, as the operator gave it.
 * @throws an Error for the operator if it is neither a number nor a time
 */
const readFrom = (text: string | undefined): CheckedFrom | undefined => {
  if (text === undefined) return undefined
  if (/^\d{1,15}$/.test(text)) return { seq: Number(text) }
  const moment = time.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN
  if (Number.isNaN(moment)) throw new Error(tell('--from 应为序号或时间（如 2026-01-01），而不是“{text}”', { text }))
  return { time: new Date(moment).toISOString() }
}

export const auditVerify: Command = {
  summary: '核对审计链、检查点、归档或导出的证明',
  usage:
    '[--from 时间|序号] [--checkpoint 检查点文件] | --proof 证明文件 | --segment 归档文件或目录… [--fingerprint 公钥指纹…]',
  options: {
    from: { type: 'string' },
    checkpoint: { type: 'string' },
    proof: { type: 'string' },
    segment: { type: 'string', multiple: true },
    fingerprint: { type: 'string', multiple: true },
  },
  async run(input) {
    const report = createAuditReport(input.print)
    const { values } = input
    const [proof, segments] = [readText(values.proof), readTexts(values.segment)]
    const check = { from: readFrom(readText(values.from)), checkpointPath: readText(values.checkpoint) }
    if (proof !== undefined) await verifyProofFile(proof, report)
    else if (segments.length > 0) await verifySegmentFiles(segments, readTexts(values.fingerprint), report)
    else await verifyDatabase(input, check, report)
    return report.exitCode()
  },
}
