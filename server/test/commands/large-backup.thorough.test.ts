import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { expect, it, onTestFinished } from 'vitest'
import { findBackup, listBackups, objectName } from '../../src/backup/backups.ts'
import { openFolderPlace } from '../../src/backup/folder-place.ts'
import { type Manifest, manifestSchema } from '../../src/backup/manifest.ts'
import { decompress } from '../../src/backup/measure.ts'
import { asOwner } from '../../src/kernel/db/as-owner.ts'
import { startEmbeddedPostgres } from '../../src/kernel/db/embedded-postgres.ts'
import { freePort } from '../../src/kernel/db/embedded-postgres-server.ts'
import { afterFile } from '../after-file.ts'
import { createEmptyDatabase, newFolder } from '../backup-stage.ts'
import { type Product, runCommand, send, signInTo, spawnCommand, startProduct } from '../crash/product.ts'
import { testSecretKey } from '../harness.ts'
import { createPlainOwner } from '../plain-owner.ts'
import { hasPostgres, postgresPackage } from '../postgres-versions.ts'

const users = 100_000
const files = 1000
const uploadsAtOnce = 8
const pollMs = 10

const environment = (url: string) => ({ DATABASE_URL: url, SECRET_KEY: testSecretKey })
const countFiles = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).length
}
const secondsOf = async (work: Promise<{ code: number | null; output: string }>) => {
  const startedAt = performance.now()
  const { code, output } = await work
  expect({ code, output }).toMatchObject({ code: 0 })
  return Number(((performance.now() - startedAt) / 1000).toFixed(1))
}
const serve = async (folder: string, url: string) => {
  const product = await startProduct(folder, await freePort(), environment(url))
  onTestFinished(() => void product.process.kill('SIGKILL'))
  return product
}
const stop = async (product: Product) => {
  product.process.kill('SIGTERM')
  await product.ended
}

/** Uploads files, until they are so many or `isEnough` says so. */
const uploadFiles = async ({ url }: Product, token: string, isEnough: (sent: number) => boolean) => {
  let sent = 0
  const uploadOne = async () => {
    while (!isEnough(sent)) {
      sent += 1
      const form = new FormData()
      form.append('file', new Blob([randomBytes(400).toString('hex')]), `文件${sent}.txt`)
      const { code, data } = await send(url, uploadsContract.upload.path, token, form)
      expect({ code, data }).toMatchObject({ code: 0 })
    }
  }
  await Promise.all(Array.from({ length: uploadsAtOnce }, uploadOne))
  return sent
}

/** Kills a command without warning as soon as it has come so far. */
const killOnce = async (command: ReturnType<typeof spawnCommand>, hasComeSoFar: () => Promise<boolean>) => {
  while (command.process.exitCode === null && !(await hasComeSoFar())) await sleep(pollMs)
  command.process.kill('SIGKILL')
  // It has not ended by itself.
  expect(await command.ended).toMatchObject({ code: null })
}

const readManifest = async (folder: string): Promise<Manifest> => {
  const name = await findBackup(openFolderPlace(folder), undefined)
  return manifestSchema.parse(JSON.parse(await readFile(join(folder, objectName(name, 'manifest.json')), 'utf8')))
}
/** Tables to which a restore and the commands beside it add rows. */
const growing = ['audit_log', 'audit_heads', 'audit_checkpoints', 'backup_records', 'installation_state', 'job']
/** What each table holds, whatever the order of its rows. */
const digestTables = async (folder: string): Promise<Record<string, string>> => {
  const { name, tables } = await readManifest(folder)
  const digests: Record<string, string> = {}
  for (const table of tables) {
    if (table.part === null || growing.includes(table.name)) continue
    const stored = createReadStream(join(folder, objectName(name, table.part)))
    const rows = (await text(decompress(stored))).split('\n').toSorted()
    digests[`${table.schema}.${table.name}`] = createHash('sha256').update(rows.join('\n')).digest('hex')
  }
  return digests
}

const isCopying = (url: string) =>
  asOwner(url, async (client) => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database() and state = 'active' and query like 'copy %'`,
    )
    return rowCount !== 0
  })

/** A database of the oldest version, whose owner is no superuser; of the run's server if that version is not there. */
const createOldDatabase = async () => {
  if (process.env.TEST_POSTGRES || !hasPostgres('15')) return createEmptyDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'atrium-test-'))
  const server = await startEmbeddedPostgres({ folder, durable: false, otherPackage: postgresPackage('15').folder })
  // After the databases on it, which are made later.
  afterFile(async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  })
  return createEmptyDatabase(await createPlainOwner(server.url))
}

it(`${users} users and ${files} files are backed up beside writers and through kills, and restored to PostgreSQL 15 and back`, {
  timeout: 1_200_000,
}, async () => {
  const url = await createEmptyDatabase()
  const folder = await newFolder('source')
  const place = await newFolder('place')
  const run = (word: string, args: string[], from = { folder, url }) =>
    runCommand(from.folder, word, args, environment(from.url))
  await secondsOf(run('seed', ['--users', String(users), '--companies', '50', '--password', 'Seeded#Pass9']))
  await asOwner(url, (client) =>
    client.query(`update base_parameters set value = '100000' where code = 'limits.companyPerSecond'`),
  )
  const product = await serve(folder, url)
  const token = await signInTo(product)
  await uploadFiles(product, token, (sent) => sent >= files)

  const backUp = () => spawnCommand(folder, 'backup', [place], environment(url))
  await killOnce(backUp(), async () => (await countFiles(join(place, 'backups'))) > 40)
  await killOnce(backUp(), async () => (await countFiles(join(place, 'content'))) > files / 5)
  let isBackedUp = false
  const writing = uploadFiles(product, token, () => isBackedUp)
  const figures: Record<string, number> = { backup: await secondsOf(backUp().ended) }
  isBackedUp = true
  figures.filesMeanwhile = await writing
  await stop(product)
  expect((await listBackups(openFolderPlace(place))).map(({ isFinished }) => isFinished)).toEqual([false, false, true])
  figures.verify = await secondsOf(run('verify', [place]))
  const manifest = await readManifest(place)
  figures.rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  figures.files = manifest.files.count
  expect(manifest.files.missing).toEqual([])
  expect(manifest.files.count).toBeGreaterThanOrEqual(files)
  expect(manifest.tables.find(({ name }) => name === 'users')?.rows).toBeGreaterThanOrEqual(users)

  const copy = { folder: await newFolder('copy'), url: await createEmptyDatabase() }
  const restore = () => spawnCommand(copy.folder, 'restore', [place], environment(copy.url))
  await killOnce(restore(), async () => (await countFiles(join(copy.folder, 'files'))) > files / 5)
  await killOnce(restore(), () => isCopying(copy.url))
  expect(await run('start', [], copy)).toMatchObject({ code: 1, output: expect.stringContaining('恢复中断') })
  figures.restore = await secondsOf(restore().ended)
  const restored = await serve(copy.folder, copy.url)
  const list = await send(restored.url, usersContract.list.path, await signInTo(restored))
  expect(list).toMatchObject({ code: 0 })
  await stop(restored)
  figures.verifyChain = await secondsOf(run('audit-verify', [], copy))
  expect(await countFiles(join(copy.folder, 'files'))).toBeGreaterThanOrEqual(manifest.files.count)

  const old = { folder: await newFolder('old'), url: await createOldDatabase() }
  const oldPlace = await newFolder('old-place')
  figures.restoreToOld = await secondsOf(run('restore', [place], old))
  figures.backupOfOld = await secondsOf(run('backup', [oldPlace], old))
  expect(await digestTables(oldPlace)).toEqual(await digestTables(place))
  const back = { folder: await newFolder('back'), url: await createEmptyDatabase() }
  const backPlace = await newFolder('back-place')
  figures.restoreBack = await secondsOf(run('restore', [oldPlace], back))
  await secondsOf(run('audit-verify', [], back))
  await secondsOf(run('backup', [backPlace], back))
  expect(await digestTables(backPlace)).toEqual(await digestTables(place))
  process.stdout.write(`large backup: ${JSON.stringify(figures)}\n`)
})
