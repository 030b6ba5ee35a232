import { tell } from '../kernel/texts/operator-language.ts'
import { objectName } from './backups.ts'
import { eachAtOnce } from './each-at-once.ts'
import { readFileList } from './file-list.ts'
import type { Watch } from './make-backup.ts'
import type { Manifest, Part } from './manifest.ts'
import { measureAll } from './measure.ts'
import type { BackupPlace } from './place.ts'

const filesAtOnce = 4

const findPartFault = async (place: BackupPlace, backup: string, part: Part): Promise<string | undefined> => {
  const stored = await place.read(objectName(backup, part.name))
  if (!stored) return tell('备份 {backup} 缺少 {name}', { backup, name: part.name })
  const { sha256 } = await measureAll(stored)
  return sha256 === part.sha256
    ? undefined
    : tell('备份 {backup} 的 {name} 已损坏，与清单不符', { backup, name: part.name })
}

/**
 * Reads every object of a backup and every byte of its files, and compares digests. Takes what hears of each fault, in a
 * sentence for the operator; it may throw to end the check.
 */
export const checkObjects = async (
  place: BackupPlace,
  { name: backup, parts, files }: Manifest,
  { signal, onProgress }: Watch,
  onFault: (fault: string) => void,
): Promise<void> => {
  for (const part of parts) {
    signal.throwIfAborted()
    const fault = await findPartFault(place, backup, part)
    if (fault !== undefined) onFault(fault)
  }
  onProgress(tell('已核对 {count} 个数据文件', { count: parts.length }))
  const missing = new Set(files.missing.map(({ companyId, sha256 }) => companyId + sha256))
  let done = 0
  await eachAtOnce(readFileList(place, objectName(backup, files.part)), filesAtOnce, async ({ companyId, sha256 }) => {
    signal.throwIfAborted()
    done += 1
    if (done % 1000 === 0) onProgress(tell('已核对文件 {done}/{count}', { done, count: files.count }))
    if (missing.has(companyId + sha256)) return
    const bytes = await place.content.read({ companyId, sha256 })
    if (!bytes) onFault(tell('备份 {backup} 缺少文件 {companyId}/{sha256}', { backup, companyId, sha256 }))
    else if ((await measureAll(bytes)).sha256 !== sha256)
      onFault(tell('备份 {backup} 的文件 {companyId}/{sha256} 已损坏', { backup, companyId, sha256 }))
  })
}
