import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { findBackup } from '../../src/backup/backups.ts'
import { openFolderPlace } from '../../src/backup/folder-place.ts'
import { createFileSweep } from '../../src/features/tenancy/files/file-sweep.ts'
import { openFileStore } from '../../src/kernel/files/open-file-store.ts'
import { readStoreOwner } from '../../src/kernel/files/own-store.ts'
import { createEmptyDatabase, createInstallation, newFolder, restoreInto } from '../backup-stage.ts'
import { runCommand } from '../crash/product.ts'
import { createS3StandIn } from '../s3-stand-in.ts'
import { sendFile } from '../send-file.ts'
import { openTestDatabase } from '../test-database.ts'

const timeout = 120_000
const text = () => Buffer.from(randomBytes(50).toString('hex'))
let source: Awaited<ReturnType<typeof createInstallation>>
beforeAll(async () => {
  source = await createInstallation()
  await sendFile(source.app, await source.app.signIn(), text(), '说明.txt')
})

describe('a backup in a bucket', { timeout }, () => {
  it('is restored into a store of files in another bucket', async () => {
    const [backups, files] = [await createS3StandIn(), await createS3StandIn()]
    const env = {
      ...source.env,
      BACKUP_S3_ENDPOINT: backups.bucket.endpoint,
      BACKUP_S3_ACCESS_KEY: backups.bucket.accessKey,
      BACKUP_S3_SECRET_KEY: backups.bucket.secretKey,
    }
    const place = 's3://files/nightly'
    expect(await runCommand(source.folder, 'backup', [place], env)).toMatchObject({ code: 0 })
    expect([...backups.objects.keys()].every((key) => key.startsWith('nightly/'))).toBe(true)
    expect(await runCommand(source.folder, 'verify', [place], env)).toMatchObject({ code: 0 })
    const url = await createEmptyDatabase()
    const target = {
      ...env,
      DATABASE_URL: url,
      S3_ENDPOINT: files.bucket.endpoint,
      S3_BUCKET: files.bucket.bucket,
      S3_ACCESS_KEY: files.bucket.accessKey,
      S3_SECRET_KEY: files.bucket.secretKey,
    }
    const folder = await newFolder('restored')
    expect(await runCommand(folder, 'restore', [place], target)).toMatchObject({ code: 0 })
    expect(await runCommand(folder, 'verify', ['--digests'], target)).toMatchObject({
      code: 0,
      output: expect.stringContaining('核对了 1 个文件的内容，全部完好'),
    })
    await runCommand(source.folder, 'backup', [place], env)
    expect(await runCommand(source.folder, 'prune', [place, '--keep', '1'], env)).toMatchObject({
      code: 0,
      output: expect.stringContaining('已删除 1 个备份和 0 个文件'),
    })
    backups.objects.delete([...backups.objects.keys()].find((key) => key.startsWith('nightly/content/')) ?? '')
    expect(await runCommand(source.folder, 'verify', [place], env)).toMatchObject({
      code: 1,
      output: expect.stringContaining('缺少文件'),
    })
  })
})

describe('a copy that finds the store of the original', { timeout }, () => {
  const store = () => openFileStore(join(source.folder, 'files'))
  const sweep = async (database: typeof source.app.database) => {
    const settings = { read: async () => Promise.reject(new Error('not asked')) }
    await createFileSweep({
      database,
      fileStore: store(),
      files: { collect: async () => undefined },
      settings,
    }).sweepBytes()
  }

  it('removes nothing in it, and takes it over only when it is said', async () => {
    expect(await readStoreOwner(source.app.database, store().mark)).toBe('own')
    const place = await newFolder('place')
    expect(await runCommand(source.folder, 'backup', [place], source.env)).toMatchObject({ code: 0 })
    const url = await createEmptyDatabase()
    const backup = await findBackup(openFolderPlace(place), undefined)
    await restoreInto(openFolderPlace(place), backup, { url, folder: source.folder })
    const { database } = await openTestDatabase(url)
    expect(await readStoreOwner(database, store().mark)).toBe('other')
    await expect(sweep(database)).rejects.toThrow('another installation')
    expect(await readStoreOwner(source.app.database, store().mark)).toBe('own')

    const env = { ...source.env, DATABASE_URL: url }
    const refused = await runCommand(source.folder, 'wake', [], env)
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('用 atrium wake --take-files 接管') })
    expect(await runCommand(source.folder, 'wake', ['--take-files'], env)).toMatchObject({ code: 0 })
    expect(await readStoreOwner(database, store().mark)).toBe('own')
    await expect(sweep(source.app.database)).rejects.toThrow('another installation')
    expect(await runCommand(source.folder, 'wake', [], env)).toMatchObject({
      code: 0,
      output: expect.stringContaining('没有处于静默状态'),
    })
  })
})

it('rows of a job queue with other columns are restored', { timeout }, async () => {
  const { app, folder, env } = await createInstallation()
  await app.sql('alter table pgboss.queue add column of_another_release text default $$x$$')
  await app.sql(`select enqueue_job('kernel.cleanup', $1, null, null, 3600)`, ['0197f000-0000-7000-8000-000000000001'])
  const place = await newFolder('place')
  expect(await runCommand(folder, 'backup', [place], env)).toMatchObject({ code: 0 })
  const url = await createEmptyDatabase()
  const backup = await findBackup(openFolderPlace(place), undefined)
  await restoreInto(openFolderPlace(place), backup, { url, folder: await newFolder('restored') })
  const { sql } = await openTestDatabase(url)
  const queues = 'select name, retry_limit, retry_delay_max from pgboss.queue order by 1'
  expect(await sql(queues)).toEqual(await app.sql(queues))
  const jobs = `select id, start_after from pgboss.job where name = 'kernel.cleanup' and state = 'created'`
  expect(await sql(jobs)).toEqual(await app.sql(jobs))
})

it('partitions are restored as they were', { timeout }, async () => {
  const { app, folder, env } = await createInstallation()
  await app.sql(`call add_partition('denials', '2026-01-05 00:00+00', '2026-01-12 00:00+00')`)
  const place = await newFolder('place')
  expect(await runCommand(folder, 'backup', [place], env)).toMatchObject({ code: 0 })
  const url = await createEmptyDatabase()
  const backup = await findBackup(openFolderPlace(place), undefined)
  await restoreInto(openFolderPlace(place), backup, { url, folder: await newFolder('restored') })
  const { sql } = await openTestDatabase(url)
  const partitions = `select relname, pg_get_expr(relpartbound, oid) as bound from pg_class
    where relispartition and relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`
  expect(await sql(partitions)).toEqual(await app.sql(partitions))
  expect((await sql(partitions)).map(({ relname }) => relname)).toContain('denials_20260105')
})
