import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type OwnKeys, readOwnKeys } from '../src/backup/own-keys.ts'
import type { BackupPlace } from '../src/backup/place.ts'
import { checkForRestore, restoreBackup } from '../src/backup/restore-backup.ts'
import { asOwner } from '../src/kernel/db/as-owner.ts'
import { openFileStore } from '../src/kernel/files/open-file-store.ts'
import { keyFingerprint } from '../src/kernel/secrets.ts'
import { afterFile } from './after-file.ts'
import { databaseUrl } from './database-url.ts'
import { createTestApp, testSecretKey } from './harness.ts'
import { createTestDatabase } from './test-database.ts'

const migrations = join(import.meta.dirname, '../migrations')
export const newFolder = (name: string): Promise<string> => mkdtemp(join(inject('folder'), `${name}-`))

/** A database with nothing in it, dropped after the file's tests. */
export const createEmptyDatabase = async (serverUrl = inject('serverUrl')): Promise<string> => {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asOwner(serverUrl, (client) => client.query(`create database ${name} template template0 encoding 'UTF8'`))
  afterFile(() => asOwner(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`)))
  return databaseUrl(serverUrl, name)
}

/** An installation that has started once, with its data folder and the environment of its commands. */
export const createInstallation = async () => {
  const folder = await newFolder('installed')
  const app = await createTestApp({
    sharedDatabase: { ...(await createTestDatabase()), fileFolder: join(folder, 'files') },
  })
  await app.sql('insert into installation_key (fingerprint) values ($1)', [keyFingerprint(testSecretKey)])
  return { app, folder, env: { DATABASE_URL: app.ownerUrl, SECRET_KEY: testSecretKey } }
}

export const testKeys = (secretKey = testSecretKey): Promise<OwnKeys> =>
  readOwnKeys({ secretKey, previousSecretKey: '', secretKeyReplaces: '', dataDir: '/nowhere' })

type Target = { url: string; folder: string; keys?: OwnKeys; signal?: AbortSignal; onProgress?(message: string): void }
/** Restores a backup as the command does, in this process. */
export const restoreInto = async (place: BackupPlace, backup: string, target: Target): Promise<void> => {
  const { signal = new AbortController().signal, onProgress = () => undefined } = target
  const watch = { signal, onProgress }
  const keys = target.keys ?? (await testKeys())
  const manifest = await checkForRestore(place, backup, { migrations, keys }, watch)
  const openStore = () => openFileStore(join(target.folder, 'files'))
  await restoreBackup(place, manifest, { ownerUrl: target.url, openStore, givenLogin: undefined, migrations }, watch)
}
