import type { ContentKey } from '../kernel/files/file-store.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import { begunName, type FoundBackup, listBackups, manifestName, objectName, readText } from './backups.ts'
import { readFileList } from './file-list.ts'
import type { Watch } from './make-backup.ts'
import type { Manifest } from './manifest.ts'
import type { BackupPlace } from './place.ts'
import { markPruning, mayStillRun, unmarkPruning } from './pruning-mark.ts'
import { readManifest } from './read-manifest.ts'

/** Which backups stay: the newest ones, and those that are younger than so many days. */
export type Keep = { newest: number; days: number }
export type Pruned = { backups: string[]; files: number; kept: number }

/** Files of kept backups are remembered in portions, so that a place with many of them needs no more memory. */
const filesInPortion = 200_000
const dayMs = 24 * 3_600_000

/** When a backup was begun, by its name. */
const toTime = (name: string): number =>
  Date.parse(name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z'))

const isUnderWay = async (place: BackupPlace, { name, isFinished }: FoundBackup): Promise<boolean> => {
  if (isFinished) return false
  const begun = await readText(place, objectName(name, begunName))
  return mayStillRun(begun === undefined ? new Date(toTime(name)).toISOString() : JSON.parse(begun).since)
}

/** The manifest goes first: what is left when this breaks off is no finished backup. */
const removeBackup = async (place: BackupPlace, name: string) => {
  await place.remove(objectName(name, manifestName))
  const rest: string[] = []
  for await (const object of place.list(objectName(name, ''))) rest.push(object)
  for (const object of rest) await place.remove(object)
}

const toText = ({ companyId, sha256 }: ContentKey) => companyId + sha256

/** Removes the files that no kept backup names. */
const removeFiles = async (place: BackupPlace, kept: readonly Manifest[], { signal, onProgress }: Watch) => {
  const total = kept.reduce((sum, { files }) => sum + files.count, 0)
  const portions = Math.max(1, Math.ceil(total / filesInPortion))
  const portionOf = ({ sha256 }: ContentKey) => Number.parseInt(sha256.slice(0, 8), 16) % portions
  let removed = 0
  for (let portion = 0; portion < portions; portion += 1) {
    const named = new Set<string>()
    for (const { name, files } of kept)
      for await (const key of readFileList(place, objectName(name, files.part)))
        if (portionOf(key) === portion) named.add(toText(key))
    for await (const key of place.content.list()) {
      signal.throwIfAborted()
      if (portionOf(key) !== portion || named.has(toText(key))) continue
      await place.content.remove(key)
      removed += 1
      if (removed % 100 === 0) onProgress(tell('已删除 {removed} 个文件', { removed }))
    }
  }
  return removed
}

/**
 * Removes old backups, unfinished ones, and the files that no other backup names.
 * @throws an Error for the operator, before anything is removed, if a backup may be under way, if one that stays cannot be
 *   read, or if none would stay
 */
export const pruneBackups = async (place: BackupPlace, keep: Keep, watch: Watch): Promise<Pruned> => {
  await markPruning(place)
  try {
    const backups = await listBackups(place)
    for (const backup of backups)
      if (await isUnderWay(place, backup))
        throw new Error(
          tell('备份 {name} 未完成，可能仍在进行，没有清理。请在其完成后再清理；已中断的一天后即可清理', {
            name: backup.name,
          }),
        )
    const finished = backups.filter(({ isFinished }) => isFinished).reverse()
    const stays = ({ name }: FoundBackup, at: number) =>
      at < keep.newest || Date.now() - toTime(name) < keep.days * dayMs
    const kept = finished.filter(stays)
    if (kept.length === 0) throw new Error(tell('{address} 里没有可保留的备份，没有清理', { address: place.address }))
    // What cannot be read does not say which files it needs.
    const manifests: Manifest[] = []
    for (const { name } of kept) manifests.push(await readManifest(place, name))
    const old = backups.filter((backup) => !kept.includes(backup)).map(({ name }) => name)
    for (const name of old) {
      watch.signal.throwIfAborted()
      await removeBackup(place, name)
      watch.onProgress(tell('已删除备份 {name}', { name }))
    }
    const files = await removeFiles(place, manifests, watch)
    return { backups: old, files, kept: kept.length }
  } finally {
    await unmarkPruning(place)
  }
}
