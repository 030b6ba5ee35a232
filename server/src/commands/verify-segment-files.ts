import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type CheckedSegment, checkSegment } from '../features/audit/operation-logs/check-segment.ts'
import { describeRows } from '../features/audit/operation-logs/describe-rows.ts'
import { describeFault } from '../features/audit/operation-logs/verify-segments.ts'
import { toFingerprint } from '../kernel/secrets.ts'
import { joinTold, tell } from '../kernel/texts/operator-language.ts'
import type { AuditReport } from './audit-report.ts'

type SegmentFile = CheckedSegment & { path: string }

const gzipMark = Buffer.of(0x1f, 0x8b)
const isCompressed = async (path: string): Promise<boolean> => {
  const handle = await open(path)
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.equals(gzipMark)
  } finally {
    await handle.close()
  }
}

/** A file by itself, or the compressed ones below a folder. */
const listFiles = async (path: string): Promise<string[]> => {
  if ((await stat(path)).isFile()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.flatMap((entry) => (entry.isFile() ? join(entry.parentPath, entry.name) : []))
  const found: string[] = []
  for (const file of files.sort()) if (await isCompressed(file)) found.push(file)
  return found
}

const readSegments = async (paths: readonly string[], { reportFault }: AuditReport): Promise<SegmentFile[]> => {
  const segments: SegmentFile[] = []
  for (const path of (await Promise.all(paths.map(listFiles))).flat()) {
    const checked = await checkSegment(createReadStream(path)).catch((error: Error) => error.message)
    if (typeof checked === 'string') {
      reportFault(joinTold([path, checked], '：'))
      continue
    }
    const problem = describeFault(checked)
    if (problem !== undefined) reportFault(joinTold([path, problem], '：'))
    segments.push({ ...checked, path })
  }
  return segments
}

/** Why a segment does not continue another one; undefined: it does. */
const findGap = ({ header: former }: SegmentFile, { header }: SegmentFile): string | undefined => {
  if (header.first > former.last + 1)
    return tell('缺少{rows}', { rows: describeRows(former.last + 1, header.first - 1) })
  if (header.first <= former.last)
    return tell('与前一段重叠于{rows}', { rows: describeRows(header.first, former.last) })
  return header.prev === former.hash ? undefined : tell('与前一段不相连')
}

const verifyCompany = (company: string, segments: readonly SegmentFile[], { print, reportFault }: AuditReport) => {
  const ordered = segments.toSorted((one, other) => one.header.first - other.header.first)
  let isWhole = ordered.every(({ fault }) => fault === undefined)
  for (const [at, segment] of ordered.entries()) {
    const former = ordered[at - 1]
    const gap = former && findGap(former, segment)
    if (gap === undefined) continue
    isWhole = false
    reportFault(tell('公司 {company} 的归档分段（{path}）：{gap}', { company, path: segment.path, gap }))
  }
  const [first, last] = [ordered[0]?.header, ordered.at(-1)?.header]
  if (!first || !last) return
  const rows = describeRows(first.first, last.last)
  if (isWhole)
    print(
      tell('公司 {company} 的{rows}记录完整，{firstTime} 到 {lastTime}', {
        company,
        rows,
        firstTime: first.firstTime,
        lastTime: last.lastTime,
      }),
    )
  if (first.first > 1) print(tell('{rows}不在这些文件中，没有核对', { rows: describeRows(1, first.first - 1) }))
}

/**
 * Verifies files of archived segments without a database: each by itself, and how those of a company follow on one
 * another. Takes files and folders, and the fingerprints of the keys that may have signed them; without these they are
 * printed for comparison by eye.
 * @throws an Error for the operator if there is none
 */
export const verifySegmentFiles = async (
  paths: readonly string[],
  fingerprints: readonly string[],
  report: AuditReport,
): Promise<void> => {
  const found = await readSegments(paths, report)
  // The same file may lie there twice, as a download and in the store.
  const segments = [...new Map(found.map((each) => [each.sha256, each])).values()]
  if (segments.length === 0 && report.exitCode() === 0) throw new Error(tell('未找到审计日志的归档文件'))
  const byCompany = Map.groupBy(segments, ({ header }) => header.company)
  for (const [company, files] of byCompany) verifyCompany(company, files, report)
  for (const fingerprint of new Set(segments.map(({ header }) => toFingerprint(header.publicKey)))) {
    if (fingerprints.length === 0)
      report.print(tell('签名公钥的指纹是 {fingerprint}，请与事先保存的核对', { fingerprint }))
    else if (!fingerprints.includes(fingerprint))
      report.reportFault(
        tell('签名公钥的指纹是 {fingerprint}，不是 {fingerprints}', {
          fingerprint,
          fingerprints: joinTold(fingerprints, '、'),
        }),
      )
  }
}
