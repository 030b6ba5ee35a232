import { randomUUID } from 'node:crypto'
import { asOwner } from '../kernel/db/as-owner.ts'
import { migrate } from '../kernel/db/migrate.ts'
import { readMigrations } from '../kernel/db/migrations/migration-files.ts'
import { beginRestore, endRestore } from '../kernel/db/restore-marker.ts'
import type { FileStore } from '../kernel/files/file-store.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import { objectName, readText } from './backups.ts'
import { checkObjects } from './check-objects.ts'
import { copyContent } from './copy-content.ts'
import { eachAtOnce } from './each-at-once.ts'
import { readFileList } from './file-list.ts'
import { loadDatabase } from './load-database.ts'
import type { Watch } from './make-backup.ts'
import { type Manifest, roles as rolesSchema } from './manifest.ts'
import type { OwnKeys } from './own-keys.ts'
import type { BackupPlace } from './place.ts'
import { readManifest } from './read-manifest.ts'
import { recordRestored } from './records.ts'
import { assertRestorable, assertStore, assertTarget } from './restore-refusals.ts'

/** Where a backup is restored to. */
export type RestoreTarget = {
  ownerUrl: string
  /** The store of the installation with this id; without it, rows alone are restored. */
  openStore?: (installation: string) => FileStore
  /** The login of the server, if the operator has made it. */
  givenLogin: string | undefined
  /** Folder of the migrations of this release. */
  migrations: string
}

const filesAtOnce = 4

const readRoles = async (place: BackupPlace, backup: string) =>
  rolesSchema.parse(JSON.parse((await readText(place, objectName(backup, 'roles.json'))) ?? ''))

/**
 * Checks everything about a backup that can be checked without a database: manifest, keys, version, and the digest of every
 * object and file.
 * @throws an Error for the operator at the first fault
 */
export const checkForRestore = async (
  place: BackupPlace,
  backup: string,
  { migrations, keys }: { migrations: string; keys: OwnKeys },
  watch: Watch,
): Promise<Manifest> => {
  const manifest = await readManifest(place, backup)
  assertRestorable(manifest, await readMigrations(migrations), keys)
  await checkObjects(place, manifest, watch, (fault) => {
    throw new Error(tell('{fault}，没有做任何改动', { fault }))
  })
  return manifest
}

const copyFiles = async (place: BackupPlace, { name, files }: Manifest, store: FileStore, watch: Watch) => {
  let done = 0
  await eachAtOnce(readFileList(place, objectName(name, files.part)), filesAtOnce, async ({ store: part, ...key }) => {
    watch.signal.throwIfAborted()
    await copyContent(place.content, { content: store[part], receive: store.receive }, key)
    done += 1
    if (done % 100 === 0) watch.onProgress(tell('文件 {done}/{count}', { done, count: files.count }))
  })
}

/**
 * Restores a checked backup into an empty database and a store of files. The copy is quiet until it is woken. Until
 * everything is there, the database bears a marker and no node starts on it; a restore that broke off is begun again.
 * Files come first, and the rows in one transaction, which takes the marker away.
 * @throws an Error for the operator, before anything changes if the target does not fit
 */
export const restoreBackup = async (
  place: BackupPlace,
  manifest: Manifest,
  target: RestoreTarget,
  watch: Watch,
): Promise<void> => {
  const { ownerUrl } = target
  const startedAt = performance.now()
  const roles = await readRoles(place, manifest.name)
  const store = target.openStore?.(manifest.installation)
  const mark = await asOwner(ownerUrl, async (client) => {
    const marker = await assertTarget(client, manifest, roles, target.givenLogin)
    const isOwn = store && (await assertStore(store, manifest, marker))
    const begun = marker ?? { backup: manifest.name, mark: randomUUID() }
    if (!marker) await beginRestore(client, begun)
    if (isOwn === false) await store?.mark.write(begun.mark)
    return begun.mark
  })
  if (store) await copyFiles(place, manifest, store, watch)
  const names = new Set(manifest.migrations.map(({ name }) => name))
  await migrate(ownerUrl, target.migrations, undefined, { isRestoring: true, only: names })
  await loadDatabase(ownerUrl, place, manifest, watch, async (client) => {
    await recordRestored(client, manifest, { mark, ms: Math.round(performance.now() - startedAt) })
    await endRestore(client)
  })
  await migrate(ownerUrl, target.migrations)
}
